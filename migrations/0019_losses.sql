-- What KIE charged without income, day by day; and that every charge is in the books.

-- estimated: KIE did not say what it charged; cost is what the catalogue says.
-- booked_as: the state that the books know of; an earlier release leaves it as it was.
alter table attempts
    add column estimated boolean not null default false,
    add column booked_as text;

-- What is over and not in the books as it ended.
create index attempts_unbooked on attempts (ended_at)
    where state in ('succeeded', 'failed', 'lost') and booked_as is distinct from state;

-- free_cost: what of its day's total it stands for, once that is not simply its cost.
alter table generations add column free_cost bigint;

-- One row is what KIE charged for one attempt without income, in millionths of a credit.
--
-- day:   on which it counts: when it was learned, or when its attempt was lost.
-- cause: free, gift, late, lost, failed, overcharged, undelivered.
create table losses (
    attempt_id uuid not null,
    day date not null,
    cause text not null,
    model text not null,
    credits bigint not null,
    constraint losses_pkey primary key (attempt_id, day, cause),
    constraint losses_attempt_fkey foreign key (attempt_id) references attempts (id),
    constraint losses_credits_positive check (credits > 0)
);

create index losses_of_day on losses (day);

-- One row is the total of a day, which whoever adds to it locks.
--
-- told_at: when the admins were told that the budget of the day is spent.
create table loss_days (
    day date not null,
    credits bigint not null,
    told_at timestamptz,
    constraint loss_days_pkey primary key (day),
    constraint loss_days_not_negative check (credits >= 0)
) with (fillfactor = 50);

-- One row is what newcomers were given on one day, in minor units of the wallet's currency.
create table gift_days (
    day date not null,
    given bigint not null,
    constraint gift_days_pkey primary key (day),
    constraint gift_days_not_negative check (given >= 0)
) with (fillfactor = 50);

-- no: which decision about its payment it is; those before it were refused, and are kept below.
alter table refunds add column no smallint not null default 1;

-- One row is a decision to give a payment back that Telegram refused, after which another was made.
create table refused_refunds (
    charge_id text not null,
    no smallint not null,
    taken bigint not null,
    owed bigint not null,
    actor text not null,
    reason text not null,
    asked_at timestamptz not null,
    ended_at timestamptz not null,
    constraint refused_refunds_pkey primary key (charge_id, no),
    constraint refused_refunds_payment_fkey foreign key (charge_id) references payments (charge_id)
);

-- One row is a payment or a refund that Telegram told of and that nothing has booked yet.
--
-- kind:   payment or refund. amount: in the smallest unit of its currency.
-- payload: what stood in the invoice, cut to what an invoice may hold.
create table unbooked_payments (
    charge_id text not null,
    kind text not null,
    person_id bigint not null,
    currency text not null,
    amount bigint not null,
    payload text not null,
    inbox_id bigint not null,
    told_at timestamptz not null default trt_now(),
    constraint unbooked_payments_pkey primary key (charge_id, kind),
    constraint unbooked_payments_kind_known check (kind in ('payment', 'refund')),
    constraint unbooked_payments_payload_bounded check (octet_length(payload) <= 128)
);

-- The only row is how long after its last beat the active instance is silent, by its own settings.
create table lock_timing (
    only_row boolean not null default true,
    stale_after interval not null,
    constraint lock_timing_pkey primary key (only_row),
    constraint lock_timing_only_row check (only_row)
);
