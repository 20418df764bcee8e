//! The limits of requests: so many within a sliding stretch of time, and none of the rest is queued.

use std::collections::VecDeque;
use std::time::Duration;

/// The moments of the requests that still count.
#[derive(Debug)]
pub(crate) struct Window {
    most: Option<u32>,
    length: Duration,
    taken: VecDeque<Duration>,
}

impl Window {
    pub(crate) fn of(most: Option<u32>, length: Duration) -> Self {
        Self { most, length, taken: VecDeque::new() }
    }

    /// Takes one more, or says how long it would have to wait.
    pub(crate) fn take(&mut self, now: Duration) -> Result<(), Duration> {
        let Some(most) = self.most else {
            return Ok(());
        };
        while self.taken.front().is_some_and(|first| now.saturating_sub(*first) >= self.length) {
            self.taken.pop_front();
        }
        match self.taken.front() {
            Some(first) if self.taken.len() >= usize::try_from(most).unwrap_or(usize::MAX) => {
                Err((*first + self.length).saturating_sub(now))
            }
            None if most == 0 => Err(self.length),
            _ => {
                self.taken.push_back(now);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Window};

    #[test]
    fn twenty_pass_in_ten_seconds_and_the_next_when_the_first_is_old() {
        let at = Duration::from_millis;
        let mut window = Window::of(Some(20), Duration::from_secs(10));

        assert!((0..20).all(|number| window.take(at(number * 100)).is_ok()));
        assert_eq!(window.take(at(4_000)), Err(at(6_000)));
        assert_eq!(window.take(at(10_000)), Ok(()));
        assert_eq!(window.take(at(10_000)), Err(at(100)));
    }

    #[test]
    fn a_lifted_window_lets_everything_pass_and_keeps_nothing() {
        let mut window = Window::of(None, Duration::from_secs(1));

        assert!((0..1000).all(|_| window.take(Duration::ZERO).is_ok()));
        assert!(window.taken.is_empty());
    }
}
