-- Exactly one active instance: who holds which term, and the fence every leader transaction passes.
--
-- leader_term changes only when a term begins (claim) or ends in order (seal). Heartbeats have a
-- table of their own, so that they never touch the row the fence reads.

-- One row is the newest term of one lock: its epoch, and who holds it. No holder: sealed.
create table leader_term (
    name text not null,
    lock_class int not null,
    lock_object int not null,
    epoch bigint not null,
    timeline int not null,
    holder uuid,
    instance text not null,
    instance_started_at timestamptz not null,
    backend_pid int not null,
    backend_start timestamptz not null,
    claimed_at timestamptz not null,
    sealed_at timestamptz,
    constraint leader_term_pkey primary key (name),
    constraint leader_term_epoch_positive check (epoch > 0),
    constraint leader_term_sealed_without_holder check ((holder is null) = (sealed_at is not null))
);

-- One row is the last sign of life of a lock's holder.
create table leader_beat (
    name text not null,
    epoch bigint not null,
    beat bigint not null,
    beat_at timestamptz not null,
    constraint leader_beat_pkey primary key (name)
) with (fillfactor = 50);

-- One row is the beginning or the orderly end of one term.
create table leader_history (
    name text not null,
    timeline int not null,
    epoch bigint not null,
    event text not null,
    reason text not null,
    holder uuid not null,
    instance text not null,
    at timestamptz not null,
    constraint leader_history_pkey primary key (name, timeline, epoch, event),
    constraint leader_history_event_known check (event in ('claimed', 'sealed'))
);

-- One row asks the holder of one term to hand over; a term is asked once.
create table leader_request (
    name text not null,
    epoch bigint not null,
    requested_by text not null,
    requested_at timestamptz not null,
    constraint leader_request_pkey primary key (name, epoch)
);

-- The key of the fence: another key space (one bigint) than that of the locks (two ints).
create function leader_fence_key(p_name text) returns bigint
language sql immutable parallel safe
return hashtextextended('leader_fence:' || p_name, 0);

-- Waits for the lock for at most p_slice; true: this session holds it.
--
-- A wait without a bound would hold back vacuum and hang "create index concurrently". A slice that
-- ends by lock_timeout may still have been granted in the last instant, and that grant survives the
-- caught error: so the last word is pg_locks. Asking first keeps a held lock from being stacked.
create function leader_await(p_class int, p_object int, p_slice text) returns boolean
language plpgsql as $$
begin
    if leader_holds(p_class, p_object) then
        return true;
    end if;
    begin
        perform set_config('lock_timeout', p_slice, true);
        perform pg_advisory_lock(p_class, p_object);
        return true;
    exception when lock_not_available then
        return leader_holds(p_class, p_object);
    end;
end $$;

-- Whether this session holds the lock. pg_locks shows both halves as oids, which are unsigned.
create function leader_holds(p_class int, p_object int) returns boolean
language sql as $$
    select exists (
        select
        from pg_locks
        where locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())
            and classid = (p_class::bigint & 4294967295)::oid
            and objid = (p_object::bigint & 4294967295)::oid
            and objsubid = 2
            and pid = pg_backend_pid()
            and granted
    )
$$;

-- Who holds the lock and who is recorded: what a waiting instance looks at between two slices.
--
-- Volatile, so that it sees the present and not the beginning of the slice.
create function leader_look(p_name text, p_class int, p_object int)
returns table (
    epoch bigint,
    held boolean,
    instance text,
    beat bigint,
    beat_age_ms bigint,
    lock_pid int,
    lock_start text
)
language plpgsql volatile as $$
begin
    return query
    select
        coalesce(t.epoch, 0),
        t.holder is not null,
        t.instance,
        coalesce(b.beat, 0),
        (extract(epoch from clock_timestamp() - b.beat_at) * 1000)::bigint,
        s.pid,
        s.backend_start::text
    from (select) as nothing
    left join leader_term t on t.name = p_name
    left join leader_beat b on b.name = p_name
    left join pg_locks l on l.locktype = 'advisory'
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
        and l.classid = (p_class::bigint & 4294967295)::oid
        and l.objid = (p_object::bigint & 4294967295)::oid
        and l.objsubid = 2
        and l.granted
    left join pg_stat_activity s on s.pid = l.pid
    limit 1;
end $$;

-- The first statement of every transaction of a term; raises LE001 when the term is over.
--
-- First the shared lock, then, in a statement of its own, the row: a claim takes the same key
-- exclusively before it writes, so what is read here stays true until this transaction has ended.
-- A transaction left open by a frozen process is ended by the server, or it would hold up the next
-- claim.
create function leader_fence(p_name text, p_epoch bigint, p_holder uuid) returns void
language plpgsql volatile as $$
begin
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

-- Begins a term; called by the session that holds the lock. No row: the stored lock key is another
-- one (the name of the lock has changed), and must be held as well.
--
-- Why the predecessor ended: 'free' there was none, 'released' it sealed, 'holder_died' it had
-- given a sign of life within p_stale, 'holder_silent' it had not.
create function leader_claim(
    p_name text,
    p_class int,
    p_object int,
    p_holder uuid,
    p_instance text,
    p_instance_started_at timestamptz,
    p_stale interval
) returns table (epoch bigint, timeline int, reason text, silent_ms bigint)
language plpgsql volatile as $$
declare
    v_now timestamptz;
    v_timeline int;
    v_last leader_term;
    v_beat_at timestamptz;
    v_epoch bigint;
    v_reason text;
