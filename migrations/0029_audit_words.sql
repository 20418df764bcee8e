-- The audit log says what was before and after, and keeps the free text apart, so that a text can be removed while
-- what was done stays on record.

alter table audit_log
    add column before text not null default '',
    add column after text not null default '';

-- One row is why something was done, in the words of who did it.
create table audit_words (
    audit_id bigint not null,
    reason text not null,
    constraint audit_words_pkey primary key (audit_id),
    constraint audit_words_reason_given check (reason <> '')
);

-- What was written so far moves as well, this once.
insert into audit_words (audit_id, reason)
select id, reason
from audit_log;

alter table audit_log
    drop constraint audit_log_reason_given,
    disable trigger audit_log_append_only;

update audit_log
set reason = '';

alter table audit_log
    alter column reason set default '',
    enable trigger audit_log_append_only;

-- It is written before its entry is, and both in one commit.
alter table audit_words
    add constraint audit_words_of_entry foreign key (audit_id) references audit_log (id)
    deferrable initially deferred;

-- Whoever writes an entry gives its reason with it, the previous release included; it is kept here.
create function keep_words_apart() returns trigger
language plpgsql
as $$
begin
    insert into audit_words (audit_id, reason)
    values (new.id, new.reason);
    new.reason := '';
    return new;
end
$$;

create trigger audit_log_words_apart
before insert on audit_log
for each row execute function keep_words_apart();

-- A text may be removed, and never be another.
create trigger audit_words_unchanged
before update or truncate on audit_words
for each statement execute function refuse_change();

do $$
begin
    if exists (select from pg_roles where rolname = 'trt_app') then
        revoke update, truncate on audit_words from trt_app;
    end if;
end
$$;
