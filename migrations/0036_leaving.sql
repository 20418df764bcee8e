-- People who leave: what is held of them goes, and the books stay.

-- deleted_at:   they were deleted then; who writes again is new, and is given no second gift.
-- data_sent_at: when they were last sent what is held of them.
alter table conversations
    add column deleted_at timestamptz,
    add column data_sent_at timestamptz;

-- One row is somebody who is leaving, until nothing of them is left anywhere.
--
-- erased_at:    what is found by their number is gone since then; null: something of theirs is still being made.
-- inbox_after, outbox_after: how far the raw updates and what was said have been walked.
create table departures (
    person_id bigint not null,
    asked_at timestamptz not null default trt_now(),
    erased_at timestamptz,
    inbox_after bigint not null default 0,
    outbox_after bigint not null default 0,
    constraint departures_pkey primary key (person_id)
);

-- What was ordered, said and made is kept for so long as an operator says; these find what is older.
create index generations_with_words on generations (ended_at)
    where ended_at is not null and (input <> '' or uploads is not null);

create index results_with_files on results (created_at)
    where file_id is not null or url <> '';
