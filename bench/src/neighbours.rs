//! What others feel of one person who sends without end: `bench neighbours`.
//!
//! ```text
//!   a round:   fresh database ─> trt serve ─> warm up ─> 100 people at 20/s, alone
//!              ─> the same beside one more person at 200/s ─> stop
//! ```
//!
//! The updates of one person are handled one after the other, so that what they pile up must wait in
//! their own lane and in nobody else's. In each round the quiet time comes first, since the loud
//! person leaves a backlog; that person's own replies are not waited for.
//!
//! On failure: an update of the others without a reply is counted and misses a target, and so does a
//! loud person who was not loud: most of those updates must have been taken.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

use crate::answering::arena::Arena;
use crate::answering::table;
use crate::answering::waits::Waits;
use crate::answering::{Plan, RAISED};
use crate::judgement::{self, Judgement};
use crate::load::open;
use crate::load::update::{People, Source, UpdateId};
use crate::{Page, machine, within};

/// The updates per second of all others together.
const RATE: u32 = 20;
const OTHERS: People = People { first: 5_300_000_000, count: 100 };
const FIRST: UpdateId = UpdateId(600_000_000);
/// The updates per second of the loud person.
const LOUD_RATE: u32 = 200;
const LOUD: People = People { first: 5_400_000_000, count: 1 };
const LOUD_FIRST: UpdateId = UpdateId(900_000_000);
/// Before the loops.
const WARM_UP: Duration = Duration::from_secs(2);
/// The loud person begins so long before the others are measured, and ends with them.
const AHEAD: Duration = Duration::from_secs(1);

/// The others may wait this many times as long, or so many milliseconds more.
const TIMES: f64 = 2.0;
const MORE: f64 = 50.0;

/// Of one round, beside the loops: a start, late replies.
const AROUND_A_ROUND: Duration = Duration::from_secs(180);
const AROUND: Duration = Duration::from_secs(60);

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The program `trt`, built for release.
    #[arg(long, value_name = "PATH")]
    trt: PathBuf,
    /// Seconds of each loop.
    #[arg(long, value_name = "N", default_value_t = 20)]
    seconds: u32,
    /// How often it is measured.
    #[arg(long, value_name = "N", default_value_t = 3)]
    rounds: u32,
    /// One round with loops of ten seconds.
    #[arg(long, conflicts_with_all = ["seconds", "rounds"])]
    quick: bool,
}

impl Options {
    fn plan(&self) -> Result<Plan> {
        Plan::of(if self.quick { (10, 1) } else { (self.seconds, self.rounds) })
    }
}

/// What one round brought.
#[derive(Debug)]
struct Round {
    alone: Waits,
    beside: Waits,
    /// Updates of the loud person that were taken, and replies to them so far.
    taken: usize,
    answered: usize,
}

/// Measures, within a time that depends on the plan only.
pub(crate) async fn run(options: &Options) -> Result<Page> {
    let plan = options.plan()?;
    let limit = AROUND + (AROUND_A_ROUND + 2 * plan.length) * plan.rounds;
    within(limit, measure(options, plan)).await
}

async fn measure(options: &Options, plan: Plan) -> Result<Page> {
    let state = machine::state().await;
    let mut arena = Arena::open(&options.trt).await?;
    let mut rounds = Vec::new();
    for turn in 1..=plan.rounds {
        rounds.push(round(&mut arena, plan.length).await?);
        eprintln!("bench: {turn} of {} rounds", plan.rounds);
    }
    let settings = arena.settings(&state).await?;
    page(&rounds, &settings, plan)
}

