with wanted as (
    select
        id,
        number,
        model
    from generations
    where person_id = $1
        and number = $2
        and state = 'delivered'
    union all
    (
        select
            id,
            number,
            model
        from generations
        where person_id = $1
            and number is distinct from $2
            and state = 'delivered'
            and exists (
                select
                from results
                where generation_id = generations.id
                    and file_id is not null
            )
        order by id desc
        limit $3
    )
),
found as (
    select
        wanted.number,
        wanted.model,
        results.kind,
        results.mime,
        results.bytes,
        results.file_id,
        row_number() over (
            order by (wanted.number = $2) is true desc, wanted.id desc, results.no
        ) as place
    from wanted
    inner join results on results.generation_id = wanted.id
    where results.file_id is not null
)
select
    (select username from telegram_profile) as username,
    (select code from invite_codes where person_id = $1) as code,
    (select language from conversations where person_id = $1) as language,
    found.number as "number?",
    found.model as "model?",
    found.kind as "kind?",
    found.mime as "mime?",
    found.bytes as "bytes?",
    found.file_id as "file_id?"
from (values (1)) as always (one)
left join found on found.place <= $3
order by found.place
