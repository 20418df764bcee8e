//! What KIE charged, written into the books in the commit that ends a generation.
//!
//! On failure: everything is part of that commit, and rolled back with it.

use domain::Credits;
use domain::ledger::rules;
use store::{LeaderTx, Running, StoreError};
use uuid::Uuid;

/// A task was made: what KIE says it charged, else what the catalogue says.
pub(super) async fn succeeded(
    tx: &mut LeaderTx<'_>,
    running: &Running,
    attempt: Uuid,
    charged: Option<Credits>,
) -> Result<(), StoreError> {
    let cost = charged.unwrap_or(running.cost);
    if let Ok(posting) = rules::cost(&attempt.to_string(), cost) {
        tx.post(&posting).await?;
    }
    Ok(())
}
