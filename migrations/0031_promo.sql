-- Promo codes: what they bring, how often and until when, and who has used them.

-- One row is a code. It is locked before it is judged, so that as many use it as it has uses, and no more.
--
-- code:      as it is shown: capitals, digits, hyphens. It is never given out again.
-- amount:    what each person is given.
-- most_uses: so many people; used: so many have.
-- made_by:   the admin; ended_by: the admin who ended it before its time.
create table promo_codes (
    code text not null,
    amount bigint not null,
    most_uses int not null,
    used int not null default 0,
    made_by bigint not null,
    starts_at timestamptz not null default trt_now(),
    ends_at timestamptz not null,
    ended_by bigint,
    ended_at timestamptz,
    constraint promo_codes_pkey primary key (code),
    constraint promo_codes_code_plain check (code ~ '^[A-Z0-9-]{3,24}$'),
    constraint promo_codes_amount_positive check (amount > 0),
    constraint promo_codes_within_limit check (used between 0 and most_uses),
    constraint promo_codes_in_order check (starts_at < ends_at),
    constraint promo_codes_ended_by_somebody check ((ended_by is null) = (ended_at is null))
) with (fillfactor = 80);

-- The newest first.
create index promo_codes_starts_at on promo_codes (starts_at);

-- One row is one person who used a code: each once.
create table promo_uses (
    code text not null,
    person_id bigint not null,
    amount bigint not null,
    used_at timestamptz not null default trt_now(),
    constraint promo_uses_pkey primary key (code, person_id),
    constraint promo_uses_code_fkey foreign key (code) references promo_codes (code),
    constraint promo_uses_person_fkey foreign key (person_id) references conversations (person_id),
    constraint promo_uses_amount_positive check (amount > 0)
);

create index promo_uses_of_person on promo_uses (person_id);
