-- What the active instance does again and again: when each is due, and how it went.

-- One row is one kind of periodic work. The program writes the rows of the kinds it knows and leaves
-- others alone: they belong to another release.
--
-- next_run_at:  due from then on.
-- last_run_at:  when it was last done or tried.
-- failures:     tries that failed since it was last done; the pause grows with them.
-- last_problem: why the last try failed; null: it went well.
create table periodic_work (
    name text not null,
    next_run_at timestamptz not null default trt_now(),
    last_run_at timestamptz,
    failures int not null default 0,
    last_problem text,
    constraint periodic_work_pkey primary key (name),
    constraint periodic_work_failures_not_negative check (failures >= 0)
) with (fillfactor = 50);

-- For the notices that are old.
create index notices_noticed_at on notices (noticed_at);
