//! The claim writer: claims and endings of many calls, written down together.
//!
//! ```text
//!   claim, end ──> queue ──> one fenced transaction for all that is there ──> everybody is told
//! ```
//!
//! A call is made only after its claim is committed, and the next row of its chat only after its end
//! is. Both would cost a commit of their own; together they cost a share of one.
//!
//! On failure: a claim whose commit is not known to have happened is not used; its row is found and
//! freed later. An ending is tried until it is written or the term is over; what was learned by then
//! is left behind as a fact.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use domain::OutboxId;
use parking_lot::Mutex;
use store::{Ending, Fact, LeaderTx, StoreError};
use tokio::sync::{mpsc, oneshot};
use tracing::warn;
use uuid::Uuid;

use crate::outbox::Outbox;

/// More than this are not written in one transaction.
const MOST: usize = 128;

/// More attempts than this are not remembered.
const MOST_UNMADE: usize = 10_000;

const PAUSE: Duration = Duration::from_millis(200);

#[derive(Debug)]
enum Entry {
    Claim { id: OutboxId, attempt: Uuid, answer: oneshot::Sender<Claimed> },
    End { id: OutboxId, attempt: Uuid, ending: Ending, answer: oneshot::Sender<Ended> },
}

/// Whether a call may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claimed {
    Yes,
    /// It may not: the row is not ready any more, or the claim is not known to be written.
    No,
    /// It may not: the term is over.
    TermOver,
}

/// Whether an ending is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Written,
    TermOver,
}

/// Where calls hand in claims and endings; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Claims {
    queue: mpsc::Sender<Entry>,
    /// Attempts that were claimed, as far as anybody knows, and surely not made. It is forgotten
    /// with the loop: what a new one finds claimed may have been made.
    unmade: Arc<Mutex<HashSet<Uuid>>>,
}

impl Claims {
    /// The two ends: for calls, and for the task that writes.
    pub(super) fn new() -> (Self, ClaimWriter) {
        let (sender, queue) = mpsc::channel(MOST * 8);
        (Self { queue: sender, unmade: Arc::default() }, ClaimWriter { queue })
    }

    /// Whether the call of this attempt was surely never made, although its claim may be written.
    pub(super) fn is_unmade(&self, attempt: Uuid) -> bool {
        self.unmade.lock().contains(&attempt)
    }

    /// The claim of this attempt is undone, or never was.
    pub(super) fn forget(&self, attempt: Uuid) {
        self.unmade.lock().remove(&attempt);
    }

    pub(super) async fn claim(&self, id: OutboxId, attempt: Uuid) -> Claimed {
        let (answer, outcome) = oneshot::channel();
        if self.queue.send(Entry::Claim { id, attempt, answer }).await.is_err() {
            return Claimed::TermOver;
        }
        let claimed = outcome.await.unwrap_or(Claimed::TermOver);
        if claimed == Claimed::No {
            let mut unmade = self.unmade.lock();
            // Too many to remember: the rule of the row decides, which is safe.
            if unmade.len() < MOST_UNMADE {
                unmade.insert(attempt);
            }
        }
        claimed
    }

    /// Writes down what became of it.
    pub(super) async fn end(&self, id: OutboxId, attempt: Uuid, ending: Ending) -> Ended {
        let (answer, outcome) = oneshot::channel();
        if self.queue.send(Entry::End { id, attempt, ending, answer }).await.is_err() {
            return Ended::TermOver;
        }
        outcome.await.unwrap_or(Ended::TermOver)
    }
}

/// Writes what calls hand in.
#[derive(Debug)]
pub(super) struct ClaimWriter {
    queue: mpsc::Receiver<Entry>,
}

impl ClaimWriter {
    /// Writes until nobody can tell anything more.
    pub(super) async fn run(mut self, active: &Outbox) {
        let mut entries = Vec::with_capacity(MOST);
        while self.queue.recv_many(&mut entries, MOST).await > 0 {
            write(active, std::mem::take(&mut entries)).await;
        }
    }
}

async fn write(active: &Outbox, entries: Vec<Entry>) {
    let (mut claims, mut claimers) = (Vec::new(), Vec::new());
    let (mut endings, mut enders) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry {
            Entry::Claim { id, attempt, answer } => {
                claims.push((id, attempt));
                claimers.push(answer);
            }
            Entry::End { id, attempt, ending, answer } => {
                endings.push((id, attempt, ending));
                enders.push(answer);
            }
        }
    }
    loop {
        match transaction(active, &claims, &endings).await {
            Ok(got) => {
                for ((id, _), answer) in claims.iter().zip(claimers) {
                    let _ = answer.send(if got.contains(id) { Claimed::Yes } else { Claimed::No });
                }
                for answer in enders {
                    let _ = answer.send(Ended::Written);
                }
                return;
            }
            Err(StoreError::TermOver) => {
                leave_facts(active, &endings).await;
                // Whoever waits is told by the answer's end.
                return;
            }
            Err(error) => {
                warn!(repeats = "claims", "[OUTBOX] cannot write down what was sent: {error}");
                // Not known to be written: nobody may call on the strength of it.
                claims.clear();
                for answer in claimers.drain(..) {
                    let _ = answer.send(Claimed::No);
                }
                if endings.is_empty() {
                    return;
                }
                tokio::select! {
                    () = active.term.lost() => return leave_facts(active, &endings).await,
                    () = tokio::time::sleep(PAUSE) => {}
                }
            }
        }
    }
}

async fn transaction(
    active: &Outbox,
    claims: &[(OutboxId, Uuid)],
    endings: &[(OutboxId, Uuid, Ending)],
) -> Result<Vec<OutboxId>, StoreError> {
    let is_over =
        |ending: &Ending| matches!(ending, Ending::Dead(_) | Ending::Gone(_) | Ending::Doubtful(_));
    let dead = endings.iter().filter(|(_, _, ending)| is_over(ending)).map(|(id, _, _)| *id);
    let dead: Vec<OutboxId> = dead.collect();
    let write = async |tx: &mut LeaderTx<'_>| {
        if !endings.is_empty() {
            tx.outbox().end_outgoing(endings).await?;
        }
        for (id, _, ending) in endings {
            if let Ending::Delivered(_, copies) = ending {
                tx.generations().delivered_by(*id, copies).await?;
            }
        }
        if !dead.is_empty() {
            tx.operators().add_dead_sends(&dead, &active.desks).await?;
        }
        if claims.is_empty() { Ok(Vec::new()) } else { tx.outbox().claim_outgoing(claims).await }
    };
    active.store.in_term(&active.term, write).await
}

/// What was learned too late to be written in the term: a message that was sent.
async fn leave_facts(active: &Outbox, endings: &[(OutboxId, Uuid, Ending)]) {
    for (id, attempt, ending) in endings {
        let (Ending::Sent(message) | Ending::Delivered(message, _)) = ending else { continue };
        let fact = Fact { id: *id, attempt: *attempt, message: *message };
        if let Err(error) = active.intake.learned(fact).await {
            warn!(repeats = "facts", "[OUTBOX] cannot leave word of what was sent: {error}");
            return;
        }
    }
}
