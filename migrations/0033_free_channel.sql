-- Who is in the channel whose members use models for nothing, as far as Telegram was asked.

-- One row is the last answer about a person.
--
-- channel:  of which channel; the operator may name another one.
-- standing: member, stranger, or unknown: Telegram gave no answer.
create table channel_standings (
    person_id bigint not null,
    channel text not null,
    standing text not null,
    asked_at timestamptz not null default trt_now(),
    constraint channel_standings_pkey primary key (person_id),
    constraint channel_standings_person_fkey foreign key (person_id) references conversations (person_id),
    constraint channel_standings_standing_known check (standing in ('member', 'stranger', 'unknown'))
) with (fillfactor = 80);
