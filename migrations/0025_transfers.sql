-- Paying in by bank transfer: requests, what shows that it was done, and what an admin decided. The table named
-- transfers is that of the books.

-- What people paid into our bank account, as far as admins approved it.
insert into accounts (id, unit, kind)
values (7, 'wallet', 'transferred');

-- One row is what a person said they would transfer. Its number is that of the update that asked for it.
--
-- state:          waiting (for a receipt), received, approved, refused, withdrawn, expired.
-- receipt_file:   Telegram's id of the receipt, by which it is sent on; receipt_unique: the same whoever sends it.
-- receipt_size:   its bytes and pixels: what is uploaded anew is another file for Telegram, and as large as before.
-- decided_by:     the admin; reason: what they said, which the person was told.
create table transfer_requests (
    id bigint not null,
    person_id bigint not null,
    amount bigint not null,
    state text not null default 'waiting',
    receipt_kind text,
    receipt_file text,
    receipt_unique text,
    receipt_size text,
    asked_at timestamptz not null default trt_now(),
    expires_at timestamptz not null,
    received_at timestamptz,
    ended_at timestamptz,
    decided_by bigint,
    reason text,
    constraint transfer_requests_pkey primary key (id),
    constraint transfer_requests_person_fkey foreign key (person_id) references conversations (person_id),
    constraint transfer_requests_amount_positive check (amount > 0),
    constraint transfer_requests_state_known check (
        state in ('waiting', 'received', 'approved', 'refused', 'withdrawn', 'expired')
    ),
    constraint transfer_requests_receipt_known check (receipt_kind in ('photo', 'document')),
    constraint transfer_requests_receipt_whole check (
        (receipt_kind is null) = (receipt_file is null)
        and (receipt_kind is null) = (receipt_unique is null)
        and (receipt_kind is null) = (received_at is null)
    ),
    constraint transfer_requests_receipt_first check (
        state not in ('received', 'approved', 'refused') or receipt_kind is not null
    ),
    constraint transfer_requests_open_has_no_end check (
        (state in ('waiting', 'received')) = (ended_at is null)
    ),
    constraint transfer_requests_decided_with_reason check (
        (state in ('approved', 'refused')) = (decided_by is not null)
        and (decided_by is null) = (reason is null)
    )
);

-- One at a time.
create unique index transfer_requests_one_open on transfer_requests (person_id)
where state in ('waiting', 'received');

create index transfer_requests_of_person on transfer_requests (person_id, asked_at);

-- What admins have to look at, the oldest first.
create index transfer_requests_received on transfer_requests (id) where state = 'received';

-- The same receipt in another request.
create index transfer_requests_receipt_unique on transfer_requests (receipt_unique);

create index transfer_requests_receipt_size on transfer_requests (receipt_size);

-- What came to nothing before there was a receipt, to be forgotten.
create index transfer_requests_without_receipt on transfer_requests (expires_at) where receipt_kind is null;
