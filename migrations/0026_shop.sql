-- What can be seen and compared before buying: what somebody ordered last, what people choose most, samples.

-- One row is what a person ordered last of one kind of model: the next order of that kind begins with it.
--
-- settings: the settings of that order, as JSON; neither words nor files.
create table last_used (
    person_id bigint not null,
    kind text not null,
    model text not null,
    settings text not null,
    used_at timestamptz not null default trt_now(),
    constraint last_used_pkey primary key (person_id, kind),
    constraint last_used_person_fkey foreign key (person_id) references conversations (person_id)
);

-- One row is how much a model is used, counted again and again: see crates/store/src/popularity.rs.
--
-- people:  those who got something of it in the last 30 days.
-- repeats: further days on which they did, few for each of them.
-- keepers: those who have it among their favourites.
-- week:    those who got something of it in the last 7 days.
-- earlier: in the 21 days before, week by week.
create table model_use (
    model text not null,
    people bigint not null,
    repeats bigint not null,
    keepers bigint not null,
    week bigint not null,
    earlier bigint not null,
    counted_at timestamptz not null default trt_now(),
    constraint model_use_pkey primary key (model),
    constraint model_use_not_negative check (
        least(people, repeats, keepers, week, earlier) >= 0
    )
);

-- Those who keep a model among their favourites are counted.
create index favourites_of_model on favourites (model);

-- One row is a result that an admin shows to everybody on the card of its model; the newest are shown.
--
-- file_id:       Telegram's id of the file.
-- generation_id: what made it; null: it was brought from elsewhere.
-- added_by:      the admin; null: nobody.
create table samples (
    model text not null,
    file_id text not null,
    kind text not null,
    generation_id bigint,
    added_by bigint,
    added_at timestamptz not null default trt_now(),
    constraint samples_pkey primary key (model, file_id),
    constraint samples_kind_known check (kind in ('photo', 'video', 'audio')),
    constraint samples_generation_fkey foreign key (generation_id) references generations (id)
);
