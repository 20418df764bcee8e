//! A person who leaves: everything but the books is taken away, and they are told when it is.
//!
//! ```text
//!   confirmed ──┬── nothing is being made ──> erased, swept as far as one commit may go, "deleted"
//!               └── something is ──> "as soon as it is done" ── looked at again and again ──> the same
//!   what one commit could not sweep ── periodic work, batch by batch ──> nothing is left
//! ```
//!
//! Orders that nobody has begun are taken back first. What was paid stays: see [`store::leaving::HELD`] for what goes,
//! and why the rest does not.
//!
//! On failure: everything is one commit of the caller's; what waits is found again by the next look.

use dialogue::{PriceList, gone_screen};
use domain::{ChatId, PersonId};
use store::leaving::sweeping::Swept;
use store::outbox::Line;
use store::{Conversation, LeaderTx, Priority, StoreError};

use crate::generations::ending;
use crate::render;
use crate::upkeep::periodic::{FINISH_LEAVING, Periodic, Step};

/// Rows of one batch of a sweep, of updates and of what was said.
const ROWS: i64 = 2_000;

/// So many batches are swept in the commit that erases.
const AT_ONCE: usize = 4;

/// A person whose conversation is locked leaves; whether they are gone, or wait for what is being made.
pub(crate) async fn leave(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    conversation: &Conversation,
    desks: &[i64],
) -> Result<bool, StoreError> {
    let person = conversation.person;
    for order in tx.people().unbegun(person).await? {
        ending::take_back(prices, tx, order, conversation.speaks()).await?;
    }
    tx.people().ask_to_leave(person).await?;
    tx.upkeep().hasten_work(FINISH_LEAVING).await?;
    if tx.people().is_awaited(person).await? {
        return Ok(false);
    }
    erase(tx, person, desks).await?;
    Ok(true)
}

async fn erase(tx: &mut LeaderTx<'_>, person: PersonId, desks: &[i64]) -> Result<(), StoreError> {
    tx.people().erase(person).await?;
    for _ in 0..AT_ONCE {
        if tx.people().sweep(person, desks, ROWS).await? != Swept::More {
            break;
        }
    }
    Ok(())
}

/// Takes away what can be taken away by now, of one person at a time; `after` is the last one looked at.
pub(crate) async fn finish(
    active: &Periodic,
    tx: &mut LeaderTx<'_>,
    after: i64,
) -> Result<Step, StoreError> {
    let Some(person) = tx.people().next_leaver(after).await? else { return Ok(Step::Done) };
    let desks = active.bot.operators();
    let conversation = tx.people().conversation(person, None).await?;
    if tx.people().is_erased(person).await? {
        return Ok(match tx.people().sweep(person, &desks, ROWS).await? {
            Swept::More => Step::More(after),
            Swept::HeldUp | Swept::Done => Step::More(person.get()),
        });
    }
    // They may have ordered again while they waited.
    if tx.people().is_awaited(person).await? {
        return Ok(Step::More(person.get()));
    }
    erase(tx, person, &desks).await?;
    let chat = ChatId::new(person.get());
    let gone = render::message(chat, &gone_screen(conversation.speaks()));
    tx.outbox().say(&render::saying(chat, Line::Answers, Priority::Answer, &gone)).await?;
    active.wake.outbox(&[chat]);
    Ok(Step::More(person.get()))
}
