-- Generations: what a person ordered, and each try to have KIE make it.

-- One row is one generation, ordered by one confirmed quote.
--
-- inbox_id, seq: the update that ordered it, and which of that update's orders it is.
-- input:         the request as it goes to KIE, as JSON text, with every default written out.
-- price:         what the person pays, frozen at confirmation; nothing for a free one.
-- cost:          what the catalogue said it costs us, in millionths of a KIE credit.
-- free_day:      the day against whose free limit it counts.
-- state:         requested, submitting, submitted: alive; succeeded, delivered: paid for;
--                failed, lost, cancelled: given back.
create table generations (
    id bigint generated always as identity,
    person_id bigint not null,
    chat_id bigint not null,
    inbox_id bigint not null,
    seq smallint not null default 0,
    quote_id uuid not null,
    model text not null,
    input text not null,
    price bigint not null,
    cost bigint not null,
    free_day date,
    state text not null default 'requested',
    deadline_at timestamptz not null,
    result text,
    failure text,
    created_at timestamptz not null default trt_now(),
    ended_at timestamptz,
    delivered_at timestamptz,
    constraint generations_pkey primary key (id),
    -- A quote starts one generation, whoever taps how often.
    constraint generations_quote_once unique (quote_id),
    constraint generations_order_once unique (inbox_id, seq),
    constraint generations_person_fkey foreign key (person_id)
        references conversations (person_id),
    constraint generations_price_not_negative check (price >= 0),
    constraint generations_cost_not_negative check (cost >= 0),
    constraint generations_free_costs_nothing check (free_day is null or price = 0),
    constraint generations_state_known check (
        state in (
            'requested', 'submitting', 'submitted',
            'succeeded', 'delivered',
            'failed', 'lost', 'cancelled'
        )
    ),
    constraint generations_alive_has_no_end check (
        (state in ('requested', 'submitting', 'submitted')) = (ended_at is null)
    ),
    constraint generations_success_has_result check (
        state not in ('succeeded', 'delivered') or result is not null
    ),
    constraint generations_delivered_at_known check (
        (state = 'delivered') = (delivered_at is not null)
    )
) with (fillfactor = 70);

create index generations_alive on generations (person_id)
    where state in ('requested', 'submitting', 'submitted');

create index generations_undelivered on generations (ended_at) where state = 'succeeded';

create index generations_of_person on generations (person_id, id);

create index generations_free on generations (free_day, person_id) where free_day is not null;

-- One row is one call that asks KIE to make it, written before the call.
--
-- token: the secret part of the callback's address.
-- state: submitting, submitted, ambiguous: alive; rejected, succeeded, failed, lost: over.
-- cost:  what KIE says it charged, in millionths of a credit.
create table attempts (
    id uuid not null,
    generation_id bigint not null,
    no smallint not null,
    token bytea not null,
    task_id text,
    state text not null default 'submitting',
    cost bigint,
    epoch bigint not null,
    started_at timestamptz not null default trt_now(),
    next_look_at timestamptz,
    looks int not null default 0,
    ended_at timestamptz,
    constraint attempts_pkey primary key (id),
    constraint attempts_generation_fkey foreign key (generation_id) references generations (id),
    constraint attempts_no_once unique (generation_id, no),
    constraint attempts_task_once unique (task_id),
    constraint attempts_cost_not_negative check (cost >= 0),
    constraint attempts_state_known check (
        state in ('submitting', 'submitted', 'ambiguous', 'rejected', 'succeeded', 'failed', 'lost')
    ),
    constraint attempts_alive_has_no_end check (
        (state in ('submitting', 'submitted', 'ambiguous')) = (ended_at is null)
    )
) with (fillfactor = 80);

-- KIE never makes the same generation twice at once for us.
create unique index attempts_one_alive on attempts (generation_id)
    where state in ('submitting', 'submitted', 'ambiguous');

create index attempts_to_look_at on attempts (next_look_at)
    where state in ('submitting', 'submitted', 'ambiguous');

-- One row counts what a person used of a free model on one day.
create table free_use (
    person_id bigint not null,
    day date not null,
    model text not null,
    used int not null,
    constraint free_use_pkey primary key (person_id, day, model),
    constraint free_use_not_negative check (used >= 0)
) with (fillfactor = 80);

-- A message that delivers a generation says so, and a claimed one since when.
alter table outbox
    add column generation_id bigint,
    add column claimed_at timestamptz;

create index outbox_generation on outbox (generation_id) where generation_id is not null;
