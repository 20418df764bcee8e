-- Updates: stored by any instance, handled by the active one.

-- One row is one update of Telegram's, in the very bytes it came in. SQL never looks into them.
--
-- lane:  whose update it is; updates of one lane are handled one after the other.
-- state: 0 pending, 1 done, 2 rejected (never handled), 3 set aside (see dead_letters).
create table inbox (
    id bigint generated always as identity,
    update_id bigint not null,
    lane bigint not null,
    state smallint not null default 0,
    attempts smallint not null default 0,
    received_at timestamptz not null default trt_now(),
    done_at timestamptz,
    done_epoch bigint,
    payload bytea not null,
    constraint inbox_pkey primary key (id),
    -- Telegram delivers again what we did not confirm, and two instances may get the same.
    constraint inbox_update_once unique (update_id),
    constraint inbox_state_known check (state between 0 and 3),
    constraint inbox_pending_is_not_done check ((state = 0) = (done_at is null))
) with (
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0.05
);

-- What is pending, lane by lane, in the order in which a lane is handled. It stays a few pages
-- however long the history is.
create index inbox_pending on inbox (lane, update_id) where state = 0;

-- One row is a body that came with the right secret and has no readable update_id.
create table inbox_unreadable (
    hash bytea not null,
    payload bytea not null,
    seen bigint not null default 1,
    received_at timestamptz not null default trt_now(),
    constraint inbox_unreadable_pkey primary key (hash)
);

-- One row is an update that could not be handled and that nobody tries again until an operator says
-- so. It outlives its row in inbox.
create table dead_letters (
    id bigint generated always as identity,
    reference text not null,
    inbox_id bigint not null,
    update_id bigint not null,
    lane bigint not null,
    attempts smallint not null,
    problem text not null,
    epoch bigint not null,
    received_at timestamptz not null,
    set_aside_at timestamptz not null default trt_now(),
    payload bytea not null,
    constraint dead_letters_pkey primary key (id),
    constraint dead_letters_once unique (inbox_id),
    constraint dead_letters_reference_once unique (reference)
);
