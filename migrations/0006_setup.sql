-- What a passive instance may say, and what Telegram was told about the bot.

-- One row is the last notice "the service is being updated" in one chat. Whoever writes it may send
-- it; so the limit of one a minute holds however many instances there are.
create table notices (
    chat_id bigint not null,
    noticed_at timestamptz not null,
    constraint notices_pkey primary key (chat_id)
) with (fillfactor = 80);

-- One row is something Telegram was told and does not tell back (a secret, texts in many languages):
-- the hash of what it was, so that it is told again only when it differs.
create table telegram_setup (
    name text not null,
    hash bytea not null,
    told_at timestamptz not null default trt_now(),
    constraint telegram_setup_pkey primary key (name)
);
