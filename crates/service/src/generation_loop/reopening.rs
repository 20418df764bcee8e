//! Back in business by itself: while everything is closed, KIE is asked whether it takes us back.
//!
//! ```text
//!   everything closed ── credits? ──┬── some ──> open, waiting orders go on
//!                                   └── none, or no answer ──> asked again later
//! ```
//!
//! The pauses grow while KIE says that it takes us back and then does not.
//!
//! On failure: it stays closed, and is asked again.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use store::closures::EVERYTHING;
use tracing::{debug, info};

use super::Undone;
use crate::active::Active;

/// The first pause.
const PAUSE: Duration = Duration::from_secs(10);

/// The longest one is the first, so many times doubled.
const MOST_DOUBLED: u32 = 6;

/// The client's own limit is below it.
const LONGEST: Duration = Duration::from_secs(30);

/// Asks until the term drains.
pub(super) async fn run(active: Arc<Active>) {
    loop {
        let closings = active.closings.load(Ordering::Relaxed);
        let pause = PAUSE * 2_u32.pow(closings.saturating_sub(1).min(MOST_DOUBLED));
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(pause) => {}
        }
        if let Err(undone) = probe(&active).await {
            debug!("[KIE] not asked whether it takes us back: {undone}");
        }
    }
}

async fn probe(active: &Active) -> Result<(), Undone> {
    if !active.store.closed().await?.iter().any(|subject| subject == EVERYTHING) {
        return Ok(());
    }
    let Ok(permit) = active.term.permit(LONGEST) else { return Ok(()) };
    let asked = permit.run_until_drain(active.kie.credits()).await;
    let Ok(Ok(credits)) = asked else { return Ok(()) };
    if !credits.is_positive() {
        return Ok(());
    }
    let mut tx = active.store.begin(&active.term).await?;
    let was_closed = tx.open_subject(EVERYTHING).await?;
    tx.commit().await?;
    if was_closed {
        info!("[KIE] takes requests again");
        active.board.kie("ok");
        active.wake.orders();
    }
    Ok(())
}
