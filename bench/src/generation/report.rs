//! The page, and what was promised about the speed of generations.

use std::fmt::Write;

use anyhow::Result;

use super::arena::READS;
use super::{Measured, Plan};
use crate::Page;
use crate::judgement::{self, Judgement};
use crate::load::histogram::Histogram;
use crate::samples::Samples;

/// Cycles in a second, or their share of bare commits: either is enough.
const CYCLES: f64 = 150.0;
const SHARE: f64 = 0.04;
/// Of resident memory with all those orders running.
const MEGABYTES: f64 = 150.0;

/// Writes the page.
pub(super) fn page(measured: &Measured, plan: Plan, settings: &str) -> Result<Page> {
    let Plan { clients, people, rounds, .. } = plan;
    let mut text = format!(
        "generation: from the tap to the picture; {clients} clients, {people} people, medians of \
         {rounds} rounds\n\
         {settings}\n\
         limits: raised out of the way, but for {READS} questions/s to KIE about what is running\n\n\
         {:<16} {:>8} {:>15} {:>8} {:>8} {:>14}\n",
        "", "per s", "low-high", "p50 ms", "p99 ms", "of commits",
    );
    let (cycles, commits) = (cycles(measured), commits(measured));
    let mut latency = Histogram::default();
    measured.cycles.iter().for_each(|one| latency.add(&one.latency));
    writeln!(
        text,
        "{:<16} {:>8.0} {:>15} {:>8} {:>8} {:>14.3}",
        "bare commits",
        commits.p50(),
        range(&commits),
        "",
        "",
        1.0
    )?;
    writeln!(
        text,
        "{:<16} {:>8.0} {:>15} {:>8.2} {:>8.2} {:>14.3}",
        "cycles",
        cycles.p50(),
        range(&cycles),
        latency.p50(),
        latency.p99(),
        cycles.p50() / commits.p50()
    )?;
    let met = judgement::table(&mut text, &judge(measured))?;
    Ok(Page { text, met })
}

fn judge(measured: &Measured) -> Vec<Judgement> {
    let (cycles, commits) = (cycles(measured).p50(), commits(measured).p50());
    let waiting = &measured.waiting;
    let allowed = u64::from(READS) * waiting.seconds;
    let (running, seconds, memory) = (waiting.running, waiting.seconds, waiting.memory);
    vec![
        Judgement::new(
            "cycles per second",
            format!("{cycles:.0}"),
            format!(">= {CYCLES:.0}, or {SHARE} of bare commits"),
            cycles >= CYCLES || cycles >= SHARE * commits,
        ),
        Judgement::none(
            "orders without a picture",
            measured.cycles.iter().map(|one| one.missing).sum(),
        ),
        Judgement::none("pictures that came twice", measured.twice),
        Judgement::none("invariants broken afterwards", measured.findings),
        Judgement::new(
            format!("questions in {seconds} s, {running} running"),
            waiting.questions.to_string(),
            format!("1 to {allowed}"),
            (1..=allowed).contains(&waiting.questions),
        ),
        Judgement::new(
            "memory with these running, MB",
            format!("{memory:.0}"),
            format!("< {MEGABYTES:.0}"),
            memory < MEGABYTES,
        ),
    ]
}

fn cycles(measured: &Measured) -> Samples {
    measured.cycles.iter().map(|one| one.per_second).collect()
}

fn commits(measured: &Measured) -> Samples {
    measured.commits.iter().copied().collect()
}

fn range(rates: &Samples) -> String {
    format!("{:.0}-{:.0}", rates.percentile(0.0), rates.max())
}

#[cfg(test)]
mod tests {
    use super::super::cycles::Cycles;
    use super::super::waiting::Waiting;
    use super::{Measured, judge};
    use crate::judgement::Verdict;

    fn measured(per_second: f64, commits: f64, waiting: Waiting) -> Measured {
        let cycles = vec![Cycles { per_second, ..Cycles::default() }];
        Measured { cycles, commits: vec![commits], waiting, ..Measured::default() }
    }

    #[test]
    fn many_cycles_or_a_fair_share_of_commits_are_enough() {
        for (cycles, commits, verdict) in [
            (150.0, 100_000.0, Verdict::Met),
            (40.0, 1_000.0, Verdict::Met),
            (149.0, 4_000.0, Verdict::Missed),
        ] {
            let judged = judge(&measured(cycles, commits, Waiting::default()));
            assert_eq!(judged[0].verdict, verdict, "{cycles}");
        }
    }

    #[test]
    fn too_many_questions_none_at_all_and_too_much_memory_miss() {
        for (questions, memory, verdicts) in [
            (100, 149.0, [Verdict::Met, Verdict::Met]),
            (101, 150.0, [Verdict::Missed, Verdict::Missed]),
            (0, f64::NAN, [Verdict::Missed, Verdict::Missed]),
        ] {
            let waiting = Waiting { running: 1_000, questions, seconds: 10, memory };
            let judged = judge(&measured(1.0, 1.0, waiting));
            assert_eq!([judged[4].verdict, judged[5].verdict], verdicts, "{questions}");
        }
    }
}
