-- Calls that have been under way for more than two minutes, or sixteen if they carry a result: files may
-- take a quarter of an hour.
--
-- A release before the one that notes the time of a claim leaves only the time of the row.
select
    count(*) over () as "violations!",
    format(
        'message %s to chat %s: is being sent for %s',
        id, chat_id, date_trunc('second', trt_now() - coalesce(claimed_at, created_at))
    ) as "subject!"
from outbox
where state = 1
    and greatest(coalesce(claimed_at, created_at), $1) < trt_now() - case
        when generation_id is null then interval '2 minutes'
        else interval '16 minutes'
    end
order by id
limit 5
