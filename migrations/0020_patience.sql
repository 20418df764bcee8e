-- What an attempt needs to be looked at by a release that does not know its model, how long an order may take once
-- KIE has it, and why it still waits.

-- route, output: which part of KIE's interface was asked, and what comes out; null in rows of earlier releases.
alter table attempts
    add column route text,
    add column output text;

-- patience: seconds that it may take from when KIE took it; null in rows of earlier releases.
-- delay:    why it was put off the last time, if it was.
alter table generations
    add column patience int,
    add column delay text,
    add constraint generations_patience_positive check (patience > 0) not valid;
