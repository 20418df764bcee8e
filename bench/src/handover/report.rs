//! The page: what was measured, beside what was promised and the way it was done before.

use std::fmt::Write;

use anyhow::Result;
use leadership::Timing;

use super::arena::{Arena, Thawed};
use super::baseline;
use super::target::{COMMITS_ALLOWED, MISSED, Target, verdict};
use super::terms::{self, Cause, Gap};
use crate::Page;
use crate::samples::Samples;

const CAUSES: [Cause; 3] = [Cause::Term, Cause::Kill, Cause::Stop];

pub(crate) fn name(cause: Cause) -> &'static str {
    match cause {
        Cause::Term => "SIGTERM",
        Cause::Kill => "SIGKILL",
        Cause::Stop => "SIGSTOP",
    }
}

/// How busy the machine is with other things, as the system tells it.
pub(crate) async fn load() -> String {
    let text = tokio::fs::read_to_string("/proc/loadavg").await.unwrap_or_default();
    text.split(' ').next().filter(|word| !word.is_empty()).unwrap_or("unknown").to_owned()
}

/// Reads the rows and writes the page.
pub(crate) async fn page(arena: &Arena, timing: &Timing, load: &str) -> Result<Page> {
    let stints = terms::stints(&arena.client, arena.contender.stints).await?;
    let entries = terms::entries(&arena.client, arena.contender.lock).await?;
    let gaps = terms::gaps(&arena.rounds, &stints, &entries)?;
    let overlaps = terms::overlaps(&stints);
    let bare: Samples = arena.commits.iter().copied().collect();

    let mut text = settings(arena, timing, load).await?;
    let met = table(&mut text, &gaps, &bare, timing)?;
    if !arena.thawed.is_empty() {
        let waiting = arena.thawed.iter().filter(|end| **end == Thawed::WaitsAgain).count();
        let ended = arena.thawed.len() - waiting;
        writeln!(
            text,
            "woken afterwards: {} said PASSIVE, then {waiting} waited again, {ended} ended themselves",
            arena.thawed.len()
        )?;
    }
    breakdown(&mut text, &gaps)?;
    before(&mut text, &gaps)?;
    let rows: i64 = stints.iter().map(|stint| stint.rows).sum();
    let (terms, unasked) = (stints.len(), stints.len().saturating_sub(arena.rounds.len() + 1));
    let count = overlaps.len();
    writeln!(text, "\nhistory: {rows} rows, {terms} terms, {count} overlaps")?;
    for overlap in &overlaps {
        writeln!(text, "  {overlap}")?;
    }
    if unasked > 0 {
        writeln!(text, "the role changed hands {unasked} times unasked: a starved machine")?;
    }
    Ok(Page { text, met: met && overlaps.is_empty() })
}

async fn settings(arena: &Arena, timing: &Timing, load: &str) -> Result<String> {
    let query = "select
            current_setting('server_version'),
            current_setting('fsync'),
            current_setting('synchronous_commit')";
    let row = arena.client.query_one(query, &[]).await?;
    let [version, fsync, commit]: [String; 3] = [row.get(0), row.get(1), row.get(2)];
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let measured = arena.contender.measured;
    let (h, r) = (timing.heartbeat(), timing.trust());
    let (c, t) = (timing.call(), timing.stale());
    Ok(format!(
        "hand-over: how long nobody leads, in ms, {measured}\n\
         machine: {cores} cores, load {load} before; PostgreSQL {version}, fsync {fsync}, \
         synchronous_commit {commit}\n\
         settings: H {h:?}, R {r:?}, C {c:?}, T {t:?}; one follower waiting; \
         signals spread over 1 s\n"
    ))
}

/// One line per cause that was tried; tells whether all targets were met.
fn table(text: &mut String, gaps: &[Gap], bare: &Samples, timing: &Timing) -> Result<bool> {
    let stale = timing.stale().as_secs_f64() * 1_000.0;
    let mut all = true;
    writeln!(text, "\n{}", line(["cause", "n", "p50", "p95", "max", "target", "met"]))?;
    for cause in CAUSES {
        let samples = of(gaps, cause, |gap| Some(gap.leaderless));
        if samples.len() == 0 {
            continue;
        }
        let target = Target::of(cause, bare.p99(), stale);
        let met = verdict(target, Target::of(cause, 0.0, stale), &samples);
        all &= met != MISSED;
        let number = |value: f64| format!("{value:.1}");
        let n = samples.len().to_string();
        let [p50, p95, max] = [samples.p50(), samples.p95(), samples.max()].map(number);
        writeln!(text, "{}", line([name(cause), &n, &p50, &p95, &max, &target.shown(), met]))?;
    }
    let (n, p50, p99) = (bare.len(), bare.p50(), bare.p99());
    writeln!(text, "bare commit in the same rounds: n {n}, p50 {p50:.2}, p99 {p99:.2}")?;
    let allowed = COMMITS_ALLOWED * p99;
    writeln!(text, "a percentile's target is the promise or 5 x p99 = {allowed:.1}, the larger")?;
    Ok(all)
}

fn line([cause, n, p50, p95, max, target, met]: [&str; 7]) -> String {
    format!("{cause:<8} {n:>4} {p50:>8} {p95:>8} {max:>8}   {target:<28} {met}")
}

/// Where the time goes, by what the history records: p50 and p95 of each part.
fn breakdown(text: &mut String, gaps: &[Gap]) -> Result<()> {
    writeln!(text, "\nof which (p50 / p95)")?;
    for cause in CAUSES {
        let parts = [
            ("last row to seal", of(gaps, cause, |gap| gap.to_seal)),
            ("to claim", of(gaps, cause, |gap| gap.to_claim)),
            ("to first row", of(gaps, cause, |gap| gap.to_first_row)),
        ];
        let shown = parts
            .iter()
            .filter(|(_, part)| part.len() > 0)
            .map(|(what, part)| format!("{what} {:.1} / {:.1}", part.p50(), part.p95()));
        let shown: Vec<String> = shown.collect();
        if !shown.is_empty() {
            writeln!(text, "{:<8} {}", name(cause), shown.join(", "))?;
        }
    }
    Ok(())
}

/// The way it was done before, as a multiple of ours.
fn before(text: &mut String, gaps: &[Gap]) -> Result<()> {
    let settled = baseline::settles_after();
    writeln!(
        text,
        "\nbefore: try the lock, wait w, try again; w from {} s to {} s (after {settled:.0} s)\n\
         computed for a release uniform within a wait: mean w / 2, p95 0.95 w",
        baseline::FRESH,
        baseline::SETTLED,
    )?;
    for cause in [Cause::Term, Cause::Kill] {
        let ours = of(gaps, cause, |gap| Some(gap.leaderless));
        if ours.len() == 0 {
            continue;
        }
        for (who, wait) in [("fresh", baseline::FRESH), ("settled", baseline::SETTLED)] {
            let (mean, p95) = (baseline::mean(wait), baseline::p95(wait));
            let (by_mean, by_p95) = (mean * 1_000.0 / ours.mean(), p95 * 1_000.0 / ours.p95());
            writeln!(
                text,
                "{:<8} {who:<8} mean {mean:>4.1} s, {by_mean:>5.0} x ours; p95 {p95:>4.1} s, \
                 {by_p95:>5.0} x ours",
                name(cause)
            )?;
        }
    }
    Ok(())
}

fn of(gaps: &[Gap], cause: Cause, part: impl Fn(&Gap) -> Option<f64>) -> Samples {
    gaps.iter().filter(|gap| gap.cause == cause).filter_map(part).collect()
}
