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

#[cfg(test)]
mod tests {
    use super::{Clock, Duration, Instant};

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
}
