//! How often we may speak: a sliding window of creates and one of reads.
//!
//! KIE takes 20 creates in any 10 s and about 10 reads in any second, and what is above that is
//! refused, not queued. So a caller waits for its turn here, in the order of arrival.
//!
//! ```text
//!   turn() ── a place is free ──> taken ── a window later ──> free
//!     └─ waits ── dropped: costs nothing        freeze(): no turn before then
//! ```
//!
//! A place is taken for a twentieth more than the window, since what leaves us evenly does not
//! arrive evenly: 20 in 10 s are 19 at most, which is what careful clients use. Should KIE refuse
//! nevertheless (429), [`freeze`](Bucket::freeze) closes the bucket for as long as it asks. No
//! caller waits for ever: after [`Bucket::new`]'s patience the answer is that there is no turn.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// The window in which KIE counts creates, in seconds.
const CREATES_WINDOW: u32 = 10;

/// The window in which KIE counts reads, in seconds.
const READS_WINDOW: u32 = 1;

/// More than can be used, and far from what a semaphore cannot count.
const MOST: u32 = 1_000_000;

/// So many in any stretch of time of this length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// How many; at least one.
    pub count: u32,
    /// In how long.
    pub window: Duration,
}

/// What our own buckets allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// New tasks.
    pub creates: Rate,
    /// Everything that only asks.
    pub reads: Rate,
}

impl Rates {
    /// So many creates and reads in a second, on average over KIE's windows. Nought counts as one.
    pub fn new(creates_per_second: u32, reads_per_second: u32) -> Self {
        let rate = |per_second: u32, seconds: u32| Rate {
            count: per_second.saturating_mul(seconds).clamp(seconds, MOST),
            window: Duration::from_secs(seconds.into()),
        };
        Self {
            creates: rate(creates_per_second, CREATES_WINDOW),
            reads: rate(reads_per_second, READS_WINDOW),
        }
    }
}

impl Default for Rates {
    /// What KIE allows everybody.
    fn default() -> Self {
        Self::new(2, 10)
    }
}

/// Gives turns; cheap to clone, and all clones are one.
#[derive(Clone)]
pub(crate) struct Bucket {
    places: Arc<Semaphore>,
    /// How long a place is taken.
    taken: Duration,
    /// The longest that a caller waits.
    patience: Duration,
    frozen_until: Arc<Mutex<Option<Instant>>>,
}

/// There was no turn in time; there may be one after this long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoTurn(pub(crate) Duration);

impl Bucket {
    /// A full bucket.
    pub(crate) fn new(rate: Rate, patience: Duration) -> Self {
        let count = usize::try_from(rate.count.clamp(1, MOST)).unwrap_or(1);
        Self {
            places: Arc::new(Semaphore::new(count)),
            taken: rate.window + rate.window / 20,
            patience,
            frozen_until: Arc::default(),
        }
    }

    /// Waits for leave to speak once. Dropping the wait costs nothing and holds up no other.
    pub(crate) async fn turn(&self) -> Result<(), NoTurn> {
        let turn = tokio::time::timeout(self.patience, self.place());
        match turn.await {
            Ok(Some(place)) => {
                self.take(place);
                Ok(())
            }
            Ok(None) | Err(_) => Err(NoTurn(self.frozen_for().max(self.taken))),
        }
    }

    /// Closes the bucket for a while.
    pub(crate) fn freeze(&self, wait: Duration) {
        let until = Instant::now() + wait;
        let mut frozen = self.frozen_until.lock().unwrap_or_else(PoisonError::into_inner);
        *frozen = Some(frozen.map_or(until, |earlier| earlier.max(until)));
    }

    fn frozen_for(&self) -> Duration {
        let frozen = *self.frozen_until.lock().unwrap_or_else(PoisonError::into_inner);
        frozen.map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()))
    }

    /// A free place, after the frost; `None` cannot happen, since the bucket is never closed.
    async fn place(&self) -> Option<SemaphorePermit<'_>> {
        let place = self.places.acquire().await.ok()?;
        loop {
            let wait = self.frozen_for();
            if wait.is_zero() {
                return Some(place);
            }
            tokio::time::sleep(wait).await;
        }
    }

    /// The place is free again a window from now. There are at most as many such tasks as places.
    fn take(&self, place: SemaphorePermit<'_>) {
        place.forget();
        let (places, free_at) = (Arc::clone(&self.places), Instant::now() + self.taken);
        drop(tokio::spawn(async move {
            tokio::time::sleep_until(free_at).await;
            places.add_permits(1);
        }));
    }
}

impl fmt::Debug for Bucket {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Bucket")
            .field("free", &self.places.available_permits())
            .field("frozen_for", &self.frozen_for())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
