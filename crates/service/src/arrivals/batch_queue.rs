//! Where updates wait until a writer takes them, and the rule by which it does.
//!
//! ```text
//!   enter ──> waiting ──┬── nothing is being written ───────────> taken at once
//!                       ├── twice as many as are being written ─> taken
//!                       └── LINGER has passed ──────────────────> taken
//! ```
//!
//! On failure: a writer that ends with a [`Batch`] in hand gives its place back, and whoever waited for
//! that batch learns it by the end of its answer.

use std::time::Duration;

use parking_lot::Mutex;
use store::{Arrival, Stored};
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
    pub(super) answer: oneshot::Sender<Result<Stored, NotStored>>,
}

/// Who waits, and how much is being written.
#[derive(Debug, Default)]
pub(super) struct BatchQueue {
    state: Mutex<State>,
    ripe: Notify,
}

#[derive(Debug, Default)]
struct State {
    waiting: Vec<Waiting>,
    rows: usize,
}

#[derive(Debug)]
pub(super) struct Batch<'l> {
    queue: &'l BatchQueue,
    waiting: Vec<Waiting>,
    rows: usize,
}

impl BatchQueue {
    /// Waits in the queue from here on, unless it is full.
    pub(super) fn enter(&self, one: Waiting) -> Result<(), NotStored> {
        let mut state = self.state.lock();
        if state.waiting.len() >= MOST_WAITING {
            return Err(NotStored::Busy);
        }
        state.waiting.push(one);
        // The first one makes a writer look at the clock; then nobody is woken until it is worth it.
        let wake = state.waiting.len() == 1 || state.is_ripe();
        drop(state);
        if wake {
            self.ripe.notify_one();
        }
        Ok(())
    }

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
        let mut state = self.state.lock();
        if state.waiting.is_empty() || !(unripe || state.is_ripe()) {
            return Err(!state.waiting.is_empty());
        }
        let waiting = state.take();
        let rows = waiting.len();
        state.rows += rows;
        let more = !state.waiting.is_empty();
        drop(state);
        if more {
            self.ripe.notify_one();
        }
        Ok(Batch { queue: self, waiting, rows })
    }
}

impl State {
    /// Whether what waits is worth a commit beside those under way.
    fn is_ripe(&self) -> bool {
        self.waiting.len() >= 2 * self.rows
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
        let mut state = self.queue.state.lock();
        state.rows -= self.rows;
        let ripe = !state.waiting.is_empty() && state.is_ripe();
        drop(state);
        if ripe {
            self.queue.ripe.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::UpdateId;
    use store::ArrivalState;
    use tokio::time::{Duration, Instant, timeout};

    use super::{
        Arrival, BatchQueue, LINGER, MOST_BYTES, MOST_ROWS, MOST_WAITING, Waiting, oneshot,
    };
    use crate::arrivals::NotStored;

    fn enter_with(queue: &BatchQueue, updates: usize, bytes: usize) {
        for _ in 0..updates {
            let (update_id, payload) = (UpdateId::new(1), vec![0; bytes].into());
            let arrival = Arrival { update_id, lane: 1, standing: ArrivalState::Pending, payload };
            queue.enter(Waiting { arrival, answer: oneshot::channel().0 }).unwrap();
        }
    }

    fn enter(queue: &BatchQueue, updates: usize) {
        enter_with(queue, updates, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_lone_update_does_not_wait_and_one_beside_a_large_batch_lingers() {
        let (queue, began) = (BatchQueue::default(), Instant::now());
        enter(&queue, 1);
        drop(queue.gather().await);
        enter(&queue, 10);
        let large = queue.gather().await;
        assert_eq!((large.rows(), began.elapsed()), (10, Duration::ZERO));

        enter(&queue, 1);
        assert_eq!(queue.gather().await.rows(), 1);

        assert!(began.elapsed() >= LINGER);
    }

    #[tokio::test(start_paused = true)]
    async fn a_batch_goes_when_it_is_worth_it_or_the_others_are_done() {
        let (queue, began) = (BatchQueue::default(), Instant::now());
        enter(&queue, 10);
        let first = queue.gather().await;
        enter(&queue, 20);
        let second = queue.gather().await;
        enter(&queue, 20);
        assert!(timeout(LINGER / 2, queue.gather()).await.is_err());

        drop(second);

        assert_eq!(queue.gather().await.rows(), 20);
        drop(first);
        assert!(began.elapsed() < LINGER);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_comes_while_a_writer_lingers_wakes_it_in_time() {
        let (queue, began) = (BatchQueue::default(), Instant::now());
        enter(&queue, 1);
        let _first = queue.gather().await;
        enter(&queue, 1);

        let (second, ()) = tokio::join!(queue.gather(), async {
            tokio::task::yield_now().await;
            enter(&queue, 1);
        });

        assert_eq!((second.rows(), began.elapsed()), (2, Duration::ZERO));
    }

    #[tokio::test]
    async fn a_batch_and_the_lobby_have_their_limits() {
        let queue = BatchQueue::default();
        enter_with(&queue, 2, MOST_BYTES);
        assert_eq!(queue.gather().await.rows(), 1);
        assert_eq!(queue.gather().await.rows(), 1);
        enter(&queue, MOST_WAITING);

        let payload = vec![0].into();
        let arrival = Arrival {
            update_id: UpdateId::new(1),
            lane: 1,
            standing: ArrivalState::Pending,
            payload,
        };
        let refused = queue.enter(Waiting { arrival, answer: oneshot::channel().0 });

        assert_eq!(refused, Err(NotStored::Busy));
        assert_eq!(queue.gather().await.rows(), MOST_ROWS);
    }
}
