//! What the active instance does for the books: every minute it seals what was written.
//!
//! A seal is late by a minute at most and loses nothing by it: what is not sealed yet is sealed next
//! time, by whoever is active then. Whoever changes a transfer afterwards breaks the chain, and
//! `trt books audit` says where.

use std::sync::Arc;
use std::time::Duration;

use store::Sealing;
use tracing::{debug, warn};

use crate::active::Active;

/// The pause between two seals.
const PAUSE: Duration = Duration::from_secs(60);

/// Seals until the term drains.
pub(crate) async fn run(active: Arc<Active>) {
    loop {
        match seal(&active).await {
            Ok(Sealing::Sealed(transfers)) => debug!(transfers, "[MONEY] sealed"),
            Ok(Sealing::Nothing) => {}
            Err(problem) => warn!(repeats = "seal", "[MONEY] cannot seal the books: {problem}"),
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
    }
}

async fn seal(active: &Active) -> Result<Sealing, String> {
    let Ok(_work) = active.term.work() else { return Ok(Sealing::Nothing) };
    let mut tx = active.store.begin(&active.term).await.map_err(|error| error.to_string())?;
    let sealing = tx.seal().await.map_err(|error| error.to_string())?;
    tx.commit().await.map_err(|error| error.to_string())?;
    Ok(sealing)
}
