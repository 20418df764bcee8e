//! How a backlog and a long history are borne: `bench backlog`.
//!
//! ```text
//!   a million pending updates of 1,000 people ─> trt serve ─> ACTIVE ─> first reply ─> 50,000 replies
//!   two databases, one empty and one with 2 million done updates ─> plans, and acknowledgements
//! ```
//!
//! After an outage Telegram delivers everything at once. The bot must begin to answer at once, take
//! no more memory than it has at other times, and keep each person's order. And what was done long
//! ago must not cost whoever comes now: neither the walk over what is pending nor the insert of
//! something new may touch more pages than in an empty table.
//!
//! | module | owns |
//! | --- | --- |
//! | [`fill`] | updates written by SQL |
//! | [`drain`] | the backlog and the bot that works it off |
//! | [`plans`] | the pages that a statement touches |
//! | [`history`] | a long history beside an empty table |
//! | [`report`] | the page, and what was promised |

mod drain;
mod fill;
mod history;
mod plans;
mod report;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};

use crate::answering::arena::Arena;
use crate::answering::journal;
use crate::{Page, machine, within};

/// To start the servers and the bots, and to measure acknowledgements.
const AROUND: Duration = Duration::from_secs(900);
/// To write a row, and to work one off, on a slow machine.
const LONGEST_WRITE: Duration = Duration::from_micros(500);
const LONGEST_REPLY: Duration = Duration::from_millis(20);

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The program `trt`, built for release.
    #[arg(long, value_name = "PATH")]
    trt: PathBuf,
    /// Updates that wait when the bot starts.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    rows: u32,
    /// How many of them are worked off.
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    drain: u32,
    /// Updates that were done long ago.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    done: u32,
    /// How often acknowledgements are measured in each of the two tables. They are a commit long, and
    /// with few rounds a busy machine decides which table looks slower.
    #[arg(long, value_name = "N", default_value_t = 15)]
    rounds: u32,
    /// 20,000 rows of which 2,000 are worked off, 50,000 done rows, two rounds.
    #[arg(long, conflicts_with_all = ["rows", "drain", "done", "rounds"])]
    quick: bool,
}

/// How much is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Plan {
    rows: u32,
    drain: u32,
    done: u32,
    rounds: u32,
}

impl Options {
    fn plan(&self) -> Result<Plan> {
        let given =
            Plan { rows: self.rows, drain: self.drain, done: self.done, rounds: self.rounds };
        let quick = Plan { rows: 20_000, drain: 2_000, done: 50_000, rounds: 2 };
        let plan = if self.quick { quick } else { given };
        ensure!((1..=10_000_000).contains(&plan.rows), "--rows is from 1 to 10000000");
        ensure!((1..=10_000_000).contains(&plan.done), "--done is from 1 to 10000000");
        ensure!((1..=plan.rows).contains(&plan.drain), "--drain is from 1 to the number of rows");
        ensure!(plan.drain as usize <= journal::MOST, "--drain is at most {}", journal::MOST);
        ensure!((1..=100).contains(&plan.rounds), "--rounds is from 1 to 100");
        Ok(plan)
    }
}

impl Plan {
    /// When the whole is given up.
    fn deadline(&self) -> Duration {
        AROUND + LONGEST_WRITE * (self.rows + self.done) + LONGEST_REPLY * self.drain
    }
}

/// Measures, within a time that depends on the plan only.
pub(crate) async fn run(options: &Options) -> Result<Page> {
    let plan = options.plan()?;
    let limit = plan.deadline();
    within(limit, measure(options, plan)).await
}

async fn measure(options: &Options, plan: Plan) -> Result<Page> {
    let state = machine::state().await;
    let mut arena = Arena::open(&options.trt).await?;
    let drained =
        Box::pin(drain::run(&mut arena, plan.rows, plan.drain, LONGEST_REPLY * plan.drain)).await?;
    let history = Box::pin(history::run(&mut arena, plan.done, plan.rounds)).await?;
    let settings = arena.settings(&state).await?;
    report::page(&drained, &history, plan, &settings)
}

#[cfg(test)]
mod tests {
    use super::Options;

    fn options(rows: u32, drain: u32) -> Options {
        Options { trt: "trt".into(), rows, drain, done: 1, rounds: 1, quick: false }
    }

    #[test]
    fn no_more_is_worked_off_than_there_is_and_than_a_journal_keeps() {
        assert!(options(100, 100).plan().is_ok());
        for (rows, drain) in [(0, 0), (100, 0), (100, 101), (3_000_000, 3_000_000)] {
            assert!(options(rows, drain).plan().is_err(), "{drain} of {rows}");
        }
    }

    #[test]
    fn the_quick_plan_is_one_and_ends_sooner() {
        let quick = Options { quick: true, ..options(1, 1) }.plan().unwrap();
        let whole = options(1_000_000, 50_000).plan().unwrap();

        assert!(quick.drain <= quick.rows && quick.rows == 20_000);
        assert!(quick.deadline() < whole.deadline());
    }
}
