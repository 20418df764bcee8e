//! Tasks: what was asked for, how far it is, and how it ends.
//!
//! ```text
//!   waiting ──> queuing ──> generating ──> success | fail
//!      └───────── many skip the middle ──────^
//! ```
//!
//! A task is decided when it is made: when it ends and how. What a record shows is worked out from
//! the time. An end never changes.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::{Output, Route, Tempo};
use testbed::draws::Draws;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Waiting,
    Queuing,
    Generating,
    Success,
    Fail,
}

impl State {
    pub fn is_final(self) -> bool {
        matches!(self, Self::Success | Self::Fail)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Task {
    pub id: String,
    pub model: String,
    pub route: Route,
    pub input: Value,
    pub callback: Option<String>,
    pub state: State,
    /// What it costs, in millionths of a credit; nothing when it failed, as a rule.
    pub charged: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Success,
    /// A success with nothing in it.
    Empty,
    Fails {
        code: String,
        message: String,
    },
}

impl Verdict {
    /// A failure with the words that usually go with its code.
    pub(crate) fn code(code: i64) -> Self {
        let message = match code {
            400 => "Your prompt was flagged as violating content policies.",
            408 => {
                "Upstream is currently experiencing service issues. No result for over 10 minutes."
            }
            422 => "The image could not be read.",
            501 => "Generation failed.",
            _ => "Internal Error, Please try again later.",
        };
        Self::Fails { code: code.to_string(), message: message.to_owned() }
    }
}

#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) model: String,
    pub(crate) route: Route,
    pub(crate) gives: Output,
    pub(crate) input: Value,
    pub(crate) callback: Option<String>,
    pub(crate) prompt: String,
    /// How long its track is, in seconds.
    pub(crate) long: f64,
    /// How many results it gives, and how large they are, if that was asked for.
    pub(crate) results: usize,
    pub(crate) size: Option<u64>,
    pub(crate) held: i64,
    pub(crate) charged_anyway: bool,
    pub(crate) made: Duration,
    /// When it was made, as a date in milliseconds.
    pub(crate) made_ms: u64,
    /// From when on its record can be read.
    pub(crate) visible: Duration,
    /// `None` until somebody ends it.
    pub(crate) ends: Option<Duration>,
    pub(crate) planned: Verdict,
    pub(crate) ended: Option<(Duration, Verdict)>,
    /// A number of its own, for whatever differs from task to task.
    pub(crate) whim: u64,
    pub(crate) seen: bool,
    /// Somebody has ended it before its time.
    pub(crate) forced: CancellationToken,
}

impl Job {
    pub(crate) fn state(&self, now: Duration) -> State {
        match &self.ended {
            Some((_, Verdict::Fails { .. })) => State::Fail,
            Some(_) => State::Success,
            None if self.whim.is_multiple_of(2) => State::Waiting,
            None => match self.thousandths(now) {
                0..100 => State::Waiting,
                100..250 => State::Queuing,
                _ => State::Generating,
            },
        }
    }

    /// How much of its time has passed; nothing of a time without an end.
    pub(crate) fn thousandths(&self, now: Duration) -> u128 {
        let passed = now.saturating_sub(self.made).as_millis();
        match self.ends.map(|ends| ends.saturating_sub(self.made).as_millis()) {
            Some(0) => 1000,
            Some(all) => (passed * 1000 / all).min(1000),
            None => (passed / 100).min(500),
        }
    }

    pub(crate) fn ended_ms(&self) -> Option<u64> {
        let (at, _) = self.ended.as_ref()?;
        let took = u64::try_from(at.saturating_sub(self.made).as_millis()).unwrap_or_default();
        Some(self.made_ms + took)
    }

    /// A number below a thousand of its own for each question. Not drawn when it is asked for: tasks
    /// speak in any order, and that must not change what is drawn for others.
    pub(crate) fn lot(&self, question: u64) -> u32 {
        let number = Draws::seeded(self.whim.wrapping_add(question)).below(1000);
        u32::try_from(number).unwrap_or_default()
    }

    pub(crate) fn charged(&self) -> i64 {
        let is_failed = matches!(self.ended, Some((_, Verdict::Fails { .. })));
        if is_failed && !self.charged_anyway { 0 } else { self.held }
    }

    pub(crate) fn shown(&self, now: Duration) -> Task {
        Task {
            id: self.id.clone(),
            model: self.model.clone(),
            route: self.route,
            input: self.input.clone(),
            callback: self.callback.clone(),
            state: self.state(now),
            charged: self.charged(),
        }
    }
}

/// How long a real task takes: log-normal, by the median and the value that one of twenty exceeds.
pub(crate) fn latency(tempo: Tempo, draws: &mut Draws) -> Duration {
    let (median, late, tail) = match tempo {
        Tempo::Image => (20.0_f64, 120.0_f64, 300.0_f64),
        Tempo::Speech => (15.0, 120.0, 300.0),
        Tempo::Music => (45.0, 120.0, 300.0),
        Tempo::Video => (120.0, 480.0, 900.0),
        Tempo::Upscale => (15.0, 60.0, 120.0),
    };
    // Twelve even numbers make a normal one; 1.645 deviations are the ninety-fifth of a hundred.
    let sum: f64 = (0..12).map(|_| f64::from(u32::try_from(draws.below(1001)).unwrap_or(0))).sum();
    let normal = sum / 1000.0 - 6.0;
    let deviation = (late / median).ln() / 1.645;
    Duration::from_secs_f64((median * (deviation * normal).exp()).clamp(1.0, tail))
}

#[cfg(test)]
mod tests {
    use super::{Draws, Duration, Tempo, latency};

    #[test]
    fn latencies_have_the_median_and_the_tail_of_their_kind() {
        let mut draws = Draws::seeded(3);
        let mut seconds: Vec<_> =
            (0..2000).map(|_| latency(Tempo::Video, &mut draws).as_secs()).collect();
        seconds.sort_unstable();

        assert!((105..135).contains(&seconds[1000]), "median {}", seconds[1000]);
        assert!((400..560).contains(&seconds[1900]), "ninety-fifth {}", seconds[1900]);
        assert!(seconds[1999] <= 900);
    }

    #[test]
    fn latencies_repeat_with_their_seed() {
        let run = || latency(Tempo::Image, &mut Draws::seeded(9));

        assert_eq!(run(), run());
        assert!(run() >= Duration::from_secs(1));
    }
}
