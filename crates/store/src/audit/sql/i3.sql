-- Debts above zero, and everything else below.
select
    count(*) over () as "violations!",
    format(
        '%s: %s has balance %s',
        coalesce('person ' || person_id, 'the house'), kind, balance
    ) as "subject!"
from accounts
where case
    when kind = 'debt' then balance > 0
    else balance < 0
end
order by id
limit 5
