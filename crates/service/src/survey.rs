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

use store::{Intake, StoreError, Survey};
use tokio::time::Instant;
use tracing::debug;

use crate::status::{Board, Database};

const TICK: Duration = Duration::from_secs(1);

/// Until it is known whether updates can be stored: nobody is sent here before.
const FIRST_TICK: Duration = Duration::from_millis(50);

/// An instance without the role looks only this often: waiting should cost the server next to nothing.
const PASSIVE: Duration = Duration::from_secs(5);

/// Whoever takes longer does not answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Looks for ever.
pub(crate) async fn run(intake: Intake, board: Board) {
    let mut looked: Option<Instant> = None;
    loop {
        let tick = if board.storing().is_none() { FIRST_TICK } else { TICK };
        tokio::time::sleep(tick).await;
        let is_well = board.storing() == Some(Database::Ready);
        let rests = looked.is_some_and(|at| at.elapsed() < PASSIVE);
        if !board.is_settled() || (rests && is_well && !board.leader_numbers().active) {
            continue;
        }
        looked = Some(Instant::now());
        match tokio::time::timeout(PATIENCE, look(&intake, is_well)).await {
            Ok(Ok(survey)) => {
                if is_well { board.still_answers() } else { board.stored() }
                board.surveyed(survey);
            }
            Ok(Err(error)) => {
                debug!("[QUEUE] cannot look how full the queues are: {error}");
                board.not_stored(Database::found_by(&error).unwrap_or(Database::Refuses));
            }
            Err(_) => board.not_stored(Database::Unreachable),
        }
    }
}

/// Reads, and writes as well where reading proves nothing.
async fn look(intake: &Intake, is_well: bool) -> Result<Survey, StoreError> {
    let survey = intake.survey().await?;
    if !is_well {
        intake.probe().await?;
    }
    Ok(survey)
}
