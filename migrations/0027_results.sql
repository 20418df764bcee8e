-- What a person has of a result: a number of their own for it, the same once more, and sending it on.

-- number:  which one of its person's it is, from 1; what people are shown. How much is sold in all is told to nobody.
-- repeats: the generation that the button below a result had made once more.
alter table generations
    add column number bigint,
    add column repeats bigint,
    add constraint generations_number_positive check (number > 0);

update generations
set number = counted.number
from (
    select
        id,
        row_number() over (partition by person_id order by id) as number
    from generations
) as counted
where generations.id = counted.id;

create unique index generations_number_once on generations (person_id, number);

-- Whoever orders has their conversation locked, so two orders of one person never count at the same time. A trigger
-- counts, because the release before this one writes orders as well and knows of no number.
create function generations_count() returns trigger
language plpgsql
as $$
begin
    new.number := coalesce(
        (
            select number
            from generations
            where person_id = new.person_id
            order by number desc
            limit 1
        ),
        0
    ) + 1;
    return new;
end
$$;

create trigger generations_counted before insert on generations
    for each row
    when (new.number is null)
    execute function generations_count();

alter table generations alter column number set not null;

-- The one row is who Telegram says the bot is, told by the active instance: every other answers with it as well.
--
-- is_inline: people can look for their results from any chat; the owner switches that on at BotFather.
create table telegram_profile (
    only_one boolean not null default true,
    username text not null,
    is_inline boolean not null,
    told_at timestamptz not null default trt_now(),
    constraint telegram_profile_pkey primary key (only_one),
    constraint telegram_profile_only_one check (only_one)
);
