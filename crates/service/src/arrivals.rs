//! Accepting updates: many requests, one commit.
//!
//! ```text
//!   request ──> queue ──> writer: takes what is there ──> one insert ──> every request is answered
//!                 │                 │ refused as a batch
//!                 │ full            v
//!                 v             row by row: only the poisoned one is told that it was not stored
//!               Busy
//! ```
//!
//! A lone update waits for nothing. While a batch is being committed the next one gathers, and it goes
//! when that is done; beside it only if it is twice as large, or has waited for 2 ms, so that a slow
//! disk does not hold up everybody. So a thousand updates take a few commits instead of hundreds.
//! Nobody is woken for an update that is only to be gathered.
//!
//! Storing goes before handling: while batches are large, [`Pressure`] tells the inbox loop to take it
//! easy. Telegram takes a few dozen replies a second anyway, but it wants its 200 now.
//!
//! On failure: whoever waits is told that the update is not stored, and tells Telegram to deliver it
//! again. A 200 without a row does not exist. The board learns from every batch whether updates can be stored; a
//! row that alone is refused is no sign that they cannot.

pub mod passive;
pub mod registration;

pub(crate) mod polling;

mod batch_queue;
mod inline;
mod pre_checkout;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use batch_queue::{Batch, BatchQueue, Waiting};
use bytes::Bytes;
use dialogue::PriceList;
use sha2::{Digest, Sha256};
use store::{Arrival, ArrivalState, Intake, StoreError, Stored};
use telegram::envelope::{Envelope, Kind};
use telegram::request::Chatless;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tracing::warn;

use crate::metrics;
use crate::process::wake::Wake;
use crate::status::{Board, Database};

/// Batches of so many rows mean that more comes in than can be stored at leisure.
const LARGE: usize = 16;

/// A large batch is felt for this long.
const FELT: Duration = Duration::from_millis(200);

/// A batch that takes longer counts as not stored; Telegram itself gives up after 60 s. It is a limit
/// of batches, for a timer for each request would cost more than the request.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where requests hand their updates in; cheap to clone.
#[derive(Debug, Clone)]
pub struct Acceptor {
    queue: Arc<BatchQueue>,
}

/// An update that is not known to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotStored {
    /// Come back in a moment: too many are waiting.
    #[error("too many updates are waiting to be stored")]
    Busy,
    /// Come back later: the database does not take it.
    #[error("the database does not take updates now")]
    Unavailable,
}

/// How hard updates come in; cheap to clone.
#[derive(Debug, Clone)]
pub struct Pressure {
    origin: Instant,
    /// Milliseconds after the origin until which the last large batch is felt.
    felt_until: Arc<AtomicU64>,
}

impl Default for Pressure {
    fn default() -> Self {
        Self { origin: Instant::now(), felt_until: Arc::default() }
    }
}

impl Pressure {
    /// Whether more comes in than can be stored at leisure.
    pub fn is_high(&self) -> bool {
        self.millis(Duration::ZERO) < self.felt_until.load(Ordering::Relaxed)
    }

    fn batch(&self, rows: usize) {
        if rows >= LARGE {
            self.felt_until.store(self.millis(FELT), Ordering::Relaxed);
        }
    }

    fn millis(&self, more: Duration) -> u64 {
        u64::try_from((self.origin.elapsed() + more).as_millis()).unwrap_or(u64::MAX)
    }
}

/// Commits what requests hand in; cheap to clone, and every clone writes batches of its own.
#[derive(Debug, Clone)]
pub struct Writer {
    queue: Arc<BatchQueue>,
    pressure: Pressure,
    intake: Intake,
    board: Board,
    wake: Wake,
}

/// The two ends: for requests, and for the task that writes.
pub fn acceptor(
    intake: Intake,
    board: Board,
    wake: Wake,
    pressure: Pressure,
) -> (Acceptor, Writer) {
    let queue = Arc::new(BatchQueue::default());
    (Acceptor { queue: Arc::clone(&queue) }, Writer { queue, pressure, intake, board, wake })
}

impl Acceptor {
    /// Stores an update; when this succeeds it is on disk. Of one that came again in a batch with new ones it is
    /// not found out that it did.
    pub async fn accept(&self, arrival: Arrival) -> Result<Stored, NotStored> {
        let (answer, outcome) = oneshot::channel();
        self.queue.enter(Waiting { arrival, answer })?;
        outcome.await.unwrap_or(Err(NotStored::Unavailable))
    }
}

