//! The way it was done before, computed: a follower that tries the lock and then waits.
//!
//! The original tried the lock once, then again after 10 s, each wait 1.5 times the last, at most
//! 60 s. The lock becomes free at a moment that has nothing to do with the follower's waits, so
//! within the wait `w` that it falls into it is uniform, and nobody leads for the rest of that wait:
//!
//! ```text
//!   leaderless ~ uniform(0, w)      mean = w / 2      p-quantile = p * w
//! ```
//!
//! Everything else (noticing the end, the activation) is left out, in favour of the original.

/// Seconds of the first wait, of a follower that has just come.
pub(crate) const FRESH: f64 = 10.0;
/// How much longer each wait is than the last.
const GROWTH: f64 = 1.5;
/// Seconds of the longest wait: that of a follower which has been there for a while.
pub(crate) const SETTLED: f64 = 60.0;

/// The mean of the leaderless time, in the unit of the wait.
pub(crate) fn mean(wait: f64) -> f64 {
    wait / 2.0
}

/// The 95th percentile of the leaderless time, in the unit of the wait.
pub(crate) fn p95(wait: f64) -> f64 {
    0.95 * wait
}

/// Seconds from a follower's first try until its waits have their full length.
pub(crate) fn settles_after() -> f64 {
    let waits = std::iter::successors(Some(FRESH), |wait| Some(wait * GROWTH));
    waits.take_while(|wait| *wait < SETTLED).sum()
}

#[cfg(test)]
mod tests {
    use super::{FRESH, SETTLED, mean, p95, settles_after};
    use crate::samples::Samples;

    #[test]
    fn a_fresh_follower_leaves_five_seconds_and_a_settled_one_thirty_on_average() {
        assert_eq!([mean(FRESH), mean(SETTLED)], [5.0, 30.0]);
        assert_eq!([p95(FRESH), p95(SETTLED)], [9.5, 57.0]);
    }

    #[test]
    fn the_formulas_agree_with_releases_spread_evenly_over_a_wait() {
        let rest: Samples = (0..10_000).map(|step| SETTLED * f64::from(step) / 10_000.0).collect();

        assert!((rest.mean() - mean(SETTLED)).abs() < 0.01, "{}", rest.mean());
        assert!((rest.p95() - p95(SETTLED)).abs() < 0.01, "{}", rest.p95());
    }

    #[test]
    fn the_waits_have_their_full_length_after_two_minutes() {
        // 10 + 15 + 22.5 + 33.75 + 50.625
        assert!((settles_after() - 131.875).abs() < 1e-9);
    }
}
