//! Pauses between tries: each twice as long as the one before, up to a bound.

use std::time::Duration;

/// The pauses of one thing that is tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pauses {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Pauses {
    /// Pauses from `first` to `longest`.
    pub(crate) const fn new(first: Duration, longest: Duration) -> Self {
        Self { first, longest, next: first }
    }

    /// The pause now; the next one is longer.
    pub(crate) fn longer(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(self.longest);
        pause
    }

    /// It went well: begin anew.
    pub(crate) fn reset(&mut self) {
        self.next = self.first;
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Pauses};

    #[test]
    fn pauses_double_up_to_their_bound_and_begin_anew_after_success() {
        let seconds = Duration::from_secs;
        let mut pauses = Pauses::new(seconds(1), seconds(5));
        let four: Vec<_> = (0..4).map(|_| pauses.longer()).collect();
        assert_eq!(four, [seconds(1), seconds(2), seconds(4), seconds(5)]);

        pauses.reset();
        assert_eq!(pauses.longer(), seconds(1));
    }
}
