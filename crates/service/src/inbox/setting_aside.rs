//! Tries that are counted, and updates that are set aside.
//!
//! A dead letter, the apology to its person and the news for operators are one commit. The reference code in the apology is
//! the one an operator finds it by.

use dialogue::{ChatKind, apology};
use domain::{ChatId, InboxId, Language, News};
use store::{LeaderTx, StoreError, Tried};
use tracing::error;
use uuid::Uuid;

use super::{effects, events};
use crate::inbox::Inbox;
use crate::render;

/// Characters that are not taken for one another when read aloud.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

const LONGEST_PROBLEM: usize = 500;

/// Opens a try in a commit of its own; None when the update no longer waits.
pub(super) async fn open(active: &Inbox, id: InboxId) -> Result<Option<Tried>, StoreError> {
    active.store.in_term(&active.term, async |tx| tx.inbox().open_attempt(id).await).await
}

/// Counts a try that failed, in a commit of its own; None when the update no longer waits.
pub(super) async fn count(active: &Inbox, id: InboxId) -> Result<Option<i16>, StoreError> {
    active.store.in_term(&active.term, async |tx| tx.inbox().count_attempt(id).await).await
}

/// Sets an update aside; returns the chat that gets an apology.
pub(super) async fn set_aside(
    active: &Inbox,
    id: InboxId,
    problem: &str,
) -> Result<Vec<ChatId>, StoreError> {
    let (reference, problem) = (reference(), &told(problem));
    let default = active.prices.offers.default_language;
    let written = active
        .store
        .in_term(&active.term, async |tx| write(tx, default, id, &reference, problem).await);
    let chats = written.await?;
    active.wake.news();
    error!(reference, "[QUEUE] set an update aside: {problem}");
    Ok(chats)
}

async fn write(
    tx: &mut LeaderTx<'_>,
    default: Language,
    id: InboxId,
    reference: &str,
    problem: &str,
) -> Result<Vec<ChatId>, StoreError> {
    let Some(payload) = tx.inbox().set_aside(id, reference, problem).await? else {
        return Ok(Vec::new());
    };
    // Its person is told that we know of it: so we do.
    tx.operators().add_trouble(News::DeadUpdate, 1, reference, "").await?;
    // What could not be handled may be what cannot be read: then there is nobody to write to.
    let read = std::panic::catch_unwind(|| events::read(&payload)).unwrap_or_default();
    let Some(incoming) = read.filter(|incoming| incoming.event.chat.kind == ChatKind::Private)
    else {
        return Ok(Vec::new());
    };
    let (chat, person) = (incoming.event.chat.id, &incoming.event.person);
    let language = Language::guess_or(person.language_tag.as_deref(), default);
    let request = render::message(chat, &apology(language, reference));
    effects::say(tx, chat, incoming.in_place(request)).await?;
    Ok(vec![chat])
}

/// Words for the row: without what PostgreSQL does not take, and not too many.
fn told(problem: &str) -> String {
    problem.chars().filter(|c| !c.is_control()).take(LONGEST_PROBLEM).collect()
}

/// A code of eight characters, new each time.
fn reference() -> String {
    let bytes = Uuid::new_v4().into_bytes();
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    bytes.iter().take(8).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn a_reference_has_eight_plain_characters_and_is_new_each_time() {
        let (first, second) = (reference(), reference());
        assert_eq!(first.len(), 8);
        assert!(first.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()), "{first}");
        assert_ne!(first, second);
    }
}
