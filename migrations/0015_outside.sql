-- What every instance shows about the world outside, learned by the active one.

-- One row is what the active instance last learned about a service outside.
--
-- status:    a word: of KIE how it answers, of the webhook whether it leads to us.
-- credits:   left at KIE, in millionths; daily_use: what a day takes at the present pace.
-- told_at:   when admins were last told that credits run out.
-- pending:   updates that Telegram has not delivered yet; problem: what went wrong last, as it says.
create table outside_status (
    service text not null,
    status text not null,
    credits bigint,
    daily_use bigint,
    told_at timestamptz,
    pending bigint,
    problem text,
    asked_at timestamptz not null default trt_now(),
    constraint outside_status_pkey primary key (service),
    constraint outside_status_service_known check (service in ('kie', 'webhook')),
    constraint outside_status_webhook_known check (service <> 'webhook' or status in ('ok', 'wrong'))
) with (fillfactor = 50);

-- One row is what was left at KIE at some time of the last day, in millionths of a credit; there is one an hour.
create table credit_samples (
    asked_at timestamptz not null default trt_now(),
    credits bigint not null,
    constraint credit_samples_pkey primary key (asked_at)
);

-- Takeovers are counted every second.
create index leader_history_takeovers on leader_history (name, at)
    where event = 'claimed' and reason in ('holder_died', 'holder_silent');
