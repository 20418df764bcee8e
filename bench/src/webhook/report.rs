//! The page: every contestant in one table, the promises beside them, and the limits.
//!
//! Numbers are medians over the rounds, with the lowest and the highest where there is room. Who
//! was skipped has a line as well, with the reason.

use std::fmt::Write;

use anyhow::Result;

use super::Plan;
use super::arena::{Arena, Entry, RATE, Round};
use super::contestant::Contestant;
use super::target::{self, Ours};
use crate::Page;
use crate::commits::CLIENTS;
use crate::judgement::{self, Judgement};
use crate::load::CONNECTIONS;
use crate::load::histogram::Histogram;
use crate::machine;
use crate::samples::Samples;

/// Of the table, with the columns of its lines.
const HEADER: &str = concat!(
    "server       acks/s        low-high     p50     p99      @p5",
    "0    @p99    @max  bad   RSS MB   peak   lost by kills"
);

/// Writes the page.
pub(crate) async fn page(
    arena: &Arena,
    entries: &[Entry],
    plan: &Plan,
    state: &str,
) -> Result<Page> {
    let mut text = settings(arena, plan, state).await?;
    table(&mut text, entries)?;
    let commit = commits(&mut text, arena)?;
    generator(&mut text, entries)?;
    let judgements = judge(entries, commit);
    let kept = judgement::table(&mut text, &judgements)?;
    let unmeasured = |entry: &Entry| entry.contestant == Contestant::Ours && !measured(entry);
    Ok(Page { text, met: kept && !entries.iter().any(unmeasured) })
}

async fn settings(arena: &Arena, plan: &Plan, state: &str) -> Result<String> {
    let server = machine::postgres(&arena.client).await?;
    let (rounds, seconds, seed) = (plan.rounds, plan.length.as_secs(), plan.seed);
    Ok(format!(
        "webhook: updates answered 200; medians of {rounds} interleaved rounds, latency in ms\n\
         machine: {state}; {server}\n\
         load: {CONNECTIONS} keep-alive connections; {seconds} s at {RATE}/s from the intended time, \
         then {seconds} s closed loop; seed {seed}\n\
         only ours is durable when it answers; the handlers of the peers do nothing, but in the\n\
         rounds with a kill -9 they work for 50 ms and then write the update down\n"
    ))
}

fn table(text: &mut String, entries: &[Entry]) -> Result<()> {
    writeln!(text, "\n{HEADER}")?;
    for entry in entries.iter().filter(|entry| measured(entry)) {
        let of = |part: fn(&Round) -> f64| entry.rounds.iter().map(part).collect::<Samples>();
        let acks = of(|round| round.closed.per_second());
        let spread = format!("{:.0}-{:.0}", acks.percentile(0.0), acks.max());
        let (lost, acked) = kills(entry);
        writeln!(
            text,
            "{:<10} {:>8.0} {spread:>15} {:>7.2} {:>7.2}   {:>7.2} {:>7.2} {:>7.2} {:>4}   \
             {:>6.1} {:>6.1}   {lost} of {acked}",
            entry.contestant.name(),
            acks.p50(),
            of(|round| round.closed.tally.latency.p50()).p50(),
            of(|round| round.closed.tally.latency.p99()).p50(),
            of(|round| round.open.tally.latency.p50()).p50(),
            of(|round| round.open.tally.latency.p99()).p50(),
            of(|round| round.open.tally.latency.max()).max(),
            failed(entry),
            of(|round| round.memory.resident).max(),
            of(|round| round.memory.peak).max(),
        )?;
    }
    let out: Vec<_> = entries.iter().filter_map(|e| Some((e, e.launch.as_ref().err()?))).collect();
    for (entry, reason) in &out {
        let (name, after) = (entry.contestant.name(), entry.rounds.len());
        writeln!(text, "{name:<10} skipped after {after} rounds: {}", in_a_line(reason))?;
    }
    writeln!(text, "@ at {RATE}/s; bad: not answered 200; {} skipped", out.len())?;
    Ok(())
}

