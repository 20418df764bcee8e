-- Compensations that are not for a captured hold of an undelivered generation, to its person, of its amount.
with given as (
    select
        substr(transfers.operation, length('compensate:') + 1) as generation_id,
        sum(transfers.amount) as amount,
        array_agg(distinct credit.person_id) as people
    from transfers
    left join accounts as credit on credit.id = transfers.credit_id
    where starts_with(transfers.operation, 'compensate:')
    group by transfers.operation
)
select
    count(*) over () as "violations!",
    format(
        'generation %s: %s went back to %s, for a hold that is %s of %s; %s',
        given.generation_id, given.amount, array_to_string(given.people, ', '),
        case holds.state when 0 then 'open' when 1 then 'captured' when 2 then 'released' else 'gone' end,
        coalesce(holds.amount, 0),
        coalesce(generations.failure, generations.state, 'gone')
    ) as "subject!"
from given
left join generations on generations.id::text = given.generation_id
left join holds on holds.generation_id = generations.id
where holds.state is distinct from 1
    or holds.amount <> given.amount
    or given.people is distinct from array[holds.person_id]
    or generations.delivered_at is not null
    or generations.failure is distinct from 'undelivered'
order by given.generation_id
limit 5
