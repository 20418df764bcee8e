-- Versions that are not how many transfers there are.
with sides as (
    select credit_id as account_id
    from transfers
    union all
    select debit_id as account_id
    from transfers
),
counts as (
    select
        account_id,
        count(*) as transfers
    from sides
    group by account_id
)
select
    count(*) over () as "violations!",
    format(
        'person %s: %s has version %s, transfers %s',
        accounts.person_id, accounts.kind, accounts.version, coalesce(counts.transfers, 0)
    ) as "subject!"
from accounts
left join counts on counts.account_id = accounts.id
where accounts.person_id is not null
    and accounts.version <> coalesce(counts.transfers, 0)
order by accounts.id
limit 5