/// Writes the bare limits; returns the 99th percentile with one client.
fn commits(text: &mut String, arena: &Arena) -> Result<f64> {
    writeln!(text, "\nbare commit of one row in the same rounds")?;
    let mut first = f64::NAN;
    for clients in CLIENTS {
        let rounds: Vec<_> =
            arena.commits.iter().filter(|(count, _)| *count == clients).map(|(_, c)| c).collect();
        let of = |part: fn(&Histogram) -> f64| -> Samples {
            rounds.iter().map(|round| part(&round.latency)).collect()
        };
        let per_second: Samples = rounds.iter().map(|round| round.per_second).collect();
        let (p50, p99, max) = (of(Histogram::p50), of(Histogram::p99), of(Histogram::max));
        writeln!(
            text,
            "{clients:>3} clients  {:>7.0}/s   p50 {:>6.2}   p99 {:>6.2} ({:.2}-{:.2})   max {:.2}",
            per_second.p50(),
            p50.p50(),
            p99.p50(),
            p99.percentile(0.0),
            p99.max(),
            max.max(),
        )?;
        if clients == 1 {
            first = p99.p50();
        }
    }
    Ok(first)
}

/// What the load itself costs, by the rounds in which it was busiest.
fn generator(text: &mut String, entries: &[Entry]) -> Result<()> {
    let Some(axum) = entries.iter().find(|e| e.contestant == Contestant::Axum && measured(e))
    else {
        return Ok(());
    };
    let micros: Samples =
        axum.rounds.iter().map(|round| round.own_time.as_secs_f64() * 1_000_000.0).collect();
    let (own, ceiling) = (micros.p50(), 1_000_000.0 / micros.p50());
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
    let share = 100.0 * per_second(axum) / ceiling / cores;
    writeln!(
        text,
        "\nthe load takes {own:.1} us of processor time for an update, so one core could send \
         {ceiling:.0}/s;\nagainst bare axum it took {share:.0} % of this machine, which the \
         server did not have"
    )?;
    Ok(())
}

fn judge(entries: &[Entry], commit: f64) -> Vec<Judgement> {
    let find = |wanted| entries.iter().find(|e| e.contestant == wanted && measured(e));
    let Some(ours) = find(Contestant::Ours) else {
        return Vec::new();
    };
    let resident: Samples = ours.rounds.iter().map(|round| round.memory.resident).collect();
    let p99: Samples = ours.rounds.iter().map(|round| round.open.tally.latency.p99()).collect();
    let (resident, p99, lost) = (resident.max(), p99.p50(), kills(ours).0);
    let ours = Ours { per_second: per_second(ours), p99, resident, lost, failed: failed(ours) };
    let peers = Contestant::ALL.into_iter().rev();
    let beside = peers.filter_map(|peer| target::beside(&ours, peer, find(peer).map(per_second)));
    beside.chain(target::alone(&ours, commit, RATE)).collect()
}

/// The beginning of a reason; the whole of it was told when it happened.
fn in_a_line(reason: &str) -> String {
    const WIDTH: usize = 100;
    let words: Vec<&str> = reason.split_whitespace().collect();
    words.join(" ").chars().take(WIDTH).collect()
}

/// Whether there is anything to show.
fn measured(entry: &Entry) -> bool {
    !entry.rounds.is_empty()
}

fn per_second(entry: &Entry) -> f64 {
    entry.rounds.iter().map(|round| round.closed.per_second()).collect::<Samples>().p50()
}

/// Updates of both loops that were not answered 200.
fn failed(entry: &Entry) -> u64 {
    entry.rounds.iter().map(|round| round.closed.tally.failed() + round.open.missing).sum()
}

/// Over all kills: what was lost, and what was answered.
fn kills(entry: &Entry) -> (usize, usize) {
    let kills = entry.kills.iter();
    kills.fold((0, 0), |(lost, acked), kill| (lost + kill.lost, acked + kill.acked))
}

#[cfg(test)]
mod tests {
    use super::{Contestant, Entry, in_a_line, judge, kills};
    use crate::webhook::kill::Killed;

    #[test]
    fn a_long_reason_has_one_line_in_the_table() {
        assert_eq!(in_a_line("npm ended with 7:\n  no network\n"), "npm ended with 7: no network");
        assert_eq!(in_a_line(&"я".repeat(300)).chars().count(), 100);
    }

    #[test]
    fn the_losses_of_all_kills_are_added_and_who_was_skipped_is_not_judged() {
        let killed = |acked, lost| Killed { acked, lost };
        let entry = Entry {
            contestant: Contestant::Ours,
            launch: Err("no reason".into()),
            rounds: Vec::new(),
            kills: vec![killed(10, 1), killed(20, 2)],
        };

        assert_eq!(kills(&entry), (3, 30));
        assert_eq!(judge(&[entry], 1.0), []);
    }
}
