-- What operators ask of the active instance, and what became of what was set aside.

-- One row is something an operator asks for. Any process may write one; the active instance carries it
-- out, with everything it causes, in one fenced commit.
--
-- kind, subject: what to do, and to what. details: more, in the words of its kind.
-- expires_at:    not carried out from then on, so that nothing happens long after it was asked for.
-- state:         0 waiting, 1 done, 2 refused, 3 withdrawn (nobody was there to do it).
-- outcome:       what became of it, in words for the operator.
create table operator_requests (
    id uuid not null,
    kind text not null,
    subject text not null,
    details text not null default '',
    reason text not null,
    requested_by text not null,
    requested_at timestamptz not null default trt_now(),
    expires_at timestamptz not null,
    state smallint not null default 0,
    outcome text,
    done_at timestamptz,
    done_epoch bigint,
    constraint operator_requests_pkey primary key (id),
    constraint operator_requests_reason_given check (reason <> ''),
    constraint operator_requests_state_known check (state between 0 and 3),
    constraint operator_requests_waiting_has_no_end check ((state = 0) = (done_at is null))
);

create index operator_requests_waiting on operator_requests (requested_at) where state = 0;

-- ended_at, ended_as: an operator has retried or dropped it. end_reason: why.
alter table dead_letters
    add column ended_at timestamptz,
    add column ended_as text,
    add column end_reason text,
    add constraint dead_letters_ended_as_known check (ended_as in ('retried', 'dropped')),
    add constraint dead_letters_ended_whole check ((ended_at is null) = (ended_as is null));

-- dropped_at: an operator has seen that it was not sent. drop_reason: and why that is as well.
alter table outbox
    add column dropped_at timestamptz,
    add column drop_reason text;

-- What was not sent and waits for an operator.
create index outbox_dead on outbox (id) where state in (3, 6) and dropped_at is null;

-- Where the program runs as a role of its own (deploy/postgres/roles.sql), it may not rewrite the list
-- of migrations. The roles may have been made before there was such a list.
do $$
begin
    if exists (select from pg_roles where rolname = 'trt_app')
        and to_regclass('public._sqlx_migrations') is not null then
        revoke insert, update, delete, truncate on public._sqlx_migrations from trt_app;
        revoke update, delete, truncate on transfers, seals, audit_log from trt_app;
    end if;
end
$$;
