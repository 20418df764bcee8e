-- What cannot be ordered now: why, since when, by whom, until when, and who tries whether it works again.

-- reason:       why, the word of a cause.
-- closed_until: not offered before then, and then tried by one order; null: open; infinity: until an
--               operator opens it.
-- since:        since when it is closed; null in rows of an older release.
-- closed_by:    'bot' or 'operator:<name>'.
-- note:         the operator's own words.
-- trial:        the generation that tries it.
-- pauses:       how often in a row it was closed.
-- above:        what costs more than so many millionths of a credit is closed (the subject 'cost' only).
-- wanted:       the balance that ends that.
-- refused:      the cheapest order that was refused although the balance should have covered it.
--
-- failures and overcharges are counted by an older release only.
alter table closures
    add column since timestamptz,
    add column closed_by text not null default 'bot',
    add column note text not null default '',
    add column trial bigint,
    add column pauses int not null default 0,
    add column above bigint,
    add column wanted bigint,
    add column refused bigint;

-- What an older release closed is over, or is tried after a day.
update closures
set closed_until = null,
    reason = ''
where closed_until <= trt_now();

update closures
set closed_until = trt_now() + interval '1 day'
where closed_until = 'infinity';

-- One row is a failure or an overcharge of one generation, as long as it counts.
--
-- subject: what it speaks against: a model or a variant.
create table model_failures (
    generation_id bigint not null,
    kind text not null,
    subject text not null,
    person_id bigint not null,
    at timestamptz not null default trt_now(),
    constraint model_failures_pkey primary key (generation_id, kind),
    constraint model_failures_kind_known check (kind in ('failure', 'overcharge'))
);

create index model_failures_of_subject on model_failures (subject, kind, at);

create index model_failures_at on model_failures (at);

-- What is closed at this moment: until its time has come, and from then on for everybody but the one
-- order that tries it, as long as that one is alive and in time.
create view closed_now as
select
    subject,
    reason,
    above,
    case when closed_until <= trt_now() then trial end as trial
from closures
where closed_until > trt_now()
    or (
        closed_until <= trt_now()
        and exists (
            select
            from generations
            where generations.id = closures.trial
                and generations.state in ('requested', 'submitting', 'submitted')
                and generations.deadline_at > trt_now()
        )
    );
