//! The schema, step by step: forward only, while the previous version of TRT runs.
//!
//! ```text
//!   connect ──> look ──┬── nothing pending ──> Report
//!                      ├── refused ──> MigrateError::{Changed, TooOld}
//!                      └── pending ──> one step ──> look again
//!
//!   one step, one transaction:
//!   begin ── our lock ──> look ──> migration ──> history ── commit
//!               └ not free: roll back, pause      └ a table is locked: roll back, pause
//! ```
//!
//! The rules, and what keeps them:
//!
//! * **The running version is never blocked for long.** A step waits for a lock for 2 s at most, as
//!   everybody who comes later waits behind it; then it rolls back and pauses, 30 times over.
//! * **Two appliers do no harm.** Each step first takes an advisory lock that ends with its
//!   transaction, waited for in slices, and then looks again at what is left to do. No session is
//!   needed, so it works behind a pooler too.
//! * **What was applied stays as it was.** The history (`_sqlx_migrations`, sqlx's own format) has a
//!   checksum of each migration.
//! * **A binary runs on a newer schema**, so that rolling back works, unless a migration has raised
//!   `schema_compat.oldest_binary` beyond what the binary knows.
//!
//! On failure: a step is in the schema and in the history, or in neither. Whoever died half-way is
//! simply run again.
//!
//! Why sqlx's own runner is not used: it waits in an unbounded `pg_advisory_lock`, which holds back
//! vacuum and hangs `create index concurrently`, refuses a newer schema, and never tries again.

mod history;
mod step;

use std::time::Duration;

use sqlx::migrate::{Migration, Migrator};
use sqlx::{Connection, PgConnection};

pub use history::{Pending, Plan};

use crate::error::StoreError;
use crate::options::DatabaseUrl;
use crate::transaction::answered;
use crate::way::Way;

/// The migrations this binary knows.
static EMBEDDED: Migrator = sqlx::migrate!("../../migrations");

/// How long one wait for a lock may take, and hold up others.
pub const SLICE: Duration = Duration::from_secs(2);

/// How often a migration is tried that finds its tables locked.
pub const TRIES: u32 = 30;

/// How long another applier is waited for.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// What applying has brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The versions that were applied now, in order.
    pub applied: Vec<i64>,
    /// How many were there before.
    pub present: usize,
    /// How often a step was put off because somebody held a lock.
    pub waits: u32,
}

/// Why the schema is not as this binary needs it.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// Restore the file of the migration: applied ones are never edited, a new one is added.
    #[error(
        "the migration {version} was changed after it had been applied: restore its file and put \
         the change into a new migration"
    )]
    Changed {
        /// Which one.
        version: i64,
    },
    /// Run a newer binary.
    #[error(
        "the schema needs a binary that knows migration {oldest_binary}, and this one knows \
         {newest} at most: run a newer release"
    )]
    TooOld {
        /// What the schema asks for.
        oldest_binary: i64,
        /// What we have.
        newest: i64,
    },
    /// Find out who holds the lock for so long, then try again.
    #[error(
        "the migration {version} found its tables locked {tries} times: end the transaction that \
         holds them, then try again"
    )]
    Locked {
        /// Which one.
        version: i64,
        /// How often it was tried.
        tries: u32,
    },
    /// Look at the other applier, then try again.
    #[error("somebody else has been applying migrations for {0:?}: wait for it or end it")]
    Busy(Duration),
    /// Correct the migration.
    #[error("the migration {version} cannot be applied: {source}")]
    Broken {
        /// Which one.
        version: i64,
        /// What the server says.
        source: sqlx::Error,
    },
    /// The database did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The newest migration this binary knows.
pub fn newest() -> i64 {
    newest_of(&EMBEDDED.migrations)
}

/// The migrations this binary knows, for tests that need them in other company.
pub fn embedded() -> Vec<Migration> {
    EMBEDDED.iter().cloned().collect()
}

/// Opens the one connection that looking and applying needs.
pub async fn connect(url: &DatabaseUrl) -> Result<PgConnection, MigrateError> {
    // The cache is off because each transaction begins by clearing what is prepared: see the pool.
    let way = Way::to(url, "migrate").with(|options| options.statement_cache_capacity(0));
    let connection = answered(way.connect()).await;
    Ok(connection.map_err(StoreError::from)?)
}

/// What there is to do, changing nothing.
///
/// # Errors
/// When this binary must not run on the schema, or the database does not answer.
pub async fn plan(connection: &mut PgConnection) -> Result<Plan, MigrateError> {
    history::plan(connection, &EMBEDDED.migrations).await
}

/// Applies what is pending.
///
/// # Errors
/// What kept it from the newest migration; those before are applied.
pub async fn apply(url: &DatabaseUrl) -> Result<Report, MigrateError> {
    apply_these(url, &EMBEDDED.migrations).await
}

/// Applies what is pending of `migrations` instead of the embedded ones.
///
/// # Errors
/// As [`apply`].
pub async fn apply_these(
    url: &DatabaseUrl,
    migrations: &[Migration],
) -> Result<Report, MigrateError> {
    let mut connection = connect(url).await?;
    let outcome = step::all(&mut connection, migrations).await;
    // Nothing depends on a polite good-bye.
    drop(connection.close().await);
    outcome
}

/// The highest version, 0 when there is none.
fn newest_of(migrations: &[Migration]) -> i64 {
    migrations.iter().map(|migration| migration.version).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{embedded, newest};

    #[test]
    fn migrations_are_numbered_without_gaps_and_run_in_a_transaction() {
        let versions: Vec<i64> = embedded().iter().map(|migration| migration.version).collect();

        assert_eq!(versions, (1..=newest()).collect::<Vec<_>>());
        // A step and its line in the history are one transaction.
        assert!(embedded().iter().all(|migration| !migration.no_tx));
    }

    #[test]
    fn every_migration_begins_with_a_comment_that_says_what_it_is_for() {
        for migration in embedded() {
            assert!(migration.sql.as_str().starts_with("-- "), "{}", migration.version);
        }
    }
}
