-- Balances that are not what the postings say, or not what the last one left.
with sides as (
    select
        credit_id as account_id,
        amount,
        array[id, credit_after] as step
    from transfers
    union all
    select
        debit_id as account_id,
        -amount as amount,
        array[id, debit_after] as step
    from transfers
),
sums as (
    select
        account_id,
        sum(amount) as postings,
        -- Of the highest number; looking the transfer up again would cost far more.
        (max(step))[2] as left_by_last
    from sides
    group by account_id
),
kept as (
    select
        accounts.id,
        accounts.person_id,
        accounts.kind,
        accounts.balance,
        coalesce(sums.postings, 0) as postings,
        case when sums.account_id is null then 0 else sums.left_by_last end as left_by_last
    from accounts
    left join sums on sums.account_id = accounts.id
    where accounts.person_id is not null
)
select
    count(*) over () as "violations!",
    format(
        'person %s: %s has balance %s, postings %s, the last left %s',
        person_id, kind, balance, postings, coalesce(left_by_last::text, 'nothing')
    ) as "subject!"
from kept
where balance <> postings
    or balance is distinct from left_by_last
order by id
limit 5
