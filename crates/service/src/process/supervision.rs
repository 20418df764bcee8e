//! Background tasks: each has a name, is restarted when it ends too early, and shows in health.
//!
//! ```text
//!   running ── ends or panics ──> waiting (1, 2, 4 .. 30 s) ──> running
//!      │                             │
//!      └───────── stopped <──────────┘   when the one who started it is done with it
//! ```
//!
//! A task that has run for a while begins again without delay to grow: only a task that fails at once
//! and again waits longer and longer.

use std::future::Future;
use std::time::Duration;

use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::Instant;
use tracing::error;

use crate::metrics;
use crate::process::pauses::Pauses;
use crate::status::Board;

const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Who ran this long is taken to be well.
const WELL: Duration = Duration::from_secs(60);

/// A supervised task; dropping it stops the task.
#[derive(Debug)]
#[must_use = "the task stops when this is dropped"]
pub struct Task {
    name: &'static str,
    board: Board,
    abort: AbortHandle,
}

/// Runs `work` again and again, until the task is dropped.
pub fn keep<F, W>(name: &'static str, board: &Board, mut work: W) -> Task
where
    F: Future<Output = ()> + Send + 'static,
    W: FnMut() -> F + Send + 'static,
{
    board.task_runs(name);
    metrics::task_begins(name);
    let watched = board.clone();
    let task = tokio::spawn(async move {
        let mut pauses = Pauses::new(FIRST_PAUSE, LONGEST_PAUSE);
        loop {
            let begun = Instant::now();
            let ended = once(work()).await;
            if begun.elapsed() >= WELL {
                pauses.reset();
            }
            watched.task_ended(name, ended);
            metrics::task_restarted(name);
            error!(repeats = name, task = name, "[RUN] a background task {ended}, begins again");
            tokio::time::sleep(pauses.longer()).await;
            metrics::task_begins(name);
            watched.task_runs(name);
        }
    });
    Task { name, board: board.clone(), abort: task.abort_handle() }
}

/// Runs it to its end, in a task of its own so that a panic stays there.
async fn once(work: impl Future<Output = ()> + Send + 'static) -> &'static str {
    let running = Guard(tokio::spawn(work));
    match running.end().await {
        Ok(()) => "ended",
        Err(_) => "panicked",
    }
}

/// A spawned task that ends with whoever waits for it.
struct Guard(JoinHandle<()>);

impl Guard {
    async fn end(mut self) -> Result<(), tokio::task::JoinError> {
        (&mut self.0).await
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.abort.abort();
        self.board.task_stopped(self.name);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Notify;

    use super::{Board, FIRST_PAUSE, LONGEST_PAUSE, keep};
    use crate::process::instance::Instance;

    #[tokio::test(start_paused = true)]
    async fn a_task_that_panics_begins_again_and_health_knows() {
        let board = Board::new(Instance::begin());
        let runs = Arc::new(AtomicUsize::new(0));
        let third = Arc::new(Notify::new());
        let (counted, reached) = (Arc::clone(&runs), Arc::clone(&third));

        let task = keep("a task", &board, move || {
            let run = counted.fetch_add(1, Ordering::SeqCst);
            let reached = Arc::clone(&reached);
            async move {
                assert!(run >= 2, "the first two fail");
                reached.notify_one();
                std::future::pending::<()>().await;
            }
        });
        let began = tokio::time::Instant::now();
        third.notified().await;

        assert!(began.elapsed() >= FIRST_PAUSE * 3 && began.elapsed() < LONGEST_PAUSE);
        let shown = &board.health()["tasks"]["a task"];
        assert_eq!((&shown["state"], &shown["restarts"]), (&"running".into(), &2.into()));
        drop(task);
        assert!(board.health()["tasks"].get("a task").is_none(), "nobody misses it any more");
    }
}
