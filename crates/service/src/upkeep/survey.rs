//! Looks at the database for health and metrics, on every instance, and sees whether updates can be stored.
//!
//! ```text
//!   not known yet, or failing ──> read ── probe: a row written and removed ──> stored, or why not
//!   works ──> read, every second if active, every five if not ──> stored goes on, or why not
//! ```
//!
//! The probe costs a commit, so it is made only where reading proves nothing: before the first update, and after
//! updates could not be stored (then the host may send none that would show that it is over).
//!
//! On failure: the board says that updates cannot be stored, and the next tick looks again.

use std::time::Duration;

use store::{Intake, StoreError};
use tokio::time::Instant;
use tracing::debug;

use crate::metrics::{self, Loop};
use crate::status::{Board, Database};

const TICK: Duration = Duration::from_secs(1);

/// Until it is known whether updates can be stored: nobody is sent here before.
const FIRST_TICK: Duration = Duration::from_millis(50);

/// An instance without the role looks only this often: waiting should cost the server next to nothing.
const PASSIVE: Duration = Duration::from_secs(5);

/// What only operators look at is read this often.
const DIAGNOSIS: Duration = Duration::from_secs(5);

/// How large the database is, is read this often: the server looks at every file of it.
const MEASURE: Duration = Duration::from_secs(60);

/// Whoever takes longer does not answer.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug, Clone)]
pub(crate) struct Surveyor {
    pub(crate) intake: Intake,
    pub(crate) board: Board,
    /// The name of the lock's rows.
    pub(crate) lock: String,
    /// Whether updates come by the webhook: otherwise what is written about one is of another time.
    pub(crate) by_webhook: bool,
    pub(crate) zone: String,
}

impl Surveyor {
    pub(crate) async fn run(&self) {
        let (mut looked, mut diagnosed, mut measured) = (None, None, None);
        loop {
            metrics::round(Loop::Survey);
            let changed = self.wait().await;
            let is_well = self.board.storing() == Some(Database::Ready);
            let rests = !changed && is_well && !self.board.leader_numbers().active;
            if !self.board.is_settled() || (rests && is_younger(looked, PASSIVE)) {
                continue;
            }
            looked = Some(Instant::now());
            match tokio::time::timeout(PATIENCE, self.look(is_well)).await {
                Ok(Ok(())) if is_well => self.board.still_answers(),
                Ok(Ok(())) => self.board.stored(),
                Ok(Err(error)) => {
                    debug!("[QUEUE] updates cannot be stored: {error}");
                    self.board.not_stored(Database::found_by(&error).unwrap_or(Database::Refuses));
                    continue;
                }
                Err(_) => {
                    self.board.not_stored(Database::Unreachable);
                    continue;
                }
            }
            if !is_younger(diagnosed, DIAGNOSIS) {
                diagnosed = Some(Instant::now());
                self.diagnose().await;
            }
            if !is_younger(measured, MEASURE) {
                measured = Some(Instant::now());
                self.measure().await;
            }
        }
    }

    /// Waits until it is time to look; whether that is because the role came or went.
    async fn wait(&self) -> bool {
        let tick = if self.board.storing().is_none() { FIRST_TICK } else { TICK };
        tokio::select! {
            () = self.board.role_changes() => true,
            () = tokio::time::sleep(tick) => false,
        }
    }

    /// Reads, and writes as well where reading proves nothing.
    async fn look(&self, is_well: bool) -> Result<(), StoreError> {
        match self.intake.survey(&self.lock).await {
            Ok(mut survey) => {
                survey.webhook = survey.webhook.filter(|_| self.by_webhook);
                self.board.surveyed(survey);
                if is_well { Ok(()) } else { self.intake.probe().await }
            }
            Err(error @ StoreError::Away(_)) => Err(error),
            Err(error) => {
                // A schema that is older than we are: updates can be stored all the same.
                debug!("[QUEUE] cannot look how full the queues are: {error}");
                self.intake.probe().await
            }
        }
    }

    async fn diagnose(&self) {
        match tokio::time::timeout(PATIENCE, self.intake.diagnosis(&self.lock, &self.zone)).await {
            Ok(Ok(diagnosis)) => self.board.diagnosed(diagnosis),
            Ok(Err(error)) => debug!("[QUEUE] cannot read what operators look for: {error}"),
            Err(_) => debug!("[QUEUE] cannot read what operators look for: no answer"),
        }
        match tokio::time::timeout(PATIENCE, self.intake.stocks(&self.lock)).await {
            Ok(Ok(stocks)) => self.board.stocked(stocks),
            Ok(Err(error)) => debug!("[QUEUE] cannot read what is open: {error}"),
            Err(_) => debug!("[QUEUE] cannot read what is open: no answer"),
        }
    }

    async fn measure(&self) {
        match tokio::time::timeout(PATIENCE, self.intake.bytes()).await {
            Ok(Ok(bytes)) => self.board.db_has(bytes),
            Ok(Err(error)) => debug!("[QUEUE] cannot read how large the database is: {error}"),
            Err(_) => debug!("[QUEUE] cannot read how large the database is: no answer"),
        }
    }
}

fn is_younger(at: Option<Instant>, age: Duration) -> bool {
    at.is_some_and(|at| at.elapsed() < age)
}
