//! Looking: what was applied, what is pending, and whether this binary may run on it.
//!
//! The queries here are not checked by the compiler: the tables they ask belong to sqlx or may not
//! be there yet, and whether they are is the question. All are constant texts.

use std::collections::BTreeMap;

use sqlx::migrate::Migration;
use sqlx::{Connection, PgConnection};

use super::{MigrateError, newest_of};
use crate::error::StoreError;
use crate::transaction::answered;

/// The table of the history, as sqlx names it.
pub(super) const HISTORY: &str = "_sqlx_migrations";

/// A transaction even for reading: behind a pooler a query has no other way to stay in one session.
const BEGIN: &str = "begin isolation level read committed, read only; deallocate all";

/// The state of the schema, seen from this binary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The versions that are in the schema and known here, in order.
    pub applied: Vec<i64>,
    /// What is to be applied, in order.
    pub pending: Vec<Pending>,
    /// Versions that a newer binary has applied.
    pub unknown: Vec<i64>,
}

/// A migration that is to be applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// Its number.
    pub version: i64,
    /// What it is for, from the name of its file.
    pub description: String,
}

/// Looks, in a transaction of its own that changes nothing.
pub(super) async fn plan(
    connection: &mut PgConnection,
    migrations: &[Migration],
) -> Result<Plan, MigrateError> {
    let mut transaction = answered(connection.begin_with(BEGIN)).await.map_err(StoreError::from)?;
    let plan = look(&mut transaction, migrations).await;
    transaction.rollback().await.map_err(StoreError::from)?;
    plan
}

/// Looks, within a transaction.
pub(super) async fn look(
    connection: &mut PgConnection,
    migrations: &[Migration],
) -> Result<Plan, MigrateError> {
    let history = history(connection).await.map_err(StoreError::from)?;
    let oldest_binary = oldest_binary(connection).await.map_err(StoreError::from)?;
    let newest = newest_of(migrations);
    if oldest_binary > newest {
        return Err(MigrateError::TooOld { oldest_binary, newest });
    }
    compare(&history, migrations)
}

/// Holds the history against the migrations we know.
fn compare(
    history: &BTreeMap<i64, Vec<u8>>,
    migrations: &[Migration],
) -> Result<Plan, MigrateError> {
    let mut plan = Plan { applied: Vec::new(), pending: Vec::new(), unknown: Vec::new() };
    for migration in migrations {
        let version = migration.version;
        match history.get(&version) {
            Some(checksum) if *checksum == *migration.checksum => plan.applied.push(version),
            Some(_) => return Err(MigrateError::Changed { version }),
            None => plan
                .pending
                .push(Pending { version, description: migration.description.clone().into_owned() }),
        }
    }
    let known = |version: &i64| migrations.iter().any(|migration| migration.version == *version);
    plan.unknown = history.keys().copied().filter(|version| !known(version)).collect();
    Ok(plan)
}

/// The checksums of what was applied, by version.
async fn history(connection: &mut PgConnection) -> Result<BTreeMap<i64, Vec<u8>>, sqlx::Error> {
    if !exists(connection, HISTORY).await? {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<(i64, Vec<u8>)> = answered(
        sqlx::query_as("select version, checksum from _sqlx_migrations").fetch_all(connection),
    )
    .await?;
    Ok(rows.into_iter().collect())
}

/// The newest migration a binary must know; 0 while nothing says so.
async fn oldest_binary(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    if !exists(connection, "schema_compat").await? {
        return Ok(0);
    }
    let oldest: Option<i64> = answered(
        sqlx::query_scalar("select oldest_binary from schema_compat").fetch_optional(connection),
    )
    .await?;
    Ok(oldest.unwrap_or(0))
}

/// Whether there is a table of this name.
///
/// Asked of the catalogue and not by `to_regclass`, which after a wait for our lock may still answer
/// from a cache filled before it, and miss what the other applier has just made.
async fn exists(connection: &mut PgConnection, table: &str) -> Result<bool, sqlx::Error> {
    let query = sqlx::query_scalar(
        "select exists (select from pg_class where relname = $1 and pg_table_is_visible(oid))",
    );
    answered(query.bind(table).fetch_one(connection)).await
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use sqlx::SqlStr;
    use sqlx::migrate::{Migration, MigrationType};

    use super::{MigrateError, compare};

    fn migration(version: i64, sql: &'static str) -> Migration {
        let sql = SqlStr::from_static(sql);
        Migration::new(version, "step".into(), MigrationType::Simple, sql, false)
    }

    fn history(migrations: &[Migration]) -> BTreeMap<i64, Vec<u8>> {
        let line = |migration: &Migration| (migration.version, migration.checksum.to_vec());
        migrations.iter().map(line).collect()
    }

    #[test]
    fn what_is_not_in_the_history_is_pending_and_what_only_is_there_is_unknown() {
        let known = [migration(1, "a"), migration(2, "b"), migration(3, "c")];
        let there = history(&[migration(1, "a"), migration(7, "z")]);

        let plan = compare(&there, &known).unwrap();

        assert_eq!(plan.applied, [1]);
        assert_eq!(plan.pending.iter().map(|step| step.version).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(plan.unknown, [7]);
    }

    #[test]
    fn a_migration_that_was_edited_is_refused_with_its_number() {
        let refused = compare(&history(&[migration(2, "b")]), &[migration(2, "B")]).unwrap_err();

        assert!(matches!(refused, MigrateError::Changed { version: 2 }));
        assert!(refused.to_string().contains("restore its file"));
    }
}
