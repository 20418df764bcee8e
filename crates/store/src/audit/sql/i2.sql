-- Transfers between accounts of another unit, or of none.
select
    count(*) over () as "violations!",
    format(
        'transfer %s: %s from an account of %s to one of %s',
        transfers.id, transfers.unit,
        coalesce(debit.unit, 'nothing'), coalesce(credit.unit, 'nothing')
    ) as "subject!"
from transfers
left join accounts as debit on debit.id = transfers.debit_id
left join accounts as credit on credit.id = transfers.credit_id
where debit.unit is distinct from transfers.unit
    or credit.unit is distinct from transfers.unit
order by transfers.id
limit 5
