-- Refunds by admins that the audit log does not have, and entries of it without their refund.
with decisions as (
    select charge_id, no
    from refunds
    union all
    select charge_id, no
    from refused_refunds
),
decided as (
    select
        transfers.actor,
        'payment:' || decisions.charge_id as subject,
        transfers.epoch,
        count(distinct transfers.operation) as refunds
    from decisions
    join transfers on transfers.operation = 'refund:' || decisions.charge_id
        || case when decisions.no > 1 then ':' || decisions.no else '' end
    where starts_with(transfers.actor, 'admin:')
    group by transfers.actor, decisions.charge_id, transfers.epoch
),
logged as (
    select
        actor,
        subject,
        epoch,
        count(*) as entries
    from audit_log
    where action = 'refund'
    group by actor, subject, epoch
)
select
    count(*) over () as "violations!",
    format(
        '%s by %s in term %s: %s refunds, %s entries of the audit log',
        coalesce(decided.subject, logged.subject),
        coalesce(decided.actor, logged.actor),
        coalesce(decided.epoch, logged.epoch),
        coalesce(decided.refunds, 0),
        coalesce(logged.entries, 0)
    ) as "subject!"
from decided
full join logged on logged.actor = decided.actor
    and logged.subject = decided.subject
    and logged.epoch = decided.epoch
where coalesce(decided.refunds, 0) <> coalesce(logged.entries, 0)
order by coalesce(decided.subject, logged.subject), coalesce(decided.epoch, logged.epoch)
limit 5
