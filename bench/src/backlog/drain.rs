//! The backlog, and the bot that works it off.
//!
//! ```text
//!   started ── ACTIVE ── first reply ── ... ── enough replies ──> memory, order ──> killed
//!      └──────────┴── measured from both ──┘
//! ```
//!
//! Of each person the first replies must be to the first updates, none left out and none twice:
//! whatever is not the next one in its lane is out of order.

use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Context, Result};

use super::fill::{self, Updates};
use crate::answering::arena::Arena;
use crate::answering::journal::Reply;
use crate::load::update::{People, UpdateId};

pub(crate) const PEOPLE: People = People { first: 5_500_000_000, count: 1_000 };
const FIRST: UpdateId = UpdateId(600_000_000);
/// For the first reply.
const PATIENCE: Duration = Duration::from_secs(60);

/// How the backlog was borne.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Drained {
    /// From the start of the process to the line that says ACTIVE.
    pub(crate) activation: Duration,
    /// From that line to the first reply.
    pub(crate) first_reply: Duration,
    /// From that line to the last reply that was waited for.
    pub(crate) took: Duration,
    /// The highest resident memory, in megabytes.
    pub(crate) peak: f64,
    pub(crate) out_of_order: u64,
    pub(crate) strange: u64,
}

/// Fills a database, starts a bot and waits for so many replies.
pub(crate) async fn run(
    arena: &mut Arena,
    rows: u32,
    replies: u32,
    patience: Duration,
) -> Result<Drained> {
    let updates = Updates { people: PEOPLE, first: FIRST, count: rows.into() };
    let database = arena.database().await?;
    fill::pending(&database.client, updates).await?;
    fill::tidy_up(&database.client).await?;
    let bot = arena.start(&database).await?;
    let enough = async {
        let first = bot.journal.reaches(1, PATIENCE).await?;
        let last = bot.journal.reaches(replies as usize, PATIENCE + patience).await?;
        Ok::<_, anyhow::Error>((first, last))
    };
    let (first, last) = enough.await.with_context(|| format!("its last lines:\n{}", bot.tail()))?;
    let memory = bot.memory().await?;
    let drained = Drained {
        activation: bot.active - bot.started,
        first_reply: first.saturating_duration_since(bot.active),
        took: last.saturating_duration_since(bot.active),
        peak: memory.peak,
        out_of_order: out_of_order(&bot.journal.since(0), updates),
        strange: bot.journal.strange(),
    };
    drop(bot);
    arena.forget(database).await?;
    Ok(drained)
}

/// Replies that are not to the next update of their person.
fn out_of_order(replies: &[Reply], updates: Updates) -> u64 {
    let mut next: HashMap<i64, i64> = HashMap::new();
    let mut wrong = 0;
    for reply in replies {
        let (first, step) = updates.lane(reply.chat);
        let expected = next.entry(reply.chat).or_insert(first.0);
        if reply.update.0 != *expected {
            wrong += 1;
        }
        // From here on what follows this one: a single mistake is not counted for ever.
        *expected = reply.update.0 + step;
    }
    wrong
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{PEOPLE, Reply, UpdateId, Updates, out_of_order};

    fn wrong(replies: &[(i64, i64)]) -> u64 {
        let at = Instant::now();
        let updates = Updates { people: PEOPLE, first: UpdateId(0), count: 1_000_000 };
        let replies: Vec<Reply> = replies
            .iter()
            .map(|(person, nth)| Reply {
                at,
                update: UpdateId(person + nth * PEOPLE.count),
                chat: PEOPLE.first + person,
            })
            .collect();
        out_of_order(&replies, updates)
    }

    #[test]
    fn people_overtake_each_other_and_nobody_overtakes_himself() {
        assert_eq!(wrong(&[(3, 0), (1, 0), (1, 1), (3, 1), (1, 2)]), 0);
        assert_eq!(wrong(&[]), 0);
    }

    #[test]
    fn what_is_left_out_repeated_or_swapped_is_out_of_order() {
        assert_eq!(wrong(&[(1, 1)]), 1, "the first is missing");
        assert_eq!(wrong(&[(1, 0), (1, 2), (1, 3)]), 1, "one is missing");
        assert_eq!(wrong(&[(1, 0), (1, 0), (1, 1)]), 1, "one came twice");
        assert!(wrong(&[(1, 0), (1, 2), (1, 1), (1, 3)]) > 0, "two are swapped");
    }
}
