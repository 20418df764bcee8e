-- The three roles of a TRT database: the owner, who may change the schema; the app, who may not, and who may
-- only ever add to the books; and the reader, who may look at everything and write nothing.
--
--   psql "$ADMIN_URL" -f deploy/postgres/roles.sql      as a superuser, in TRT's own database
--   psql "$ADMIN_URL" -c "\password trt_owner"          and the same for trt_app and trt_reader
--
-- Then `trt migrate` runs with the owner's DATABASE_URL, `trt serve --no-migrate` with the app's.
-- It may be run again at any time, before or after the first migration: what is there stays. What the
-- app may not write is taken from it here for the tables that are there already, and by the migrations
-- themselves (0009, 0013, 0029) for those that come after.

do $$
declare
    role text;
begin
    foreach role in array array['trt_owner', 'trt_app', 'trt_reader'] loop
        begin
            execute format('create role %I login', role);
        exception
            -- There already, or made by somebody else at this very moment.
            when duplicate_object or unique_violation then null;
        end;
    end loop;
    execute format('grant connect, create, temporary on database %I to trt_owner', current_database());
    execute format('grant connect on database %I to trt_app, trt_reader', current_database());
    -- Everybody may make temporary tables, unless it is said otherwise; the owner was allowed to above.
    execute format('revoke temporary on database %I from public', current_database());
end
$$;

-- Whatever else it were ever allowed: its transactions only read.
do $$
begin
    alter role trt_reader set default_transaction_read_only = on;
exception
    -- The same is being said for another database of this server at this very moment.
    when internal_error then null;
end
$$;

grant usage, create on schema public to trt_owner;

grant usage on schema public to trt_app, trt_reader;

-- What was made by somebody else before becomes the owner's.
do $$
declare
    thing record;
begin
    for thing in
        select
            case relkind when 'S' then 'sequence' else 'table' end as kind,
            oid::regclass as name
        from pg_class
        where relnamespace = 'public'::regnamespace
            and relkind in ('r', 'p', 'v', 'S')
            and relowner <> 'trt_owner'::regrole
            -- A sequence of a column goes with its table.
            and not exists (
                select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i')
            )
    loop
        execute format('alter %s %s owner to trt_owner', thing.kind, thing.name);
    end loop;
    for thing in
        select oid::regprocedure as name
        from pg_proc
        where pronamespace = 'public'::regnamespace
            and proowner <> 'trt_owner'::regrole
    loop
        execute format('alter routine %s owner to trt_owner', thing.name);
    end loop;
end
$$;

-- The app reads and writes what is there and what migrations will add.
grant select, insert, update, delete on all tables in schema public to trt_app;

grant usage on all sequences in schema public to trt_app;

alter default privileges for role trt_owner in schema public
    grant select, insert, update, delete on tables to trt_app;

alter default privileges for role trt_owner in schema public
    grant usage on sequences to trt_app;

-- The reader sees what is there and what migrations will add: for reports, and for whoever looks after a backup.
grant select on all tables in schema public to trt_reader;

grant select on all sequences in schema public to trt_reader;

alter default privileges for role trt_owner in schema public
    grant select on tables to trt_reader;

alter default privileges for role trt_owner in schema public
    grant select on sequences to trt_reader;

-- Except for what can only grow, and for the list of migrations. The migrations say the same once more,
-- for a database in which there is no table yet.
do $$
declare
    name text;
begin
    foreach name in array array['transfers', 'seals', 'audit_log'] loop
        if to_regclass('public.' || name) is not null then
            execute format('revoke update, delete, truncate on public.%I from trt_app', name);
        end if;
    end loop;
    -- A reason may be removed from it, and never be another.
    if to_regclass('public.audit_words') is not null then
        revoke update, truncate on public.audit_words from trt_app;
    end if;
    if to_regclass('public._sqlx_migrations') is not null then
        revoke insert, update, delete, truncate on public._sqlx_migrations from trt_app;
    end if;
end
$$;
