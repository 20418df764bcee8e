//! How often something may be done: so many a second, and some at once.
//!
//! ```text
//!   full ── take ──> one less ── time passes ──> full again
//!            └── empty: refused, or told how long until its turn
//! ```
//!
//! Nothing can fail here.

use std::time::Duration;

use tokio::time::Instant;

/// What is allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Allowance {
    pub(crate) per_second: f64,
    /// So many at once after a pause.
    pub(crate) at_once: f64,
}

/// Counts what is left of it.
#[derive(Debug)]
pub(crate) struct Bucket {
    allowance: Allowance,
    left: f64,
    at: Instant,
}

impl Bucket {
    /// A full one.
    pub(crate) fn full(allowance: Allowance) -> Self {
        Self { allowance, left: allowance.at_once, at: Instant::now() }
    }

    /// Takes one if there is one.
    pub(crate) fn take(&mut self) -> bool {
        self.turn(Duration::ZERO).is_some()
    }

    /// Takes one that is there within this time, and says when; none if there is none so soon.
    pub(crate) fn turn(&mut self, within: Duration) -> Option<Duration> {
        self.refill();
        let missing = (1.0 - self.left).max(0.0);
        let wait = Duration::try_from_secs_f64(missing / self.allowance.per_second).ok()?;
        if wait > within {
            return None;
        }
        self.left -= 1.0;
        Some(wait)
    }

    /// How long until there is one again.
    pub(crate) fn until_next(&mut self) -> Duration {
        self.refill();
        let missing = (1.0 - self.left).max(0.0);
        Duration::try_from_secs_f64(missing / self.allowance.per_second).unwrap_or_default()
    }

    /// Whether nobody has asked for a while.
    pub(crate) fn is_full(&mut self) -> bool {
        self.refill();
        self.left >= self.allowance.at_once
    }

    fn refill(&mut self) {
        let now = Instant::now();
        let grown = now.duration_since(self.at).as_secs_f64() * self.allowance.per_second;
        self.left = (self.left + grown).min(self.allowance.at_once);
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::{Allowance, Bucket, Duration};

    #[tokio::test(start_paused = true)]
    async fn some_go_at_once_and_then_one_after_the_other() {
        let mut bucket = Bucket::full(Allowance { per_second: 2.0, at_once: 3.0 });

        assert!((0..3).all(|_| bucket.take()) && !bucket.take() && !bucket.is_full());
        tokio::time::advance(Duration::from_millis(500)).await;
        assert!(bucket.take() && !bucket.take());
        tokio::time::advance(Duration::from_secs(60)).await;
        assert!(bucket.is_full());
        assert!((0..3).all(|_| bucket.take()) && !bucket.take(), "a long pause saves up no more");
    }

    #[tokio::test(start_paused = true)]
    async fn turns_are_given_ahead_of_time_within_the_patience() {
        let mut bucket = Bucket::full(Allowance { per_second: 2.0, at_once: 1.0 });
        let patience = Duration::from_secs(1);

        let turns: Vec<_> = (0..4).map(|_| bucket.turn(patience)).collect();

        let millis = Duration::from_millis;
        assert_eq!(turns, [Some(millis(0)), Some(millis(500)), Some(millis(1_000)), None]);
    }
}
