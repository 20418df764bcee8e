-- People whose held money is not what their open holds say.
with held as (
    select
        person_id,
        balance
    from accounts
    where kind = 'held'
        and person_id is not null
),
open as (
    select
        person_id,
        sum(amount) as amount
    from holds
    where state = 0
    group by person_id
)
select
    count(*) over () as "violations!",
    format(
        'person %s: held %s, open holds %s',
        coalesce(held.person_id, open.person_id),
        coalesce(held.balance, 0),
        coalesce(open.amount, 0)
    ) as "subject!"
from held
full join open on open.person_id = held.person_id
where coalesce(held.balance, 0) <> coalesce(open.amount, 0)
order by coalesce(held.person_id, open.person_id)
limit 5
