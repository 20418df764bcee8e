-- What the day $2 days ago came to, in the time zone $1; takeovers are those of the lock $3.
--
-- 20, 21: the Stars of payers and ours. 1, 7: balance issued for Stars, for bank transfers. 3: revenue.
-- 41, 42, 43: credits prepaid, spent, probably spent.
with asked as (
    select (trt_now() at time zone $1)::date - $2::int as day
),
span as (
    select
        day,
        day::timestamp at time zone $1 as begins,
        (day + 1)::timestamp at time zone $1 as ends
    from asked
),
moved as (
    select
        transfers.kind,
        transfers.debit_id,
        transfers.credit_id,
        transfers.amount,
        transfers.hold_id
    from transfers
    where transfers.at >= (select begins from span)
        and transfers.at < (select ends from span)
),
money as (
    select
        count(*) filter (where debit_id = 20 and credit_id = 21) as payments,
        coalesce(sum(amount) filter (where debit_id = 20 and credit_id = 21), 0) as stars,
        coalesce(sum(amount) filter (where debit_id = 21 and credit_id = 20), 0) as stars_back,
        coalesce(sum(amount) filter (where debit_id = 7), 0) as transferred,
        coalesce(sum(amount) filter (where credit_id = 3), 0)
        - coalesce(sum(amount) filter (where debit_id = 3), 0) as spent,
        coalesce(sum(amount) filter (where debit_id = 41 and credit_id in (42, 43)), 0)
        - coalesce(sum(amount) filter (where credit_id = 41 and debit_id in (42, 43)), 0) as cost
    from moved
),
captured as (
    select coalesce(sum(holds.from_paid), 0) as bought
    from moved
    inner join holds on holds.id = moved.hold_id
    where moved.credit_id = 3
),
compensated as (
    select coalesce(sum(moved.amount), 0) as bought
    from moved
    inner join accounts on accounts.id = moved.credit_id
    where moved.debit_id = 3
        and accounts.kind = 'paid'
),
ended as (
    select
        count(*) filter (where state = 'delivered') as delivered,
        count(*) filter (where state in ('failed', 'lost')) as failed
    from generations
    where ended_at >= (select begins from span)
        and ended_at < (select ends from span)
)
select
    to_char(span.day, 'YYYY-MM-DD') as "day!",
    money.payments as "payments!",
    money.stars::bigint as "stars!",
    money.stars_back::bigint as "stars_back!",
    money.transferred::bigint as "transferred!",
    money.spent::bigint as "spent!",
    (captured.bought - compensated.bought)::bigint as "bought!",
    money.cost::bigint as "cost!",
    (
        select count(*)
        from conversations
        where created_at >= span.begins
            and created_at < span.ends
    ) as "new!",
    (
        select count(distinct lane)
        from inbox
        where received_at >= span.begins
            and received_at < span.ends
            and lane > 0
    ) as "active!",
    (
        select count(distinct accounts.person_id)
        from moved
        inner join accounts on accounts.id = moved.credit_id
        where moved.debit_id in (1, 7)
    ) as "paying!",
    ended.delivered as "delivered!",
    ended.failed as "failed!",
    (
        select count(*)
        from leader_history
        where name = $3
            and event = 'claimed'
            and reason in ('holder_died', 'holder_silent')
            and at >= span.begins
            and at < span.ends
    ) as "takeovers!",
    (
        select count(*)
        from differences
        where shown_at is not null
            and resolved_at is null
    ) as "differences!",
    (select count(*) from dead_letters where ended_at is null)
    + (select count(*) from outbox where state in (3, 6) and dropped_at is null) as "dead!",
    kie.credits as "credits?",
    kie.daily_use as "daily_use?"
from span
cross join money
cross join captured
cross join compensated
cross join ended
left join outside_status as kie on kie.service = 'kie'
