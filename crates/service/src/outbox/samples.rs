//! A sample that Telegram does not have any more leaves for good: nobody else is to wait for it in vain.
//!
//! On failure it stays, and the next card with it comes to the same.

use domain::ChatId;
use store::Priority;
use store::outbox::Line;
use telegram::request::Request;
use tracing::{info, warn};

use crate::outbox::Outbox;
use crate::render;

/// Forgets the sample; a card that was to change into one with it leaves, since its words are said anew.
pub(super) async fn forget(active: &Outbox, chat: ChatId, file: &str, card: &Request) {
    let leaves = card.edited_message().map(|message| Request::delete_message(chat, Some(message)));
    let written = active.store.in_term(&active.term, async |tx| {
        if let Some(leaves) = &leaves {
            tx.outbox().say(&render::saying(chat, Line::Answers, Priority::Answer, leaves)).await?;
        }
        tx.generations().drop_sample(file).await
    });
    match written.await {
        Ok(true) => info!("[OUTBOX] a sample is gone from Telegram and is shown no longer"),
        Ok(false) => {}
        Err(problem) => {
            warn!(repeats = "samples", "[OUTBOX] cannot forget a sample: {problem}");
        }
    }
}
