//! How far models are trusted: what their failures and charges do to what can be ordered.
//!
//! ```text
//!   failed ── the model is to blame ── too often ──> closed for a while
//!   succeeded ──> open again ── charged too much, twice ──> its variant is closed
//! ```
//!
//! On failure: everything is part of the commit that ends a generation, and rolled back with it.

use domain::Credits;
use domain::generation::{Cause, Failure, closed_for};
use store::{LeaderTx, Running, StoreError};

use super::closing::{Closed, close_within};
use crate::active::Active;

/// So many overcharges close a variant.
const OVERCHARGES: u32 = 2;

/// A generation came to nothing: a model that keeps failing is closed for a while.
pub(super) async fn failed(
    active: &Active,
    tx: &mut LeaderTx<'_>,
    running: &Running,
    failure: Failure,
) -> Result<Option<Closed>, StoreError> {
    if !failure.blames_the_model() {
        return Ok(None);
    }
    let failures = tx.count_failure(&running.model).await?;
    let Some(pause) = closed_for(failures) else { return Ok(None) };
    close_within(active, tx, &running.model, Some(pause), Cause::KeepsFailing).await
}

/// A generation was made. KIE may charge more than its price list says: twice for a variant closes it.
pub(super) async fn succeeded(
    active: &Active,
    tx: &mut LeaderTx<'_>,
    running: &Running,
    charged: Option<Credits>,
    in_time: bool,
) -> Result<Option<Closed>, StoreError> {
    // What came late was counted as a failure when it was given up, and counts as that.
    if in_time {
        tx.open_subject(&running.model).await?;
    }
    let is_dear = |charged: &Credits| {
        running.price.is_positive() && !active.shelf.offers.is_above_cost(running.price, *charged)
    };
    if charged.filter(is_dear).is_none()
        || tx.count_overcharge(&running.variant).await? < OVERCHARGES
    {
        return Ok(None);
    }
    close_within(active, tx, &running.variant, None, Cause::Overcharged).await
}
