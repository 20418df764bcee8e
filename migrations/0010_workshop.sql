-- What generations need while they are made and delivered.

-- said:         the row of the outbox that was last said to them, for what is to change in place.
-- full_quality: they want files as they were made.
alter table conversations
    add column said bigint,
    add column full_quality boolean not null default false;

-- variant:    which price of the model applies.
-- not_before: it is not tried again before then.
-- status_row: the row of the outbox whose message tells how it goes.
-- revision:   of that message.
-- told_at:    when that message last changed.
-- began_at:   KIE took it.
alter table generations
    add column variant text not null default '',
    add column not_before timestamptz,
    add column status_row bigint,
    add column revision int not null default 0,
    add column told_at timestamptz,
    add column began_at timestamptz;

create index generations_requested on generations (id) where state = 'requested';

-- How long a model takes is learned from its last generations.
create index generations_of_model on generations (model, ended_at)
    where state in ('succeeded', 'delivered');

-- A late result is still looked for, and delivered for nothing.
create index attempts_late on attempts (next_look_at)
    where state = 'lost' and next_look_at is not null;

-- One row is KIE ringing about an attempt. Any instance writes it; it is a hint and no more.
--
-- task_id: what the body called the task; believed only when KIE's own record knows our address.
create table doorbells (
    attempt_id uuid not null,
    task_id text,
    rung_at timestamptz not null default trt_now(),
    constraint doorbells_pkey primary key (attempt_id)
);

-- One row is a model, a variant of it, or everything ('*'), and how far it can be trusted now.
--
-- failures:     in a row.
-- overcharges:  how often KIE charged more than may be.
-- closed_until: not offered before then; infinity: until an operator says otherwise.
create table closures (
    subject text not null,
    failures int not null default 0,
    overcharges int not null default 0,
    closed_until timestamptz,
    reason text not null default '',
    constraint closures_pkey primary key (subject)
);

-- One row is what everybody used for nothing on one day, in millionths of a KIE credit.
create table free_days (
    day date not null,
    spent bigint not null,
    constraint free_days_pkey primary key (day),
    constraint free_days_not_negative check (spent >= 0)
);

-- One row is a model that a person likes.
create table favourites (
    person_id bigint not null,
    model text not null,
    liked_at timestamptz not null default trt_now(),
    constraint favourites_pkey primary key (person_id, model)
);

-- One row is a file that a generation made.
--
-- url:     where KIE keeps it, for a while.
-- token:   the secret part of the link under which we give it to its person.
-- file_id: Telegram's copy, once it has one.
-- kept_at: all of it is in `media` since then.
create table results (
    generation_id bigint not null,
    no smallint not null,
    kind text not null,
    mime text not null,
    bytes bigint,
    url text not null,
    token bytea not null,
    file_id text,
    kept_at timestamptz,
    created_at timestamptz not null default trt_now(),
    constraint results_pkey primary key (generation_id, no),
    constraint results_generation_fkey foreign key (generation_id) references generations (id),
    constraint results_kind_known check (kind in ('image', 'video', 'audio', 'file')),
    constraint results_token_once unique (token)
);

-- One row is a piece of a file that could not be delivered yet.
create table media (
    generation_id bigint not null,
    no smallint not null,
    piece int not null,
    bytes bytea not null,
    kept_at timestamptz not null default trt_now(),
    constraint media_pkey primary key (generation_id, no, piece),
    constraint media_result_fkey foreign key (generation_id, no)
        references results (generation_id, no),
    constraint media_piece_bounded check (octet_length(bytes) between 1 and 1048576)
);

create index media_kept on media (kept_at);
