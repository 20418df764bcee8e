-- What admins look people up by, whom they banned, what they noted down, and whether anything can be ordered at all.

-- name, username: as Telegram told them last.
alter table conversations
    add column name text not null default '',
    add column username text;

create index conversations_username on conversations (lower(username));

create index conversations_name on conversations (lower(name) text_pattern_ops);

-- One row is somebody who is not served: but for help, and for what is their right.
--
-- told_at: when they heard of it last, so that they hear it once a minute at most.
create table bans (
    person_id bigint not null,
    banned_at timestamptz not null default trt_now(),
    banned_by bigint not null,
    told_at timestamptz,
    constraint bans_pkey primary key (person_id)
);

-- One row is what an admin wrote down about a person, for other admins.
create table person_notes (
    id bigint generated always as identity,
    person_id bigint not null,
    at timestamptz not null default trt_now(),
    written_by bigint not null,
    words text not null,
    constraint person_notes_pkey primary key (id),
    constraint person_notes_words_given check (words <> '')
);

create index person_notes_person on person_notes (person_id, id);

-- The one row says whether anything can be ordered.
--
-- form:  open; held: orders are taken and not given to KIE; paused: none are taken.
-- words: what people read while it is paused; empty: the usual ones.
create table pauses (
    one boolean not null default true,
    form text not null default 'open',
    words text not null default '',
    since timestamptz not null default trt_now(),
    set_by bigint,
    constraint pauses_pkey primary key (one),
    constraint pauses_one check (one),
    constraint pauses_form_known check (form in ('open', 'held', 'paused'))
);

insert into pauses default values;

-- One row is how often a model may be used free of charge, whatever the catalogue says; never, with per_day 0.
create table free_models (
    model text not null,
    per_day int not null,
    per_hour int not null,
    set_at timestamptz not null default trt_now(),
    constraint free_models_pkey primary key (model),
    constraint free_models_sane check (per_day between 0 and 1000 and per_hour between 0 and 1000)
);
