-- Paying in: what an invoice binds together, what a payment brought, subscriptions, and calls about money.

-- Nothing has written an order of this kind before. One row is one invoice.
--
-- item:   what it sells. amount: what it adds to the balance. bonus: what comes on top.
-- kept:   the order that its payment begins, as the dialogue writes it, and until when; the quote of that order.
alter table orders rename to invoices;

alter table invoices rename constraint orders_pkey to invoices_pkey;

alter table invoices rename constraint orders_person_fkey to invoices_person_fkey;

alter table invoices rename constraint orders_stars_positive to invoices_stars_positive;

alter table invoices rename constraint orders_amount_positive to invoices_amount_positive;

alter index orders_of_person rename to invoices_of_person;

alter table invoices
    add column bonus bigint not null default 0,
    add column paid_at timestamptz,
    add column kept text,
    add column kept_until timestamptz,
    add constraint invoices_bonus_not_negative check (bonus >= 0),
    add constraint invoices_kept_ends check ((kept is null) = (kept_until is null));

-- What waits for its payment, to be let go when the person cancels it.
create index invoices_kept on invoices (person_id) where kept is not null;

-- bonus: what was given on top. until: the end of a subscription, as Telegram said with this payment.
alter table payments rename column order_id to invoice_id;

alter table payments rename constraint payments_order_fkey to payments_invoice_fkey;

alter table payments
    add column bonus bigint not null default 0,
    add column until timestamptz,
    add constraint payments_bonus_not_negative check (bonus >= 0);

create index payments_of_invoice on payments (invoice_id);

-- taken_bonus: what the balance still held of what was given on top.
alter table refunds add column taken_bonus bigint not null default 0;

alter table refused_refunds add column taken_bonus bigint not null default 0;

-- One row is a plan of a person, from its first payment on; its invoice is what every payment of it names.
--
-- state: active, canceled, failed, replaced, expired. until: Telegram's date. first_charge: what Telegram wants
-- to hear when it is cancelled.
create table subscriptions (
    invoice_id uuid not null,
    person_id bigint not null,
    plan text not null,
    state text not null default 'active',
    until timestamptz not null,
    first_charge text not null,
    began_at timestamptz not null default trt_now(),
    constraint subscriptions_pkey primary key (invoice_id),
    constraint subscriptions_invoice_fkey foreign key (invoice_id) references invoices (id),
    constraint subscriptions_state_known check (
        state in ('active', 'canceled', 'failed', 'replaced', 'expired')
    )
);

create index subscriptions_of_person on subscriptions (person_id);

-- What may be over by now.
create index subscriptions_running on subscriptions (until) where state <> 'expired';

-- One row is a call to Telegram about money, written down before it is made; what came of it is booked after it.
--
-- kind:    link (of a plan), cancel, resume (of a subscription), refund.
-- subject: the invoice or the charge it is about. due_at: when it is to be made, once more if need be.
create table money_calls (
    id bigint generated always as identity,
    kind text not null,
    subject text not null,
    person_id bigint not null,
    state text not null default 'due',
    tries int not null default 0,
    due_at timestamptz not null default trt_now(),
    asked_at timestamptz not null default trt_now(),
    ended_at timestamptz,
    problem text,
    constraint money_calls_pkey primary key (id),
    constraint money_calls_kind_known check (kind in ('link', 'cancel', 'resume', 'refund')),
    constraint money_calls_state_known check (state in ('due', 'done', 'refused')),
    constraint money_calls_due_has_no_end check ((state = 'due') = (ended_at is null))
);

-- The same is asked for once at a time.
create unique index money_calls_once on money_calls (kind, subject) where state = 'due';

create index money_calls_due on money_calls (due_at) where state = 'due';
