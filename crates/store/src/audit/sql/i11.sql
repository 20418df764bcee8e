-- Transfers of an epoch that was over when the transfer before them was written.
with steps as (
    select
        id,
        epoch,
        lag(epoch) over (order by id) as before
    from transfers
)
select
    count(*) over () as "violations!",
    format('transfer %s: epoch %s after epoch %s', id, epoch, before) as "subject!"
from steps
where epoch < before
order by id
limit 5
