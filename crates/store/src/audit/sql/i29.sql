-- People who were not given exactly what they had in the bot they come from, once and by an operator; what was given
-- that way to nobody who comes from there; and people of whom the audit log does not say it exactly once.
with moved as (
    select
        substr(transfers.operation, length('import:') + 1) as person,
        sum(transfers.amount) as amount,
        array_agg(distinct credit.person_id) as people,
        bool_and(
            transfers.kind = 'adjust'
            and transfers.debit_id = 5
            and transfers.actor = 'operator'
        ) as is_plain
    from transfers
    left join accounts as credit on credit.id = transfers.credit_id
    where starts_with(transfers.operation, 'import:')
    group by transfers.operation
),
logged as (
    select
        substr(subject, length('person:') + 1) as person,
        count(*) as entries
    from audit_log
    where action = 'import'
        and starts_with(subject, 'person:')
    group by subject
),
taken as (
    select
        coalesce(imports.person_id::text, moved.person, logged.person) as person,
        imports.person_id is not null as is_there,
        coalesce(imports.amount, 0) as amount,
        coalesce(moved.amount, 0) as given,
        moved.person is not null
            and (moved.people is distinct from array[imports.person_id] or not moved.is_plain)
            as is_strange,
        coalesce(logged.entries, 0) as entries
    from imports
    full join moved on moved.person = imports.person_id::text
    full join logged on logged.person = coalesce(imports.person_id::text, moved.person)
)
select
    count(*) over () as "violations!",
    format(
        'person %s: had %s there and was given %s%s; in the audit log %s times', person, amount, given,
        case when is_strange then ', to somebody else or otherwise' else '' end, entries
    ) as "subject!"
from taken
where given <> amount
    or is_strange
    or not is_there
    or entries <> case when amount > 0 then 1 else 0 end
order by person
limit 5
