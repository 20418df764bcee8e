-- What people ask operators, what they are answered, and what operators are told of money.

-- One row is something a person asked, with all they added to it until it was answered.
--
-- topic: payment; other topics come with other ways to ask. name: what the person was called then.
-- state: open (somebody has to answer), answered.
create table support_requests (
    id bigint generated always as identity,
    person_id bigint not null,
    topic text not null,
    name text not null,
    state text not null default 'open',
    opened_at timestamptz not null default trt_now(),
    answered_at timestamptz,
    constraint support_requests_pkey primary key (id),
    constraint support_requests_person_fkey foreign key (person_id) references conversations (person_id),
    constraint support_requests_topic_known check (topic in ('payment')),
    constraint support_requests_state_known check (state in ('open', 'answered')),
    constraint support_requests_open_is_not_answered check (state = 'open' or answered_at is not null)
);

-- One person has one open request about a topic.
create unique index support_requests_open on support_requests (person_id, topic) where state = 'open';

-- One row is one message of a request: of the person, or of an operator.
--
-- admin_id: who answered; null: the person themselves. file: Telegram's id. file_kind: what it was sent as.
create table support_messages (
    id bigint generated always as identity,
    request_id bigint not null,
    admin_id bigint,
    words text not null,
    file_kind text,
    file text,
    said_at timestamptz not null default trt_now(),
    constraint support_messages_pkey primary key (id),
    constraint support_messages_request_fkey foreign key (request_id) references support_requests (id)
        on delete cascade,
    constraint support_messages_say_something check (words <> '' or file is not null),
    constraint support_messages_file_has_kind check ((file is null) = (file_kind is null))
);

create index support_messages_of_request on support_messages (request_id, id);

-- One row is a message by which operators were told of a request: a reply to it is the answer.
--
-- message_id: its number in that chat; null as long as only the outbox knows it.
create table support_copies (
    outbox_id bigint not null,
    request_id bigint not null,
    chat_id bigint not null,
    message_id bigint,
    constraint support_copies_pkey primary key (outbox_id),
    constraint support_copies_request_fkey foreign key (request_id) references support_requests (id)
        on delete cascade
);

create index support_copies_of_request on support_copies (request_id);

create index support_copies_known on support_copies (chat_id, message_id) where message_id is not null;

create index support_copies_unknown on support_copies (chat_id) where message_id is null;

-- One row is something about money that operators are to be told; it leaves when they are.
--
-- event: sale, refund, refund-refused, call-refused, call-waiting, unbooked. stars: whole ones.
create table operator_news (
    id bigint generated always as identity,
    event text not null,
    person_id bigint not null,
    stars bigint not null,
    subject text not null,
    happened_at timestamptz not null default trt_now(),
    constraint operator_news_pkey primary key (id),
    constraint operator_news_subject_bounded check (octet_length(subject) <= 200)
);

create index operator_news_by_event on operator_news (event);

-- One row is when operators were last told of an event: they are told at most once a minute.
create table operator_notices (
    event text not null,
    told_at timestamptz not null,
    constraint operator_notices_pkey primary key (event)
);

-- What Telegram last said to a call about a charge.
create index money_calls_of_subject on money_calls (subject);
