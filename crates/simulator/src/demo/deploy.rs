//! A rolling deploy: for each instance that runs, a new one is started, and then the old one is stopped.
//!
//! ```text
//!   starting ── listens ──> stopping the next old one ── has ended ──> starting ... until none is left
//!       └── does not start: the deploy is given up, what runs goes on running
//! ```

use std::collections::VecDeque;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Deploy {
    old: VecDeque<usize>,
    all: usize,
    step: Step,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Starting,
    Stopping(usize),
}

/// What is to be done now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    Wait,
    Start,
    Stop(usize),
    Over,
}

impl Deploy {
    /// Replaces these; the first new one is being started.
    pub(super) fn of(old: impl IntoIterator<Item = usize>) -> Self {
        let old: VecDeque<usize> = old.into_iter().collect();
        Self { all: old.len(), old, step: Step::Starting }
    }

    /// A new one listens.
    pub(super) fn has_started(&mut self, runs: impl Fn(usize) -> bool) -> Next {
        if self.step != Step::Starting {
            return Next::Wait;
        }
        // Somebody may have ended it by other means.
        self.old.retain(|place| runs(*place));
        match self.old.pop_front() {
            Some(place) => {
                self.step = Step::Stopping(place);
                Next::Stop(place)
            }
            None => Next::Over,
        }
    }

    pub(super) fn glances(&mut self, runs: impl Fn(usize) -> bool) -> Next {
        match self.step {
            Step::Stopping(place) if !runs(place) => {
                self.old.retain(|place| runs(*place));
                if self.old.is_empty() {
                    return Next::Over;
                }
                self.step = Step::Starting;
                Next::Start
            }
            Step::Starting | Step::Stopping(_) => Next::Wait,
        }
    }

    /// How far it is, in words.
    pub(super) fn progress(&self) -> String {
        let number = self.all - self.old.len();
        match self.step {
            Step::Starting => format!("starting {} of {}", number + 1, self.all),
            Step::Stopping(_) => format!("stopping {number} of {}", self.all),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Deploy, Next};

    #[test]
    fn each_old_one_is_stopped_after_a_new_one_has_started() {
        let all = |_: usize| true;
        let mut deploy = Deploy::of([0, 1]);
        assert_eq!(deploy.progress(), "starting 1 of 2");

        assert_eq!(deploy.glances(all), Next::Wait);
        assert_eq!(deploy.has_started(all), Next::Stop(0));
        assert_eq!(deploy.glances(all), Next::Wait);
        assert_eq!(deploy.glances(|place| place != 0), Next::Start);
        assert_eq!(deploy.has_started(|place| place != 0), Next::Stop(1));
        assert_eq!(deploy.progress(), "stopping 2 of 2");
        assert_eq!(deploy.glances(|place| place > 1), Next::Over);
    }

    #[test]
    fn one_that_was_killed_meanwhile_is_not_stopped() {
        let mut deploy = Deploy::of([0, 1]);

        assert_eq!(deploy.has_started(|place| place != 0), Next::Stop(1));
        assert_eq!(deploy.glances(|place| place > 1), Next::Over);
    }
}
