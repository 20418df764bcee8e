//! What the active instance does now and then: what was done long ago leaves the tables.
//!
//! Small batches with pauses, so that nobody notices: a transaction of its own for each, fenced like
//! every other. What is pending, parked or set aside stays, however old.

use std::sync::Arc;
use std::time::Duration;

use store::{Batch, Forgotten, LeaderTx};
use tracing::{debug, warn};

use crate::active::Active;

/// Telegram delivers an update for a day at most; three are remembered, so that none counts twice.
const UPDATES: Duration = Duration::from_secs(3 * 24 * 3600);

/// What was said is kept for a week, for whoever asks what a person was told.
const SAID: Duration = Duration::from_secs(7 * 24 * 3600);

/// Bodies that could not be read.
const UNREADABLE: Duration = Duration::from_secs(14 * 24 * 3600);

/// One batch.
const ROWS: i64 = 2_000;

/// The pauses: after a batch that found something old, and after one that did not.
const BETWEEN: Duration = Duration::from_millis(500);
const IDLE: Duration = Duration::from_secs(60);

/// Where the last batch of each table ended.
#[derive(Debug, Default)]
struct Places {
    updates: i64,
    said: i64,
}

/// Keeps the tables tidy until the term drains.
pub(crate) async fn run(active: Arc<Active>) {
    let mut places = Places::default();
    loop {
        let pause = match batch(&active, &mut places).await {
            Ok(true) => BETWEEN,
            Ok(false) => IDLE,
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

/// Forgets one batch of each; says whether there may be more.
async fn batch(active: &Active, places: &mut Places) -> Result<bool, String> {
    let Ok(_work) = active.term.work() else { return Ok(false) };
    let mut tx = active.store.begin(&active.term).await.map_err(|error| error.to_string())?;
    let (updates, said) = forget(&mut tx, places).await.map_err(|error| error.to_string())?;
    tx.commit().await.map_err(|error| error.to_string())?;
    debug!(updates = updates.rows, said = said.rows, "[DB] forgot old rows");
    // Where nothing was old the table has come to its young end: the next batch begins anew.
    places.updates = updates.last.unwrap_or_default();
    places.said = said.last.unwrap_or_default();
    Ok(updates.last.is_some() || said.last.is_some())
}

async fn forget(
    tx: &mut LeaderTx<'_>,
    places: &Places,
) -> Result<(Forgotten, Forgotten), store::StoreError> {
    let updates = Batch { age: UPDATES, after: places.updates, rows: ROWS };
    let updates = tx.forget_updates(updates).await?;
    let said = tx.forget_outgoing(Batch { age: SAID, after: places.said, rows: ROWS }).await?;
    tx.forget_facts(SAID).await?;
    tx.forget_unreadable(UNREADABLE).await?;
    Ok((updates, said))
}
