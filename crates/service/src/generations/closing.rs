//! What can no longer be ordered: closed in the books of the shop, and the admins told, once.
//!
//! ```text
//!   open ── closed ──> one ERROR line, one message to the chat of the admins, or to every admin
//!   half open ── its trial fails ──> one INFO line, for longer
//!   closed ── closed again ──> nothing
//!
//!   402 ── balance? ──┬── none left ──> everything is closed
//!                     └── some, or no answer ──> what costs more than that is closed
//! ```
//!
//! What was ordered waits while its subject is closed.

use std::sync::atomic::Ordering;
use std::time::Duration;

use domain::generation::Cause;
use domain::{Credits, News};
use store::closures::{Closing, DEAR, EVERYTHING, Shut};
use store::{LeaderTx, StoreError};
use tracing::{debug, error, info};

use crate::generations::Generations;

/// How long everything, or what is too dear, is closed unless KIE takes us back before.
const CLOSED: Duration = Duration::from_secs(3_600);

/// The client's own limit is below it.
const LONGEST: Duration = Duration::from_secs(30);

/// Something that was closed; others learn it once that is committed.
#[derive(Debug)]
#[must_use = "nobody learns it"]
pub(super) struct Closed {
    subject: String,
    cause: Cause,
    is_again: bool,
}

impl Closed {
    /// It is committed: one line for the operators, and what the admins are told goes out.
    pub(super) fn announce(self, active: &Generations) {
        let (subject, cause) = (self.subject, self.cause.word());
        if subject == EVERYTHING {
            active.closings.fetch_add(1, Ordering::Relaxed);
        }
        if self.is_again {
            info!(subject, cause, "[KIE] still closed");
            return;
        }
        error!(subject, cause, "[KIE] closed");
        active.wake.news();
    }
}

/// KIE serves nobody of ours: everything is closed, until it answers again.
pub(super) async fn close_everything(active: &Generations, cause: Cause) -> Result<(), StoreError> {
    close(active, EVERYTHING, CLOSED, cause).await
}

/// KIE has too few credits of ours for an order of this cost.
pub(super) async fn close_unpaid(active: &Generations, cost: Credits) -> Result<(), StoreError> {
    let Ok(permit) = active.term.permit(LONGEST) else { return Ok(()) };
    let balance = match permit.run_until_drain(active.kie.credits()).await {
        Ok(Ok(balance)) => Some(balance),
        Ok(Err(problem)) => {
            debug!("[KIE] not known what is left: {problem:?}");
            None
        }
        Err(_) => return Ok(()),
    };
    if balance.is_some_and(|balance| !balance.is_positive()) {
        return close_everything(active, Cause::OutOfCredits).await;
    }
    let cause = Cause::OutOfCredits;
    let closed = active.store.in_term(&active.term, async |tx| {
        let (shut, ceiling) = tx.closures().close_dear(cost, balance, CLOSED, cause.word()).await?;
        let above = (ceiling.above.get() / 1_000_000).to_string();
        noticed(tx, DEAR, cause, shut, &above).await
    });
    if let Some(closed) = closed.await? {
        closed.announce(active);
    }
    Ok(())
}

/// Closes a subject for a while, in a transaction of its own.
pub(super) async fn close(
    active: &Generations,
    subject: &str,
    pause: Duration,
    cause: Cause,
) -> Result<(), StoreError> {
    let closed = active
        .store
        .in_term(&active.term, async |tx| close_within(tx, subject, Some(pause), cause).await);
    if let Some(closed) = closed.await? {
        closed.announce(active);
    }
    Ok(())
}

/// Closes a subject within a transaction, until an operator says otherwise if there is no pause. None if it
/// had been closed.
pub(super) async fn close_within(
    tx: &mut LeaderTx<'_>,
    subject: &str,
    pause: Option<Duration>,
    cause: Cause,
) -> Result<Option<Closed>, StoreError> {
    let shut =
        tx.closures().close_subject(Closing::by_itself(subject, pause, cause.word())).await?;
    noticed(tx, subject, cause, shut, cause.word()).await
}

/// What follows from closing a subject: the admins are told if it is news, with what stands beside it.
async fn noticed(
    tx: &mut LeaderTx<'_>,
    subject: &str,
    cause: Cause,
    shut: Shut,
    details: &str,
) -> Result<Option<Closed>, StoreError> {
    let is_again = match shut {
        Shut::Already => return Ok(None),
        Shut::Again => true,
        Shut::Anew => false,
    };
    if !is_again {
        tx.operators().add_trouble(News::Closed, 1, subject, details).await?;
    }
    Ok(Some(Closed { subject: subject.to_owned(), cause, is_again }))
}
