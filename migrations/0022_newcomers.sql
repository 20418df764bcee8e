-- Newcomers: who was greeted, who invited whom, and what came of it.

-- start_payload: the first link that led here; later ones leave it as it is.
-- welcomed_at:   when they said /start for the first time; null: not yet, or only to an earlier release.
alter table conversations add column welcomed_at timestamptz;

-- One row is the code by which one person invites others. It is made once and stays: links live for ever.
create table invite_codes (
    person_id bigint not null,
    code text not null,
    created_at timestamptz not null default trt_now(),
    constraint invite_codes_pkey primary key (person_id),
    constraint invite_codes_person_fkey foreign key (person_id) references conversations (person_id),
    constraint invite_codes_code_once unique (code)
);

-- One row is somebody who was new when they came by the link of another. It refers to the other by their code,
-- whose row never changes: nobody waits for the conversation of whoever invited them.
--
-- charge_id:  their first payment, once there is one.
-- reward:     what the other was given for it; 0 when nothing was given at that time.
-- taken_back: how much of that went back because the payment did; null as long as it did not.
create table referrals (
    invited_id bigint not null,
    referrer_id bigint not null,
    came_at timestamptz not null default trt_now(),
    charge_id text,
    reward bigint,
    paid_at timestamptz,
    taken_back bigint,
    constraint referrals_pkey primary key (invited_id),
    constraint referrals_invited_fkey foreign key (invited_id) references conversations (person_id),
    constraint referrals_referrer_fkey foreign key (referrer_id) references invite_codes (person_id),
    constraint referrals_charge_fkey foreign key (charge_id) references payments (charge_id),
    constraint referrals_charge_once unique (charge_id),
    constraint referrals_two_people check (invited_id <> referrer_id),
    constraint referrals_reward_with_charge check (
        (charge_id is null) = (reward is null) and (charge_id is null) = (paid_at is null)
    ),
    constraint referrals_reward_not_negative check (reward >= 0),
    constraint referrals_taken_back_of_reward check (taken_back between 0 and reward)
);

create index referrals_of_referrer on referrals (referrer_id);
