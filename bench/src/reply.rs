//! How long a person waits for a reply: `bench reply`.
//!
//! ```text
//!   a round:   fresh database ─> trt serve ─> warm up ─> S s of /start at 100/s ─> all replies ─> stop
//!              then: bare commits on the same PostgreSQL
//! ```
//!
//! A thousand people say `/start` in an open loop. A wait lasts from when the update was due to when
//! the reply reaches the stub of the Bot API. On its way are three commits, one after the other: the
//! update is stored, it is handled, its reply is claimed. So the promise is in milliseconds, or for a
//! machine with a slow disk in multiples of a bare commit.
//!
//! On failure: a bot that does not start ends the measurement. An update without a reply is counted
//! and misses a target.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

use crate::answering::arena::Arena;
use crate::answering::table;
use crate::answering::waits::Waits;
use crate::answering::{Plan, RAISED};
use crate::commits::Commits;
use crate::judgement::{self, Judgement};
use crate::load::histogram::Histogram;
use crate::load::update::{People, Source, UpdateId};
use crate::samples::Samples;
use crate::tracing_off_and_on::{self, Better, Collector, Pair, order};
use crate::{Page, machine, within};

/// Updates per second.
const RATE: u32 = 100;
const PEOPLE: People = People { first: 5_200_000_000, count: 1_000 };
const FIRST: UpdateId = UpdateId(600_000_000);
/// Before each loop: connections, caches.
const WARM_UP: Duration = Duration::from_secs(1);
/// Of bare commits in each round.
const COMMITTING: Duration = Duration::from_secs(2);

/// Milliseconds of the 99th percentile.
const LATENCY: f64 = 100.0;
/// Or this many times the 99th percentile of a bare commit by one client.
const COMMITS_ALLOWED: f64 = 8.0;

/// Of one round, beside the loop: a start, late replies, commits.
const AROUND_A_ROUND: Duration = Duration::from_secs(150);
const AROUND: Duration = Duration::from_secs(60);

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The program `trt`, built for release.
    #[arg(long, value_name = "PATH")]
    trt: PathBuf,
    /// Seconds of each loop.
    #[arg(long, value_name = "N", default_value_t = 10)]
    seconds: u32,
    /// How often it is measured.
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: u32,
    /// Each round without and with traces.
    #[arg(long)]
    traces: bool,
    /// Two rounds of five seconds.
    #[arg(long, conflicts_with_all = ["seconds", "rounds"])]
    quick: bool,
}

impl Options {
    fn plan(&self) -> Result<Plan> {
        Plan::of(if self.quick { (5, 2) } else { (self.seconds, self.rounds) })
    }
}

/// What one round brought.
#[derive(Debug)]
struct Round {
    waits: Waits,
    strange: u64,
    commits: Commits,
}

/// Measures, within a time that depends on the plan only.
pub(crate) async fn run(options: &Options) -> Result<Page> {
    let plan = options.plan()?;
    let limit = AROUND + (AROUND_A_ROUND + plan.length) * plan.rounds;
    if options.traces {
        return within(limit * 2, traced(options, plan)).await;
    }
    within(limit, measure(options, plan)).await
}

/// The same without and with traces, in interleaved rounds.
async fn traced(options: &Options, plan: Plan) -> Result<Page> {
    let state = machine::state().await;
    let mut arena = Arena::open(&options.trt).await?;
    let source = Arc::new(Source::starts(PEOPLE, FIRST));
    let collector = Collector::start().await?;
    let (mut off, mut on) = (Vec::new(), Vec::new());
    for turn in 1..=plan.rounds {
        for is_on in order(turn) {
            arena.collector = is_on.then_some(collector.address);
            let round = round(&mut arena, &source, plan.length).await?;
            if is_on { &mut on } else { &mut off }.push(round);
        }
        eprintln!("bench: {turn} of {} rounds", plan.rounds);
    }
    let settings = arena.settings(&state).await?;
    let mut text = format!(
        "reply: /start to its reply without and with traces; {} interleaved rounds, ms\n{settings}\n\
         load: {RATE} updates/s for {} s\n",
        plan.rounds,
        plan.length.as_secs()
    );
    let of = |part: fn(&Histogram) -> f64| {
        let values = |rounds: &[Round]| -> Samples {
            rounds.iter().map(|round| part(&round.waits.latency)).collect()
        };
        (values(&off), values(&on))
    };
    let pairs = [
        Pair::new("reply p50, ms", of(Histogram::p50), Better::Lower),
        Pair::new("reply p99, ms", of(Histogram::p99), Better::Lower),
    ];
    let met = tracing_off_and_on::table(&mut text, &pairs, collector.spans())?;
    Ok(Page { text, met })
}