async fn round(arena: &mut Arena, length: Duration) -> Result<Round> {
    let database = arena.database().await?;
    let bot = arena.start(&database).await?;
    let others = Arc::new(Source::starts(OTHERS, FIRST));
    let loud = bot.target(&Arc::new(Source::starts(LOUD, LOUD_FIRST)));
    bot.ask(&others, RATE, WARM_UP).await;
    let alone = bot.ask(&others, RATE, length).await;
    let (beside, noise) = tokio::join!(
        async {
            tokio::time::sleep(AHEAD).await;
            bot.ask(&others, RATE, length).await
        },
        open::run(&loud, LOUD_RATE, AHEAD + length)
    );
    if beside.unanswered > 0 {
        eprintln!("bench: {} without a reply:\n{}", beside.unanswered, bot.tail());
    }
    let replies = bot.journal.since(0);
    let answered = replies.iter().filter(|reply| reply.chat == LOUD.first).count();
    drop(bot);
    arena.forget(database).await?;
    Ok(Round { alone, beside, taken: noise.tally.acked.len(), answered })
}

fn page(rounds: &[Round], settings: &str, plan: Plan) -> Result<Page> {
    let (count, seconds, people) = (plan.rounds, plan.length.as_secs(), OTHERS.count);
    let mut text = format!(
        "neighbours: /start to its reply; medians of {count} rounds, latency in ms\n\
         {settings}\n\
         load: {people} people, {RATE} updates/s in all for {seconds} s, from the intended time of \
         posting; then the same beside one more person with {LOUD_RATE}/s\n\
         {RAISED}\n"
    );
    table::header(&mut text)?;
    let alone = table::line(&mut text, "alone", rounds.iter().map(|one| &one.alone.latency))?;
    let beside = rounds.iter().map(|one| &one.beside.latency);
    let beside = table::line(&mut text, "beside a loud one", beside)?;
    let taken: usize = rounds.iter().map(|round| round.taken).sum();
    let answered: usize = rounds.iter().map(|round| round.answered).sum();
    writeln!(text, "of the loud person {taken} updates were taken, {answered} answered so far")?;
    let due = (AHEAD + plan.length).as_secs_f64() * f64::from(LOUD_RATE) * f64::from(count);
    let unanswered = rounds.iter().map(|one| one.alone.unanswered + one.beside.unanswered).sum();
    let judgements = [
        patience(alone, beside),
        Judgement::none("others' updates without a reply", unanswered),
        loudness(taken as f64 / due),
    ];
    let met = judgement::table(&mut text, &judgements)?;
    Ok(Page { text, met })
}

fn patience(alone: f64, beside: f64) -> Judgement {
    let (times, more) = (TIMES * alone, alone + MORE);
    Judgement::new(
        "others' p99 beside a loud one, ms",
        format!("{beside:.2}"),
        format!("<= {TIMES:.0} x alone = {times:.1} or + {MORE:.0} = {more:.1}"),
        beside <= times || beside <= more,
    )
}

/// Without a loud person nothing was measured.
fn loudness(share: f64) -> Judgement {
    const LEAST: f64 = 0.9;
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    Judgement::new(
        "loud updates taken",
        percent(share),
        format!(">= {}", percent(LEAST)),
        share >= LEAST,
    )
}

#[cfg(test)]
mod tests {
    use super::{loudness, patience};
    use crate::judgement::Verdict;

    #[test]
    fn others_may_wait_twice_as_long_or_a_little_more() {
        let verdict = |alone, beside| patience(alone, beside).verdict;

        assert_eq!([verdict(10.0, 60.0), verdict(10.0, 60.1)], [Verdict::Met, Verdict::Missed]);
        assert_eq!([verdict(80.0, 160.0), verdict(80.0, 160.1)], [Verdict::Met, Verdict::Missed]);
        assert_eq!([verdict(f64::NAN, 1.0), verdict(1.0, f64::NAN)], [Verdict::Missed; 2]);
    }

    #[test]
    fn a_loud_person_who_was_held_up_at_the_door_is_no_measurement() {
        assert_eq!([loudness(0.9).verdict, loudness(0.8).verdict], [Verdict::Met, Verdict::Missed]);
        assert_eq!(loudness(f64::NAN).verdict, Verdict::Missed);
    }
}
