-- Days on which a person used a model for nothing more or less often than the generations say, and days
-- whose total is not what those generations cost: what KIE charged, else what the catalogue says.
with counted as (
    select
        person_id,
        free_day as day,
        model,
        count(*) as generations
    from generations
    where free_day is not null
        and state not in ('failed', 'cancelled')
    group by person_id, free_day, model
),
days as (
    select
        coalesce(free_use.person_id, counted.person_id) as person_id,
        coalesce(free_use.day, counted.day) as day,
        coalesce(free_use.model, counted.model) as model,
        coalesce(free_use.used, 0) as used,
        coalesce(counted.generations, 0) as generations
    from free_use
    full join counted on counted.person_id = free_use.person_id
        and counted.day = free_use.day
        and counted.model = free_use.model
),
costs as (
    select
        free_day as day,
        sum(
            coalesce(
                free_cost,
                case when state in ('failed', 'cancelled') then 0 else cost end
            )
        ) as cost
    from generations
    where free_day is not null
    group by free_day
),
wrong as (
    select
        person_id,
        day,
        model,
        format(
            'person %s: %s on %s used %s, generations %s',
            person_id, model, day, used, generations
        ) as subject
    from days
    where used <> generations
    union all
    select
        null as person_id,
        coalesce(free_days.day, costs.day) as day,
        null as model,
        format(
            'everybody on %s: spent %s, generations cost %s',
            coalesce(free_days.day, costs.day),
            coalesce(free_days.spent, 0),
            coalesce(costs.cost, 0)
        ) as subject
    from free_days
    full join costs on costs.day = free_days.day
    where coalesce(free_days.spent, 0) <> coalesce(costs.cost, 0)
)
select
    count(*) over () as "violations!",
    subject as "subject!"
from wrong
order by person_id, day, model
limit 5
