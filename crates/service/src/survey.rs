//! Looks how full the queues are, for health and metrics, on every instance.

use std::time::Duration;

use store::Intake;
use tokio::time::MissedTickBehavior;
use tracing::debug;

use crate::status::Board;

const TICK: Duration = Duration::from_secs(1);

/// An instance without the role looks only every so many ticks: waiting should cost the server next
/// to nothing.
const PASSIVE_TICKS: u32 = 5;

/// Looks for ever.
pub(crate) async fn run(intake: Intake, board: Board) {
    let mut ticks = tokio::time::interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut skipped = PASSIVE_TICKS;
    loop {
        ticks.tick().await;
        skipped += 1;
        if board.ready().is_err() || (!board.leader_numbers().active && skipped < PASSIVE_TICKS) {
            continue;
        }
        skipped = 0;
        match intake.survey().await {
            Ok(survey) => board.surveyed(survey),
            Err(error) => debug!("[QUEUE] cannot look how full the queues are: {error}"),
        }
    }
}
