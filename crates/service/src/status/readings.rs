//! What metrics show of the board, copied in one look.
//!
//! What was read from the database has aged since somebody read it, so ages here are as of now. What is not known is
//! none.

use std::time::Duration;

use domain::generation::{GenerationState, LossCause};
use store::closures::{DEAR, EVERYTHING};
use store::survey::{Diagnosis, Stocks};
use store::{Depth, Occupied};
use tokio::time::Instant;

use super::{Board, Database, LeaderNumbers, LockState, QueueNumbers};
use crate::metrics::SCOPES;

/// So many sessions are in use, and so many wait for a user.
type Sessions = (usize, usize);

/// What metrics show of the board.
#[derive(Debug)]
pub(crate) struct Readings {
    pub(crate) leader: LeaderNumbers,
    pub(crate) state: LockState,
    pub(crate) takeovers_last_hour: Option<i64>,
    /// How long nobody led before the newest term.
    pub(crate) gap: Option<Duration>,
    /// The words of `/health`, `task` for each of a task.
    pub(crate) problems: Vec<&'static str>,
    pub(crate) db_up: Option<bool>,
    pub(crate) work_sessions: Sessions,
    pub(crate) intake_sessions: Sessions,
    pub(crate) db_bytes: Option<i64>,
    pub(crate) migrations_missing: Option<i64>,
    pub(crate) queues: QueueNumbers,
    /// Updates and sends that were set aside.
    pub(crate) dead: Option<(i64, i64)>,
    /// Whether it leads to us, and what waits at Telegram.
    pub(crate) webhook: Option<(bool, Option<i64>)>,
    pub(crate) kie_up: Option<bool>,
    pub(crate) kie_credits: Option<f64>,
    pub(crate) kie_days: Option<f64>,
    /// The tasks that are wanted now, down or not.
    pub(crate) tasks: Vec<&'static str>,
    pub(crate) tasks_down: usize,
    pub(crate) uptime: Duration,
    pub(crate) stocks: Option<Stocks>,
    /// How long ago the stocks were read.
    stocks_age: Duration,
    diagnosis: Option<Diagnosis>,
}

impl Board {
    /// Somebody read what is open, late or unsettled.
    pub(crate) fn stocked(&self, stocks: Stocks) {
        self.facts.lock().stocks = Some((stocks, Instant::now()));
    }

    /// Somebody read how large the database is.
    pub(crate) fn db_has(&self, bytes: i64) {
        self.facts.lock().db_bytes = Some(bytes);
    }

    /// Where sessions of every instance are counted.
    pub(crate) fn intake_sessions(&self, occupied: [Occupied; 2]) {
        self.facts.lock().intake_sessions = occupied.to_vec();
    }

    /// Where sessions of a term are counted; none when it is over.
    pub(crate) fn work_sessions(&self, occupied: Option<Occupied>) {
        self.facts.lock().work_sessions = occupied;
    }

    /// Everything that metrics show.
    pub(crate) fn readings(&self) -> Readings {
        let (leader, queues) = (self.leader_numbers(), self.queue_numbers());
        let is_stuck = self.live().is_err();
        let (facts, now) = (self.facts.lock(), Instant::now());
        let sessions = |occupied: &[Occupied]| {
            let sums = |sum: Sessions, one: &Occupied| (sum.0 + one.busy(), sum.1 + one.idle());
            occupied.iter().fold((0, 0), sums)
        };
        let diagnosis = facts.diagnosis.as_ref().map(|(diagnosis, _)| diagnosis.clone());
        let stocks = facts.stocks.as_ref();
        let kie = facts.outside.kie_numbers();
        Readings {
            leader,
            state: facts.role(),
            takeovers_last_hour: facts.outside.takeovers_last_hour(),
            gap: stocks.and_then(|(stocks, _)| stocks.gap).or(facts.gap),
            problems: facts.problem_words(is_stuck, now),
            db_up: facts.storing.map(|(found, _)| found == Database::Ready),
            work_sessions: sessions(facts.work_sessions.as_slice()),
            intake_sessions: sessions(&facts.intake_sessions),
            db_bytes: facts.db_bytes,
            migrations_missing: facts.migrations.map(|found| (found.latest - found.applied).max(0)),
            queues,
            dead: diagnosis
                .as_ref()
                .map(|found| (found.dead.total - found.dead.sends, found.dead.sends)),
            webhook: facts.outside.webhook_numbers(now),
            kie_up: kie.map(|kie| kie.0),
            kie_credits: kie.and_then(|kie| kie.1),
            kie_days: kie.and_then(|kie| kie.2),
            tasks: facts.tasks.names().collect(),
            tasks_down: facts.tasks.down().count(),
            uptime: now.saturating_duration_since(self.instance.started),
            stocks_age: stocks.map_or(Duration::ZERO, |(_, at)| now.saturating_duration_since(*at)),
            stocks: stocks.map(|(stocks, _)| stocks.clone()),
            diagnosis,
        }
    }
}

impl Readings {
    /// What was so old when it was read, now.
    pub(crate) fn aged(&self, age: Option<Duration>) -> Option<Duration> {
        age.map(|age| age + self.stocks_age)
    }

    /// The open generations of a state.
    pub(crate) fn generations(&self, state: GenerationState) -> Option<Depth> {
        let open = &self.stocks.as_ref()?.generations;
        let of_state = open.iter().find(|open| open.state == state.word());
        let depth = of_state.map_or(Depth { rows: 0, oldest: None }, |open| open.depth);
        Some(Depth { oldest: self.aged(depth.oldest), ..depth })
    }

    /// By how many seconds work is overdue; none while it has no row.
    pub(crate) fn late(&self, work: &str) -> Option<f64> {
        let known = &self.stocks.as_ref()?.late_work;
        let (_, late) = known.iter().find(|(name, _)| name == work)?;
        let late = if late.is_zero() { Duration::ZERO } else { *late + self.stocks_age };
        Some(late.as_secs_f64())
    }

    /// What is closed, by the scopes of [`SCOPES`].
    pub(crate) fn closures(&self) -> [Option<usize>; SCOPES.len()] {
        let Some(found) = &self.diagnosis else { return [None; SCOPES.len()] };
        let scope = |subject: &str| match subject {
            EVERYTHING => "everything",
            DEAR => "dear",
            variant if variant.contains(' ') => "variant",
            _ => "model",
        };
        let closed = |name| found.closures.iter().filter(|one| scope(&one.subject) == name).count();
        SCOPES.map(|name| Some(closed(name)))
    }

    /// What was lost today for a cause, in millionths of a credit.
    pub(crate) fn lost_today(&self, cause: LossCause) -> Option<i64> {
        let losses = &self.diagnosis.as_ref()?.losses;
        let of_cause = losses.iter().find(|loss| loss.cause == cause.word());
        Some(of_cause.map_or(0, |loss| loss.credits))
    }

    /// Payments and refunds that nothing has booked.
    pub(crate) fn unbooked(&self) -> Option<i64> {
        self.diagnosis.as_ref().map(|found| found.unbooked_payments)
    }
}
