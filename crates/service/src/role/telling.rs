//! What the elector reports, put on the board, into the log and into the metrics.
//!
//! The lines about transitions are the contract's: `[LOCK] PASSIVE → ACTIVE` once per activation,
//! `[LOCK] ACTIVE → PASSIVE` with the reason, `[LOCK] took over` when the holder was silent. While
//! an instance waits it says so once, and then nothing above DEBUG. Every line carries `watcher_id`, so
//! that what one elector did can be read in the log of many instances.

use std::sync::atomic::{AtomicBool, Ordering};

use leadership::{Ending, Obstacle, Reason, Refusal, Report};
use parking_lot::Mutex;
use tokio::sync::oneshot;
use tracing::{debug, error, info, warn};

use super::another_bots;
use super::refusals::in_our_words;
use crate::metrics;
use crate::status::{Board, Database, Trust};

/// Tells of one elector; called on the elector's own thread, so nothing here waits.
pub(super) struct Teller {
    board: Board,
    watcher: String,
    said_waiting: AtomicBool,
    /// Ends the process with a sentence.
    end: Mutex<Option<oneshot::Sender<String>>>,
}

impl Teller {
    pub(super) fn new(board: Board, watcher: String, end: oneshot::Sender<String>) -> Self {
        let (said_waiting, end) = (AtomicBool::new(false), Mutex::new(Some(end)));
        Self { board, watcher, said_waiting, end }
    }

    pub(super) fn tell(&self, report: Report) {
        self.board.leadership_alive();
        let watcher_id = self.watcher.as_str();
        match report {
            Report::Waiting => self.waiting(),
            Report::Unreachable { problem } => {
                self.board.database(Database::Unreachable);
                warn!(
                    watcher_id,
                    repeats = "lock-connection",
                    "[DB] the lock connection: {problem}"
                );
            }
            Report::Refused(refusal) => self.refused(&refusal),
            Report::Seen(seen) => {
                self.board.database(Database::Ready);
                self.board.heartbeat_seen(seen.epoch, seen.beat_age);
            }
            Report::Activated { term, reason, waited, silent } => {
                self.board.active(term.epoch(), reason, Trust::from(&term));
                self.board.heartbeat_acked();
                let (epoch, reason_word) = (term.epoch(), reason.as_str());
                let waited_ms = whole_millis(waited);
                info!(
                    watcher_id,
                    epoch,
                    reason = reason_word,
                    waited_ms,
                    "[LOCK] PASSIVE → ACTIVE"
                );
                if reason == Reason::HolderSilent {
                    let heartbeat_age_ms = silent.map(whole_millis);
                    warn!(watcher_id, epoch, heartbeat_age_ms, "[LOCK] took over");
                }
            }
            Report::Beat { took, .. } => {
                self.board.database(Database::Ready);
                self.board.heartbeat_acked();
                metrics::beat(took);
                debug!(watcher_id, took_ms = whole_millis(took), "[LOCK] beat");
            }
            Report::Draining { epoch } => {
                self.board.draining();
                info!(watcher_id, epoch, "[LOCK] draining");
            }
            Report::Ended { epoch, ending, was_active, problem } => {
                self.ended(epoch, ending, was_active, problem);
            }
            Report::StragglersEnded { count } => {
                warn!(
                    watcher_id,
                    count, "[LOCK] ended sessions of the old term that held up the claim"
                );
            }
            Report::SilentHolderEnded(seen) => {
                let epoch = seen.epoch;
                warn!(watcher_id, epoch, "[LOCK] ended the session of a silent holder");
            }
            Report::MayNotEnd(obstacle) => self.may_not_end(obstacle),
            Report::HandoverAsked { epoch } => {
                info!(watcher_id, epoch, "[LOCK] asked for a hand-over");
            }
        }
    }

    fn waiting(&self) {
        self.board.database(Database::Ready);
        self.board.passive();
        let watcher_id = self.watcher.as_str();
        if self.said_waiting.swap(true, Ordering::AcqRel) {
            debug!(watcher_id, "[LOCK] waiting (PASSIVE)");
        } else {
            info!(watcher_id, "[LOCK] waiting (PASSIVE)");
        }
    }

    fn may_not_end(&self, obstacle: Obstacle) {
        let what = match obstacle {
            Obstacle::SilentHolder => "the session of a silent holder",
            Obstacle::Stragglers => "sessions of the old term that hold up the claim",
        };
        warn!(
            watcher_id = self.watcher.as_str(),
            "[LOCK] the server does not let us end {what}: they belong to another role; end them by \
             hand, or grant pg_signal_backend and pg_read_all_stats to the role of this instance"
        );
    }

    fn refused(&self, refusal: &Refusal) {
        let found = match refusal {
            Refusal::Standby => Database::ReadOnly,
            Refusal::NoSchema | Refusal::TooOld { .. } | Refusal::Owned { .. } => {
                Database::Incompatible
            }
            Refusal::Pooler => Database::Unreachable,
        };
        self.board.database(found);
        let watcher_id = self.watcher.as_str();
        let words = in_our_words(refusal);
        warn!(watcher_id, repeats = "lock-refused", "[LOCK] refused: {words}");
        if let Refusal::Owned { owner, name } = refusal {
            self.end(another_bots(owner, name));
        }
    }

    /// Ends the process: nothing that waits would mend this.
    fn end(&self, sentence: String) {
        let end = self.end.lock().take();
        // Nobody listens any more when the process stops already.
        let _ = end.map(|end| end.send(sentence));
    }

    fn ended(&self, epoch: i64, ending: Ending, was_active: bool, problem: Option<String>) {
        self.board.stepped_down(ending);
        let (watcher_id, reason) = (self.watcher.as_str(), ending.as_str());
        if let Some(problem) = problem.as_deref().filter(|_| self.board.has_no_database()) {
            warn!(watcher_id, epoch, reason, "[LOCK] gave the role back: {problem}");
        } else if let Some(problem) = problem {
            error!(watcher_id, epoch, reason, "[LOCK] gave the role back: {problem}");
        }
        if was_active {
            info!(watcher_id, epoch, reason, "[LOCK] ACTIVE → PASSIVE");
        }
    }
}

fn whole_millis(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
