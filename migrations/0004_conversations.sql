-- People, as the bot knows them.

-- One row is one person and the state of the conversation with them. Every transaction of the
-- active instance about a person locks this row right after the fence.
--
-- language:          what the person chose; null: guessed from language_tag each time.
-- state:             tagged and versioned text of the dialogue; empty: at the menu.
-- start_payload:     what the deep link carried that led here, for later use.
-- unreachable_since: Telegram refuses our messages to them since then.
create table conversations (
    person_id bigint not null,
    language text,
    language_tag text,
    state text not null default '',
    start_payload text,
    unreachable_since timestamptz,
    created_at timestamptz not null default trt_now(),
    updated_at timestamptz not null default trt_now(),
    constraint conversations_pkey primary key (person_id),
    constraint conversations_language_known check (language in ('ru', 'en'))
) with (fillfactor = 80);
