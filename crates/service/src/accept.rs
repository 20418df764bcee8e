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
//! There is no timer: while batches are being committed the next one gathers, so that a lone update
//! waits for nothing and a thousand of them share a commit. There are two writers, so that one gathers
//! while the other waits for the disk.
//!
//! Storing goes before handling: while batches are large, [`Pressure`] tells the inbox loop to take it
//! easy. Telegram takes a few dozen replies a second anyway, but it wants its 200 now.
//!
//! On failure: whoever waits is told that the update is not stored, and tells Telegram to deliver it
//! again. A 200 without a row does not exist.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use store::{Arrival, Intake, StoreError, Stored};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::Instant;
use tracing::warn;

use crate::metrics;
use crate::status::Board;
use crate::wake::Wake;

/// More requests than this are told to come back.
const MOST_WAITING: usize = 4_096;

/// The most rows, and about the most bytes, of one insert.
const MOST_ROWS: usize = 256;
const MOST_BYTES: usize = 4 * 1024 * 1024;

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
    queue: mpsc::Sender<Waiting>,
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

#[derive(Debug)]
struct Waiting {
    arrival: Arrival,
    answer: oneshot::Sender<Result<(), NotStored>>,
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
    queue: Arc<Mutex<mpsc::Receiver<Waiting>>>,
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
    let (sender, queue) = mpsc::channel(MOST_WAITING);
    let queue = Arc::new(Mutex::new(queue));
    (Acceptor { queue: sender }, Writer { queue, pressure, intake, board, wake })
}

impl Acceptor {
    /// Stores an update; when this succeeds it is on disk.
    ///
    /// # Errors
    /// When it is not known to be stored.
    pub async fn accept(&self, arrival: Arrival) -> Result<(), NotStored> {
        let (answer, outcome) = oneshot::channel();
        self.queue.try_send(Waiting { arrival, answer }).map_err(|_| NotStored::Busy)?;
        outcome.await.unwrap_or(Err(NotStored::Unavailable))
    }
}

impl Writer {
    /// Writes; once nobody can hand anything in any more there is nothing left to do.
    pub async fn run(&self) {
        let mut batch = Vec::with_capacity(MOST_ROWS);
        while self.gather(&mut batch).await {
            self.pressure.batch(batch.len());
            self.write(std::mem::take(&mut batch)).await;
        }
        std::future::pending::<()>().await;
    }

    /// Waits for the first, then takes what is there.
    async fn gather(&self, batch: &mut Vec<Waiting>) -> bool {
        let mut queue = self.queue.lock().await;
        let Some(first) = queue.recv().await else { return false };
        let mut bytes = first.arrival.payload.len();
        batch.push(first);
        while batch.len() < MOST_ROWS && bytes < MOST_BYTES {
            let Ok(next) = queue.try_recv() else { break };
            bytes += next.arrival.payload.len();
            batch.push(next);
        }
        true
    }

    async fn write(&self, batch: Vec<Waiting>) {
        let (arrivals, answers): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|waiting| (waiting.arrival, waiting.answer)).unzip();
        let Ok(stored) = tokio::time::timeout(PATIENCE, self.intake.accept(&arrivals)).await else {
            warn!(repeats = "accept", "[WEBHOOK] not stored: no answer within {PATIENCE:?}");
            // Whoever waits is told by the end of its answer.
            return;
        };
        match stored {
            Ok(news) => {
                self.count(arrivals.len(), news);
                for answer in answers {
                    // Whoever asked may have hung up; the update is stored all the same.
                    let _ = answer.send(Ok(()));
                }
            }
            // Nobody answers: to ask once for each row would only take longer.
            Err(error @ StoreError::Unreachable(_)) => {
                warn!(repeats = "accept", "[WEBHOOK] not stored: {error}");
                for answer in answers {
                    let _ = answer.send(Err(NotStored::Unavailable));
                }
            }
            Err(StoreError::Refused(_)) => self.write_one_by_one(arrivals, answers).await,
        }
    }

    async fn write_one_by_one(
        &self,
        arrivals: Vec<Arrival>,
        answers: Vec<oneshot::Sender<Result<(), NotStored>>>,
    ) {
        for (arrival, answer) in arrivals.into_iter().zip(answers) {
            let stored = self.intake.accept_one(&arrival).await;
            match &stored {
                Ok(stored) => self.count(1, u64::from(*stored == Stored::New)),
                Err(error) => warn!(repeats = "accept", "[WEBHOOK] not stored: {error}"),
            }
            let _ = answer.send(stored.map(drop).map_err(|_| NotStored::Unavailable));
        }
    }

    fn count(&self, arrived: usize, news: u64) {
        let arrived = u64::try_from(arrived).unwrap_or(u64::MAX);
        self.board.received(news);
        metrics::received(news, arrived.saturating_sub(news));
        self.wake.inbox();
    }
}
