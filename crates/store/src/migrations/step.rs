//! Applying: one migration per transaction, under our lock, put off while tables are locked.

use std::time::Duration;

use sqlx::migrate::{Migrate, Migration};
use sqlx::{Connection, PgConnection};
use tokio::time::Instant;

use super::{MigrateError, PATIENCE, Report, TRIES, history};
use crate::error::{StoreError, code, is_lost};
use crate::transaction::answered;

/// Settings of a step: [`SLICE`](super::SLICE) bounds each wait for a lock; a migration may work for
/// longer than any statement of the product; and a frozen applier must not hold our lock for ever.
const BEGIN: &str = "begin isolation level read committed; \
    set local lock_timeout = '2s'; \
    set local statement_timeout = '10min'; \
    set local idle_in_transaction_session_timeout = '30s'; \
    deallocate all";

/// One key for all of TRT's databases: advisory locks are per database.
const OUR_LOCK: &str = "select pg_advisory_xact_lock(hashtextextended('trt_migrations', 0))";

/// Somebody else has what we need, and will give it back: try again.
const PASSING: [&str; 3] = ["55P03", "40P01", "40001"];

/// How a step ended.
enum Step {
    /// A migration was applied.
    Applied(i64),
    /// There was nothing left to do.
    Complete,
    /// Somebody else is applying.
    Busy,
    /// This migration found its tables locked.
    Locked(i64),
}

/// Applies everything that is pending.
pub(super) async fn all(
    connection: &mut PgConnection,
    migrations: &[Migration],
) -> Result<Report, MigrateError> {
    let plan = history::plan(connection, migrations).await?;
    let mut report = Report { applied: Vec::new(), present: plan.applied.len(), waits: 0 };
    if plan.pending.is_empty() {
        return Ok(report);
    }
    let mut tries = 0;
    let mut patient_until = Instant::now() + PATIENCE;
    loop {
        match one(connection, migrations).await? {
            Step::Applied(version) => {
                report.applied.push(version);
                tries = 0;
            }
            Step::Complete => return Ok(report),
            Step::Locked(version) => {
                tries += 1;
                if tries >= TRIES {
                    return Err(MigrateError::Locked { version, tries });
                }
            }
            Step::Busy if Instant::now() >= patient_until => {
                return Err(MigrateError::Busy(PATIENCE));
            }
            Step::Busy => {
                report.waits += 1;
                pause().await;
                continue;
            }
        }
        if tries > 0 {
            report.waits += 1;
            pause().await;
        }
        patient_until = Instant::now() + PATIENCE;
    }
}

/// Applies the first pending migration, in a transaction of its own.
async fn one(
    connection: &mut PgConnection,
    migrations: &[Migration],
) -> Result<Step, MigrateError> {
    let mut transaction = answered(connection.begin_with(BEGIN)).await.map_err(StoreError::from)?;
    let step = locked(&mut transaction, migrations).await;
    match step {
        Ok(Step::Applied(version)) => {
            transaction.commit().await.map_err(|error| broken(version, error))?;
        }
        // The next step begins on the same connection.
        Ok(_) => transaction.rollback().await.map_err(StoreError::from)?,
        // What went wrong is told, not what went wrong after it.
        Err(_) => drop(transaction.rollback().await),
    }
    step
}

/// The inside of a step; leaves it to the caller to end the transaction.
async fn locked(
    connection: &mut PgConnection,
    migrations: &[Migration],
) -> Result<Step, MigrateError> {
    match answered(sqlx::raw_sql(OUR_LOCK).execute(&mut *connection)).await {
        Ok(_) => {}
        Err(error) if is_passing(&error) => return Ok(Step::Busy),
        Err(error) => return Err(StoreError::from(error).into()),
    }
    // What was pending before the wait may have been applied by whoever we waited for.
    let plan = history::look(connection, migrations).await?;
    let pending = plan.pending.first().map(|pending| pending.version);
    let next = migrations.iter().find(|migration| Some(migration.version) == pending);
    let Some(migration) = next else {
        return Ok(Step::Complete);
    };
    let version = migration.version;
    match run(connection, migration).await {
        Ok(()) => Ok(Step::Applied(version)),
        Err(error) if is_passing(&error) => Ok(Step::Locked(version)),
        Err(error) => Err(broken(version, error)),
    }
}

/// Runs the migration and writes it into the history, with sqlx's own hands. Inside our transaction
/// its begin is a savepoint.
async fn run(connection: &mut PgConnection, migration: &Migration) -> Result<(), sqlx::Error> {
    let outcome = async {
        connection.ensure_migrations_table(history::HISTORY).await?;
        connection.apply(history::HISTORY, migration).await
    };
    match outcome.await {
        Ok(_) => Ok(()),
        Err(sqlx::migrate::MigrateError::Execute(error))
        | Err(sqlx::migrate::MigrateError::ExecuteMigration(error, _)) => Err(error),
        Err(other) => Err(sqlx::Error::Migrate(Box::new(other))),
    }
}

/// Tells a migration that the server refuses from a server that is gone.
fn broken(version: i64, error: sqlx::Error) -> MigrateError {
    if is_lost(&error) {
        StoreError::Away(error).into()
    } else {
        MigrateError::Broken { version, source: error }
    }
}

fn is_passing(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|state| PASSING.contains(&state.as_str()))
}

/// A pause of 100 to 600 ms, different for everybody, in which those who waited behind us go first.
async fn pause() {
    let spread = uuid::Uuid::new_v4().as_u128() % 500;
    let millis = 100 + u64::try_from(spread).unwrap_or(0);
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

#[cfg(test)]
mod tests {
    use super::BEGIN;
    use crate::migrations::SLICE;

    #[test]
    fn a_step_waits_for_a_lock_no_longer_than_a_slice() {
        assert!(BEGIN.contains(&format!("set local lock_timeout = '{}s'", SLICE.as_secs())));
    }
}
