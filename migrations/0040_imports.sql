-- People who were taken over from another bot, each once.

-- One row is somebody whose balance and language were taken over. It is written in the commit that moves their
-- balance, and is what makes a second run find nothing to do.
--
-- amount:   their balance there, in minor units; 0: there was nothing to move, and no transfer.
-- language: what they had chosen there; null: nothing that is spoken here.
create table imports (
    person_id bigint not null,
    amount bigint not null,
    language text,
    imported_at timestamptz not null default trt_now(),
    epoch bigint not null,
    constraint imports_pkey primary key (person_id),
    constraint imports_amount_not_negative check (amount >= 0),
    constraint imports_language_known check (language in ('ru', 'en'))
);
