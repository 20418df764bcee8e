-- Refunds whose legs are not what the payment's state says.
--
-- While it is refunding or refunded its whole amount was taken back; while it is paid nothing was,
-- or all of it was given again, however often that was decided. Its Stars went back when it is refunded, and not before.
with decisions as (
    select charge_id, no
    from refunds
    union all
    select charge_id, no
    from refused_refunds
),
keys as (
    select
        decisions.charge_id,
        step.name || ':' || decisions.charge_id
            || case when decisions.no > 1 then ':' || decisions.no else '' end as operation
    from decisions
    cross join (values ('refund'), ('unrefund'), ('refunded')) as step (name)
),
legs as (
    select
        split_part(transfers.operation, ':', 1) as step,
        -- A leg without a decision stands for a payment that nobody decided about.
        coalesce(
            keys.charge_id, substr(transfers.operation, strpos(transfers.operation, ':') + 1)
        ) as charge_id,
        case
            when starts_with(transfers.operation, 'unrefund:') then -transfers.amount
            else transfers.amount
        end as amount
    from transfers
    left join keys on keys.operation = transfers.operation
    where starts_with(transfers.operation, 'refund:')
        or starts_with(transfers.operation, 'unrefund:')
        or starts_with(transfers.operation, 'refunded:')
),
sums as (
    select
        charge_id,
        coalesce(sum(amount) filter (where step <> 'refunded'), 0) as taken,
        coalesce(sum(amount) filter (where step = 'refunded'), 0) as stars
    from legs
    group by charge_id
),
states as (
    select
        coalesce(payments.charge_id, sums.charge_id) as charge_id,
        coalesce(payments.state, 'gone') as state,
        coalesce(payments.amount + payments.bonus, 0) as amount,
        coalesce(payments.stars, 0) as paid_stars,
        coalesce(sums.taken, 0) as taken,
        coalesce(sums.stars, 0) as stars
    from payments
    full join sums on sums.charge_id = payments.charge_id
)
select
    count(*) over () as "violations!",
    format(
        'payment %s: %s, of amount %s was taken %s, of stars %s went back %s',
        charge_id, state, amount, taken, paid_stars, stars
    ) as "subject!"
from states
where taken <> case when state in ('refunding', 'refunded') then amount else 0 end
    or stars <> case when state = 'refunded' then paid_stars else 0 end
order by charge_id
limit 5
