-- Reconciliation: Telegram's own list of Stars, what KIE has, and where the books differ from either.

-- Stars and credits that came or went for another reason than a payment or an attempt.
--
-- others:  to or from a partner that sells nothing of ours, or put right by an operator.
-- earlier: what had come and gone before these books began.
insert into accounts (id, unit, kind)
values
    (24, 'stars', 'others'),
    (25, 'stars', 'earlier'),
    (44, 'kie', 'others');

-- One row is Stars that came to the bot or left it, as Telegram's list has it. A refund has the id of its payment.
-- They stay, as payments do.
--
-- direction: in, out. amount: in nano-stars.
-- class:     what it is to us: payment, refund, withdrawal, gift, other.
-- partner:   Telegram's name for the kind of partner. payload: what stood in the invoice.
-- period:    of the subscription it belongs to, in seconds.
-- booked_as: what it is in the books, once it is: its class, or earlier; null: nobody has settled it yet.
create table star_transactions (
    id text not null,
    direction text not null,
    amount bigint not null,
    class text not null,
    partner text not null,
    person_id bigint,
    payload text,
    period bigint,
    at timestamptz not null,
    read_at timestamptz not null default trt_now(),
    booked_as text,
    constraint star_transactions_pkey primary key (id, direction),
    constraint star_transactions_direction_known check (direction in ('in', 'out')),
    constraint star_transactions_class_known check (
        class in ('payment', 'refund', 'withdrawal', 'gift', 'other')
    ),
    constraint star_transactions_booked_known check (booked_as in (class, 'earlier')),
    constraint star_transactions_payer_known check (
        class not in ('payment', 'refund') or person_id is not null
    )
);

-- What nobody has settled yet.
create index star_transactions_unsettled on star_transactions (at) where booked_as is null;

-- What was before these books.
create index star_transactions_earlier on star_transactions (at)
    where booked_as = 'earlier' and class = 'payment';

-- The only row is how far Telegram's list has been read, and since when these books are kept.
--
-- read_upto: how many transactions of the list. begun_at: what is older was another bookkeeper's.
create table star_list (
    only_row boolean not null default true,
    read_upto bigint not null default 0,
    begun_at timestamptz not null,
    constraint star_list_pkey primary key (only_row),
    constraint star_list_only_row check (only_row),
    constraint star_list_not_negative check (read_upto >= 0)
);

insert into star_list (begun_at)
select coalesce(min(created_at), trt_now())
from conversations;

-- listed_at: when it was found in Telegram's list.
alter table payments add column listed_at timestamptz;

create index payments_unlisted on payments (paid_at) where listed_at is null;

alter table refunds add column listed_at timestamptz;

create index refunds_unlisted on refunds (ended_at) where state = 'done' and listed_at is null;

-- One row is one reconciliation.
--
-- pages, transactions: read of Telegram's list. imported, returned: payments and refunds learned from it.
-- problem: why a part of it was not looked at; null: all was. took_ms: how long it took.
create table reconciliations (
    id bigint generated always as identity,
    asked_by text not null,
    pages bigint not null,
    transactions bigint not null,
    imported bigint not null,
    returned bigint not null,
    open_differences bigint not null,
    took_ms bigint not null,
    problem text,
    epoch bigint not null,
    ended_at timestamptz not null default trt_now(),
    constraint reconciliations_pkey primary key (id)
);

create index reconciliations_ended_at on reconciliations (ended_at);

-- One row is something in which the books differ from what Telegram or KIE says.
--
-- size:     how much, in the unit of its kind, with its sign: more than the books have, or less.
-- times:    in so many looks in a row; shown_at: since when operators see it.
-- resolved_by: bot, or operator:NAME with a reason.
create table differences (
    id bigint generated always as identity,
    kind text not null,
    subject text not null,
    size bigint not null default 0,
    details text not null,
    times int not null default 1,
    first_seen_at timestamptz not null default trt_now(),
    last_seen_at timestamptz not null default trt_now(),
    shown_at timestamptz,
    resolved_at timestamptz,
    resolved_by text,
    reason text,
    constraint differences_pkey primary key (id),
    constraint differences_seen check (times >= 1),
    constraint differences_resolved_whole check (
        (resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (reason is null)
    )
) with (fillfactor = 70);

-- The same is open once.
create unique index differences_open on differences (kind, subject) where resolved_at is null;

-- What an operator has resolved is not opened again.
create index differences_resolved on differences (kind, subject, resolved_at)
    where resolved_at is not null;

-- What KIE charged of late, model by model.
create index attempts_charged on attempts (ended_at) where state = 'succeeded';

-- taken_at: since when it is in hand; what takes longer than a commit is waited for as long as it is.
alter table operator_requests add column taken_at timestamptz;
