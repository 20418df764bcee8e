-- Updates and quotes with two generations, updates with two dead letters.
--
-- Unique constraints forbid all of it; a damaged index, or a restore without one, does not.
with twice as (
    select format('update %s: %s generations', inbox_id, count(*)) as subject
    from generations
    group by inbox_id, seq
    having count(*) > 1
    union all
    select format('quote %s: %s generations', quote_id, count(*)) as subject
    from generations
    group by quote_id
    having count(*) > 1
    union all
    select format('update %s: %s dead letters', inbox_id, count(*)) as subject
    from dead_letters
    group by inbox_id
    having count(*) > 1
)
select
    count(*) over () as "violations!",
    subject as "subject!"
from twice
order by subject
limit 5
