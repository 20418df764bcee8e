//! What was promised about the webhook, and whether it was kept.
//!
//! Peers do less than we do: they answer before anything is durable. So the promises are ratios that
//! leave room for a commit. The latency at a fixed rate has a limit in milliseconds for a machine
//! whose commits are quick, and a multiple of a bare commit for any other.

use super::contestant::Contestant;
use crate::judgement::{Judgement, Verdict};

/// The latency may be this many times the 99th percentile of a bare commit by one client.
const COMMITS_ALLOWED: f64 = 4.0;
/// Milliseconds of the 99th percentile at the fixed rate.
const LATENCY: f64 = 20.0;
/// Resident megabytes.
const MEMORY: f64 = 60.0;

/// What was measured of our service, medians over the rounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ours {
    pub(crate) per_second: f64,
    /// At the fixed rate, in milliseconds.
    pub(crate) p99: f64,
    /// The largest of all rounds, in megabytes.
    pub(crate) resident: f64,
    /// Over all kills.
    pub(crate) lost: usize,
    /// Updates that were sent in the measured loops and not answered 200.
    pub(crate) failed: u64,
}

/// The least ratio of our acknowledgements to a peer's.
pub(crate) fn ratio(peer: Contestant) -> Option<f64> {
    match peer {
        Contestant::Ours => None,
        Contestant::Axum => Some(1.0 / 3.0),
        Contestant::Teloxide => Some(0.5),
        Contestant::Grammy => Some(1.3),
        Contestant::Aiogram => Some(7.6),
    }
}

/// Our acknowledgements per second beside a peer's; nothing for ourselves.
pub(crate) fn beside(ours: &Ours, peer: Contestant, per_second: Option<f64>) -> Option<Judgement> {
    let least = ratio(peer)?;
    let what = format!("acks/s, ours / {}", peer.name());
    let target = format!(">= {least:.2}");
    Some(match per_second.map(|per_second| ours.per_second / per_second) {
        Some(ratio) if ratio.is_finite() => {
            let (measured, verdict) = (format!("{ratio:.2}"), Verdict::of(ratio >= least));
            Judgement { what, measured, target, verdict }
        }
        Some(_) | None => {
            Judgement { what, measured: "-".into(), target, verdict: Verdict::NotMeasured }
        }
    })
}

/// The promises that need no peer; `commit` is the 99th percentile of a bare commit.
pub(crate) fn alone(ours: &Ours, commit: f64, rate: u32) -> Vec<Judgement> {
    let allowed = COMMITS_ALLOWED * commit;
    vec![
        Judgement::new(
            format!("p99 at {rate}/s, ms"),
            format!("{:.2}", ours.p99),
            format!("< {LATENCY:.0} or < {COMMITS_ALLOWED:.0} x commit p99 = {allowed:.1}"),
            ours.p99 < LATENCY || ours.p99 < allowed,
        ),
        Judgement::new(
            "resident memory, MB",
            format!("{:.1}", ours.resident),
            format!("< {MEMORY:.0}"),
            ours.resident < MEMORY,
        ),
        Judgement::new("lost by kills", ours.lost.to_string(), "0", ours.lost == 0),
        Judgement::new("not answered 200", ours.failed.to_string(), "0", ours.failed == 0),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Contestant, Ours, Verdict, alone, beside};

    const OURS: Ours = Ours { per_second: 1_000.0, p99: 19.9, resident: 59.9, lost: 0, failed: 0 };

    fn verdicts(ours: Ours, commit: f64) -> Vec<Verdict> {
        alone(&ours, commit, 500).iter().map(|judgement| judgement.verdict).collect()
    }

    #[test]
    fn each_peer_has_its_ratio() {
        let verdict = |peer, per_second| beside(&OURS, peer, Some(per_second)).unwrap().verdict;

        assert_eq!(verdict(Contestant::Axum, 3_000.0), Verdict::Met);
        assert_eq!(verdict(Contestant::Axum, 3_001.0), Verdict::Missed);
        assert_eq!(verdict(Contestant::Teloxide, 2_001.0), Verdict::Missed);
        assert_eq!(verdict(Contestant::Grammy, 770.0), Verdict::Missed);
        assert_eq!(verdict(Contestant::Aiogram, 131.0), Verdict::Met);
        assert_eq!(beside(&OURS, Contestant::Ours, Some(1.0)), None);
    }

    #[test]
    fn a_peer_that_was_skipped_is_neither_beaten_nor_missed() {
        let skipped = beside(&OURS, Contestant::Grammy, None).unwrap();
        let silent = beside(&OURS, Contestant::Grammy, Some(0.0)).unwrap();

        assert_eq!([skipped.verdict, silent.verdict], [Verdict::NotMeasured; 2]);
    }

    #[test]
    fn every_promise_can_be_missed_on_its_own() {
        assert_eq!(verdicts(OURS, 1.0), [Verdict::Met; 4]);
        let worse = [
            Ours { p99: 20.0, ..OURS },
            Ours { resident: 60.0, ..OURS },
            Ours { lost: 1, ..OURS },
            Ours { failed: 1, ..OURS },
        ];
        for (index, ours) in worse.into_iter().enumerate() {
            let mut expected = [Verdict::Met; 4];
            expected[index] = Verdict::Missed;
            assert_eq!(verdicts(ours, 1.0), expected);
        }
    }

    #[test]
    fn a_slow_disk_widens_the_latency_and_no_number_meets_nothing() {
        let (slow, never) = (Ours { p99: 39.0, ..OURS }, Ours { p99: f64::NAN, ..OURS });

        assert_eq!(verdicts(slow, 10.0)[0], Verdict::Met);
        assert_eq!(verdicts(slow, 9.0)[0], Verdict::Missed);
        assert_eq!(verdicts(never, 10.0)[0], Verdict::Missed);
    }
}
