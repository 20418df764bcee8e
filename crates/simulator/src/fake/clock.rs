//! The clock of the fake: real time plus what a test has added to it.
//!
//! Lifetimes, retry pauses, flood limits and dates are read from it, so that a test can let a day
//! pass by [`Clock::advance`]. What is under way when time is moved wakes up and looks again.
//! Time never goes back. Timeouts of sockets are not here: bytes travel in real time.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use tokio::time::Instant;

/// Time since the fake was started, moved by tests.
#[derive(Debug)]
pub(crate) struct Clock {
    begun: Instant,
    begun_unix: Duration,
    added: watch::Sender<Duration>,
}

impl Clock {
    pub(crate) fn start() -> Self {
        let begun_unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { begun: Instant::now(), begun_unix, added: watch::Sender::new(Duration::ZERO) }
    }

    pub(crate) fn now(&self) -> Duration {
        self.begun.elapsed() + *self.added.borrow()
    }

    pub(crate) fn unix(&self) -> u64 {
        (self.begun_unix + self.now()).as_secs()
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.added.send_modify(|added| *added += by);
    }

    pub(crate) async fn until(&self, moment: Duration) {
        let mut moved = self.added.subscribe();
        loop {
            let left = moment.saturating_sub(self.now());
            if left.is_zero() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(left) => {}
                // The sender lives in self, so this cannot be an error while we are called.
                _ = moved.changed() => {}
            }
        }
    }
}

/// A small generator of numbers that look random and repeat with the seed.
#[derive(Debug)]
pub(crate) struct Draws(u64);

impl Draws {
    pub(crate) fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 when there is none.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    pub(crate) fn between(&mut self, low: Duration, high: Duration) -> Duration {
        let thousandths = u32::try_from(self.next() % 1001).unwrap_or(0);
        low + high.saturating_sub(low) * thousandths / 1000
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Draws, Duration, Instant};

    #[tokio::test(start_paused = true)]
    async fn a_wait_ends_when_time_is_moved() {
        let (clock, begun) = (Clock::start(), Instant::now());

        tokio::join!(clock.until(Duration::from_secs(3600)), async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            clock.advance(Duration::from_secs(3600));
        });

        assert_eq!(begun.elapsed(), Duration::from_secs(1));
        assert_eq!(clock.now(), Duration::from_secs(3601));
    }

    #[test]
    fn draws_repeat_with_their_seed_and_stay_in_range() {
        let (mut one, mut same) = (Draws::seeded(7), Draws::seeded(7));
        let (low, high) = (Duration::from_secs(60), Duration::from_secs(120));

        for _ in 0..100 {
            assert_eq!(one.next(), same.next());
            assert!((low..=high).contains(&one.between(low, high)));
            let _ = same.next();
        }
        assert_eq!(one.below(0), 0);
    }
}
