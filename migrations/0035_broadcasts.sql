-- Messages to many people: what they say, for whom they are, and what became of them.

-- news_off: they do not want such messages.
-- seen_at:  when they last did something, give or take half a day; null: before there was this column.
alter table conversations
    add column news_off boolean not null default false,
    add column seen_at timestamptz;

alter table conversations alter column seen_at set default trt_now();

-- One row is one broadcast; its number is that of the update in which an admin began it.
--
-- state:        draft, on, paused, done, stopped.
-- segment:      all, paid, never-paid, quiet, language, campaign, plan; detail: which one.
-- file, file_kind: what it shows, as Telegram's id, and what that was sent as.
-- buttons:      one on a line, "text | address or section".
-- starts_at:    it does not begin before; null: at once.
-- begun_at:     when its first people were written down; who came later is not among them.
-- aimed_at:     how many people it was for when it was started.
-- after_person: who comes up to this one has been looked at.
-- is_written:   everybody has been.
-- delivered, blocked, failed, doubtful: what became of rows of the outbox that have been counted, and left.
create table broadcasts (
    id bigint not null,
    admin_id bigint not null,
    state text not null default 'draft',
    segment text not null default 'all',
    detail text not null default '',
    words text not null default '',
    file_kind text,
    file text,
    buttons text not null default '',
    starts_at timestamptz,
    begun_at timestamptz,
    ended_at timestamptz,
    aimed_at bigint not null default 0,
    after_person bigint not null default 0,
    is_written boolean not null default false,
    delivered bigint not null default 0,
    blocked bigint not null default 0,
    failed bigint not null default 0,
    doubtful bigint not null default 0,
    created_at timestamptz not null default trt_now(),
    constraint broadcasts_pkey primary key (id),
    constraint broadcasts_state_known check (state in ('draft', 'on', 'paused', 'done', 'stopped')),
    constraint broadcasts_over_has_end check ((state in ('done', 'stopped')) = (ended_at is not null)),
    constraint broadcasts_file_has_kind check ((file is null) = (file_kind is null)),
    constraint broadcasts_say_something check (state in ('draft', 'stopped') or words <> '' or file is not null),
    constraint broadcasts_counts_not_negative check (least(delivered, blocked, failed, doubtful) >= 0)
);

-- Those that go out, wait for their time, or were ended with something under way.
create index broadcasts_alive on broadcasts (id) where state in ('on', 'stopped');

-- line: 2 news, for which neither answers nor results ever wait.
-- broadcast_id: the broadcast that the row belongs to, until it has been counted there.
alter table outbox
    add column broadcast_id bigint,
    drop constraint outbox_line_known,
    add constraint outbox_line_known check (line between 0 and 2);

-- What is still to be said of news, chat by chat, in order.
create index outbox_news on outbox (chat_id, id) where line = 2 and state in (0, 1);

-- What has not been counted yet.
create index outbox_of_broadcast on outbox (broadcast_id, state) where broadcast_id is not null;

-- Whether a person gets what is said to many: the one place that says so. Who had themselves deleted, and never came
-- back, does not; a later migration brings the column with that time, so it is asked for by its name.
create function wants_news(person conversations) returns boolean
language sql
stable
as $$
    select not person.news_off
        and person.unreachable_since is null
        and coalesce(
            coalesce(person.seen_at, '-infinity') > (to_jsonb(person) ->> 'deleted_at')::timestamptz,
            true
        )
$$;

-- Whether a person has ever paid, by whichever way.
create function has_paid(person conversations) returns boolean
language sql
stable
as $$
    select exists (
            select
            from payments
            where payments.person_id = person.person_id
        )
        or exists (
            select
            from transfer_requests
            where transfer_requests.person_id = person.person_id
                and transfer_requests.state = 'approved'
        )
$$;

-- Whether a person is of a segment, by its kind and its detail.
create function is_of_segment(person conversations, kind text, detail text) returns boolean
language sql
stable
as $$
    select case kind
        when 'all' then true
        when 'paid' then has_paid(person)
        when 'never-paid' then not has_paid(person)
        when 'quiet' then coalesce(person.seen_at, person.updated_at)
            < trt_now() - make_interval(days => detail::int)
        when 'language' then detail = coalesce(
            person.language,
            case
                when lower(split_part(translate(coalesce(person.language_tag, ''), '_', '-'), '-', 1))
                    in ('ru', 'uk', 'be', 'kk', 'ky', 'uz', 'tg', 'hy', 'az')
                then 'ru'
                else 'en'
            end
        )
        when 'campaign' then person.start_payload = 'c_' || detail
        when 'plan' then exists (
            select
            from subscriptions
            where subscriptions.person_id = person.person_id
                and subscriptions.plan = detail
                and subscriptions.state not in ('replaced', 'expired')
                and subscriptions.until > trt_now()
        )
        else false
    end
$$;
