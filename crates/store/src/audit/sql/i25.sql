-- Payments that are said to be from Telegram's list and are not settled with it.
select
    count(*) over () as "violations!",
    format(
        'payment %s of %s: imported, %s',
        payments.charge_id, payments.person_id,
        case
            when star_transactions.id is null then 'and not in the list'
            else format('and in the list as %s', coalesce(star_transactions.booked_as, 'not settled'))
        end
    ) as "subject!"
from payments
left join star_transactions on star_transactions.id = payments.charge_id
    and star_transactions.direction = 'in'
where payments.source = 'import'
    and star_transactions.booked_as is distinct from 'payment'
order by payments.charge_id
limit 5
