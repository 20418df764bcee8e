//! What the app's role may not do, whichever came first: the roles or the schema.

use store::{DatabaseUrl, migrations};
use testbed::database::Database;
use tokio_postgres::error::SqlState;

use crate::bench::{ROLES, app_address, as_role, empty, migrated, url};

/// Each would change what can only grow, or the list of migrations.
const FORBIDDEN: [&str; 13] = [
    "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
     values (999, 'x', true, '', 0)",
    "update _sqlx_migrations set success = false",
    "delete from _sqlx_migrations",
    "truncate _sqlx_migrations",
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
