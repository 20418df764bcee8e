//! What a child process printed: the last lines of both streams, and news of each new one.
//!
//! Threads fill it, any runtime may wait on it. Memory is bounded: only the newest lines are kept,
//! but every line is offered to a waiter that asked before it came.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::Error;

const KEPT_LINES: usize = 50_000;

/// The captured output of one process.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    lines: Mutex<Kept>,
    total: watch::Sender<u64>,
    /// How many streams are not at their end.
    open: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct Kept {
    /// How many lines came before the first kept one.
    dropped: u64,
    lines: VecDeque<String>,
}

impl Output {
    pub(crate) fn new() -> Self {
        let lines = Mutex::new(Kept::default());
        let (total, open) = (watch::Sender::new(0), watch::Sender::new(0));
        Self { shared: Arc::new(Shared { lines, total, open }) }
    }

    /// Reads a stream to its end on a thread of its own.
    pub(crate) fn capture(&self, stream: impl Read + Send + 'static) {
        let output = self.clone();
        output.shared.open.send_modify(|open| *open += 1);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stream);
            let mut bytes = Vec::new();
            while matches!(reader.read_until(b'\n', &mut bytes), Ok(count) if count > 0) {
                output.push(String::from_utf8_lossy(&bytes).trim_end().to_owned());
                bytes.clear();
            }
            output.shared.open.send_modify(|open| *open -= 1);
        });
    }

    /// Waits until every stream was read to its end.
    pub(crate) async fn end(&self, what: &str, within: Duration) -> Result<(), Error> {
        let mut open = self.shared.open.subscribe();
        let end = tokio::time::timeout(within, open.wait_for(|open| *open == 0)).await;
        match end {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Error::TimedOut { what: what.to_owned(), within }),
        }
    }

    fn push(&self, line: String) {
        let total = {
            let mut kept = self.shared.lines.lock().unwrap_or_else(PoisonError::into_inner);
            kept.lines.push_back(line);
            if kept.lines.len() > KEPT_LINES {
                kept.lines.pop_front();
                kept.dropped += 1;
            }
            kept.dropped + kept.lines.len() as u64
        };
        self.shared.total.send_replace(total);
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        let kept = self.shared.lines.lock().unwrap_or_else(PoisonError::into_inner);
        kept.lines.iter().cloned().collect()
    }

    pub(crate) fn tail(&self) -> String {
        let lines = self.lines();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    /// Waits for a line, past or future, that `matches`.
    pub(crate) async fn line(
        &self,
        what: &str,
        within: Duration,
        matches: impl Fn(&str) -> bool,
    ) -> Result<String, Error> {
        let mut news = self.shared.total.subscribe();
        let mut seen = 0;
        let search = async {
            loop {
                news.borrow_and_update();
                if let Some(line) = self.next_match(&mut seen, &matches) {
                    return line;
                }
                if news.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        let found = tokio::time::timeout(within, search).await;
        found.map_err(|_| Error::TimedOut { what: what.to_owned(), within })
    }

    fn next_match(&self, seen: &mut u64, matches: &impl Fn(&str) -> bool) -> Option<String> {
        let kept = self.shared.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let skip = usize::try_from(seen.saturating_sub(kept.dropped)).unwrap_or(usize::MAX);
        *seen = kept.dropped + kept.lines.len() as u64;
        kept.lines.iter().skip(skip).find(|line| matches(line)).cloned()
    }
}
