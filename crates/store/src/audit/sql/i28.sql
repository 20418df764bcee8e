-- Promo codes whose count is not that of their uses; uses that were not given exactly what they say, once, and grants
-- without a use; codes that the audit log does not have as made, or as ended, exactly once.
with moved as (
    select
        substr(transfers.operation, length('promo:') + 1) as use,
        sum(transfers.amount) as amount,
        array_agg(distinct credit.person_id) as people,
        bool_and(
            starts_with(transfers.operation, 'promo:')
            and transfers.kind = 'promo'
            and transfers.debit_id = 2
            and credit.kind = 'bonus'
        ) as is_plain
    from transfers
    left join accounts as credit on credit.id = transfers.credit_id
    where starts_with(transfers.operation, 'promo:')
        or transfers.kind = 'promo'
    group by transfers.operation
),
uses as (
    select
        coalesce(promo_uses.code || ':' || promo_uses.person_id, moved.use) as use,
        coalesce(promo_uses.amount, 0) as amount,
        coalesce(moved.amount, 0) as given,
        moved.use is not null
            and (moved.people is distinct from array[promo_uses.person_id] or not moved.is_plain)
            as is_strange
    from promo_uses
    full join moved on moved.use = promo_uses.code || ':' || promo_uses.person_id
),
counts as (
    select
        code,
        count(*) as uses
    from promo_uses
    group by code
),
logged as (
    select
        substr(subject, length('promo:') + 1) as code,
        count(*) filter (where action = 'promo-make') as made,
        count(*) filter (where action = 'promo-end') as ended
    from audit_log
    where starts_with(subject, 'promo:')
    group by subject
),
wrong as (
    select
        1 as list,
        format(
            'code %s: %s used of %s, %s uses are there', promo_codes.code, used, most_uses,
            coalesce(uses, 0)
        ) as subject
    from promo_codes
    left join counts on counts.code = promo_codes.code
    where used <> coalesce(uses, 0)
        or used > most_uses
    union all
    select
        2 as list,
        format(
            'use %s: of %s, %s was given%s', use, amount, given,
            case when is_strange then ', to somebody else or otherwise' else '' end
        ) as subject
    from uses
    where given <> amount
        or is_strange
    union all
    select
        3 as list,
        format(
            'code %s: in the audit log made %s times and ended %s times',
            coalesce(promo_codes.code, logged.code), coalesce(made, 0), coalesce(ended, 0)
        ) as subject
    from promo_codes
    full join logged on logged.code = promo_codes.code
    where promo_codes.code is null
        or made is distinct from 1
        or ended is distinct from (ended_at is not null)::int
)
select
    count(*) over () as "violations!",
    subject as "subject!"
from wrong
order by list, subject
limit 5