impl Writer {
    pub async fn run(&self) {
        loop {
            let batch = self.queue.gather().await;
            self.pressure.batch(batch.rows());
            self.write(batch).await;
        }
    }

    async fn write(&self, mut batch: Batch<'_>) {
        let (arrivals, answers): (Vec<_>, Vec<_>) =
            batch.waiting().map(|waiting| (waiting.arrival, waiting.answer)).unzip();
        let Ok(stored) = tokio::time::timeout(PATIENCE, self.intake.accept(&arrivals)).await else {
            warn!(repeats = "accept", "[WEBHOOK] not stored: no answer within {PATIENCE:?}");
            self.board.not_stored(Database::Unreachable);
            // Whoever waits is told by the end of its answer.
            return;
        };
        match stored {
            Ok(news) => {
                self.count(arrivals.len(), news);
                let stored = if news == 0 { Stored::Known } else { Stored::New };
                // Before anybody is answered, so that a connection finds its buffer free again.
                drop(arrivals);
                for answer in answers {
                    // Whoever asked may have hung up; the update is stored all the same.
                    let _ = answer.send(Ok(stored));
                }
            }
            // Nobody answers: to ask once for each row would only take longer.
            Err(error @ StoreError::Away(_)) => {
                warn!(repeats = "accept", "[WEBHOOK] not stored: {error}");
                self.board.not_stored(Database::Unreachable);
                for answer in answers {
                    let _ = answer.send(Err(NotStored::Unavailable));
                }
            }
            Err(_) => self.write_one_by_one(arrivals, answers).await,
        }
    }

    async fn write_one_by_one(
        &self,
        arrivals: Vec<Arrival>,
        answers: Vec<oneshot::Sender<Result<Stored, NotStored>>>,
    ) {
        for (arrival, answer) in arrivals.into_iter().zip(answers) {
            let stored = self.intake.accept_one(&arrival).await;
            match &stored {
                Ok(stored) => self.count(1, u64::from(*stored == Stored::New)),
                Err(error) => {
                    warn!(repeats = "accept", "[WEBHOOK] not stored: {error}");
                    if let Some(found) = Database::found_by(error) {
                        self.board.not_stored(found);
                    }
                }
            }
            let _ = answer.send(stored.map_err(|_| NotStored::Unavailable));
        }
    }

    fn count(&self, arrived: usize, news: u64) {
        let arrived = u64::try_from(arrived).unwrap_or(u64::MAX);
        self.board.stored();
        self.board.received(news);
        metrics::received(news, arrived.saturating_sub(news));
        metrics::stored_together(arrived);
        self.wake.inbox();
    }
}

/// An update as it is stored for the active instance; what is answered at the door is done by that.
pub(crate) fn arrival(envelope: &Envelope, payload: Bytes) -> Arrival {
    let standing = match envelope.kind {
        Kind::PreCheckout | Kind::Inline => ArrivalState::Done,
        Kind::Message | Kind::Tap | Kind::Other => ArrivalState::Pending,
    };
    Arrival { update_id: envelope.update_id, lane: envelope.lane, standing, payload }
}

/// What answers an update at the door, whichever way it came, and how it is stored then; all but a tap after one bounded
/// read.
pub(crate) async fn answer_to(
    intake: &Intake,
    prices: &PriceList,
    envelope: &Envelope,
    body: &Bytes,
) -> (Option<Chatless>, Arrival) {
    let mut arrival = arrival(envelope, body.clone());
    let Some(query) = envelope.query.as_deref() else { return (None, arrival) };
    let answer = match envelope.kind {
        Kind::Tap => Some(Chatless::answer_tap(query, None, false)),
        Kind::PreCheckout => {
            let default = prices.offers.default_language;
            let (answer, standing) = pre_checkout::answer(intake, default, query, body).await;
            arrival.standing = standing;
            Some(answer)
        }
        Kind::Inline => Some(inline::answer(intake, prices, query, body).await),
        Kind::Message | Kind::Other => None,
    };
    (answer, arrival)
}

/// Keeps the bytes of what cannot be stored as an update: an operator may look.
pub(crate) async fn keep_unreadable(intake: &Intake, bytes: &Bytes) -> Result<(), StoreError> {
    intake.keep_unreadable(&Sha256::digest(bytes), bytes).await?;
    metrics::unreadable();
    Ok(())
}
