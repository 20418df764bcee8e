//! How a fake KIE is set up: who it is, how fast, how strict about its limits.
//!
//! The defaults are what is known of the real one. A test that is about something else lifts the
//! limits and lets tasks end at once.

use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    /// A task has ended when its creation is answered; pauses of callbacks are a hundredth.
    Immediate,
    /// As long as the real ones: drawn per kind, and measured by the fake's clock.
    #[default]
    Real,
    /// The same, so many times shorter.
    Scaled(u32),
    /// A task ends when the test says so; pauses of callbacks are a hundredth.
    Held,
}

impl Pace {
    /// What a real length of time lasts here.
    pub(crate) fn of(self, real: Duration) -> Duration {
        match self {
            Self::Immediate | Self::Held => Duration::ZERO,
            Self::Real => real,
            Self::Scaled(times) => real / times.max(1),
        }
    }

    /// What a pause between two tries of a callback lasts here: never nothing.
    pub(crate) fn pause(self, real: Duration) -> Duration {
        match self {
            Self::Immediate | Self::Held => real / 100,
            Self::Real | Self::Scaled(_) => self.of(real),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub creates_per_ten_seconds: Option<u32>,
    pub reads_per_second: Option<u32>,
}

impl Limits {
    pub fn lifted() -> Self {
        Self { creates_per_ten_seconds: None, reads_per_second: None }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { creates_per_ten_seconds: Some(20), reads_per_second: Some(10) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Callbacks {
    pub delivered: bool,
    /// Of a thousand, so many come twice.
    pub twice: u32,
    /// Of a thousand pieces of music, so many are complete before their first track is told.
    pub disordered: u32,
}

impl Default for Callbacks {
    fn default() -> Self {
        Self { delivered: true, twice: 100, disordered: 0 }
    }
}

#[derive(Debug, Clone)]
pub struct Settings {
    pub port: u16,
    pub key: String,
    pub seed: u64,
    /// What the account holds at the beginning, in millionths of a credit.
    pub credits: i64,
    pub pace: Pace,
    /// Signs callbacks, where there is one.
    pub hmac_key: Option<String>,
    pub limits: Limits,
    pub callbacks: Callbacks,
    /// Whether the code of an answer is also its HTTP status; the real one mostly says 200.
    pub real_statuses: bool,
    /// Whether results are for people to look at; those of tests are small and have the prompt inside.
    pub is_fine: bool,
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            port: 0,
            key: "kie-key-of-the-world".to_owned(),
            seed: 42,
            credits: 1_000_000 * super::ledger::CREDIT,
            pace: Pace::default(),
            hmac_key: None,
            limits: Limits::default(),
            callbacks: Callbacks::default(),
            real_statuses: false,
            is_fine: false,
            patience: testbed::SOON,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Pace};

    #[test]
    fn a_pace_says_what_a_minute_lasts() {
        let minute = Duration::from_secs(60);

        assert_eq!(Pace::Real.of(minute), minute);
        assert_eq!(Pace::Scaled(10).of(minute), Duration::from_secs(6));
        assert_eq!(Pace::Scaled(0).of(minute), minute);
        assert_eq!(Pace::Immediate.of(minute), Duration::ZERO);
        assert_eq!(Pace::Held.pause(minute), Duration::from_millis(600));
    }
}
