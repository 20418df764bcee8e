//! What was to be brought to a person is gone: KIE has lost it, and we have no copy.
//!
//! ```text
//!   gone ──┬── another message still carries it ──> nothing; that one finds out by itself
//!          ├── owed ──> given up: the money goes back, told
//!          └── delivered before, or late ──> told that it can not be had again
//! ```
//!
//! On failure: the message is dead by now. A result that is owed is found again among those that nobody will
//! ever deliver.

use dialogue::generation as words;
use domain::{ChatId, GenerationId};
use store::outbox::Line;
use store::{Priority, StoreError, Undeliverable};

use super::ending;
use crate::generations::Generations;
use crate::render;

/// A message that carried a generation is dead, since the files are gone.
pub(crate) async fn files_are_gone(
    active: &Generations,
    generation: GenerationId,
    chat: ChatId,
) -> Result<(), StoreError> {
    let person = active.store.in_term(&active.term, async |tx| {
        let person = tx.generations().person_of(generation).await?;
        let is_carried = tx.generations().is_carried(generation).await?;
        Ok(person.filter(|_| !is_carried))
    });
    let Some(person) = person.await? else { return Ok(()) };
    if ending::give_up(active, Undeliverable { generation, person }).await? {
        return Ok(());
    }
    let say = active.store.in_term(&active.term, async |tx| {
        let conversation = tx.people().conversation(person, None).await?;
        let message = render::message(chat, &words::missing(conversation.speaks()));
        tx.outbox().say(&render::saying(chat, Line::Results, Priority::Result, &message)).await
    });
    say.await?;
    active.wake.outbox(&[chat]);
    Ok(())
}
