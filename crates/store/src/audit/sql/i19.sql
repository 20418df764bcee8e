-- Attempts whose charge is not in the books, and charges in the books without their attempt.
--
-- What succeeded or failed has exactly the transfer of its cost. What is lost has the catalogue's cost in
-- suspense (nothing, if KIE said that it could not begin), and nothing else has. What an earlier release left unbooked has ten minutes from when
-- somebody could book it ($1).
with ended as (
    select
        attempts.id::text as id,
        attempts.state,
        attempts.booked_as is not distinct from attempts.state
            or attempts.state not in ('succeeded', 'failed', 'lost') as is_booked,
        greatest(attempts.ended_at, $1) as bookable_at,
        case when attempts.state in ('succeeded', 'failed') then coalesce(attempts.cost, 0) else 0 end
            as cost,
        case
            when attempts.state = 'lost' then coalesce(attempts.cost, generations.cost)
            else 0
        end as suspense
    from attempts
    join generations on generations.id = attempts.generation_id
),
legs as (
    select
        substr(operation, strpos(operation, ':') + 1) as id,
        sum(case when debit_id = 41 and credit_id = 42 then amount else 0 end) as cost,
        sum(
            case
                when debit_id = 41 and credit_id = 43 then amount
                when debit_id = 43 and credit_id = 41 then -amount
                else 0
            end
        ) as suspense
    from transfers
    where starts_with(operation, 'cost:')
        or starts_with(operation, 'suspense:')
        or starts_with(operation, 'unsuspense:')
    group by substr(operation, strpos(operation, ':') + 1)
)
select
    count(*) over () as "violations!",
    case
        when ended.id is null then format('charge of attempt %s: no such attempt', legs.id)
        when not ended.is_booked
            then format('attempt %s: %s and not in the books', ended.id, ended.state)
        else format(
            'attempt %s: %s, cost %s and suspense %s; the books have %s and %s',
            ended.id, ended.state, ended.cost, ended.suspense,
            coalesce(legs.cost, 0), coalesce(legs.suspense, 0)
        )
    end as "subject!"
from ended
full join legs on legs.id = ended.id
where ended.id is null
    or case
        when ended.is_booked
            then ended.cost <> coalesce(legs.cost, 0)
                or ended.suspense <> coalesce(legs.suspense, 0)
        else $1 is not null and ended.bookable_at < trt_now() - interval '10 minutes'
    end
order by coalesce(ended.id, legs.id)
limit 5
