-- Two lines for each chat, and copies of results with an end.

-- line: 0 answers; 1 results: what a generation made, and everything that belongs to it after its first message.
--       Order is kept inside a line, and neither waits for the other.
alter table outbox
    add column line smallint not null default 0,
    add constraint outbox_line_known check (line between 0 and 1);

-- What is still to be said of results, chat by chat, in order; answers are found by `outbox_open`.
create index outbox_results on outbox (chat_id, id) where line = 1 and state in (0, 1);

-- Which edit of a message is the latest.
create index outbox_revisions on outbox (edits, revision) where edits is not null;

-- keep_tries: how often copying it failed in a row.
-- keep_after: it is not tried before then; infinity: KIE does not have it any more.
alter table results
    add column keep_tries smallint not null default 0,
    add column keep_after timestamptz;

-- Results that are still owed; those that were given up stay `succeeded`, and nobody looks for them.
create index generations_owed on generations (ended_at) where state = 'succeeded' and failure is null;
