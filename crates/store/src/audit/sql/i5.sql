-- Live generations that nobody set money apart for, and money set apart for dead ones.
with wrong as (
    select
        generations.id as generation_id,
        format(
            'generation %s: %s and without an open hold', generations.id, generations.state
        ) as subject
    from generations
    left join holds on holds.generation_id = generations.id
        and holds.state = 0
    where generations.state in ('requested', 'submitting', 'submitted')
        and generations.price > 0
        and holds.id is null
    union all
    select
        holds.generation_id,
        format(
            'generation %s: %s and with the open hold %s',
            holds.generation_id, coalesce(generations.state, 'gone'), holds.id
        ) as subject
    from holds
    left join generations on generations.id = holds.generation_id
    where holds.state = 0
        and coalesce(generations.state, 'gone')
            not in ('requested', 'submitting', 'submitted')
)
select
    count(*) over () as "violations!",
    subject as "subject!"
from wrong
order by generation_id
limit 5
