-- The last $2 days or weeks ($1) of the time zone $3, the present one included, with what the books have of each.
with periods as (
    select
        no,
        trt_day($1, $2 - no, $3) as begins,
        trt_day($1, $2 - no - 1, $3) as ends
    from generate_series(0, $2 - 1) as numbers (no)
),
moved as (
    select
        periods.no,
        transfers.kind,
        transfers.debit_id,
        transfers.credit_id,
        transfers.amount,
        transfers.hold_id
    from transfers
    join periods on transfers.at >= periods.begins
        and transfers.at < periods.ends
    where transfers.at >= trt_day($1, $2, $3)
),
sums as (
    select
        moved.no,
        sum(moved.amount) filter (where moved.kind = 'purchase' and moved.credit_id = 21) as paid_in,
        sum(moved.amount) filter (where moved.kind = 'refund' and moved.debit_id = 21) as paid_back,
        sum(moved.amount) filter (where moved.kind = 'bank_transfer') as transferred,
        sum(moved.amount) filter (where moved.kind = 'capture') as captured,
        sum(moved.amount) filter (where moved.kind = 'compensate') as given_back,
        sum(holds.from_paid) filter (where moved.kind = 'capture') as captured_paid,
        sum(moved.amount) filter (where moved.kind = 'compensate' and accounts.kind = 'paid')
            as given_back_paid,
        sum(moved.amount) filter (where moved.kind in ('cost', 'suspense')) as charged,
        sum(moved.amount) filter (where moved.kind = 'unsuspense') as uncharged
    from moved
    left join holds on holds.id = moved.hold_id
        and moved.kind = 'capture'
    left join accounts on accounts.id = moved.credit_id
        and moved.kind = 'compensate'
    group by moved.no
),
newcomers as (
    select
        periods.no,
        count(*) as came,
        -- Who had paid before is not welcomed as new.
        count(*) filter (
            where exists (
                select
                from payments
                where payments.person_id = conversations.person_id
            )
        ) as paid,
        count(*) filter (
            where exists (
                select
                from generations
                where generations.person_id = conversations.person_id
                    and generations.created_at >= periods.ends
                    and generations.created_at < trt_day($1, $2 - periods.no - 2, $3)
            )
        ) as returned
    from conversations
    join periods on conversations.welcomed_at >= periods.begins
        and conversations.welcomed_at < periods.ends
    where conversations.welcomed_at >= trt_day($1, $2, $3)
    group by periods.no
),
orders as (
    select
        periods.no,
        count(distinct generations.person_id) as active
    from generations
    join periods on generations.created_at >= periods.begins
        and generations.created_at < periods.ends
    where generations.created_at >= trt_day($1, $2, $3)
    group by periods.no
)
select
    to_char(periods.begins at time zone $3, 'DD.MM') as "begins!",
    coalesce(newcomers.came, 0) as "came!",
    coalesce(newcomers.paid, 0) as "paid!",
    coalesce(newcomers.returned, 0) as "returned!",
    coalesce(orders.active, 0) as "active!",
    (coalesce(paid_in, 0) - coalesce(paid_back, 0))::bigint as "stars!",
    coalesce(transferred, 0)::bigint as "transferred!",
    (coalesce(captured, 0) - coalesce(given_back, 0))::bigint as "revenue!",
    (coalesce(captured_paid, 0) - coalesce(given_back_paid, 0))::bigint as "bought!",
    (coalesce(charged, 0) - coalesce(uncharged, 0))::bigint as "cost!"
from periods
left join sums on sums.no = periods.no
left join newcomers on newcomers.no = periods.no
left join orders on orders.no = periods.no
order by periods.no
