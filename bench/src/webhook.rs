//! How fast updates are taken for good: `bench webhook`.
//!
//! Our service answers 200 only when the update is committed; the frameworks it is compared with
//! answer when they have read it, or when a handler that does nothing has run. All are real
//! processes, asked by the same load in interleaved rounds, and each is killed during load to see
//! what its answers were worth. Beside them stands the limit of the machine: a bare commit.
//!
//! | module | owns |
//! | --- | --- |
//! | [`contestant`] | who is measured, and its start |
//! | [`install`] | the peers on this machine |
//! | [`bare_axum`] | the peer that is a mode of this program |
//! | [`arena`] | the servers and the rounds |
//! | [`kill`] | what a kill loses |
//! | [`target`] | what was promised |
//! | [`traced`] | ours without and with traces, beside each other |
//! | [`report`] | the page |

pub(crate) mod bare_axum;
pub(crate) mod contestant;

mod arena;
mod install;
mod kill;
mod report;
mod target;
mod traced;

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};

use crate::{Page, machine, within};
use arena::{Arena, Entry};
use contestant::Contestant;
use install::Places;

/// Of one contestant and round, beside the loops: two starts, the warm-up, the kill.
const AROUND_A_ROUND: Duration = Duration::from_secs(150);
/// To install every peer and to start the server.
const AROUND: Duration = Duration::from_secs(3_600);

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The program `trt`, built for release.
    #[arg(long, value_name = "PATH")]
    trt: Option<PathBuf>,
    /// Seconds of each loop.
    #[arg(long, value_name = "N", default_value_t = 5)]
    seconds: u32,
    /// How often each is measured.
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: u32,
    /// Two rounds of two seconds.
    #[arg(long, conflicts_with_all = ["seconds", "rounds"])]
    quick: bool,
    /// Only ours, without and with traces.
    #[arg(long, conflicts_with = "only")]
    traces: bool,
    /// Only these, with commas between.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_enum)]
    only: Vec<Contestant>,
}

/// How much is measured.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Plan {
    length: Duration,
    rounds: u32,
    contestants: Vec<Contestant>,
    seed: u64,
}

impl Options {
    fn plan(&self, seed: u64) -> Result<Plan> {
        let (seconds, rounds) = if self.quick { (2, 2) } else { (self.seconds, self.rounds) };
        let wanted = |one: &Contestant| self.only.is_empty() || self.only.contains(one);
        let all = if self.traces { &[Contestant::Ours][..] } else { &Contestant::ALL };
        let contestants: Vec<_> = all.iter().copied().filter(wanted).collect();
        ensure!((1..=600).contains(&seconds), "--seconds is from 1 to 600");
        ensure!((1..=100).contains(&rounds), "--rounds is from 1 to 100");
        ensure!(
            self.trt.is_some() || !contestants.contains(&Contestant::Ours),
            "say what to measure: --trt PATH, or --only with the peers"
        );
        Ok(Plan { length: Duration::from_secs(seconds.into()), rounds, contestants, seed })
    }
}

impl Plan {
    /// When the whole is given up.
    fn deadline(&self) -> Duration {
        let turns = self.rounds * u32::try_from(self.contestants.len()).unwrap_or(u32::MAX);
        AROUND + (AROUND_A_ROUND + 2 * self.length) * turns
    }

    /// When the kill of this turn comes, from 0 to 1: any instant, but the same for a seed.
    fn instant(&self, turn: u32) -> f64 {
        // One step of splitmix64, whose upper bits are as good as random.
        let mut bits = self.seed.wrapping_add(u64::from(turn).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Measures, within a time that depends on the plan only.
pub(crate) async fn run(options: &Options) -> Result<Page> {
    let plan = options.plan(seed()?)?;
    let limit = plan.deadline();
    if options.traces {
        return within(limit * 2, traced::measure(options, &plan)).await;
    }
    within(limit, measure(options, &plan)).await
}

/// From the variable SEED, or the clock.
fn seed() -> Result<u64> {
    match std::env::var("SEED") {
        Ok(word) => word.parse().context("SEED is not a number"),
        Err(_) => Ok(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs()),
    }
}

async fn measure(options: &Options, plan: &Plan) -> Result<Page> {
    let places = Places::new(options.trt.as_deref());
    let mut entries = Vec::new();
    for contestant in plan.contestants.iter().copied() {
        let launch = places.launch(contestant).await.map_err(|error| {
            eprintln!("bench: {} is skipped: {error:#}", contestant.name());
            format!("{error:#}")
        });
        entries.push(Entry { contestant, launch, rounds: Vec::new(), kills: Vec::new() });
    }
    // After the installations, which are load as well.
    let state = machine::state().await;
    let mut arena = Arena::open().await?;
    let mut turn = 0;
    for round in 1..=plan.rounds {
        for entry in &mut entries {
            Box::pin(arena.round(entry, plan.length, plan.instant(turn))).await;
            turn += 1;
        }
        entries.rotate_left(1);
        arena.commit().await?;
        eprintln!("bench: {round} of {} rounds", plan.rounds);
    }
    entries.sort_by_key(|entry| Contestant::ALL.iter().position(|one| *one == entry.contestant));
    report::page(&arena, &entries, plan, &state).await
}

#[cfg(test)]
mod tests {
    use super::{Contestant, Duration, Options, Plan};

    fn options(only: &[Contestant], trt: Option<&str>) -> Options {
        let (trt, only) = (trt.map(Into::into), only.to_vec());
        Options { trt, seconds: 5, rounds: 3, quick: false, traces: false, only }
    }

    #[test]
    fn without_only_everybody_is_measured_and_ours_needs_its_path() {
        let plan = options(&[], Some("trt")).plan(1).unwrap();

        assert_eq!(plan.contestants, Contestant::ALL);
        assert!(options(&[], None).plan(1).is_err());
        assert!(options(&[Contestant::Ours], None).plan(1).is_err());
        assert!(options(&[Contestant::Axum], None).plan(1).is_ok());
    }

    #[test]
    fn a_plan_that_would_measure_nothing_or_never_end_is_refused() {
        for (seconds, rounds) in [(0, 1), (1, 0), (601, 1), (1, 101)] {
            let options = Options { seconds, rounds, ..options(&[], Some("trt")) };
            assert!(options.plan(1).is_err(), "{seconds} s, {rounds} rounds");
        }
    }

    #[test]
    fn kills_are_spread_over_the_whole_time_and_repeat_with_the_seed() {
        let plan = |seed| {
            let (length, contestants) = (Duration::from_secs(1), Vec::new());
            Plan { length, rounds: 1, contestants, seed }
        };
        let instants: Vec<f64> = (0..100).map(|turn| plan(7).instant(turn)).collect();

        assert!(instants.iter().all(|instant| (0.0..1.0).contains(instant)));
        let early = instants.iter().filter(|instant| **instant < 0.5).count();
        assert!((30..=70).contains(&early), "{early} of 100 in the first half");
        assert_eq!(instants[3], plan(7).instant(3));
        assert_ne!(instants[3], plan(8).instant(3));
    }
}
