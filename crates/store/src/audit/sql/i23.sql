-- Gifts to somebody else than they name, gifts that the days do not have; rewards without the first payment of
-- somebody invited, and such payments without their reward. A reward goes back when its payment did, and only then.
with moved as (
    select
        split_part(transfers.operation, ':', 1) as step,
        substr(transfers.operation, strpos(transfers.operation, ':') + 1) as cause,
        sum(transfers.amount) as amount,
        array_agg(distinct accounts.person_id) as people
    from transfers
    join accounts on accounts.id in (transfers.debit_id, transfers.credit_id)
        and accounts.person_id is not null
    where starts_with(transfers.operation, 'gift:')
        or starts_with(transfers.operation, 'referral:')
        or starts_with(transfers.operation, 'unreferral:')
    group by transfers.operation
),
gifts as (
    select
        coalesce((select sum(amount) from moved where step = 'gift'), 0) as given,
        coalesce((select sum(given) from gift_days), 0) as counted
),
rewards as (
    select
        coalesce(referrals.invited_id::text, given.cause) as invited,
        coalesce(referrals.referrer_id::text, 'nobody') as referrer,
        coalesce(referrals.reward, 0) as reward,
        coalesce(referrals.taken_back, 0) as taken_back,
        coalesce(given.amount, 0) as given,
        coalesce(back.amount, 0) as back,
        (given.cause is not null and given.people is distinct from array[referrals.referrer_id])
            or (back.cause is not null and back.people is distinct from array[referrals.referrer_id])
            or (
                referrals.charge_id is not null
                and payments.person_id is distinct from referrals.invited_id
            ) as is_strange,
        coalesce(payments.state = 'refunded', false) as is_refunded,
        referrals.taken_back is not null as is_taken_back
    from referrals
    full join (select cause, amount, people from moved where step = 'referral') as given
        on given.cause = referrals.invited_id::text
    left join (select cause, amount, people from moved where step = 'unreferral') as back
        on back.cause = coalesce(referrals.invited_id::text, given.cause)
    left join payments on payments.charge_id = referrals.charge_id
),
wrong as (
    select
        1 as list,
        format('gift of %s: went to %s', cause, array_to_string(people, ', ')) as subject
    from moved
    where step = 'gift'
        and array_to_string(people, ', ') <> cause
    union all
    select
        2 as list,
        format('gifts: %s were given, their days say %s', given, counted) as subject
    from gifts
    where given <> counted
    union all
    select
        3 as list,
        format(
            'invited %s by %s: reward %s, taken back %s; %s was given and %s taken%s',
            invited, referrer, reward, taken_back, given, back,
            case when is_refunded then ', the payment went back' else '' end
        ) as subject
    from rewards
    where given <> reward
        or back <> taken_back
        or is_strange
        or (reward > 0 and is_refunded <> is_taken_back)
    union all
    select
        4 as list,
        format('invited %s: a reward was taken back that was never given', cause) as subject
    from moved
    where step = 'unreferral'
        and not exists (
            select
            from moved as given
            where given.step = 'referral'
                and given.cause = moved.cause
        )
)
select
    count(*) over () as "violations!",
    subject as "subject!"
from wrong
order by list, subject
limit 5
