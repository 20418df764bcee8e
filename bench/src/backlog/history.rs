//! A long history beside an empty table: what does it cost whoever comes now?
//!
//! ```text
//!   empty:  500 pending   ──┐
//!                           ├──> pages ──> a bot in each ──> rounds: acknowledgements, by turns
//!   long:   N done, the same ┘
//! ```
//!
//! Both tables have the same small backlog, so that the walk finds the same in both. The bots run at
//! the same time and are asked one after the other, so that they share the same weather; each has
//! answered everybody before the other is asked.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};

use super::fill::{self, Updates};
use super::plans::{Pages, Statements};
use crate::answering::arena::{Arena, Bot, Database};
use crate::load::histogram::Histogram;
use crate::load::update::{People, Source, UpdateId};

/// Updates per second while acknowledgements are measured.
pub(crate) const RATE: u32 = 100;
/// Of one round in one table.
const LENGTH: Duration = Duration::from_secs(2);
const WARM_UP: Duration = Duration::from_secs(1);
/// For the small backlog.
const PATIENCE: Duration = Duration::from_secs(120);

const DONE: Updates = Updates {
    people: People { first: 5_500_000_000, count: 20_000 },
    first: UpdateId(100_000_000),
    count: 0,
};
pub(crate) const PENDING: Updates = Updates {
    people: People { first: 5_600_000_000, count: 100 },
    first: UpdateId(600_000_000),
    count: 500,
};
const COUNTED: UpdateId = UpdateId(700_000_000);
const ASKED: UpdateId = UpdateId(800_000_000);

/// What one of the two tables brought.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) pages: Pages,
    /// Of acknowledgements, by rounds.
    pub(crate) acks: Vec<Histogram>,
}

/// Both tables.
#[derive(Debug)]
pub(crate) struct History {
    pub(crate) empty: Measured,
    pub(crate) long: Measured,
    /// Updates that were not answered 200.
    pub(crate) failed: u64,
}

/// Measures both.
pub(crate) async fn run(arena: &mut Arena, done: u32, rounds: u32) -> Result<History> {
    let statements = Statements::read().await?;
    let (empty, long) = (arena.database().await?, arena.database().await?);
    fill::done(&long.client, Updates { count: done.into(), ..DONE }).await?;
    let mut history = History {
        empty: prepare(&empty, &statements).await?,
        long: prepare(&long, &statements).await?,
        failed: 0,
    };
    let bots = [serve(arena, &empty).await?, serve(arena, &long).await?];
    let people = People { first: 5_700_000_000, count: 1_000 };
    let source = Arc::new(Source::starts(people, ASKED));
    for bot in &bots {
        bot.ask(&source, RATE, WARM_UP).await;
    }
    for round in 0..rounds {
        // Each round begins with the other one.
        let turns = if round % 2 == 0 { [0, 1] } else { [1, 0] };
        for turn in turns {
            let waits = bots[turn].ask(&source, RATE, LENGTH).await;
            history.failed += waits.refused;
            let table = if turn == 0 { &mut history.empty } else { &mut history.long };
            table.acks.push(waits.acks);
        }
        eprintln!("bench: {} of {rounds} rounds", round + 1);
    }
    Ok(history)
}

/// Writes the small backlog and counts pages.
async fn prepare(database: &Database, statements: &Statements) -> Result<Measured> {
    fill::pending(&database.client, PENDING).await?;
    fill::tidy_up(&database.client).await?;
    let pages = statements.pages(&database.client, COUNTED).await?;
    ensure!(pages.walk > 0.0 && pages.accept > 0.0, "a plan that touches no page");
    Ok(Measured { pages, acks: Vec::new() })
}

/// Starts a bot and waits until it has worked off the small backlog.
async fn serve(arena: &Arena, database: &Database) -> Result<Bot> {
    let bot = arena.start(database).await?;
    let backlog = usize::try_from(PENDING.count)?;
    bot.journal.reaches(backlog, PATIENCE).await?;
    Ok(bot)
}
