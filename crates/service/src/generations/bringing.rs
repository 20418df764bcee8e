//! The files of an order, brought to KIE, and its price settled from what they measure.
//!
//! ```text
//!   ordered ── files to KIE, measured as they pass ──┬── gone ──> given back     later ──> postponed
//!                                                    v
//!                                   one commit: addresses, measures, price
//!                                     ├── as quoted, or cheaper ──> waits to be submitted
//!                                     └── dearer, too long, unmeasurable ──> given back, told
//! ```
//!
//! With hands of its own: however many uploads are stuck, orders without files go on. What is at KIE stays
//! there for a day, so a retry of the order uploads nothing again; addresses that are older than half a day,
//! or that KIE could not fetch, are brought anew.
//!
//! On failure: before the commit nothing has happened, and a file that nobody uses costs nothing. KIE is
//! asked to make nothing before the commit is there.

use std::sync::Arc;
use std::time::Duration;

use domain::catalogue::Model;
use domain::generation::{Brief, Delay, Failure, Quoted, Settlement, settle};
use domain::{GenerationId, Money};
use store::{Generation, LeaderTx, Repriced, StoreError, Unbrought};
use tokio::time::MissedTickBehavior;
use tracing::{Instrument, debug, warn};

use super::hands::Hands;
use super::uploads::{self, Brought, NotThere};
use super::{PAUSE, asked, ending};
use crate::generations::Generations;
use crate::logging::following;
use crate::metrics::{self, Loop};
use crate::traces::{self, Name, Outcome};

/// So many orders are brought at once.
const HANDS: usize = 8;

/// Looks at least this often.
const LOOK: Duration = Duration::from_millis(250);

/// The pause before files that were not there are tried again.
const LATER: Duration = Duration::from_secs(3);

/// Brings until the term drains, then finishes what is in hand.
pub(super) async fn run(active: Arc<Generations>) {
    let mut hands = Hands::new(HANDS);
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            () = active.term.draining() => break,
            () = hands.freed() => {}
            () = active.wake.files_news() => {}
            _ = ticks.tick() => {}
        }
        metrics::round(Loop::Bringing);
        if !hands.look() {
            continue;
        }
        match active.store.unbrought(2 * HANDS as i64).await {
            Ok(rows) => {
                for row in rows {
                    let (active, id) = (Arc::clone(&active), row.generation);
                    let span = traces::step(Name::Bring, id, active.term.epoch());
                    let brought = async move { active.step("brought", steps(&active, &row)).await };
                    let brought = span.around(brought).instrument(following::generation(id));
                    hands.take(id, brought);
                }
            }
            Err(error) => {
                warn!(repeats = "files", "[KIE] cannot look for files to bring: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    hands.finish().await;
}

async fn steps(active: &Generations, row: &Unbrought) -> Result<(), StoreError> {
    let id = row.generation;
    let Some((model, brief)) = asked(&active.prices, &row.model, &row.input) else {
        return ending::fail(active, id, Failure::ModelClosed, None).await;
    };
    match uploads::bring(active, &brief).await {
        Ok(brought) => keep(active, id, model, &brief, &brought).await,
        Err(NotThere::Gone) => ending::fail(active, id, Failure::FileGone, None).await,
        Err(NotThere::Later(problem)) => {
            debug!("[KIE] a file is not there yet: {problem}");
            traces::outcome(Outcome::Again);
            let postpone = async |tx: &mut LeaderTx<'_>| {
                tx.generations().postpone(id, LATER, Delay::Files).await
            };
            active.store.in_term(&active.term, postpone).await
        }
        Err(NotThere::TermOver) => Ok(()),
    }
}

/// The one commit after which the order can be submitted, or is over.
async fn keep(
    active: &Generations,
    id: GenerationId,
    model: &Model,
    brief: &Brief,
    brought: &[Vec<Brought>],
) -> Result<(), StoreError> {
    let kept = active.store.in_term(&active.term, async |tx| {
        let locked = match tx.generations().person_of(id).await? {
            Some(person) => ending::lock(tx, person, id).await?,
            None => None,
        };
        let Some((running, _)) = locked else { return Ok(Kept::Over) };
        let measures: Vec<Vec<_>> =
            brought.iter().map(|files| files.iter().map(|file| file.measure).collect()).collect();
        let quoted = Quoted { price: running.price, cost: running.cost, is_free: running.is_free };
        let (settlement, truth) = settle(model, &active.prices.offers, brief, &measures, quoted);
        let truth = truth.to_text();
        if let Some(failure) = settlement.failure() {
            debug!("[KIE] not submitted at its price: {settlement:?}");
            return Ok(Kept::Refused(failure, truth));
        }
        let addresses = uploads::to_text(brought);
        if !tx.generations().keep_uploads(id, addresses.as_deref(), &truth).await? {
            return Ok(Kept::Over);
        }
        write_down(tx, &running, &settlement).await?;
        Ok(Kept::Ready)
    });
    match kept.await? {
        Kept::Ready => {
            traces::outcome(Outcome::Brought);
            active.wake.brought();
        }
        Kept::Over => {}
        Kept::Refused(failure, truth) => return ending::refuse(active, id, failure, &truth).await,
    }
    Ok(())
}

/// What becomes of an order whose files are at KIE.
enum Kept {
    /// It can be submitted.
    Ready,
    /// It has ended meanwhile.
    Over,
    /// It must not be submitted, and its brief says from now on what its files are.
    Refused(Failure, String),
}

/// Writes down what the order costs by now.
async fn write_down(
    tx: &mut LeaderTx<'_>,
    running: &Generation,
    settlement: &Settlement,
) -> Result<(), StoreError> {
    let Settlement::Cheaper { price, cost } = *settlement else { return Ok(()) };
    if price == running.price || running.price == Money::ZERO {
        return tx.generations().recount(running.id, cost).await;
    }
    match tx.books().reprice(running.person, running.id, price).await? {
        Repriced::Done(_) => tx.generations().recount(running.id, cost).await,
        // The files were measured anew, and came out smaller still: what was settled first stands.
        Repriced::Already => Ok(()),
        Repriced::None => Err(StoreError::Broken("a generation that was alive had no open hold")),
    }
}

#[cfg(test)]
mod tests;
