-- One owner for a database, and no transaction of a term that reads an older state than it waited for.
--
-- What a database holds belongs to one name: whoever claimed first. A second name would have a lock
-- and terms of its own, and with them leave to work on the very same rows. Names with a slash are
-- rehearsals ('warm-up/...'): they have terms of their own, and own nothing.
--
-- Isolation: what waits for the lock of the fence must then see what is there when the wait is over.
-- At read committed every statement does; at any higher level a transaction goes on seeing what was
-- there when it began, and the fence of an ended term would pass.

-- The only row is the name whose database this is.
create table leader_owner (
    only_row boolean not null default true,
    name text not null,
    constraint leader_owner_pkey primary key (only_row),
    constraint leader_owner_only_row check (only_row),
    constraint leader_owner_no_rehearsal check (strpos(name, '/') = 0)
);

-- A database that one name has used so far is that name's; one that several have shared goes to the
-- first that claims.
insert into leader_owner (name)
select min(name)
from leader_term
where strpos(name, '/') = 0
having count(*) = 1;

-- Raises LE003 unless this transaction is at read committed.
create function leader_check_isolation() returns void
language plpgsql volatile as $$
begin
    if current_setting('transaction_isolation') <> 'read committed' then
        raise exception
            'a transaction of a term must begin with "begin isolation level read committed", not at %',
            current_setting('transaction_isolation')
            using errcode = 'LE003';
    end if;
end $$;

-- What is true of every claim and every seal, whichever release makes it: read committed, and no term
-- but the owner's. Raises LE002 when the database is another's.
create function leader_check_term() returns trigger
language plpgsql volatile as $$
declare
    v_owner text;
begin
    perform leader_check_isolation();
    -- Before anything else, so that a rehearsal has planned it when the real claim comes.
    select name into v_owner from leader_owner;
    if new.holder is null or strpos(new.name, '/') > 0 then
        return new;
    end if;
    if v_owner is null then
        -- Of two that claim at once the second waits here for the first, and finds its name.
        insert into leader_owner (name)
        values (new.name)
        on conflict on constraint leader_owner_pkey do nothing;
        select name into v_owner from leader_owner;
    end if;
    if v_owner is distinct from new.name then
        raise exception 'this database belongs to %, not to %', v_owner, new.name
            using errcode = 'LE002';
    end if;
    return new;
end $$;

create trigger leader_term_checked
before insert or update on leader_term
for each row execute function leader_check_term();

-- The first statement of every transaction of a term; raises LE001 when the term is over.
--
-- First the shared lock, then, in a statement of its own, the row: a claim takes the same key
-- exclusively before it writes, so what is read here stays true until this transaction has ended.
-- A transaction left open by a frozen process is ended by the server, or it would hold up the next
-- claim.
create or replace function leader_fence(p_name text, p_epoch bigint, p_holder uuid) returns void
language plpgsql volatile as $$
begin
    perform leader_check_isolation();
    perform set_config('idle_in_transaction_session_timeout', '3s', true);
    perform pg_advisory_xact_lock_shared(leader_fence_key(p_name));
    perform
    from leader_term
    where name = p_name
        and epoch = p_epoch
        and holder = p_holder;
    if not found then
        raise exception 'the term % of % is over', p_epoch, p_name using errcode = 'LE001';
    end if;
end $$;

-- Ends the session that holds the lock, if it is the one that was watched being silent. One that is in
-- a statement is not: it waits for another lock, as we do.
create or replace function leader_end_silent(
    p_name text,
    p_class int,
    p_object int,
    p_epoch bigint,
    p_beat bigint,
    p_pid int,
    p_backend_start text
) returns boolean
language sql volatile as $$
    select coalesce(bool_or(pg_terminate_backend(a.pid)), false)
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory'
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = (p_class::bigint & 4294967295)::oid
        and l.objid = (p_object::bigint & 4294967295)::oid
        and l.objsubid = 2
        and l.granted
        and a.pid = p_pid
        and a.backend_start = p_backend_start::timestamptz
        and a.state <> 'active'
        and coalesce((select t.epoch from leader_term t where t.name = p_name), 0) = p_epoch
        and coalesce((select b.beat from leader_beat b where b.name = p_name), 0) = p_beat
$$;
