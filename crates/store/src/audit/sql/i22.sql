-- Corrections of balances that the audit log does not have, and entries of it without their correction.
with moved as (
    select
        transfers.actor,
        'person:' || accounts.person_id as subject,
        transfers.epoch,
        count(distinct transfers.operation) as corrections
    from transfers
    join accounts on accounts.id in (transfers.debit_id, transfers.credit_id)
        and accounts.person_id is not null
    where starts_with(transfers.operation, 'adjust:')
    group by transfers.actor, accounts.person_id, transfers.epoch
),
logged as (
    select
        actor,
        subject,
        epoch,
        count(*) as entries
    from audit_log
    where action = 'adjust'
    group by actor, subject, epoch
)
select
    count(*) over () as "violations!",
    format(
        '%s by %s in term %s: %s corrections, %s entries of the audit log',
        coalesce(moved.subject, logged.subject),
        coalesce(moved.actor, logged.actor),
        coalesce(moved.epoch, logged.epoch),
        coalesce(moved.corrections, 0),
        coalesce(logged.entries, 0)
    ) as "subject!"
from moved
full join logged on logged.actor = moved.actor
    and logged.subject = moved.subject
    and logged.epoch = moved.epoch
where coalesce(moved.corrections, 0) <> coalesce(logged.entries, 0)
order by coalesce(moved.subject, logged.subject), coalesce(moved.epoch, logged.epoch)
limit 5
