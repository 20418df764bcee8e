//! The page, and what was promised about the books' speed.

use std::fmt::Write;

use anyhow::Result;

use super::{Plan, Rounds, Tally};
use crate::Page;
use crate::judgement::{self, Judgement};
use crate::load::histogram::Histogram;
use crate::samples::Samples;

/// Holds in a second, or their share of bare commits: either is enough.
const HOLDS: f64 = 800.0;
const SHARE: f64 = 0.25;

/// Writes the page.
pub(super) fn page(rounds: &Rounds, plan: Plan, settings: &str, findings: u64) -> Result<Page> {
    let Plan { clients, people, length, rounds: count } = plan;
    let mut text = format!(
        "ledger: {clients} clients, {people} people, {count} rounds of {} s each; medians\n\
         {settings}\n\n{:<16} {:>8} {:>15} {:>8} {:>8} {:>14}\n",
        length.as_secs(),
        "",
        "per s",
        "low-high",
        "p50 ms",
        "p99 ms",
        "of commits",
    );
    let commits = rates(&rounds.commits).p50();
    let lines = [
        ("bare commits", &rounds.commits),
        ("our holds", &rounds.holds),
        ("our captures", &rounds.captures),
        ("naive holds", &rounds.naive_holds),
        ("naive captures", &rounds.naive_captures),
    ];
    for (what, tallies) in lines {
        let rates = rates(tallies);
        let range = format!("{:.0}-{:.0}", rates.percentile(0.0), rates.max());
        let [p50, p99] = [0.50, 0.99].map(|share| percentile(tallies, share));
        let share = rates.p50() / commits;
        writeln!(
            text,
            "{what:<16} {:>8.0} {range:>15} {p50:>8.2} {p99:>8.2} {share:>14.2}",
            rates.p50()
        )?;
    }
    let met = judgement::table(&mut text, &judge(rounds, findings))?;
    Ok(Page { text, met })
}

fn judge(rounds: &Rounds, findings: u64) -> Vec<Judgement> {
    let (holds, commits) = (rates(&rounds.holds).p50(), rates(&rounds.commits).p50());
    vec![
        Judgement::new(
            "our holds per second",
            format!("{holds:.0}"),
            format!(">= {HOLDS:.0}, or {SHARE} of bare commits"),
            holds >= HOLDS || holds >= SHARE * commits,
        ),
        Judgement::none("invariants broken afterwards", findings),
    ]
}

fn rates(tallies: &[Tally]) -> Samples {
    tallies.iter().map(|tally| tally.per_second).collect()
}

/// Over all rounds, in milliseconds.
fn percentile(tallies: &[Tally], share: f64) -> f64 {
    let mut all = Histogram::default();
    for tally in tallies {
        all.add(&tally.latency);
    }
    all.percentile(share)
}

#[cfg(test)]
mod tests {
    use super::{Rounds, Tally, judge};
    use crate::judgement::Verdict;

    fn rounds(holds: f64, commits: f64) -> Rounds {
        let tally = |per_second| vec![Tally { per_second, ..Tally::default() }];
        Rounds { holds: tally(holds), commits: tally(commits), ..Rounds::default() }
    }

    #[test]
    fn many_holds_or_a_fair_share_of_commits_are_enough() {
        for (holds, commits, verdict) in [
            (800.0, 100_000.0, Verdict::Met),
            (100.0, 400.0, Verdict::Met),
            (799.0, 4_000.0, Verdict::Missed),
        ] {
            assert_eq!(judge(&rounds(holds, commits), 0)[0].verdict, verdict, "{holds}");
        }
    }

    #[test]
    fn a_broken_invariant_is_never_met() {
        assert_eq!(judge(&rounds(9_999.0, 1.0), 1)[1].verdict, Verdict::Missed);
    }
}
