//! A person to whom Telegram delivers nothing: what waits for them is parked, not lost.

use domain::{ChatId, PersonId};
use store::{BeginError, Reach};
use tracing::{debug, warn};

use crate::outbox::Outbox;

/// Remembers that they cannot be reached. Should that fail, the next message finds it out again.
pub(super) async fn mark(active: &Outbox, chat: ChatId) {
    let marked = async {
        let mut tx = active.store.begin(&active.term).await.map_err(said)?;
        // A private chat has the id of its person.
        let person = PersonId::new(chat.get());
        tx.keep_reach(person, Reach::Unreachable).await.map_err(|error| error.to_string())?;
        let parked = tx.park(chat).await.map_err(|error| error.to_string())?;
        tx.commit_surely().await.map_err(|error| error.to_string())?;
        Ok::<_, String>(parked)
    };
    match marked.await {
        Ok(parked) => debug!(parked, "[OUTBOX] a person cannot be reached"),
        Err(problem) => {
            warn!(repeats = "unreachable", "[OUTBOX] cannot park a chat: {problem}");
        }
    }
}

fn said(error: BeginError) -> String {
    error.to_string()
}
