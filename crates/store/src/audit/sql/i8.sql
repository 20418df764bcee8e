-- Payments without exactly their legs, and purchases without a payment.
--
-- The legs: one of Stars, and wallet legs of the payment's amount and what came on top, all of them to the one
-- who paid.
with legs as (
    select
        substr(transfers.operation, length('purchase:') + 1) as charge_id,
        count(*) filter (where transfers.unit <> 'wallet') as other_legs,
        coalesce(sum(transfers.amount) filter (where transfers.unit = 'stars'), 0) as stars,
        coalesce(
            sum(transfers.amount) filter (where transfers.unit = 'wallet'), 0
        ) as amount,
        array_agg(distinct credit.person_id)
            filter (where transfers.unit = 'wallet') as people
    from transfers
    left join accounts as credit on credit.id = transfers.credit_id
    where starts_with(transfers.operation, 'purchase:')
    group by transfers.operation
)
select
    count(*) over () as "violations!",
    case
        when payments.charge_id is null
            then format('purchase %s: no payment', legs.charge_id)
        when legs.charge_id is null
            then format('payment %s: no legs', payments.charge_id)
        else format(
            'payment %s of %s: stars %s, amount %s; %s legs of stars %s, amount %s to %s',
            payments.charge_id, payments.person_id, payments.stars, payments.amount + payments.bonus,
            legs.other_legs, legs.stars, legs.amount, array_to_string(legs.people, ', ')
        )
    end as "subject!"
from payments
full join legs on legs.charge_id = payments.charge_id
where payments.charge_id is null
    or legs.charge_id is null
    or legs.other_legs <> 1
    or legs.stars <> payments.stars
    or legs.amount <> payments.amount + payments.bonus
    or legs.people is distinct from array[payments.person_id]
order by coalesce(payments.charge_id, legs.charge_id)
limit 5
