//! Room at KIE: never more is lost in a day, together with what is at KIE, than the offers allow.
//!
//! ```text
//!   lost today + at KIE, by its list + handed out and not there yet + this order <= losses.most ──> goes
//!   dearer than `most` ──> goes when nothing else is at stake
//!   otherwise ──> waits, and cheaper ones go by; what is over or closed goes all the same, since KIE is not asked
//! ```
//!
//! The database is asked once in a while and not for every order: what is at stake grows only by what is
//! handed out here, and that is counted in memory.
//!
//! On failure: without an answer of the database nothing is handed out.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use domain::Credits;
use store::{StoreError, Waiting};
use tokio::time::Instant;
use tracing::warn;

use crate::generations::Generations;

/// What was read is believed so long; nothing but time makes more room.
const FRESH: Duration = Duration::from_millis(500);

/// The same while something waits for room.
const TIGHT: Duration = Duration::from_millis(100);

/// What may still be handed out.
#[derive(Debug, Default)]
pub(super) struct Room {
    /// Handed out, and perhaps not in the database yet.
    handed_out: Arc<AtomicI64>,
    read_at: Option<Instant>,
    /// At stake when it was read, with everything handed out since.
    at_stake: i64,
    /// Something waits for room.
    pub(super) is_tight: bool,
}

/// The place of an order until its attempt is in the database, or it is not made after all.
#[derive(Debug)]
pub(super) struct Place(Arc<AtomicI64>, i64);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(self.1, Ordering::Relaxed);
    }
}

impl Room {
    /// Looks at what is at stake, unless that is known.
    pub(super) async fn look(&mut self, active: &Generations) -> Result<(), StoreError> {
        let fresh = if self.is_tight { TIGHT } else { FRESH };
        if self.read_at.is_some_and(|at| at.elapsed() < fresh) {
            return Ok(());
        }
        // Before the database is asked: what arrives there meanwhile counts twice, never not at all.
        let handed_out = self.handed_out.load(Ordering::Relaxed);
        let stake = active.store.at_stake(&active.prices.offers.time_zone).await?;
        let lost = stake.lost.get().saturating_add(stake.running.get());
        self.at_stake = lost.saturating_add(handed_out);
        self.read_at = Some(Instant::now());
        self.is_tight = false;
        Ok(())
    }

    /// The dearest order that finds room, once one did not: the others are not even looked at.
    pub(super) fn left(&self, active: &Generations) -> Option<Credits> {
        let most = active.prices.offers.losses.most;
        self.is_tight.then(|| Credits::new(most.get().saturating_sub(self.at_stake)))
    }

    /// A place for an order, if there is room.
    pub(super) fn take(&mut self, active: &Generations, row: &Waiting) -> Option<Place> {
        let most = active.prices.offers.losses.most;
        let needed = if row.is_overdue || row.closed.is_some() { 0 } else { row.cost.get() };
        if !fits(self.at_stake, needed, most) {
            self.is_tight = true;
            warn!(
                repeats = "room",
                at_stake = self.at_stake / 1_000_000,
                "[MONEY] orders wait: as much as may be lost in a day is lost or at KIE"
            );
            return None;
        }
        self.at_stake = self.at_stake.saturating_add(needed);
        self.handed_out.fetch_add(needed, Ordering::Relaxed);
        Some(Place(Arc::clone(&self.handed_out), needed))
    }
}

/// Whether an order may be added to what is at stake.
fn fits(at_stake: i64, needed: i64, most: Credits) -> bool {
    needed == 0 || at_stake.saturating_add(needed) <= most.get().max(needed)
}

#[cfg(test)]
mod tests {
    use super::{Credits, fits};

    #[test]
    fn an_order_goes_as_long_as_all_of_it_together_may_be_lost() {
        let most = Credits::new(100);

        assert!(fits(60, 40, most));
        assert!(!fits(61, 40, most));
        assert!(!fits(100, 1, most));
        assert!(fits(500, 0, most), "what KIE is not asked for costs nothing");
    }

    #[test]
    fn an_order_dearer_than_everything_goes_when_nothing_else_is_at_stake() {
        let most = Credits::new(100);

        assert!(fits(0, 150, most));
        assert!(!fits(1, 150, most));
    }
}
