with mine as (
    select id
    from accounts
    where person_id = $1
        and kind in ('paid', 'bonus', 'debt')
),
moved as (
    select
        id,
        operation,
        kind,
        at,
        hold_id,
        amount as change
    from transfers
    where credit_id in (select id from mine)
    union all
    select
        id,
        operation,
        kind,
        at,
        hold_id,
        -amount as change
    from transfers
    where debit_id in (select id from mine)
),
latest as (
    select
        max(id) as id,
        min(kind) as kind,
        sum(change)::bigint as change,
        max(at) as at,
        max(hold_id) as hold_id,
        operation
    from moved
    group by operation
    having sum(change) <> 0
    order by max(id) desc
    limit $2
)
select
    latest.kind as "kind!",
    latest.change as "change!",
    to_char(latest.at at time zone $3, 'DD.MM HH24:MI') as "at!",
    generations.model as "model?"
from latest
left join holds on holds.id = latest.hold_id
left join generations on generations.id = coalesce(
    holds.generation_id,
    -- What was captured and is given back names its generation in its key.
    case
        when latest.operation ~ '^(compensate|reprice):[0-9]{1,18}$'
        then split_part(latest.operation, ':', 2)::bigint
    end
)
order by latest.id desc
