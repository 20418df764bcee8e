-- Captured holds of generations that have nothing to show for it.
--
-- That it was delivered is believed when a message that carried it was sent, or a late fact says so. Such
-- messages leave the outbox a week after they were written; from then on it is simply believed. A result
-- that could not be delivered has been paid back by then, which is as good.
select
    count(*) over () as "violations!",
    format(
        'generation %s: captured and %s, %s, %s',
        holds.generation_id,
        coalesce(generations.state, 'gone'),
        case when generations.result is null then 'no result' else 'with a result' end,
        case when generations.delivered_at is null then 'nobody delivers it'
            else 'said to be delivered' end
    ) as "subject!"
from holds
left join generations on generations.id = holds.generation_id
where holds.state = 1
    and (
        generations.id is null
        or generations.state not in ('succeeded', 'delivered')
        or generations.result is null
        or (
            generations.delivered_at is null
            and not exists (
                select
                from outbox
                where outbox.generation_id = generations.id
            )
            and not exists (
                select
                from transfers
                where transfers.operation = 'compensate:' || generations.id
            )
        )
        or (
            generations.delivered_at is not null
            and generations.ended_at > trt_now() - interval '7 days'
            and not exists (
                select
                from outbox
                left join outbox_facts on outbox_facts.outbox_id = outbox.id
                where outbox.generation_id = generations.id
                    and (outbox.state = 2 or outbox_facts.outbox_id is not null)
            )
        )
    )
order by holds.generation_id
limit 5
