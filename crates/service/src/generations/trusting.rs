//! How far models are trusted: what their failures and charges do to what can be ordered.
//!
//! ```text
//!   failed, and KIE had it ── the model is to blame ──┬── for five people within an hour ──> closed for a while
//!                                                     └── it was the trial ──> closed for longer
//!   succeeded in time ──> failures forgotten; it was the trial ──> open
//!   charged too much ──┬── twice within a day, far too much, or by the trial ──> its variant is closed for a day
//!                      └── otherwise ──> counted
//! ```
//!
//! A result that comes after its money went back shows nothing about the model, but its charge counts.
//!
//! On failure: everything is part of the commit that ends a generation, and rolled back with it.

use domain::generation::trust::{FAILURE_COUNTS, OVERCHARGE_COUNTS, OVERCHARGES, PEOPLE};
use domain::generation::{Cause, Charge, Failure, Sold, closed_for, judge_charge};
use domain::{Credits, ModelKey};
use store::closures::{SubjectState, Trouble, TroubleKind};
use store::{AttemptEnd, Generation, LeaderTx, StoreError};

use super::closing::{Closed, close_within};
use super::ending::Attempted;
use super::reopening::{Opened, works};
use crate::generations::Generations;

/// What the end of a generation changed; others learn it once that is committed.
#[derive(Debug, Default)]
#[must_use = "nobody learns it"]
pub(super) struct Judged {
    closed: Option<Closed>,
    opened: Opened,
}

impl Judged {
    /// It is committed.
    pub(super) fn announce(self, active: &Generations) {
        if let Some(closed) = self.closed {
            closed.announce(active);
        }
        self.opened.announce(active);
    }
}

/// A generation came to nothing: a model that keeps failing is closed for a while.
pub(super) async fn failed(
    tx: &mut LeaderTx<'_>,
    running: &Generation,
    failure: Failure,
    attempted: Attempted,
) -> Result<Judged, StoreError> {
    if !failure.blames_the_model() || !kie_had_it(attempted) {
        return Ok(Judged::default());
    }
    let counted = tx
        .closures()
        .count_trouble(Trouble {
            subject: &running.model,
            kind: TroubleKind::Failure,
            generation: running.id,
            person: running.person,
            window: FAILURE_COUNTS,
        })
        .await?;
    let is_enough = match counted.standing {
        SubjectState::Open => counted.people >= PEOPLE,
        SubjectState::OnTrial => true,
        SubjectState::Closed => false,
    };
    if !is_enough {
        return Ok(Judged::default());
    }
    let pause = Some(closed_for(counted.pauses));
    let closed = close_within(tx, &running.model, pause, Cause::KeepsFailing).await?;
    Ok(Judged { closed, ..Judged::default() })
}

/// Whether KIE is known to have had the task: an order that never reached it says nothing about its model.
fn kie_had_it(attempted: Attempted) -> bool {
    use AttemptEnd::{Failed, Lost, NotBegun, Rejected, Succeeded};
    match attempted {
        Some((_, Succeeded(_) | Failed(_) | NotBegun | Lost(Some(_)))) => true,
        Some((_, Lost(None) | Rejected)) | None => false,
    }
}

/// A generation was made: what it was to try works, unless KIE charged more than its price list says.
pub(super) async fn succeeded(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    running: &Generation,
    charged: Option<Credits>,
) -> Result<Judged, StoreError> {
    let charge = charged.map_or(Charge::Fair, |charged| judge(active, running, charged));
    let (model, variant) = (running.model.as_str(), running.variant.as_str());
    let shown: &[&str] = match charge {
        // What came late was counted as a failure when it was given up, and counts as that.
        _ if !running.is_alive => &[],
        Charge::Fair if model == variant => &[model],
        Charge::Fair => &[model, variant],
        // One price for everything: what would show that the model works closes it.
        Charge::High | Charge::Outrageous if model == variant => &[],
        Charge::High | Charge::Outrageous => &[model],
    };
    let opened = works(tx, running.id, shown).await?;
    let closed = match charge {
        Charge::Fair => None,
        Charge::High | Charge::Outrageous => overcharged(tx, running, charge).await?,
    };
    Ok(Judged { closed, opened })
}

/// KIE charged too much for a variant.
async fn overcharged(
    tx: &mut LeaderTx<'_>,
    running: &Generation,
    charge: Charge,
) -> Result<Option<Closed>, StoreError> {
    let counted = tx
        .closures()
        .count_trouble(Trouble {
            subject: &running.variant,
            kind: TroubleKind::Overcharge,
            generation: running.id,
            person: running.person,
            window: OVERCHARGE_COUNTS,
        })
        .await?;
    let is_enough = match counted.standing {
        SubjectState::Open => charge == Charge::Outrageous || counted.generations >= OVERCHARGES,
        SubjectState::OnTrial => true,
        SubjectState::Closed => false,
    };
    if !is_enough {
        return Ok(None);
    }
    let (pause, cause) = (Some(OVERCHARGE_COUNTS), Cause::Overcharged);
    close_within(tx, &running.variant, pause, cause).await
}

/// Judges what KIE charged by what the catalogue says, our own rounding left aside.
fn judge(active: &Generations, running: &Generation, charged: Credits) -> Charge {
    let key = ModelKey::new(&running.model);
    let model = key.as_ref().and_then(|key| active.prices.catalogue.model(key));
    let row = model.and_then(|model| model.price_of_variant(&running.variant));
    let unit = row.filter(|row| row.measure.is_some()).map_or(Credits::ZERO, |row| row.credits);
    let sold = Sold { price: running.price, cost: running.cost, unit };
    judge_charge(&active.prices.offers, sold, charged)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use store::AttemptEnd;
    use uuid::Uuid;

    use super::kie_had_it;

    #[test]
    fn only_what_kie_had_speaks_against_a_model() {
        let had = |end| kie_had_it(Some((Uuid::nil(), end)));

        assert!(had(AttemptEnd::Failed(None)));
        assert!(had(AttemptEnd::Lost(Some(Duration::ZERO))));
        assert!(had(AttemptEnd::NotBegun), "it said so itself");
        assert!(!had(AttemptEnd::Lost(None)), "nobody knows");
        assert!(!had(AttemptEnd::Rejected));
        assert!(!kie_had_it(None), "it never left");
    }
}
