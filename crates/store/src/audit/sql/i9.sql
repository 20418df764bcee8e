-- Holds whose amount or state is not what became of their money, and legs of holds that do not exist.
with legs as (
    select
        hold_id,
        coalesce(sum(amount) filter (where kind = 'capture'), 0) as captured,
        coalesce(sum(amount) filter (where kind = 'release'), 0) as released,
        coalesce(sum(amount) filter (where kind = 'hold'), 0)
            - coalesce(sum(amount) filter (where kind = 'reprice'), 0) as apart
    from transfers
    where hold_id is not null
    group by hold_id
),
ends as (
    select
        coalesce(holds.id, legs.hold_id) as id,
        coalesce(holds.amount, 0) as amount,
        case holds.state
            when 0 then 'open'
            when 1 then 'captured'
            when 2 then 'released'
            else 'gone'
        end as state,
        coalesce(legs.captured, 0) as captured,
        coalesce(legs.released, 0) as released,
        coalesce(legs.apart, 0) as apart
    from holds
    full join legs on legs.hold_id = holds.id
)
select
    count(*) over () as "violations!",
    format(
        'hold %s of %s: %s, and %s was captured, %s released, %s set apart',
        id, amount, state, captured, released, apart
    ) as "subject!"
from ends
where state = 'gone'
    or captured <> case when state = 'captured' then amount else 0 end
    or released <> case when state = 'released' then amount else 0 end
    or apart <> amount
order by id
limit 5
