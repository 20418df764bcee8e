-- Since when somebody could work; none while no instance is ACTIVE.
--
-- ACTIVE is an unsealed term whose last beat is younger than its own settings allow, held against the time
-- of the snapshot: a beat seen in it ages no further while we look around. It counts from the first claim
-- after the last time of more than a minute without anybody: an instance that dies and comes back again
-- and again has been there all the while.
--
-- A sealed term ended when it was sealed. One that was not ended at its last beat, if its successor found
-- that young (holder_died), else at the last trace of it in the books and the inbox.
with active as (
    select
        leader_term.name,
        leader_term.epoch,
        leader_term.claimed_at
    from leader_term
    join leader_beat on leader_beat.name = leader_term.name
        and leader_beat.epoch = leader_term.epoch
    where leader_term.holder is not null
        and leader_beat.beat_at > now() - coalesce(
            (select stale_after from lock_timing), interval '8 seconds'
        )
        and not starts_with(leader_term.name, $1)
    order by leader_term.claimed_at desc
    limit 1
),
events as (
    select
        leader_history.epoch,
        leader_history.event,
        leader_history.reason,
        leader_history.at
    from leader_history
    join active on active.name = leader_history.name
    where leader_history.epoch < active.epoch
    union all
    select
        active.epoch,
        'claimed' as event,
        coalesce(leader_history.reason, 'free') as reason,
        active.claimed_at as at
    from active
    left join leader_history on leader_history.name = active.name
        and leader_history.epoch = active.epoch
        and leader_history.event = 'claimed'
),
traces as (
    select
        epoch,
        max(at) as at
    from (
        select epoch, max(at) as at
        from transfers
        group by epoch
        union all
        select done_epoch as epoch, max(done_at) as at
        from inbox
        where done_epoch is not null
        group by done_epoch
    ) as trace
    group by epoch
),
steps as (
    select
        epoch,
        event,
        reason,
        at,
        lag(epoch) over by_time as epoch_before,
        lag(event) over by_time as event_before,
        lag(at) over by_time as at_before
    from events
    window by_time as (order by epoch, at, event)
)
select coalesce(max(steps.at) filter (where gap.is_long), min(steps.at)) as since
from steps
left join traces on traces.epoch = steps.epoch_before
cross join lateral (
    select case
        when steps.at_before is null then true
        when steps.event_before = 'sealed' then steps.at - steps.at_before > interval '1 minute'
        when steps.reason = 'holder_died' then false
        else steps.at - greatest(steps.at_before, traces.at) > interval '1 minute'
    end as is_long
) as gap
where steps.event = 'claimed'
