//! What the active instance does now and then: what was done long ago leaves the tables.
//!
//! Small batches with pauses, so that nobody notices: a transaction of its own for each, fenced like
//! every other. What is pending, parked or set aside stays, however old.

use std::sync::Arc;
use std::time::Duration;

use store::LeaderTx;
use tracing::{debug, warn};

use crate::active::Active;

/// Telegram delivers an update for a day at most; three are remembered, so that none counts twice.
const UPDATES: Duration = Duration::from_secs(3 * 24 * 3600);

/// What was said is kept for a week, for whoever asks what a person was told.
const SAID: Duration = Duration::from_secs(7 * 24 * 3600);

/// Bodies that could not be read.
const UNREADABLE: Duration = Duration::from_secs(14 * 24 * 3600);

/// One batch.
const BATCH: i64 = 2_000;

/// The pauses: after a batch that found something, and after one that did not.
const BETWEEN: Duration = Duration::from_millis(500);
const IDLE: Duration = Duration::from_secs(60);

/// Keeps the tables tidy until the term drains.
pub(crate) async fn run(active: Arc<Active>) {
    loop {
        let pause = match batch(&active).await {
            Ok(0) => IDLE,
            Ok(gone) => {
                debug!(gone, "[DB] forgot old rows");
                BETWEEN
            }
            Err(problem) => {
                warn!(repeats = "housekeeping", "[DB] cannot forget old rows: {problem}");
                IDLE
            }
        };
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn batch(active: &Active) -> Result<u64, String> {
    let Ok(_work) = active.term.work() else { return Ok(0) };
    let mut tx = active.store.begin(&active.term).await.map_err(|error| error.to_string())?;
    let gone = forget(&mut tx).await.map_err(|error| error.to_string())?;
    tx.commit().await.map_err(|error| error.to_string())?;
    Ok(gone)
}

async fn forget(tx: &mut LeaderTx<'_>) -> Result<u64, store::StoreError> {
    let updates = tx.forget_updates(UPDATES, BATCH).await?;
    let said = tx.forget_outgoing(SAID, BATCH).await?;
    let unreadable = tx.forget_unreadable(UNREADABLE).await?;
    Ok(updates + said + unreadable)
}
