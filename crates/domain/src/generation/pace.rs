//! How long a generation may take, and how often KIE is asked.
//!
//! ```text
//!   age of a task      picture   sound   video
//!   young                3 s      5 s     10 s
//!   older than usual     5 s     10 s     20 s
//!   past its deadline   60 s, until KIE says what became of it
//! ```
//!
//! The deadline runs from when KIE took the order: it is when the person has waited enough, not when the result is
//! given up: only KIE can say that there is none.

use std::time::Duration;

use crate::catalogue::{Model, Output};

/// How long finished generations of a model took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Half of them took at most so many seconds.
    pub usual: u32,
    /// Nine of ten took at most so many seconds.
    pub slow: u32,
}

/// What is known beforehand of how long a task takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tempo {
    /// What comes out.
    pub output: Output,
    /// What the catalogue says it usually takes; none for a model that the catalogue does not know.
    pub usual_seconds: Option<u32>,
}

impl Tempo {
    /// The tempo of a model.
    pub fn of(model: &Model) -> Self {
        Self { output: model.output, usual_seconds: Some(model.usual_seconds) }
    }

    /// How long a task may take from when KIE took it until the money goes back.
    ///
    /// Generous: KIE charges for what comes late, and nobody pays for it then.
    pub fn deadline(self) -> Duration {
        let least = match self.output {
            Output::Image | Output::Text | Output::Audio => Duration::from_secs(30 * 60),
            Output::Video => Duration::from_secs(60 * 60),
        };
        least.max(Duration::from_secs(u64::from(self.usual_seconds.unwrap_or_default()) * 5))
    }

    /// How long an order may wait until KIE takes it; then the money goes back.
    pub fn wait(self) -> Duration {
        self.deadline()
    }

    /// The pause before KIE is asked again about a task of this age.
    pub fn look_pause(self, age: Duration) -> Duration {
        let (young, older) = match self.output {
            Output::Image | Output::Text => (3, 5),
            Output::Audio => (5, 10),
            Output::Video => (10, 20),
        };
        let usual = Duration::from_secs(u64::from(self.usual_seconds.unwrap_or_default()));
        let seconds = if age > self.deadline() {
            60
        } else if age > usual {
            older
        } else {
            young
        };
        Duration::from_secs(seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Output, Tempo};
    use crate::catalogue::Catalogue;

    #[test]
    fn looks_become_rarer_and_never_stop() {
        let catalogue = Catalogue::built_in().unwrap();
        for model in catalogue.models() {
            let tempo = Tempo::of(model);
            let deadline = tempo.deadline();
            let ages = [Duration::ZERO, deadline - Duration::from_secs(1), deadline * 2];
            let pauses = ages.map(|age| tempo.look_pause(age));

            assert!(pauses[0] <= pauses[1] && pauses[1] < pauses[2], "{} {pauses:?}", model.key);
            assert_eq!(pauses[2], Duration::from_secs(60));
            let least = if model.output == Output::Video { 60 } else { 30 };
            assert!(deadline >= Duration::from_secs(least * 60), "{}", model.key);
        }
    }

    #[test]
    fn a_task_of_a_model_that_nobody_knows_is_looked_at_all_the_same() {
        let tempo = Tempo { output: Output::Video, usual_seconds: None };

        assert_eq!(tempo.deadline(), Duration::from_secs(3600));
        assert_eq!(tempo.look_pause(Duration::from_secs(1)), Duration::from_secs(20));
        assert_eq!(tempo.look_pause(Duration::from_secs(3601)), Duration::from_secs(60));
    }
}
