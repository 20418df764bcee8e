-- How fast money may go, the lists of words that orders must not hold as admins change them, and how broadcasts look.

-- For what a person spent within a day.
create index holds_of_person on holds (person_id, created_at);

-- For what went back within a day.
create index refunds_asked_at on refunds (asked_at);

-- One row is a word that an admin put on a list, or took off it: of one word of a list the last row counts. The lists
-- themselves are settings, so what they begin with is not here. Rows are only added, so the sum of their numbers tells
-- whether there is a new one.
--
-- list: always (refused by itself), minors and sexual (refused together). word: in small letters; with a star at its
-- end: everything that begins so. is_listed: it is on the list from then on, or no longer.
create table guard_changes (
    id bigint generated always as identity,
    list text not null,
    word text not null,
    is_listed boolean not null,
    changed_by bigint not null,
    changed_at timestamptz not null default trt_now(),
    constraint guard_changes_pkey primary key (id),
    constraint guard_changes_list_known check (list in ('always', 'minors', 'sexual')),
    constraint guard_changes_bounded check (octet_length(word) between 1 and 200)
);

-- guard_words is read by the release before this one only; one of the next removes it.
insert into guard_changes (list, word, is_listed, changed_by, changed_at)
select
    'always',
    word,
    true,
    added_by,
    added_at
from guard_words
order by
    added_at,
    word;

-- styles: how parts of the words look, a span on a line.
alter table broadcasts add column styles text not null default '';
