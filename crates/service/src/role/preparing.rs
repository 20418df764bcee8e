//! The database made ready: reached, migrated, and found fit to hold the lock.
//!
//! Trouble that may pass (nobody answers, a standby during a failover, somebody else migrating) is
//! said once a minute and tried again; trouble that stays (a wrong password, a pooler, an altered
//! migration, a database that is another bot's) ends the start with the sentence that says what to do.

use std::time::Duration;

use leadership::{Connector, ProbeFailed, Refusal};
use store::migrations::{self, MigrateError};
use store::{DatabaseUrl, StoreError};
use tracing::{info, warn};

use super::another_bots;
use super::refusals::in_our_words;
use crate::cli::failure::Failure;
use crate::config::Config;
use crate::status::{Board, Database};

const PAUSE: Duration = Duration::from_secs(1);
/// Connecting and asking take milliseconds; a server that takes this long is not there.
const PATIENCE: Duration = Duration::from_secs(10);

/// A database that will do.
pub(super) struct Ready {
    /// The way to it for the lock.
    pub(super) connector: Connector,
}

enum Trouble {
    /// Wait and try again.
    Passing(Database, String),
    /// Give up and say so.
    Lasting(Failure),
}

/// Tries until the database is ready.
pub(super) async fn until_ready(
    config: &Config,
    board: &Board,
    no_migrate: bool,
) -> Result<Ready, Failure> {
    loop {
        match attempt(config, board, no_migrate).await {
            Ok(ready) => return Ok(ready),
            Err(Trouble::Lasting(failure)) => return Err(failure),
            Err(Trouble::Passing(found, sentence)) => {
                board.database(found);
                warn!(repeats = "db", "[DB] not ready: {sentence}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

async fn attempt(config: &Config, board: &Board, no_migrate: bool) -> Result<Ready, Trouble> {
    let lock_url = config.lock.database_url.as_ref().unwrap_or(&config.database_url);
    // The direct way also for the schema: a pooler may stand in the other one.
    let (applied, unknown) = schema(lock_url, no_migrate).await?;
    board.migrations(applied, migrations::newest());
    let connector = lock_url.lock_connector().await;
    let connector =
        connector.map_err(|bad| Trouble::Lasting(Failure::Database(bad.to_string())))?;
    let name = super::row_name(config.bot.id().get());
    let probed = async {
        leadership::probe_for(&connector, &name).await?;
        // Before the first update is stored: it would be in another bot's inbox.
        leadership::own(&connector, &name).await
    };
    let probed = tokio::time::timeout(PATIENCE, probed).await;
    probed.map_err(|_| silent())?.map_err(refused)?;
    board.database(Database::Ready);
    info!(applied, unknown, "[DB] ready");
    Ok(Ready { connector })
}

/// Applies the migrations unless told not to; counts those applied and those unknown to us.
async fn schema(url: &DatabaseUrl, no_migrate: bool) -> Result<(i64, usize), Trouble> {
    if !no_migrate {
        let report = migrations::apply(url).await.map_err(unmigrated)?;
        for version in &report.applied {
            info!(version, "[DB] applied a migration");
        }
    }
    let mut connection = migrations::connect(url).await.map_err(unmigrated)?;
    let plan = migrations::plan(&mut connection).await.map_err(unmigrated)?;
    let applied = plan.applied.iter().chain(&plan.unknown).max().copied().unwrap_or_default();
    Ok((applied, plan.unknown.len()))
}

fn silent() -> Trouble {
    Trouble::Passing(Database::Unreachable, format!("no answer within {PATIENCE:?}"))
}

fn refused(failed: ProbeFailed) -> Trouble {
    let sentence = match &failed {
        ProbeFailed::Refused(refusal) => in_our_words(refusal),
        ProbeFailed::Unreachable(_) => failed.to_string(),
    };
    match failed {
        ProbeFailed::Refused(Refusal::Pooler | Refusal::TooOld { .. }) => {
            Trouble::Lasting(Failure::Database(sentence))
        }
        ProbeFailed::Refused(Refusal::Owned { owner, name }) => {
            Trouble::Lasting(Failure::Database(another_bots(&owner, &name)))
        }
        ProbeFailed::Refused(Refusal::Standby) => Trouble::Passing(Database::ReadOnly, sentence),
        ProbeFailed::Refused(Refusal::NoSchema) => {
            Trouble::Passing(Database::Incompatible, sentence)
        }
        ProbeFailed::Unreachable(_) => Trouble::Passing(Database::Unreachable, sentence),
    }
}

fn unmigrated(error: MigrateError) -> Trouble {
    let sentence = error.to_string();
    match error {
        MigrateError::Store(StoreError::Away(_)) => {
            Trouble::Passing(Database::Unreachable, sentence)
        }
        MigrateError::Locked { .. } | MigrateError::Busy(_) => {
            Trouble::Passing(Database::Incompatible, sentence)
        }
        MigrateError::Changed { .. }
        | MigrateError::TooOld { .. }
        | MigrateError::Broken { .. }
        | MigrateError::Store(_) => Trouble::Lasting(Failure::Database(sentence)),
    }
}
