//! What the app's role may not do, whichever came first: the roles or the schema.

use store::{DatabaseUrl, migrations};
use testbed::database::Database;
use tokio_postgres::error::SqlState;

use crate::bench::{ROLES, app_address, as_role, empty, migrated, url};

/// Each would change what can only grow, or the list of migrations.
const FORBIDDEN: [&str; 19] = [
    "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
     values (999, 'x', true, '', 0)",
    "update _sqlx_migrations set success = false",
    "delete from _sqlx_migrations",
    "truncate _sqlx_migrations",
    "drop table transfers",
    "drop table inbox",
    "truncate inbox",
    "alter table accounts add column more text",
    "create table mine (id bigint)",
    "alter table audit_log disable trigger user",
    "update transfers set amount = 1",
    "delete from transfers",
    "update seals set digest = ''",
    "delete from seals",
    "update audit_log set reason = 'x'",
    "delete from audit_log",
    "truncate audit_log, audit_words",
    "update audit_words set reason = 'x'",
    "truncate audit_words",
];

/// And each of these is daily work.
const ALLOWED: [&str; 5] = [
    "select version from _sqlx_migrations",
    "insert into inbox (update_id, lane, payload) values (1, 1, '')",
    "update periodic_work set failures = 0",
    "delete from operator_requests",
    "delete from audit_words",
];

async fn holds(database: &Database, order: &str) {
    let app = testbed::server::connect(&app_address(database)).await.unwrap();
    for statement in FORBIDDEN {
        let done = app.batch_execute(statement).await;
        let refused = done.err().and_then(|error| error.code().cloned());
        assert_eq!(refused, Some(SqlState::INSUFFICIENT_PRIVILEGE), "{order}: {statement}");
    }
    for statement in ALLOWED {
        let done = app.batch_execute(statement).await;
        done.unwrap_or_else(|error| panic!("{order}: {statement}: {error}"));
    }
}

#[tokio::test]
async fn the_app_rewrites_neither_the_books_nor_the_migrations_if_the_roles_came_first() {
    holds(&migrated().await, "roles first").await;
}

#[tokio::test]
async fn nor_if_the_schema_came_first_and_the_script_may_be_run_again() {
    let database = empty().await;
    migrations::apply(&url(&database)).await.unwrap();
    let admin = database.connect().await.unwrap();

    for _ in 0..2 {
        admin.batch_execute(ROLES).await.unwrap();
    }

    holds(&database, "schema first").await;
    let owner = DatabaseUrl::parse(&as_role(&database.url(), "trt_owner")).unwrap();
    assert_eq!(migrations::apply(&owner).await.unwrap().applied, [0; 0]);
}

/// Each would write something, even if only for a moment.
const WRITES: [&str; 12] = [
    "insert into inbox (update_id, lane, payload) values (1, 1, '')",
    "update conversations set state = ''",
    "delete from notices",
    "truncate outbox",
    "drop table notices",
    "create table mine (id bigint)",
    "create temporary table mine (id bigint)",
    "select nextval(pg_get_serial_sequence('inbox', 'id'))",
    "select from conversations for update",
    "lock table conversations in share mode",
    "copy notices from stdin",
    "select leader_claim('bot:1', 1, 1, gen_random_uuid(), 'reader', now(), interval '1 s')",
];

#[tokio::test]
async fn the_reader_reads_everything_and_writes_nothing_even_if_it_turns_read_only_off() {
    let database = migrated().await;
    // What is allowed on a database as a whole does not go along when it is copied.
    database.connect().await.unwrap().batch_execute(ROLES).await.unwrap();
    let reader = testbed::server::connect(&as_role(&database.url(), "trt_reader")).await.unwrap();
    let tables = "select relname::text from pg_class \
                  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')";
    let tables = reader.query(tables, &[]).await.unwrap();
    assert!(tables.len() > 40, "{}", tables.len());
    for row in &tables {
        let table: String = row.get(0);
        let read = reader.batch_execute(&format!("select * from {table} limit 1")).await;
        read.unwrap_or_else(|error| panic!("{table}: {error}"));
    }

    for mode in ["on", "off"] {
        let set = format!("set default_transaction_read_only = {mode}");
        reader.batch_execute(&set).await.unwrap();
        for statement in WRITES {
            let refused = reader.batch_execute(statement).await;
            assert!(refused.is_err(), "read only {mode}: {statement}");
        }
        // With rights, each table would take a row: every single one refuses it.
        for row in &tables {
            let table: String = row.get(0);
            for write in
                [format!("delete from {table}"), format!("insert into {table} default values")]
            {
                let refused = reader.batch_execute(&write).await.err();
                let refused = refused.and_then(|error| error.code().cloned());
                let known = [SqlState::INSUFFICIENT_PRIVILEGE, SqlState::READ_ONLY_SQL_TRANSACTION];
                assert!(
                    refused.as_ref().is_some_and(|code| known.contains(code)),
                    "{write}: {refused:?}"
                );
            }
        }
    }
}
