//! The committed descriptions of queries are those of a freshly migrated database.
//!
//! The compiler trusts `.sqlx`, so `.sqlx` must be true: a query that was described before a migration
//! changed its table would compile and fail when it runs.
#![expect(clippy::disallowed_methods, reason = "small files at the start of a test")]

use std::path::Path;

use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqlSafeStr};

use crate::bench;

#[tokio::test]
async fn every_checked_query_is_described_as_the_migrated_database_sees_it() {
    let database = bench::migrated().await;
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.sqlx");
    let mut checked = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let committed: Value = serde_json::from_str(&text).unwrap();
        let query = committed["query"].as_str().unwrap().to_owned();

        let described = connection.describe(AssertSqlSafe(query.clone()).into_sql_str()).await;

        let described = serde_json::to_value(described.unwrap()).unwrap();
        assert_eq!(plain(described), plain(committed["describe"].clone()), "{query}");
        checked += 1;
    }
    assert!(checked > 0, "there are checked queries");
}

/// A description without what the query itself decides: whether a column named with `?` or `!` can
/// be null is guessed from the plan, which differs from one server to the next.
fn plain(mut description: Value) -> Value {
    let columns = description["columns"].as_array().cloned().unwrap_or_default();
    for (place, column) in columns.iter().enumerate() {
        if column["name"].as_str().is_some_and(|name| name.contains(['?', '!'])) {
            description["nullable"][place] = Value::Null;
        }
    }
    description
}
