-- Transactions of Telegram's list that are settled and not in the books as large as they are there, and Stars in
-- the books of another reason than a payment that the list has not.
--
-- A payment has the Stars of its purchase, a refund those that went back; what the list has more or less of either
-- is of others, under the transaction's own key. What is older than the books is there in sums.
with legs as (
    select
        case split_part(operation, ':', 1)
            when 'purchase' then 'in:' || substr(operation, length('purchase:') + 1)
            when 'refunded' then 'out:' || regexp_replace(
                substr(operation, length('refunded:') + 1), ':[0-9]+$', ''
            )
            else substr(operation, length('stars:') + 1)
        end as name,
        starts_with(operation, 'stars:') as is_own,
        case when credit_id = 21 then amount else -amount end as came
    from transfers
    where unit = 'stars'
        and (
            starts_with(operation, 'purchase:')
            or starts_with(operation, 'refunded:')
            or starts_with(operation, 'stars:')
        )
),
booked as (
    select
        name,
        sum(came) as came,
        bool_or(is_own) as is_own
    from legs
    where not starts_with(name, 'earlier:')
    group by name
),
listed as (
    select
        direction || ':' || id as name,
        case direction when 'in' then amount else -amount end as came,
        booked_as
    from star_transactions
    where booked_as is not null
),
earlier as (
    select
        coalesce((select sum(came) from listed where booked_as = 'earlier'), 0)
        - coalesce(
            (
                select sum(booked.came)
                from booked
                inner join listed on listed.name = booked.name and listed.booked_as = 'earlier'
            ),
            0
        ) as listed,
        coalesce((select sum(came) from legs where starts_with(name, 'earlier:')), 0) as booked
),
wrong as (
    select
        format(
            'transaction %s: %s of %s, the books have %s',
            coalesce(listed.name, booked.name),
            coalesce(listed.booked_as, 'not listed'),
            coalesce(listed.came, 0),
            coalesce(booked.came, 0)
        ) as subject
    from (select name, came, booked_as from listed where booked_as <> 'earlier') as listed
    full join booked on booked.name = listed.name
    where (listed.name is not null and listed.came is distinct from booked.came)
        or (
            listed.name is null
            and booked.is_own
            and not exists (
                select
                from listed as older
                where older.name = booked.name
                    and older.booked_as = 'earlier'
            )
        )
    union all
    select
        format('before these books: the list has %s, the books %s', listed, booked) as subject
    from earlier
    where listed <> booked
)
select
    count(*) over () as "violations!",
    subject as "subject!"
from wrong
order by subject
limit 5
