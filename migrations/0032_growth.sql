-- What admins are shown of how the bot grows: campaigns, days and weeks, and pictures of them.

-- came_at: when the first deep link led here; null: nothing did, or only to an earlier release.
alter table conversations add column came_at timestamptz;

-- Who came by a campaign.
create index conversations_campaign on conversations (start_payload)
where starts_with(start_payload, 'c_');

-- Who came when.
create index conversations_welcomed_at on conversations (welcomed_at)
where welcomed_at is not null;

-- The books of some days: transfers lie in the order of their time.
create index transfers_at on transfers using brin (at);

-- One row is a picture that a message of the outbox carries: what is drawn, as JSON. It is drawn when it is sent.
create table charts (
    id bigint generated always as identity,
    chart text not null,
    made_at timestamptz not null default trt_now(),
    constraint charts_pkey primary key (id)
);

create index charts_made_at on charts (made_at);

-- What was ordered on some days: likewise.
create index generations_created_at on generations using brin (created_at);

-- When the day or week began of which `back - 1` others have begun since: 1 is the present one, 0 the one to come.
create function trt_day(span text, back int, zone text) returns timestamptz
language sql stable
return (
    date_trunc(span, trt_now() at time zone zone) - (back - 1) * ('1 ' || span)::interval
) at time zone zone;
