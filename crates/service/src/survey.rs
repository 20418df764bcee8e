//! Looks how full the queues are, for health and metrics, on every instance.

use std::time::Duration;

use store::Intake;
use tracing::debug;

use crate::status::Board;

/// The active instance looks often, the others seldom: waiting should cost the server next to
/// nothing.
const ACTIVE: Duration = Duration::from_secs(1);
const PASSIVE: Duration = Duration::from_secs(5);

/// Looks for ever.
pub(crate) async fn run(intake: Intake, board: Board) {
    loop {
        if board.ready().is_ok() {
            match intake.survey().await {
                Ok(survey) => board.surveyed(survey),
                Err(error) => debug!("[QUEUE] cannot look how full the queues are: {error}"),
            }
        }
        let pause = if board.leader_numbers().active { ACTIVE } else { PASSIVE };
        tokio::time::sleep(pause).await;
    }
}
