-- Results older than ten minutes that were not delivered, are not parked and not paid back. What was free
-- and could not be delivered has nothing to be paid back.
select
    count(*) over () as "violations!",
    format(
        'generation %s: succeeded %s ago, and nobody has it',
        id, date_trunc('second', trt_now() - ended_at)
    ) as "subject!"
from generations
where state = 'succeeded'
    and greatest(ended_at, $1) < trt_now() - interval '10 minutes'
    and not exists (
        select
        from outbox
        where outbox.generation_id = generations.id
            and outbox.state = 4
    )
    and not (price = 0 and failure is not distinct from 'undelivered')
    and not exists (
        select
        from transfers
        where transfers.operation = 'compensate:' || generations.id
    )
order by id
limit 5
