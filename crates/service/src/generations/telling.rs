//! The status message while a generation is made, or still waits: changed in place, every few seconds.
//!
//! After a takeover nothing special happens: who has not heard for a while hears, whoever told them last.

use std::sync::Arc;
use std::time::Duration;

use dialogue::generation as words;
use domain::generation::Brief;
use store::{Pauses, Place, Progress, StoreError};
use tokio::time::MissedTickBehavior;
use tracing::{Instrument, debug};

use super::{ending, facts};
use crate::generations::Generations;
use crate::logging::following;
use crate::metrics::{self, Loop};

/// So often there is a look at who has not heard.
const LOOK: Duration = Duration::from_secs(1);

/// How long a person hears nothing about one generation: the first word comes soon, so that nobody wonders, and no two
/// come closer than three seconds.
const PAUSES: Pauses = Pauses { first: 4.0, waiting: 10.0, working: 4.0 };

/// So many are told at once: Telegram takes 25 messages a second, and results go first.
const MOST: i64 = 10;

pub(super) async fn run(active: Arc<Generations>) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = active.term.draining() => return,
            _ = ticks.tick() => {}
        }
        metrics::round(Loop::Telling);
        let Ok(_work) = active.term.work() else { return };
        let untold = active.store.untold(PAUSES, MOST).await.unwrap_or_default();
        for progress in untold {
            let told = tell(&active, &progress).instrument(following::generation(progress.id));
            if let Err(undone) = told.await {
                debug!(generation = progress.id.get(), "[KIE] not told: {undone}");
            }
        }
    }
}

async fn tell(active: &Generations, progress: &Progress) -> Result<(), StoreError> {
    let chat = active.store.in_term(&active.term, async |tx| {
        let conversation = tx.people().conversation(progress.person, None).await?;
        let running = tx.generations().lock(progress.id).await?;
        let Some(running) = running.filter(|running| running.is_alive) else { return Ok(None) };
        let pace = tx.generations().pace(&running.model).await?;
        let brief = Brief::from_text(&running.input).unwrap_or_default();
        let facts = facts(&active.prices, &running, &brief, conversation.speaks());
        let screen = match progress.waiting {
            Some(Place { number, delay }) => {
                let number = usize::try_from(number).unwrap_or_default();
                words::still_waiting(&facts, words::Wait { number, delay }, pace)
            }
            None => {
                words::working(&facts, u32::try_from(progress.seconds).unwrap_or_default(), pace)
            }
        };
        ending::tell(tx, &running, &screen).await?;
        Ok(Some(running.chat))
    });
    if let Some(chat) = chat.await? {
        active.wake.outbox(&[chat]);
    }
    Ok(())
}
