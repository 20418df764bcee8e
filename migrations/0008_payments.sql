-- Payments: what people were offered to pay, what they paid, what they got back.

-- One row is one invoice.
--
-- amount: what it adds to the balance, in minor units of the wallet's currency.
create table orders (
    id uuid not null,
    person_id bigint not null,
    item text not null,
    stars bigint not null,
    amount bigint not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default trt_now(),
    constraint orders_pkey primary key (id),
    constraint orders_person_fkey foreign key (person_id) references conversations (person_id),
    constraint orders_stars_positive check (stars > 0),
    constraint orders_amount_positive check (amount > 0)
);

create index orders_of_person on orders (person_id, created_at);

-- One row is one payment, by Telegram's own name for the charge: an old invoice can be paid twice,
-- a charge cannot.
--
-- stars: in nano-stars. amount: what was added to the balance.
create table payments (
    charge_id text not null,
    person_id bigint not null,
    order_id uuid,
    stars bigint not null,
    amount bigint not null,
    renewal boolean not null default false,
    state text not null default 'paid',
    source text not null default 'update',
    paid_at timestamptz not null default trt_now(),
    constraint payments_pkey primary key (charge_id),
    constraint payments_order_fkey foreign key (order_id) references orders (id),
    constraint payments_stars_positive check (stars > 0),
    constraint payments_amount_positive check (amount > 0),
    constraint payments_state_known check (state in ('paid', 'refunding', 'refunded')),
    constraint payments_source_known check (source in ('update', 'import'))
);

create index payments_of_person on payments (person_id, paid_at);

-- One row is one decision to give a payment back.
--
-- taken: what the balance still held of it. owed: what had been spent, now the person's debt.
-- state: asked (Telegram was not told yet, or did not answer), done, refused (reversed).
create table refunds (
    charge_id text not null,
    taken bigint not null,
    owed bigint not null,
    state text not null default 'asked',
    actor text not null,
    reason text not null,
    asked_at timestamptz not null default trt_now(),
    ended_at timestamptz,
    constraint refunds_pkey primary key (charge_id),
    constraint refunds_payment_fkey foreign key (charge_id) references payments (charge_id),
    constraint refunds_parts_not_negative check (taken >= 0 and owed >= 0),
    constraint refunds_state_known check (state in ('asked', 'done', 'refused')),
    constraint refunds_asked_has_no_end check ((state = 'asked') = (ended_at is null)),
    constraint refunds_reason_given check (reason <> '')
);
