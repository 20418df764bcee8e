//! The page, and what was promised about paying in.

use std::fmt::Write;
use std::time::Duration;

use anyhow::Result;

use super::{Measured, PEOPLE};
use crate::Page;
use crate::answering::RAISED;
use crate::judgement::{self, Judgement};
use crate::samples::Samples;

/// Payments in a second, or their share of bare commits: either is enough.
const CREDITS: f64 = 300.0;
const SHARE: f64 = 0.10;

/// A list of a hundred thousand from nothing, and a look without news.
const FIRST: Duration = Duration::from_secs(120);
const IDLE: Duration = Duration::from_secs(1);

/// How much was measured.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) payments: u32,
    pub(super) rounds: u32,
    pub(super) transactions: u32,
}

/// Writes the page.
pub(super) fn page(measured: &Measured, plan: Plan, settings: &str) -> Result<Page> {
    let Plan { payments, rounds, transactions } = plan;
    let mut text = format!(
        "pay: {rounds} rounds of {payments} payments of {PEOPLE} people, 16 clients of bare commits; medians\n\
         {settings}\n{RAISED}\n\n{:<16} {:>8} {:>15} {:>14}\n",
        "", "per s", "low-high", "of commits",
    );
    let commits = rates(&measured.commits).p50();
    for (what, all) in [("bare commits", &measured.commits), ("credited", &measured.credits)] {
        let rates = rates(all);
        let range = format!("{:.0}-{:.0}", rates.percentile(0.0), rates.max());
        let share = rates.p50() / commits;
        writeln!(text, "{what:<16} {:>8.0} {range:>15} {share:>14.2}", rates.p50())?;
    }
    let idle: Samples = measured.idle.iter().map(Duration::as_secs_f64).collect();
    writeln!(
        text,
        "\n{transactions} transactions from nothing: {:.1} s, {} of them credited by it\n\
         without news: {:.0} ms, {:.0} ms at most",
        measured.first.as_secs_f64(),
        measured.learned,
        idle.p50() * 1_000.0,
        idle.max() * 1_000.0,
    )?;
    let met = judgement::table(&mut text, &judge(measured))?;
    Ok(Page { text, met })
}

fn judge(measured: &Measured) -> Vec<Judgement> {
    let (credits, commits) = (rates(&measured.credits).p50(), rates(&measured.commits).p50());
    let slowest = measured.idle.iter().max().copied().unwrap_or(Duration::MAX);
    vec![
        Judgement::new(
            "payments credited per second",
            format!("{credits:.0}"),
            format!(">= {CREDITS:.0}, or {SHARE} of bare commits"),
            credits >= CREDITS || credits >= SHARE * commits,
        ),
        Judgement::new(
            "a list from nothing, s",
            format!("{:.1}", measured.first.as_secs_f64()),
            format!("< {}", FIRST.as_secs()),
            measured.first < FIRST,
        ),
        Judgement::new(
            "a look without news, ms",
            format!("{}", slowest.as_millis()),
            format!("< {}", IDLE.as_millis()),
            slowest < IDLE,
        ),
        Judgement::none("invariants broken, or differences", measured.findings),
    ]
}

fn rates(all: &[f64]) -> Samples {
    all.iter().copied().collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Measured, judge};
    use crate::judgement::Verdict;

    #[test]
    fn each_promise_is_judged_by_itself() {
        let well = || Measured {
            commits: vec![10_000.0],
            credits: vec![301.0],
            first: Duration::from_secs(119),
            learned: 1,
            idle: vec![Duration::from_millis(999)],
            findings: 0,
        };
        let missed = |measured: &Measured| {
            let missed = judge(measured).into_iter().filter(|one| one.verdict == Verdict::Missed);
            missed.count()
        };

        assert_eq!(missed(&well()), 0);
        assert_eq!(missed(&Measured { credits: vec![99.0], ..well() }), 1);
        assert_eq!(missed(&Measured { first: Duration::from_secs(120), ..well() }), 1);
        assert_eq!(missed(&Measured { idle: vec![Duration::from_secs(1)], ..well() }), 1);
        assert_eq!(missed(&Measured { findings: 1, ..well() }), 1);
    }
}
