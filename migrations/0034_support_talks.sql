-- Conversations with operators: about anything, and open until an operator closes them.

-- Until now an answer was the end of a request.
--
-- topic: payment, general. state: open (somebody has to answer), answered (the person may go on), closed.
-- closed_by: the admin who did; null: an earlier release took the answer for the end.
alter table support_requests
    add column closed_at timestamptz,
    add column closed_by bigint,
    drop constraint support_requests_topic_known,
    drop constraint support_requests_state_known,
    drop constraint support_requests_open_is_not_answered,
    add constraint support_requests_topic_known check (topic in ('payment', 'general')),
    add constraint support_requests_state_known check (state in ('open', 'answered', 'closed')),
    add constraint support_requests_answered_has_time check (state <> 'answered' or answered_at is not null),
    add constraint support_requests_closed_has_time check (state <> 'closed' or closed_at is not null);

update support_requests
set state = 'closed',
    closed_at = answered_at
where state = 'answered';

-- Those that are to be dealt with, and those of one person.
create index support_requests_unclosed on support_requests (id) where state <> 'closed';

create index support_requests_of_person on support_requests (person_id, id);

-- A message that told operators of a request stays known when the request leaves with its person: who replies to it is
-- told that there is nobody to answer any more. What was said to the person leaves with them.
--
-- is_letter: it told the person what an operator answered; a reply of theirs goes on with the conversation.
alter table support_copies
    add column is_letter boolean not null default false,
    add column told_at timestamptz,
    drop constraint support_copies_request_fkey;

alter table support_copies alter column told_at set default trt_now();

create function forget_letters() returns trigger
language plpgsql
as $$
begin
    delete from support_copies
    where request_id = old.id
        and is_letter;
    return old;
end
$$;

create trigger support_requests_forget_letters
after delete on support_requests
for each row execute function forget_letters();
