//! What was promised, and what a slow machine is allowed instead.
//!
//! A target in milliseconds is for a machine whose commits are quick. On a slower one it is five
//! times the 99th percentile of a bare commit: a hand-over is a few commits and round trips long.
//! A target that was met only this way says so.

use super::terms::Cause;
use crate::samples::Samples;

/// A target may be this many times the 99th percentile of a bare commit.
pub(crate) const COMMITS_ALLOWED: f64 = 5.0;
/// Milliseconds that the end of a frozen leader may take beyond the stale time.
const FROZEN_ALLOWED: f64 = 1_000.0;

/// The verdict of a target that was not met.
pub(crate) const MISSED: &str = "NO";

/// What a cause must keep to, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Target {
    Percentiles { p50: f64, p95: f64 },
    Always(f64),
}

impl Target {
    /// The promise, and what the machine allows if that is more.
    pub(crate) fn of(cause: Cause, bare_p99: f64, stale: f64) -> Self {
        let or_the_machines = |promise: f64| promise.max(COMMITS_ALLOWED * bare_p99);
        let percentiles =
            |p50, p95| Self::Percentiles { p50: or_the_machines(p50), p95: or_the_machines(p95) };
        match cause {
            Cause::Term => percentiles(25.0, 50.0),
            Cause::Kill => percentiles(30.0, 100.0),
            Cause::Stop => Self::Always(stale + FROZEN_ALLOWED),
        }
    }

    fn met_by(self, samples: &Samples) -> bool {
        match self {
            Self::Percentiles { p50, p95 } => samples.p50() <= p50 && samples.p95() <= p95,
            Self::Always(limit) => samples.max() <= limit,
        }
    }

    pub(crate) fn shown(self) -> String {
        match self {
            Self::Percentiles { p50, p95 } => format!("p50 <= {p50:.1}, p95 <= {p95:.1}"),
            Self::Always(limit) => format!("all <= {limit:.1}"),
        }
    }
}

/// Whether the promise itself was kept, or only what this machine allows.
pub(crate) fn verdict(target: Target, promise: Target, samples: &Samples) -> &'static str {
    match (target.met_by(samples), promise.met_by(samples)) {
        (_, true) => "yes",
        (true, false) => "yes, by 5 x p99 only",
        (false, false) => MISSED,
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, Samples, Target, verdict};

    #[test]
    fn a_slow_machine_widens_the_percentiles_but_not_the_end_of_a_frozen_leader() {
        let quick = Target::of(Cause::Term, 2.0, 8_000.0);
        let slow = Target::of(Cause::Term, 8.0, 8_000.0);

        assert_eq!(quick, Target::Percentiles { p50: 25.0, p95: 50.0 });
        assert_eq!(slow, Target::Percentiles { p50: 40.0, p95: 50.0 });
        assert_eq!(Target::of(Cause::Stop, 9_999.0, 8_000.0), Target::Always(9_000.0));
    }

    #[test]
    fn a_target_met_only_because_the_machine_is_slow_says_so() {
        let promise = Target::Percentiles { p50: 25.0, p95: 50.0 };
        let widened = Target::Percentiles { p50: 40.0, p95: 50.0 };
        let said = |value: f64| verdict(widened, promise, &[value].into_iter().collect());

        assert_eq!([said(25.0), said(40.0), said(41.0)], ["yes", "yes, by 5 x p99 only", "NO"]);
    }

    #[test]
    fn a_target_is_missed_by_either_percentile_and_without_samples() {
        let target = Target::Percentiles { p50: 25.0, p95: 50.0 };
        let samples = |values: &[f64]| values.iter().copied().collect::<Samples>();

        assert!(target.met_by(&samples(&[10.0, 25.0, 50.0])));
        assert!(!target.met_by(&samples(&[26.0, 26.0, 26.0])));
        assert!(!target.met_by(&samples(&[10.0, 20.0, 51.0])));
        assert!(!target.met_by(&Samples::default()));
    }
}
