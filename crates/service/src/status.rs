//! The board: what this process knows about itself, in memory, for whoever asks.
//!
//! `/health`, `/live`, `/ready` and `/metrics` only read it; whatever happens elsewhere is written
//! onto it in the moment it happens. So an answer takes microseconds and cannot hang on a database.
//!
//! ```text
//!   STARTING ──> PASSIVE <──────────────┐
//!                   │ active            │ passive
//!                   v                   │
//!                ACTIVE ── draining ──> DRAINING          stopped, from any: STOPPED
//! ```
//!
//! ACTIVE and DRAINING are shown only while the term can be trusted by the clock, else PASSIVE.
//!
//! One mutex guards it all and is held for a few assignments, never across an await. Ages are
//! measured on the monotonic clock. What is not known is null, not a guess.

mod answers;
mod diagnosis;
mod health;
mod outside;
mod problems;
mod queues;
mod readings;
mod storing;
mod tasks;
mod trust;
mod words;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use store::Occupied;
use store::survey::{Diagnosis, Stocks};
use tokio::sync::Notify;
use tokio::time::Instant;

pub use leadership::{Ending, Reason};
pub(crate) use outside::runs_out;
pub(crate) use problems::PROBLEMS;
pub use queues::QueueNumbers;
pub(crate) use readings::Readings;
pub use trust::Trust;
pub use words::{Database, LockState};

use crate::metrics;
use crate::process::instance::Instance;
use outside::Outside;
use queues::Queues;
use tasks::Tasks;

/// The board; cheap to clone, all clones show the same.
#[derive(Debug, Clone)]
pub struct Board {
    instance: Instance,
    facts: Arc<Mutex<Facts>>,
    role_changed: Arc<Notify>,
}

#[derive(Debug)]
struct Facts {
    state: LockState,
    /// The whole process is on its way out, whatever its role.
    stopping: bool,
    watcher: Option<String>,
    epoch: Option<i64>,
    beaten: Option<Instant>,
    /// Of the term that is ours, as long as it is.
    trust: Option<Trust>,
    /// What the lock's connection found.
    database: Option<(Database, Instant)>,
    /// What came of the last attempt to store updates.
    storing: Option<(Database, Instant)>,
    migrations: Option<Migrations>,
    leadership_pulse: Option<Instant>,
    queues: Queues,
    tasks: Tasks,
    outside: Outside,
    diagnosis: Option<(Diagnosis, Instant)>,
    stocks: Option<(Stocks, Instant)>,
    db_bytes: Option<i64>,
    work_sessions: Option<Occupied>,
    intake_sessions: Vec<Occupied>,
    /// The last beat of any term that we know of.
    last_beat: Option<Instant>,
    /// How long nobody led before the newest term, as far as we saw it.
    gap: Option<Duration>,
}

#[derive(Debug, Clone, Copy)]
struct Migrations {
    applied: i64,
    latest: i64,
}

/// The numbers of the board that metrics show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeaderNumbers {
    pub active: bool,
    /// The number of the newest term it knows of.
    pub epoch: Option<i64>,
    pub heartbeat_age: Option<Duration>,
    pub trust_left: Option<Duration>,
}

impl Board {
    /// The board of a process that starts.
    pub fn new(instance: Instance) -> Self {
        let facts = Facts {
            state: LockState::Starting,
            stopping: false,
            watcher: None,
            epoch: None,
            beaten: None,
            trust: None,
            database: None,
            storing: None,
            migrations: None,
            leadership_pulse: None,
            queues: Queues::default(),
            tasks: Tasks::default(),
            outside: Outside::default(),
            diagnosis: None,
            stocks: None,
            db_bytes: None,
            work_sessions: None,
            intake_sessions: Vec::new(),
            last_beat: None,
            gap: None,
        };
        Self { instance, facts: Arc::new(Mutex::new(facts)), role_changed: Arc::default() }
    }

    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// The leadership task runs and goes by this name.
    pub fn watching(&self, watcher: impl Into<String>) {
        self.facts.lock().watcher = Some(watcher.into());
    }

    /// The leadership task is alive; to be said at least every few seconds.
    pub fn leadership_alive(&self) {
        self.facts.lock().leadership_pulse = Some(Instant::now());
    }

    /// Waits for the role, for the first time.
    pub fn passive(&self) {
        self.facts.lock().become_passive();
    }

