//! Where updates wait until a writer takes them, and the rule by which it does.
//!
//! ```text
//!   enter ──> waiting ──┬── nothing is being written ─────────────> taken at once
//!                       ├── as many as a batch being written has ─> taken
//!                       └── LINGER has passed ────────────────────> taken
//! ```
//!
//! On failure: a writer that ends with a [`Batch`] in hand gives its place back, and whoever waited for
//! that batch learns it by the end of its answer.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::Arrival;
use tokio::sync::{Notify, oneshot};

use super::NotStored;

/// More requests than this are told to come back.
const MOST_WAITING: usize = 4_096;

/// The most rows, and about the most bytes, of one insert.
const MOST_ROWS: usize = 256;
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// So long a batch gathers beside others at most. It is about the time of a commit.
const LINGER: Duration = Duration::from_millis(2);

/// An update, and who waits for it.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) arrival: Arrival,
    pub(super) answer: oneshot::Sender<Result<(), NotStored>>,
}

/// Who waits, and how much is being written.
#[derive(Debug, Default)]
pub(super) struct Lobby {
    book: Mutex<Book>,
    ripe: Notify,
}

#[derive(Debug, Default)]
struct Book {
    waiting: Vec<Waiting>,
    batches: usize,
    rows: usize,
}

/// Updates that are being written.
#[derive(Debug)]
pub(super) struct Batch<'l> {
    lobby: &'l Lobby,
    waiting: Vec<Waiting>,
    rows: usize,
}

impl Lobby {
    /// Waits in the lobby from here on, unless it is full.
    pub(super) fn enter(&self, one: Waiting) -> Result<(), NotStored> {
        let mut book = self.book();
        if book.waiting.len() >= MOST_WAITING {
            return Err(NotStored::Busy);
        }
        book.waiting.push(one);
        // The first one makes a writer look at the clock; then nobody is woken until it is worth it.
        let wake = book.waiting.len() == 1 || book.is_ripe();
        drop(book);
        if wake {
            self.ripe.notify_one();
        }
        Ok(())
    }

    /// The next batch.
    pub(super) async fn gather(&self) -> Batch<'_> {
        loop {
            let waits = match self.take(false) {
                Ok(batch) => return batch,
                Err(waits) => waits,
            };
            if !waits {
                self.ripe.notified().await;
            } else if tokio::time::timeout(LINGER, self.ripe.notified()).await.is_err()
                && let Ok(batch) = self.take(true)
            {
                return batch;
            }
            // What came in the same turn of the runtime goes along.
            tokio::task::yield_now().await;
        }
    }

    /// What is there, if it is worth a batch; else whether anything is.
    fn take(&self, unripe: bool) -> Result<Batch<'_>, bool> {
        let mut book = self.book();
        if book.waiting.is_empty() || !(unripe || book.is_ripe()) {
            return Err(!book.waiting.is_empty());
        }
        let waiting = book.take();
        let rows = waiting.len();
        book.batches += 1;
        book.rows += rows;
        let more = !book.waiting.is_empty();
        drop(book);
        if more {
            self.ripe.notify_one();
        }
        Ok(Batch { lobby: self, waiting, rows })
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    /// Whether what waits is worth a commit beside those under way.
    fn is_ripe(&self) -> bool {
        self.waiting.len() * (self.batches + 1) >= self.rows
    }

    fn take(&mut self) -> Vec<Waiting> {
        let mut bytes = 0;
        let fits = |one: &&Waiting| {
            let room = bytes < MOST_BYTES;
            bytes += one.arrival.payload.len();
            room
        };
        let rows = self.waiting.iter().take(MOST_ROWS).take_while(fits).count();
        if rows == self.waiting.len() {
            return std::mem::replace(&mut self.waiting, Vec::with_capacity(rows));
        }
        self.waiting.drain(..rows).collect()
    }
}

impl Batch<'_> {
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Hands them over, once.
    pub(super) fn waiting(&mut self) -> impl Iterator<Item = Waiting> + use<> {
        std::mem::take(&mut self.waiting).into_iter()
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        let mut book = self.lobby.book();
        book.batches -= 1;
        book.rows -= self.rows;
        let ripe = !book.waiting.is_empty() && book.is_ripe();
        drop(book);
        if ripe {
            self.lobby.ripe.notify_one();
        }
    }
}
