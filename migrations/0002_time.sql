-- The clock of the business, and which binaries may run on this schema.

-- What time it is for the business. Everything that is decided by time asks here and nowhere else:
-- tests replace this function in a database of their own. Leadership does not use it.
create function trt_now() returns timestamptz
language sql stable parallel safe
return now();

-- One row, for ever: the newest migration a binary must know in order to run on this schema. A
-- migration that takes away what older binaries use raises it; all others leave it alone.
create table schema_compat (
    only_row boolean not null default true,
    oldest_binary bigint not null,
    constraint schema_compat_pkey primary key (only_row),
    constraint schema_compat_only_row check (only_row)
);

insert into schema_compat (oldest_binary)
values (0);