begin
    perform pg_advisory_xact_lock(leader_fence_key(p_name));
    v_now := clock_timestamp();
    v_timeline := ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int;
    select t.* into v_last from leader_term t where t.name = p_name;
    select b.beat_at into v_beat_at from leader_beat b where b.name = p_name;
    if v_last.name is null then
        v_reason := 'free';
    elsif (v_last.lock_class, v_last.lock_object) is distinct from (p_class, p_object)
        and not leader_holds(v_last.lock_class, v_last.lock_object) then
        return;
    elsif v_last.holder is null then
        v_reason := 'released';
    elsif v_now - v_beat_at < p_stale then
        v_reason := 'holder_died';
    else
        v_reason := 'holder_silent';
    end if;
    v_epoch := coalesce(v_last.epoch, 0) + 1;
    insert into leader_term (
        name, lock_class, lock_object, epoch, timeline, holder, instance, instance_started_at,
        backend_pid, backend_start, claimed_at, sealed_at
    )
    select
        p_name, p_class, p_object, v_epoch, v_timeline, p_holder, p_instance, p_instance_started_at,
        pg_backend_pid(), a.backend_start, v_now, null
    from pg_stat_activity a
    where a.pid = pg_backend_pid()
    on conflict on constraint leader_term_pkey do update set
        lock_class = excluded.lock_class,
        lock_object = excluded.lock_object,
        epoch = excluded.epoch,
        timeline = excluded.timeline,
        holder = excluded.holder,
        instance = excluded.instance,
        instance_started_at = excluded.instance_started_at,
        backend_pid = excluded.backend_pid,
        backend_start = excluded.backend_start,
        claimed_at = excluded.claimed_at,
        sealed_at = null;
    insert into leader_beat (name, epoch, beat, beat_at)
    values (p_name, v_epoch, 0, v_now)
    on conflict on constraint leader_beat_pkey do update set
        epoch = excluded.epoch,
        beat = 0,
        beat_at = excluded.beat_at;
    insert into leader_history (name, timeline, epoch, event, reason, holder, instance, at)
    values (p_name, v_timeline, v_epoch, 'claimed', v_reason, p_holder, p_instance, v_now);
    return query select
        v_epoch,
        v_timeline,
        v_reason,
        (extract(epoch from v_now - v_beat_at) * 1000)::bigint;
end $$;

-- Gives a sign of life; no row: the term is over.
create function leader_beat_once(p_name text, p_epoch bigint, p_holder uuid)
returns table (beat bigint, handover_requested boolean)
language sql volatile as $$
    update leader_beat b
    set
        beat = b.beat + 1,
        beat_at = clock_timestamp()
    where b.name = p_name
        and b.epoch = p_epoch
        and exists (
            select
            from leader_term t
            where t.name = p_name
                and t.epoch = p_epoch
                and t.holder = p_holder
        )
    returning
        b.beat,
        exists (select from leader_request r where r.name = p_name and r.epoch = p_epoch)
$$;

-- Ends a term in order: nothing of it can commit afterwards. False: it was over already.
create function leader_seal(p_name text, p_epoch bigint, p_holder uuid, p_reason text)
returns boolean
language plpgsql volatile as $$
declare
    v_sealed leader_term;
begin
    perform pg_advisory_xact_lock(leader_fence_key(p_name));
    update leader_term t
    set
        epoch = t.epoch + 1,
        holder = null,
        sealed_at = clock_timestamp()
    where t.name = p_name
        and t.epoch = p_epoch
        and t.holder = p_holder
    returning t.* into v_sealed;
    if v_sealed.name is null then
        return false;
    end if;
    insert into leader_history (name, timeline, epoch, event, reason, holder, instance, at)
    values (
        p_name, v_sealed.timeline, p_epoch, 'sealed', p_reason, p_holder, v_sealed.instance,
        v_sealed.sealed_at
    );
    return true;
end $$;

-- Ends the sessions that keep a claim waiting: those with an open transaction of the old term.
create function leader_end_stragglers(p_name text, p_except int) returns bigint
language sql volatile as $$
    select count(*) filter (where pg_terminate_backend(l.pid))
    from pg_locks l
    where l.locktype = 'advisory'
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = (leader_fence_key(p_name) >> 32 & 4294967295)::oid
        and l.objid = (leader_fence_key(p_name) & 4294967295)::oid
        and l.objsubid = 1
        and l.granted
        and l.pid not in (p_except, pg_backend_pid())
$$;

-- Ends the session that holds the lock, if it is the one that was watched being silent.
create function leader_end_silent(
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
        and coalesce((select t.epoch from leader_term t where t.name = p_name), 0) = p_epoch
        and coalesce((select b.beat from leader_beat b where b.name = p_name), 0) = p_beat
$$;

-- Asks the holder of the current term to hand over; no row: there is none, or one that started
-- later than p_started_at, or it was asked before.
create function leader_ask_handover(p_name text, p_by text, p_started_at timestamptz)
returns bigint
language sql volatile as $$
    insert into leader_request (name, epoch, requested_by, requested_at)
    select t.name, t.epoch, p_by, clock_timestamp()
    from leader_term t
    where t.name = p_name
        and t.holder is not null
        and (p_started_at is null or t.instance_started_at < p_started_at)
    on conflict on constraint leader_request_pkey do nothing
    returning epoch
$$;
