-- What is to be said to Telegram, in order for each chat.

-- One row is one request of the Bot API, written in the commit that decided it.
--
-- priority: 0 answer, 1 result, 2 progress, 3 broadcast.
-- state:    0 ready, 1 sending (claimed by epoch and attempt), 2 sent, 3 dead, 4 parked (the person
--           cannot be reached), 5 superseded by a later edit, 6 in doubt for good.
-- on_doubt: when nobody knows whether it was sent: 0 send again, 1 never.
-- edits:    the row whose message this one changes; the message's id is known once that one is sent.
create table outbox (
    id bigint generated always as identity,
    chat_id bigint not null,
    priority smallint not null,
    state smallint not null default 0,
    on_doubt smallint not null default 0,
    edits bigint,
    revision int not null default 0,
    attempts smallint not null default 0,
    attempt uuid,
    epoch bigint,
    not_before timestamptz,
    message_id bigint,
    created_at timestamptz not null default trt_now(),
    ended_at timestamptz,
    problem text,
    body bytea not null,
    constraint outbox_pkey primary key (id),
    constraint outbox_edits_fkey foreign key (edits) references outbox (id) on delete set null,
    constraint outbox_priority_known check (priority between 0 and 3),
    constraint outbox_state_known check (state between 0 and 6),
    constraint outbox_on_doubt_known check (on_doubt between 0 and 1),
    constraint outbox_sending_has_attempt check (
        state <> 1 or (attempt is not null and epoch is not null)
    ),
    constraint outbox_open_has_no_end check ((state in (0, 1, 4)) = (ended_at is null))
) with (
    fillfactor = 80,
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 2000
);

-- What is still to be said, chat by chat, in order.
create index outbox_open on outbox (chat_id, id) where state in (0, 1);

-- What waits for the person to come back.
create index outbox_parked on outbox (chat_id, id) where state = 4;

-- For the foreign key, when old rows leave.
create index outbox_edits on outbox (edits) where edits is not null;

-- One row is what an instance learned about a call after it had lost the role: the call of this
-- attempt was made, and this is the message it made. Whoever has the role now believes it.
create table outbox_facts (
    outbox_id bigint not null,
    attempt uuid not null,
    message_id bigint,
    learned_at timestamptz not null default trt_now(),
    constraint outbox_facts_pkey primary key (outbox_id, attempt)
);
