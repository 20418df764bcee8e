-- Late and repeated taps: what was tapped last, and when a message was said instead of an edit.

-- tapped_message, tapped_hash, tapped_at: the button that was tapped last, if nothing else was done since.
-- late_at: when a tapped message could not be edited and one was said in its place.
alter table conversations
    add column tapped_message bigint,
    add column tapped_hash bigint,
    add column tapped_at timestamptz,
    add column late_at timestamptz;

-- The tapped message that became the one which tells how a generation goes.
alter table generations
    add column status_message bigint;
