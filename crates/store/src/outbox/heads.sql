-- The first rows of each of these lines, in order; the arrays are the chats of each line.
with heads as (
    select first.id
    from unnest($1::bigint[]) as wanted (chat_id)
    cross join lateral (
        select id
        from outbox
        where state in (0, 1)
            and line = 0
            and chat_id = wanted.chat_id
        order by id
        limit $3
    ) as first
    union all
    select first.id
    from unnest($2::bigint[]) as wanted (chat_id)
    cross join lateral (
        select id
        from outbox
        where state in (0, 1)
            and line = 1
            and chat_id = wanted.chat_id
        order by id
        limit $3
    ) as first
    union all
    select first.id
    from unnest($4::bigint[]) as wanted (chat_id)
    cross join lateral (
        select id
        from outbox
        where state in (0, 1)
            and line = 2
            and chat_id = wanted.chat_id
        order by id
        limit $3
    ) as first
)
select
    head.id,
    head.chat_id,
    head.line,
    head.priority,
    head.on_doubt,
    head.epoch,
    case when head.state = 1 then head.attempt end as attempt,
    head.edits,
    target.message_id as "target_message?",
    coalesce(target.state in (0, 1), false) as "target_open!",
    head.revision,
    head.edits is not null and exists (
        select
        from outbox as later
        where later.edits = head.edits
            and later.revision > head.revision
            and later.state not in (3, 6)
    ) as "is_outdated!",
    head.attempts,
    greatest(0, (extract(epoch from head.not_before - trt_now()) * 1000)::bigint) as wait_ms,
    head.generation_id,
    head.body
from heads
inner join outbox as head on head.id = heads.id
left join outbox as target on target.id = head.edits
order by head.chat_id, head.line, head.id
