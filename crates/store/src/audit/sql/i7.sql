-- Live generations more than five minutes past their deadline.
select
    count(*) over () as "violations!",
    format(
        'generation %s: %s, its deadline was %s ago',
        id, state, date_trunc('second', trt_now() - deadline_at)
    ) as "subject!"
from generations
where state in ('requested', 'submitting', 'submitted')
    and greatest(deadline_at, $1) < trt_now() - interval '5 minutes'
order by id
limit 5
