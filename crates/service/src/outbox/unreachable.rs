//! A person to whom Telegram delivers nothing: what waits for them is parked, not lost.

use domain::{ChatId, OutboxId, PersonId};
use tracing::{debug, warn};

use crate::outbox::Outbox;

/// Remembers that they cannot be reached, unless they came back while that was said. Should it fail, the next message
/// finds it out again.
pub(super) async fn mark(active: &Outbox, row: OutboxId, chat: ChatId) {
    // A private chat has the id of its person.
    let person = PersonId::new(chat.get());
    let marked = active.store.in_term(&active.term, async |tx| {
        if tx.people().keep_unreached(person, row).await? {
            return tx.outbox().park(chat).await.map(Some);
        }
        tx.outbox().unpark(chat).await?;
        Ok(None)
    });
    match marked.await {
        Ok(Some(parked)) => debug!(parked, "[OUTBOX] a person cannot be reached"),
        Ok(None) => active.wake.outbox(&[chat]),
        Err(error) => {
            warn!(repeats = "unreachable", "[OUTBOX] cannot park a chat: {error}");
        }
    }
}
