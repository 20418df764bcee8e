//! What the elector reports, put on the board, into the log and into the metrics.
//!
//! The lines about transitions are the contract's: `[LOCK] PASSIVE → ACTIVE` once per activation,
//! `[LOCK] ACTIVE → PASSIVE` with the reason, `[LOCK] took over` when the holder was silent. While
//! an instance waits it says so once, and then nothing above DEBUG.

use std::sync::atomic::{AtomicBool, Ordering};

use leadership::{Ending, Reason, Refusal, Report};
use tracing::{debug, error, info, warn};

use crate::status::{Board, Database};

/// Tells of one elector; called on the elector's own thread, so nothing here waits.
pub(super) struct Teller {
    board: Board,
    said_waiting: AtomicBool,
}

impl Teller {
    pub(super) fn new(board: Board) -> Self {
        Self { board, said_waiting: AtomicBool::new(false) }
    }

    pub(super) fn tell(&self, report: Report) {
        self.board.leadership_alive();
        match report {
            Report::Waiting => self.waiting(),
            Report::Unreachable { problem } => {
                self.board.database(Database::Unreachable);
                warn!(repeats = "lock-connection", "[DB] the lock connection: {problem}");
            }
            Report::Refused(refusal) => self.refused(&refusal),
            Report::Seen(seen) => {
                self.board.database(Database::Ready);
                self.board.heartbeat_seen(seen.epoch, seen.beat_age);
            }
            Report::Activated { term, reason, waited, silent } => {
                self.board.active(term.epoch(), reason);
                self.board.heartbeat_acked();
                let (epoch, reason_word) = (term.epoch(), reason.as_str());
                let waited_ms = whole_millis(waited);
                info!(epoch, reason = reason_word, waited_ms, "[LOCK] PASSIVE → ACTIVE");
                if reason == Reason::HolderSilent {
                    let heartbeat_age_ms = silent.map(whole_millis);
                    warn!(epoch, heartbeat_age_ms, "[LOCK] took over");
                }
            }
            Report::Beat { took, trusted_for } => {
                self.board.database(Database::Ready);
                self.board.heartbeat_acked();
                self.board.trusted_for(trusted_for);
                debug!(took_ms = whole_millis(took), "[LOCK] beat");
            }
            Report::Draining { epoch } => {
                self.board.draining();
                info!(epoch, "[LOCK] draining");
            }
            Report::Ended { epoch, ending, was_active, problem } => {
                self.ended(epoch, ending, was_active, problem);
            }
            Report::StragglersEnded { count } => {
                warn!(count, "[LOCK] ended sessions of the old term that held up the claim");
            }
            Report::SilentHolderEnded(seen) => {
                warn!(epoch = seen.epoch, "[LOCK] ended the session of a silent holder");
            }
            Report::HandoverAsked { epoch } => info!(epoch, "[LOCK] asked for a hand-over"),
        }
    }

    fn waiting(&self) {
        self.board.database(Database::Ready);
        self.board.passive();
        if self.said_waiting.swap(true, Ordering::AcqRel) {
            debug!("[LOCK] waiting (PASSIVE)");
        } else {
            info!("[LOCK] waiting (PASSIVE)");
        }
    }

    fn refused(&self, refusal: &Refusal) {
        let found = match refusal {
            Refusal::Standby => Database::ReadOnly,
            Refusal::NoSchema | Refusal::TooOld { .. } => Database::Incompatible,
            Refusal::Pooler => Database::Unreachable,
        };
        self.board.database(found);
        warn!(repeats = "lock-refused", "[LOCK] refused: {refusal}");
    }

    fn ended(&self, epoch: i64, ending: Ending, was_active: bool, problem: Option<String>) {
        self.board.stepped_down(ending);
        let reason = ending.as_str();
        if let Some(problem) = problem {
            error!(epoch, reason, "[LOCK] gave the role back: {problem}");
        }
        if was_active {
            info!(epoch, reason, "[LOCK] ACTIVE → PASSIVE");
        }
    }
}

fn whole_millis(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
