//! How fast money is set apart and earned: `bench ledger`.
//!
//! ```text
//!   sixteen clients, a thousand people, one server:
//!   a round:   bare commits ─> our holds ─> our captures ─> naive holds ─> naive captures
//! ```
//!
//! Ours is what the service does: a fenced transaction that writes the generation, its hold and the
//! transfers, and one that ends them. Beside it stand the limit of the machine, a bare commit, and a
//! ledger of the plainest kind: one function that locks both accounts, changes both balances and
//! writes a transfer with two entries, so that every capture waits for the one row of revenue.
//!
//! | module | owns |
//! | --- | --- |
//! | [`ours`] | holds and captures through `store` |
//! | [`naive`] | the plain ledger |
//! | [`report`] | the page, and what was promised |

pub(crate) mod ours;

mod naive;
mod report;

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use testbed::server::Server;

use crate::commits;
use crate::load::histogram::Histogram;
use crate::{Page, machine, within};

/// To start the server, to open the accounts, and to fill them.
const AROUND: Duration = Duration::from_secs(300);
/// The parts of a round.
const PARTS: u32 = 5;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Clients at once.
    #[arg(long, value_name = "N", default_value_t = 16)]
    clients: u32,
    /// People whose money it is.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    people: u32,
    /// Seconds of each part of a round.
    #[arg(long, value_name = "N", default_value_t = 4)]
    seconds: u32,
    /// How often each is measured.
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: u32,
    /// Two rounds of one second with a hundred people.
    #[arg(long, conflicts_with_all = ["people", "seconds", "rounds"])]
    quick: bool,
}

/// How much is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Plan {
    clients: u32,
    people: u32,
    length: Duration,
    rounds: u32,
}

/// What some clients together brought.
#[derive(Debug, Default)]
struct Tally {
    latency: Histogram,
    per_second: f64,
}

/// The rounds of everybody.
#[derive(Debug, Default)]
struct Rounds {
    commits: Vec<Tally>,
    holds: Vec<Tally>,
    captures: Vec<Tally>,
    naive_holds: Vec<Tally>,
    naive_captures: Vec<Tally>,
}

impl Options {
    fn plan(&self) -> Result<Plan> {
        let (people, seconds, rounds) =
            if self.quick { (100, 1, 2) } else { (self.people, self.seconds, self.rounds) };
        ensure!((1..=64).contains(&self.clients), "--clients is from 1 to 64");
        ensure!((1..=100_000).contains(&people), "--people is from 1 to 100000");
        ensure!((1..=60).contains(&seconds), "--seconds is from 1 to 60");
        ensure!((1..=100).contains(&rounds), "--rounds is from 1 to 100");
        let length = Duration::from_secs(seconds.into());
        Ok(Plan { clients: self.clients, people, length, rounds })
    }
}

/// Measures, within a time that depends on the plan only.
pub(crate) async fn run(options: &Options) -> Result<Page> {
    let plan = options.plan()?;
    // Captures end when everything held is captured, which takes about as long as holding it.
    let limit = AROUND + plan.length * plan.rounds * PARTS * 4;
    within(limit, measure(plan)).await
}

async fn measure(plan: Plan) -> Result<Page> {
    let state = machine::state().await;
    let server = Server::start().await?;
    let client = server.connect("postgres").await?;
    let settings = machine::postgres(&client).await?;
    client.batch_execute("create database books").await?;
    let ours = ours::Books::open(&server.url("books"), plan).await?;
    let naive = naive::Books::open(&server, plan).await?;
    let mut rounds = Rounds::default();
    for round in 1..=plan.rounds {
        let commits = commits::run(&server, usize::try_from(plan.clients)?, plan.length).await?;
        let commits = Tally { latency: commits.latency, per_second: commits.per_second };
        rounds.commits.push(commits);
        let (holds, open) = ours.holds(plan.length).await?;
        rounds.holds.push(holds);
        rounds.captures.push(ours.captures(open).await?);
        let (holds, open) = naive.holds(plan.length).await?;
        rounds.naive_holds.push(holds);
        rounds.naive_captures.push(naive.captures(open).await?);
        eprintln!("bench: {round} of {} rounds", plan.rounds);
    }
    report::page(&rounds, plan, &format!("{state}; {settings}"), ours.findings().await?)
}

impl Tally {
    /// What clients brought who began at an instant and have just ended.
    fn of(clients: Vec<Histogram>, began: Instant) -> Self {
        let mut latency = Histogram::default();
        for client in clients {
            latency.add(&client);
        }
        let per_second = latency.len() as f64 / began.elapsed().as_secs_f64();
        Self { latency, per_second }
    }
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn a_plan_that_would_measure_nothing_or_never_end_is_refused() {
        let options = |clients, people, seconds, rounds| Options {
            clients,
            people,
            seconds,
            rounds,
            quick: false,
        };

        assert!(options(16, 1_000, 4, 5).plan().is_ok());
        for (clients, people, seconds, rounds) in
            [(0, 1, 1, 1), (65, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 61, 1), (1, 1, 1, 0)]
        {
            assert!(options(clients, people, seconds, rounds).plan().is_err());
        }
    }
}
