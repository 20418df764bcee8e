-- Updates that have been waiting for more than a minute.
select
    count(*) over () as "violations!",
    format(
        'update %s of lane %s: has been waiting for %s',
        id, lane, date_trunc('second', trt_now() - received_at)
    ) as "subject!"
from inbox
where state = 0
    and greatest(received_at, $1) < trt_now() - interval '60 seconds'
order by id
limit 5
