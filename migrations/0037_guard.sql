-- Words that orders must not hold, as admins add them in chat; and how often somebody was refused for such words.

-- One row is a word on top of those that are part of the program and of the settings.
--
-- word: in small letters; with a star at its end: everything that begins so.
create table guard_words (
    word text not null,
    added_by bigint not null,
    added_at timestamptz not null default trt_now(),
    constraint guard_words_pkey primary key (word),
    constraint guard_words_bounded check (octet_length(word) between 1 and 200)
);

-- One row is how often a person's words were refused. The words themselves are kept nowhere.
create table guard_refusals (
    person_id bigint not null,
    refused bigint not null,
    last_at timestamptz not null default trt_now(),
    constraint guard_refusals_pkey primary key (person_id)
);