    /// The role is lost or given back.
    pub fn stepped_down(&self, ending: Ending) {
        self.facts.lock().become_passive();
        metrics::transition("passive", ending.as_str());
        self.role_changed.notify_one();
    }

    /// The role is ours, for as long as it can be trusted.
    pub fn active(&self, epoch: i64, reason: Reason, trust: Trust) {
        let mut facts = self.facts.lock();
        facts.state = LockState::Active;
        facts.trust = Some(trust);
        // The claim itself is the first beat of a term.
        facts.beat(epoch, Some(Instant::now()));
        drop(facts);
        metrics::transition("active", reason.as_str());
        self.role_changed.notify_one();
    }

    /// The role is ours still, but nothing new is begun.
    pub fn draining(&self) {
        self.facts.lock().state = LockState::Draining;
    }

    /// The leadership task has ended for good.
    pub fn stopped(&self) {
        let mut facts = self.facts.lock();
        facts.become_passive();
        facts.state = LockState::Stopped;
    }

    /// The process is on its way out: from now on it is not ready.
    pub fn stopping(&self) {
        self.facts.lock().stopping = true;
    }

    /// PostgreSQL acknowledged a beat of ours just now.
    pub fn heartbeat_acked(&self) {
        let (mut facts, now) = (self.facts.lock(), Instant::now());
        facts.beaten = Some(now);
        facts.last_beat = Some(now);
    }

    /// The holder's newest beat, as somebody who waits sees it.
    pub fn heartbeat_seen(&self, epoch: i64, age: Option<Duration>) {
        let mut facts = self.facts.lock();
        let at = age.and_then(|age| Instant::now().checked_sub(age));
        facts.beat(epoch, at);
    }

    /// What the lock's connection found the database to be just now.
    pub fn database(&self, found: Database) {
        self.facts.lock().database = Some((found, Instant::now()));
    }

    /// Whether the lock's connection, or a term that could not begin, found no database at last.
    pub(crate) fn has_no_database(&self) -> bool {
        matches!(self.facts.lock().database, Some((Database::Unreachable, _)))
    }

    /// The newest migration the database has, and the newest we know.
    pub fn migrations(&self, applied: i64, latest: i64) {
        self.facts.lock().migrations = Some(Migrations { applied, latest });
    }

    /// Whether the database was made ready once, and the process does not end.
    pub(crate) fn is_settled(&self) -> bool {
        let facts = self.facts.lock();
        !facts.stopping && !matches!(facts.state, LockState::Starting | LockState::Stopped)
    }

    /// Whether the database has not been found ready yet: it may even be another bot's.
    pub(crate) fn is_starting(&self) -> bool {
        self.facts.lock().state == LockState::Starting
    }

    /// Waits until the role came or went; for one who waits.
    pub(crate) async fn role_changes(&self) {
        self.role_changed.notified().await;
    }

    pub fn leader_numbers(&self) -> LeaderNumbers {
        let (facts, now) = (self.facts.lock(), Instant::now());
        LeaderNumbers {
            active: facts.role().holds_the_role(),
            epoch: facts.epoch,
            heartbeat_age: facts.beaten.map(|at| now.saturating_duration_since(at)),
            trust_left: facts.trust.as_ref().map(Trust::left),
        }
    }
}

impl Facts {
    /// The state as it can be trusted in this moment: who woke up past its trust has no role any more, also before
    /// its leadership task has found out.
    fn role(&self) -> LockState {
        let is_trusted = self.trust.as_ref().is_some_and(|trust| !trust.left().is_zero());
        if self.state.holds_the_role() && !is_trusted { LockState::Passive } else { self.state }
    }

    /// A term beat then. The first beat of a new one ends the time in which nobody led.
    fn beat(&mut self, epoch: i64, at: Option<Instant>) {
        if self.epoch.is_some_and(|known| known < epoch) {
            let gap = |(last, at): (Instant, Instant)| at.saturating_duration_since(last);
            self.gap = self.last_beat.zip(at).map(gap);
        }
        self.epoch = Some(epoch);
        self.beaten = at;
        self.last_beat = at.or(self.last_beat);
    }

    fn become_passive(&mut self) {
        self.state = LockState::Passive;
        self.beaten = None;
        self.trust = None;
    }
}
