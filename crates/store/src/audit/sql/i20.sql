-- Payments and refunds that Telegram told of and that nothing has booked.
select
    count(*) over () as "violations!",
    format(
        '%s of person %s on %s: %s %s and not in the books',
        told.kind, told.person_id, told.told_at::date, told.amount, told.currency
    ) as "subject!"
from unbooked_payments as told
left join payments on payments.charge_id = told.charge_id
where payments.charge_id is null
    or (told.kind = 'refund' and payments.state <> 'refunded')
order by told.told_at, told.charge_id
limit 5
