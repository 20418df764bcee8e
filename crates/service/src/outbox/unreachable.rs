//! A person to whom Telegram delivers nothing: what waits for them is parked, not lost.

use domain::{ChatId, PersonId};
use store::Reach;
use tracing::{debug, warn};

use crate::outbox::Outbox;

/// Remembers that they cannot be reached. Should that fail, the next message finds it out again.
pub(super) async fn mark(active: &Outbox, chat: ChatId) {
    // A private chat has the id of its person.
    let person = PersonId::new(chat.get());
    let marked = active.store.in_term(&active.term, async |tx| {
        tx.people().keep_reach(person, Reach::Unreachable).await?;
        tx.outbox().park(chat).await
    });
    match marked.await {
        Ok(parked) => debug!(parked, "[OUTBOX] a person cannot be reached"),
        Err(error) => {
            warn!(repeats = "unreachable", "[OUTBOX] cannot park a chat: {error}");
        }
    }
}
