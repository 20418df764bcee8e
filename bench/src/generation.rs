//! How fast orders become results: `bench generation`.
//!
//! ```text
//!   trt serve, beside a Telegram and a KIE that answer at once; one round that does not count
//!   a round:   everybody has a price before them
//!              sixteen clients: tap ─> submit ─> finish ─> capture ─> deliver ─> the next person
//!              bare commits by sixteen clients on the same PostgreSQL
//!   at last:   a thousand orders that KIE never finishes: what it is asked in ten seconds, memory
//! ```
//!
//! A cycle lasts from the tap that confirms an order to the arrival of its picture at the stub of the
//! Bot API. The limits of Telegram and KIE are raised out of the way, but for the questions about the
//! thousand: there the limit is what is measured.
//!
//! | module | owns |
//! | --- | --- |
//! | [`arena`] | a database of rich people, and `trt serve` between the stubs |
//! | [`chats`] | the stub of the Bot API: who was offered what, and who got a picture |
//! | [`maker`], [`bell`] | the stub of KIE, and how it rings |
//! | [`people`] | orders and taps, as updates |
//! | [`cycles`] | the rounds |
//! | [`waiting`] | the thousand |
//! | [`report`] | the page, and what was promised |
//!
//! On failure: a bot that does not start ends the measurement. An order without a picture is counted
//! and misses a target.

mod arena;
mod bell;
mod chats;
mod cycles;
mod maker;
mod people;
mod report;
mod waiting;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use testbed::server::Server;

use crate::{Page, commits, machine, within};
use arena::Bot;
use cycles::Cycles;
use maker::Mood;

/// Of bare commits in each round.
const COMMITTING: Duration = Duration::from_secs(2);
/// To start the server and both bots, and to enrich everybody.
const AROUND: Duration = Duration::from_secs(600);
/// Of one round, at most.
const A_ROUND: Duration = Duration::from_secs(180);
/// Of questions that are counted.
const COUNTED: Duration = Duration::from_secs(10);

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The program `trt`, built for release.
    #[arg(long, value_name = "PATH")]
    trt: PathBuf,
    /// Clients at once.
    #[arg(long, value_name = "N", default_value_t = 16)]
    clients: u32,
    /// People, each with one order in a round.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    people: u32,
    /// How often it is measured.
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: u32,
    /// Orders that KIE never finishes.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    running: u32,
    /// Two rounds of two hundred people, two hundred orders that never finish.
    #[arg(long, conflicts_with_all = ["people", "rounds", "running"])]
    quick: bool,
}

/// How much is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Plan {
    clients: u32,
    people: u32,
    rounds: u32,
    running: u32,
}

impl Options {
    fn plan(&self) -> Result<Plan> {
        let (people, rounds, running) =
            if self.quick { (200, 2, 200) } else { (self.people, self.rounds, self.running) };
        ensure!((1..=64).contains(&self.clients), "--clients is from 1 to 64");
        ensure!((self.clients..=100_000).contains(&people), "--people is from --clients to 100000");
        ensure!((1..=100).contains(&rounds), "--rounds is from 1 to 100");
        ensure!((1..=10_000).contains(&running), "--running is from 1 to 10000");
        Ok(Plan { clients: self.clients, people, rounds, running })
    }
}

/// Everything that was measured.
#[derive(Debug, Default)]
struct Measured {
    cycles: Vec<Cycles>,
    /// Bare commits per second, round by round.
    commits: Vec<f64>,
    /// Pictures that nobody waited for.
    twice: u64,
    /// Invariants that the books break.
    findings: u64,
    waiting: waiting::Waiting,
}

/// Measures, within a time that depends on the plan only.
pub(crate) async fn run(options: &Options) -> Result<Page> {
    let plan = options.plan()?;
    let limit = AROUND + A_ROUND * plan.rounds;
    within(limit, measure(options, plan)).await
}

async fn measure(options: &Options, plan: Plan) -> Result<Page> {
    let state = machine::state().await;
    let trt = &options.trt;
    // Before the server: a mistake in the command line is told at once.
    ensure!(trt.is_file(), "there is no trt at {}", trt.display());
    let server = Server::start().await?;
    let settings = machine::postgres(&server.connect("postgres").await?).await?;
    let mut measured = Measured::default();
    let bot = Bot::start(trt, &server, "cycles", Mood::Quick, plan.people).await?;
    let bot = Arc::new(bot);
    // A round that does not count, and what autovacuum does within a minute: a table that nobody has
    // counted is searched in other ways than one with a history.
    cycles::run(&bot, plan).await?;
    server.connect("cycles").await?.batch_execute("analyze").await?;
    for round in 1..=plan.rounds {
        let cycles = cycles::run(&bot, plan).await?;
        if cycles.missing > 0 {
            eprintln!("bench: {} without a picture:\n{}", cycles.missing, bot.tail());
        }
        let per_second = cycles.per_second;
        measured.cycles.push(cycles);
        let commits = commits::run(&server, usize::try_from(plan.clients)?, COMMITTING).await?;
        measured.commits.push(commits.per_second);
        eprintln!("bench: {round} of {} rounds, {per_second:.0} cycles/s", plan.rounds);
    }
    measured.twice = bot.chats.left_over();
    measured.findings = bot.findings().await?;
    drop(bot);
    let people = plan.running.div_ceil(waiting::EACH);
    let bot = Bot::start(trt, &server, "waiting", Mood::Slow, people).await?;
    measured.waiting = waiting::run(&Arc::new(bot), plan, COUNTED).await?;
    report::page(&measured, plan, &format!("machine: {state}; {settings}"))
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn a_plan_that_would_measure_nothing_or_never_end_is_refused() {
        let options = |clients, people, rounds, running| Options {
            trt: "trt".into(),
            clients,
            people,
            rounds,
            running,
            quick: false,
        };

        assert!(options(16, 1_000, 5, 1_000).plan().is_ok());
        for (clients, people, rounds, running) in
            [(0, 9, 1, 1), (65, 99, 1, 1), (16, 15, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
        {
            assert!(options(clients, people, rounds, running).plan().is_err());
        }
    }
}
