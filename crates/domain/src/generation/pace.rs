//! How long a generation may take, how often KIE is asked, and when a model is closed.
//!
//! ```text
//!   age of a task      picture   sound   video
//!   young                3 s      5 s     10 s
//!   older than usual     5 s     10 s     20 s
//!   past its deadline   60 s, until KIE says what became of it
//! ```
//!
//! The deadline is when the person has waited enough, not when the result is given up: only KIE can
//! say that there is none.

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

/// How long one may take before it is asked for the last time.
pub fn deadline(model: &Model) -> Duration {
    let least = match model.output {
        Output::Image | Output::Text => Duration::from_secs(10 * 60),
        Output::Audio => Duration::from_secs(20 * 60),
        Output::Video => Duration::from_secs(60 * 60),
    };
    least.max(Duration::from_secs(u64::from(model.usual_seconds) * 5))
}

/// The pause before KIE is asked again about a task of this age.
pub fn look_pause(model: &Model, age: Duration) -> Duration {
    let (young, older) = match model.output {
        Output::Image | Output::Text => (3, 5),
        Output::Audio => (5, 10),
        Output::Video => (10, 20),
    };
    let seconds = if age > deadline(model) {
        60
    } else if age > Duration::from_secs(u64::from(model.usual_seconds)) {
        older
    } else {
        young
    };
    Duration::from_secs(seconds)
}

/// How long a model is closed after so many failures in a row; not at all after a few.
pub fn closed_for(failures: u32) -> Option<Duration> {
    const TOLERATED: u32 = 4;
    const FIRST: Duration = Duration::from_secs(2 * 60);
    const LONGEST: Duration = Duration::from_secs(60 * 60);
    let beyond = failures.checked_sub(TOLERATED + 1)?;
    Some((FIRST * 2_u32.pow(beyond.min(10))).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::{Duration, Output, closed_for, deadline, look_pause};
    use crate::catalogue::Catalogue;

    #[test]
    fn looks_become_rarer_and_never_stop() {
        let catalogue = Catalogue::built_in().unwrap();
        for model in catalogue.models() {
            let deadline = deadline(model);
            let ages = [Duration::ZERO, deadline - Duration::from_secs(1), deadline * 2];
            let pauses = ages.map(|age| look_pause(model, age));

            assert!(pauses[0] <= pauses[1] && pauses[1] < pauses[2], "{} {pauses:?}", model.key);
            assert_eq!(pauses[2], Duration::from_secs(60));
            if model.output == Output::Video {
                assert!(deadline >= Duration::from_secs(3600));
            }
        }
    }

    #[test]
    fn a_model_is_closed_for_longer_and_longer_up_to_an_hour() {
        assert_eq!(closed_for(4), None);
        assert_eq!(closed_for(5), Some(Duration::from_secs(120)));
        assert_eq!(closed_for(6), Some(Duration::from_secs(240)));
        assert_eq!(closed_for(1_000), Some(Duration::from_secs(3600)));
    }
}
