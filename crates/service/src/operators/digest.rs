//! The daily digest: yesterday in figures, at a fixed hour of the offers' time zone, once.
//!
//! ```text
//!   daily-digest, a row ── due at 9:00 ──┬── yesterday was not told ──> told, in the commit that says so
//!                                        └── it was, or the row is new ──> nothing
//!                                     then due at the next 9:00
//! ```
//!
//! Who leads does not matter, nor how often that changed: the row goes by the clock of the business, and the day that
//! was told last is a row as well. Days that nobody was there for are not told later; who wants to know asks with
//! `/admin digest`. On failure: rolled back, put off, and tried again; the row has the problem.

use std::sync::Arc;
use std::time::Duration;

use dialogue::DayFacts;
use dialogue::digest::digest;
use domain::ChatId;
use store::operators::digest::DayFigures;
use store::{LeaderTx, StoreError};
use tracing::{debug, warn};

use super::desks;
use super::news::Telling;
use crate::metrics::{self, Loop};
use crate::render;

/// The name of the row that says when it is due.
pub(crate) const NAME: &str = "daily-digest";

/// The hour of the day at which it is told.
const HOUR: i32 = 9;

/// So often there is a look whether it is due.
const LOOK: Duration = Duration::from_secs(1);

/// The pauses after failures: the first, and the longest they grow to.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);

/// Tells of each day when it is time, until the term drains.
pub(crate) async fn run(active: Arc<Telling>) {
    let mut is_known = false;
    loop {
        metrics::round(Loop::Digest);
        match round(&active, &mut is_known).await {
            Ok(()) => {}
            Err(StoreError::TermOver) => return,
            Err(error) => {
                warn!(repeats = "digest", "[ADMIN] the digest is not told: {error}");
                put_off(&active, &error).await;
            }
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

/// What today has come to.
pub(crate) async fn today(tx: &mut LeaderTx<'_>, zone: &str) -> Result<DayFacts, StoreError> {
    day(tx, zone, 0).await
}

async fn round(active: &Telling, is_known: &mut bool) -> Result<(), StoreError> {
    let Ok(_work) = active.term.work() else { return Err(StoreError::TermOver) };
    if !*is_known {
        let know = async |tx: &mut LeaderTx<'_>| tx.upkeep().know_work(&[NAME]).await;
        active.store.in_term(&active.term, know).await?;
        *is_known = true;
    }
    if !active.store.due_work().await?.iter().any(|name| name == NAME) {
        return Ok(());
    }
    let told = active.store.in_term(&active.term, async |tx| tell(active, tx).await);
    active.wake.outbox(&told.await?);
    Ok(())
}

/// Tells of yesterday if it is time, and puts down when the next is due.
async fn tell(active: &Telling, tx: &mut LeaderTx<'_>) -> Result<Vec<ChatId>, StoreError> {
    let offers = &active.prices.offers;
    let zone = offers.time_zone.as_str();
    if !tx.upkeep().take_work(NAME).await? {
        return Ok(Vec::new());
    }
    let mut chats = Vec::new();
    if tx.upkeep().may_tell_of_day(NAME, zone, HOUR).await? {
        let facts = day(tx, zone, 1).await?;
        for desk in desks(&active.bot, offers.default_language, tx).await? {
            let screen = digest(desk.language, offers, &facts);
            desk.say(tx, render::message(desk.chat, &screen)).await?;
            chats.push(desk.chat);
        }
    }
    tx.upkeep().due_at_hour(NAME, zone, HOUR).await?;
    Ok(chats)
}

async fn day(tx: &mut LeaderTx<'_>, zone: &str, days_ago: i32) -> Result<DayFacts, StoreError> {
    let figures = tx.operators().day_figures(zone, days_ago).await?;
    let failing = tx.operators().failing_models(zone, days_ago).await?;
    Ok(facts(figures, failing, days_ago == 0))
}

fn facts(figures: DayFigures, failing: Vec<(String, i64)>, is_today: bool) -> DayFacts {
    let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    DayFacts {
        is_today,
        payments: count(figures.payments),
        stars: figures.stars,
        stars_back: figures.stars_back,
        transferred: figures.transferred,
        spent: figures.spent,
        bought: figures.bought,
        cost: figures.cost,
        new: count(figures.new),
        active: count(figures.active),
        paying: count(figures.paying),
        delivered: count(figures.delivered),
        failed: count(figures.failed),
        failing: failing.into_iter().map(|(model, times)| (model, count(times))).collect(),
        takeovers: count(figures.takeovers),
        differences: count(figures.differences),
        dead: count(figures.dead),
        credits: figures.credits,
        daily_use: figures.daily_use,
        day: figures.day,
    }
}

/// Writes down that it failed; should that fail as well, it stays due.
async fn put_off(active: &Telling, problem: &StoreError) {
    let problem = problem.to_string();
    let written = active.store.in_term(&active.term, async |tx| {
        tx.upkeep().put_off_work(NAME, &problem, FIRST_PAUSE, LONGEST_PAUSE).await
    });
    if let Err(error) = written.await {
        debug!("[ADMIN] the digest was not put off: {error}");
    }
}