async fn measure(options: &Options, plan: Plan) -> Result<Page> {
    let state = machine::state().await;
    let mut arena = Arena::open(&options.trt).await?;
    let source = Arc::new(Source::starts(PEOPLE, FIRST));
    let mut rounds = Vec::new();
    for turn in 1..=plan.rounds {
        rounds.push(round(&mut arena, &source, plan.length).await?);
        eprintln!("bench: {turn} of {} rounds", plan.rounds);
    }
    let settings = arena.settings(&state).await?;
    page(&rounds, &settings, plan)
}

async fn round(arena: &mut Arena, source: &Arc<Source>, length: Duration) -> Result<Round> {
    let database = arena.database().await?;
    let bot = arena.start(&database).await?;
    bot.ask(source, RATE, WARM_UP).await;
    let waits = bot.ask(source, RATE, length).await;
    if waits.unanswered > 0 {
        eprintln!("bench: {} without a reply:\n{}", waits.unanswered, bot.tail());
    }
    let strange = bot.journal.strange();
    drop(bot);
    arena.forget(database).await?;
    Ok(Round { waits, strange, commits: arena.commit(COMMITTING).await? })
}

fn page(rounds: &[Round], settings: &str, plan: Plan) -> Result<Page> {
    let (count, seconds, people) = (plan.rounds, plan.length.as_secs(), PEOPLE.count);
    let mut text = format!(
        "reply: /start to its reply; medians of {count} rounds, latency in ms\n\
         {settings}\n\
         load: {people} people, {RATE} updates/s in all for {seconds} s, from the intended time of \
         posting to the arrival at the stub\n\
         {RAISED}\n"
    );
    table::header(&mut text)?;
    table::line(&mut text, "stored, 200", rounds.iter().map(|one| &one.waits.acks))?;
    let p99 = table::line(&mut text, "reply", rounds.iter().map(|one| &one.waits.latency))?;
    let commits = rounds.iter().map(|one| &one.commits.latency);
    let commit = table::line(&mut text, "bare commit", commits)?;
    let sum = |part: fn(&Round) -> u64| rounds.iter().map(part).sum::<u64>();
    let mut judgements = vec![latency(p99, commit)];
    judgements.push(Judgement::none("updates without a reply", sum(|one| one.waits.unanswered)));
    judgements.push(Judgement::none("replies that came twice", sum(|one| one.waits.twice)));
    judgements.push(Judgement::none("messages nobody asked for", sum(|one| one.strange)));
    let met = judgement::table(&mut text, &judgements)?;
    Ok(Page { text, met })
}

fn latency(p99: f64, commit: f64) -> Judgement {
    let allowed = COMMITS_ALLOWED * commit;
    Judgement::new(
        format!("p99 of a reply at {RATE}/s, ms"),
        format!("{p99:.2}"),
        format!("< {LATENCY:.0} or < {COMMITS_ALLOWED:.0} x commit p99 = {allowed:.1}"),
        p99 < LATENCY || p99 < allowed,
    )
}

#[cfg(test)]
mod tests {
    use super::{Options, latency};
    use crate::judgement::Verdict;

    #[test]
    fn a_slow_disk_widens_the_promise_and_no_number_keeps_none() {
        let verdict = |p99, commit| latency(p99, commit).verdict;

        assert_eq!(verdict(99.9, 1.0), Verdict::Met);
        assert_eq!(verdict(100.0, 12.5), Verdict::Missed);
        assert_eq!(verdict(100.0, 12.6), Verdict::Met);
        assert_eq!(verdict(f64::NAN, 12.6), Verdict::Missed);
    }

    #[test]
    fn a_plan_that_would_measure_nothing_or_never_end_is_refused() {
        for (seconds, rounds) in [(0, 1), (1, 0), (601, 1), (1, 101)] {
            let options =
                Options { trt: "trt".into(), seconds, rounds, quick: false, traces: false };
            assert!(options.plan().is_err(), "{seconds} s, {rounds} rounds");
        }
    }
}
