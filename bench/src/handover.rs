//! How long nobody leads when the role changes hands: `bench handover`.
//!
//! Real processes, of which the leading one commits a fenced row every two milliseconds, are
//! stopped (SIGTERM), killed (SIGKILL) and frozen (SIGSTOP); the leaderless time is read from those
//! rows afterwards. Beside it stand the limit of the machine, a bare commit measured in the same
//! rounds, the way it was done before, computed, and leases with the numbers of others, measured in
//! the same way.
//!
//! | module | owns |
//! | --- | --- |
//! | [`contender`] | the program that is measured |
//! | [`arena`] | the server and the rounds |
//! | [`terms`] | what the rows say: gaps and overlaps |
//! | [`baseline`] | the way it was done before |
//! | [`lease`] | a process that keeps a lease with the numbers of others |
//! | [`leases`] | those processes in arenas of their own, and their part of the page |
//! | [`target`] | what was promised |
//! | [`report`] | the page |

mod arena;
mod baseline;
mod contender;
pub(crate) mod lease;
mod leases;
mod report;
mod target;
mod terms;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use leadership::Timing;
use testbed::server::Server;

use crate::{Page, within};
use arena::Arena;
use contender::Contender;
use terms::Cause;

const TELL_EVERY: usize = 50;
/// Rounds take under a second; ten times that on a machine that is busy otherwise.
const LONGEST_ROUND: Duration = Duration::from_secs(10);
/// To start the server and the first leader, and to read the rows.
const AROUND: Duration = Duration::from_secs(180);

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The example `worker` of the leadership room, built for release.
    #[arg(long, value_name = "PATH", required_unless_present = "trt")]
    worker: Option<PathBuf>,
    /// The program `trt` instead, by the rows of its `leader_history`.
    #[arg(long, value_name = "PATH", conflicts_with = "worker")]
    trt: Option<PathBuf>,
    /// How often the leader is asked to go.
    #[arg(long, value_name = "N", default_value_t = 300)]
    rounds_term: usize,
    /// How often it is killed.
    #[arg(long, value_name = "N", default_value_t = 100)]
    rounds_kill: usize,
    /// How often it is frozen.
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds_stop: usize,
    /// How often each lease with the numbers of others is stopped, killed and frozen; 0: not at all.
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds_lease: usize,
    /// A tenth of the rounds: 30, 10 and 1; one of each lease.
    #[arg(long, conflicts_with_all = ["rounds_term", "rounds_kill", "rounds_stop", "rounds_lease"])]
    quick: bool,
}

/// How often the role changes hands, by cause.
type Plan = [(Cause, usize); 3];

impl Options {
    fn plan(&self) -> Plan {
        let (term, kill, stop) = if self.quick {
            (30, 10, 1)
        } else {
            (self.rounds_term, self.rounds_kill, self.rounds_stop)
        };
        [(Cause::Term, term), (Cause::Kill, kill), (Cause::Stop, stop)]
    }

    /// The peers stand beside the worker: `trt` is measured by another yardstick.
    fn lease_rounds(&self) -> usize {
        match (&self.trt, self.quick) {
            (Some(_), _) => 0,
            (None, true) => 1,
            (None, false) => self.rounds_lease,
        }
    }

    fn contender(&self, address: &str) -> Result<Contender> {
        match (&self.worker, &self.trt) {
            (Some(worker), _) => Contender::worker(worker, address),
            (None, Some(trt)) => Contender::trt(trt, address),
            (None, None) => bail!("say what to measure: --worker PATH or --trt PATH"),
        }
    }
}

/// Measures, within a time that depends on the number of rounds only.
pub(crate) async fn run(options: &Options) -> Result<Page> {
    let (plan, timing) = (options.plan(), Timing::default());
    let limit = deadline(&plan, &timing);
    let mut page = within(limit, measure(options, &plan, &timing)).await?;
    if options.lease_rounds() > 0 {
        page.text.push_str(&leases::measure(options.lease_rounds()).await?);
    }
    Ok(page)
}

/// When the whole is given up.
fn deadline(plan: &Plan, timing: &Timing) -> Duration {
    let round = |cause| match cause {
        Cause::Term | Cause::Kill => LONGEST_ROUND,
        Cause::Stop => LONGEST_ROUND + timing.stale(),
    };
    let rounds = plan.iter().map(|(cause, count)| {
        round(*cause).saturating_mul(u32::try_from(*count).unwrap_or(u32::MAX))
    });
    rounds.fold(AROUND, Duration::saturating_add)
}

async fn measure(options: &Options, plan: &Plan, timing: &Timing) -> Result<Page> {
    // Before the server: a mistake in the command line is told at once.
    options.contender("")?;
    let load = report::load().await;
    let server = Server::start().await?;
    let contender = options.contender(&server.url("postgres"))?;
    let patience = timing.stale() * 2 + testbed::SOON;
    let mut arena = Box::pin(Arena::open(server, contender, patience)).await?;
    let total: usize = plan.iter().map(|(_, count)| count).sum();
    for (cause, count) in plan {
        for turn in 1..=*count {
            let round = Box::pin(arena.round(*cause)).await;
            round.with_context(|| format!("{} {turn} of {count}", report::name(*cause)))?;
            if arena.rounds.len().is_multiple_of(TELL_EVERY) {
                eprintln!("bench: {} of {total} rounds", arena.rounds.len());
            }
        }
    }
    report::page(&arena, timing, &load).await
}

#[cfg(test)]
mod tests {
    use super::{Cause, Duration, Timing, deadline};

    #[test]
    fn the_deadline_grows_with_the_rounds_and_a_frozen_one_gets_the_stale_time_on_top() {
        let plan = |stop| [(Cause::Term, 3), (Cause::Kill, 2), (Cause::Stop, stop)];
        let timing = Timing::default();

        assert_eq!(deadline(&plan(0), &timing), Duration::from_secs(180 + 50));
        assert_eq!(deadline(&plan(2), &timing), Duration::from_secs(180 + 50 + 36));
    }
}
