//! The books of a demo, audited by the program itself: `trt books audit`.
//!
//! ```text
//!   resting ── asked, or half a minute has passed ──> auditing ── its lines ──> resting
//! ```
//!
//! One audit at a time; whoever asks while one runs gets the next. On failure: an audit that cannot be run (the
//! database is away) leaves what was known, which grows old.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use serde::Serialize;
use tokio::process::Command;
use tokio::task::JoinHandle;

const EVERY: Duration = Duration::from_secs(30);

/// An audit that takes longer is not waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// After one that could not be run.
const AGAIN: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Books {
    /// `unknown` before the first audit.
    pub(super) state: &'static str,
    pub(super) invariants: usize,
    /// The lines of those that are broken.
    pub(super) broken: Vec<String>,
    /// Milliseconds since 1970.
    pub(super) at: u64,
}

#[derive(Debug)]
pub(super) struct Auditor {
    program: PathBuf,
    database: String,
    books: Books,
    running: Option<JoinHandle<Option<Books>>>,
    begun: u64,
    done: u64,
    wanted: u64,
    next: Instant,
    not_before: Instant,
}

impl Auditor {
    pub(super) fn of(program: PathBuf, database: String) -> Self {
        let books = Books { state: "unknown", ..Books::default() };
        let not_before = Instant::now();
        let (next, running) = (not_before + EVERY, None);
        Self { program, database, books, running, begun: 0, done: 0, wanted: 0, next, not_before }
    }

    /// The number of an audit that begins later than now; [`Auditor::has_done`] says when it is over.
    pub(super) fn asks(&mut self) -> u64 {
        self.wanted = self.begun + 1;
        self.wanted
    }

    pub(super) fn has_done(&self, number: u64) -> bool {
        self.done >= number
    }

    pub(super) fn books(&self) -> &Books {
        &self.books
    }

    /// Takes an audit in that is over, and begins one that is due.
    pub(super) async fn glances(&mut self) {
        if let Some(running) = self.running.take_if(|running| running.is_finished()) {
            match running.await.ok().flatten() {
                Some(books) => (self.books, self.done) = (books, self.begun),
                None => {
                    // Nobody has been told anything: who asked still waits.
                    self.wanted = self.wanted.max(self.begun + 1);
                    self.not_before = Instant::now() + AGAIN;
                }
            }
        }
        let now = Instant::now();
        let is_due = self.wanted > self.begun || self.next <= now;
        if self.running.is_none() && is_due && self.not_before <= now {
            self.begun += 1;
            self.next = Instant::now() + EVERY;
            let mut audit = Command::new(&self.program);
            audit.args(["books", "audit"]).env_clear().env("DATABASE_URL", &self.database);
            audit.kill_on_drop(true);
            self.running = Some(tokio::spawn(async move {
                let said = tokio::time::timeout(PATIENCE, audit.output()).await.ok()?.ok()?;
                read(&String::from_utf8_lossy(&said.stdout))
            }));
        }
    }
}

impl Drop for Auditor {
    fn drop(&mut self) {
        if let Some(running) = &self.running {
            running.abort();
        }
    }
}

/// What an audit printed; none when it is no audit.
fn read(said: &str) -> Option<Books> {
    let is_line = |line: &&str| line.starts_with('I') && line.contains(" PASS ") | is_broken(line);
    let lines: Vec<&str> = said.lines().filter(is_line).collect();
    let broken: Vec<String> =
        lines.iter().filter(|line| is_broken(line)).map(|line| (*line).to_owned()).collect();
    let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    let state = if broken.is_empty() { "balanced" } else { "broken" };
    (!lines.is_empty()).then(|| Books {
        state,
        invariants: lines.len(),
        broken,
        at: u64::try_from(since.as_millis()).unwrap_or_default(),
    })
}

fn is_broken(line: &str) -> bool {
    line.contains(" FAIL ")
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn an_audit_is_balanced_when_no_line_of_it_fails_and_none_when_it_has_no_lines() {
        let good = "I4  PASS  held is the sum of open holds\nI5  PASS  the rest\n";

        let books = read(good).unwrap();
        assert_eq!((books.state, books.invariants), ("balanced", 2));
        let broken = read(&good.replacen("PASS", "FAIL", 1)).unwrap();
        assert_eq!((broken.state, broken.broken.len()), ("broken", 1));
        assert_eq!(read("the database does not answer"), None);
    }
}
