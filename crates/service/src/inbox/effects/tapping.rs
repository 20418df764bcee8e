//! Taps that come late or again: the tapped message is brought up to date, and makes no other.
//!
//! ```text
//!   the same button as the last time, nothing in between ──┬── within 3 s: nothing more to be shown
//!                                                          └── within 10 s: nothing more to be said or sent
//!   out of date ──┬── its message tells how a generation goes: that is up to date by itself
//!                 ├── it can be edited: it shows how things stand
//!                 └── it cannot: one message instead, at most one in a chat in 10 s
//! ```
//!
//! What moves money or changes anything is never held back here: a second tap on it is judged by what it finds. A
//! result that an admin has sent changes nothing, and would be sent and logged again.

use dialogue::{Action, Deed, Effect, Event, Step};
use domain::{ChatId, MessageId};
use sha2::{Digest, Sha256};
use store::{Conversation, LeaderTx, StoreError};

use super::tapped;

/// What is only shown in place is shown once in so many milliseconds.
const SHOWN: i64 = 3_000;

/// What makes a message is said once in so many milliseconds.
const SAID: i64 = 10_000;

/// Remembers what was tapped; whether the same was just done, so that nothing is left to do.
pub(super) async fn comes_again(
    tx: &mut LeaderTx<'_>,
    event: &Event,
    conversation: &Conversation,
    step: &Step,
) -> Result<bool, StoreError> {
    let Action::Tapped { data, .. } = &event.action else {
        if conversation.tapped.is_some() {
            tx.people().keep_tap(event.person.id, None).await?;
        }
        return Ok(false);
    };
    let (message, hash) = (tapped(event), hash(data));
    let is_same = |last: &&store::LastTap| last.message == message && last.hash == hash;
    let last = conversation.tapped.as_ref().filter(is_same);
    if last.is_some_and(|last| quiet(step, message).is_some_and(|quiet| last.age_ms < quiet)) {
        return Ok(true);
    }
    tx.people().keep_tap(event.person.id, Some((message, hash))).await?;
    Ok(false)
}

/// Whether a tapped message that is out of date is to be changed, or one said in its place.
pub(super) async fn may_refresh(tx: &mut LeaderTx<'_>, event: &Event) -> Result<bool, StoreError> {
    match tapped(event) {
        Some(message) => Ok(!tx.generations().is_status_message(event.person.id, message).await?),
        None => {
            let chat = ChatId::new(event.person.id.get());
            tx.people().may_say_instead(chat, None).await
        }
    }
}

/// For how long the same step is not done again; none: it does more than speak.
fn quiet(step: &Step, message: Option<MessageId>) -> Option<i64> {
    let mut quiet = if message.is_some() { SHOWN } else { SAID };
    for effect in &step.effects {
        match effect {
            Effect::Show(_) | Effect::Refresh(_) => {}
            Effect::Say(_) | Effect::Resend(..) | Effect::Invoice(_) => quiet = SAID,
            // Nothing that is found would say that it was just sent.
            Effect::Desk(step) if matches!(step.deed, Deed::See(_) | Deed::Send(_)) => quiet = SAID,
            _ => return None,
        }
    }
    (!step.effects.is_empty()).then_some(quiet)
}

/// The same in every release: two of them may stand side by side.
fn hash(data: &str) -> i64 {
    let digest = Sha256::digest(data.as_bytes());
    let beginning = digest.first_chunk().copied().unwrap_or_default();
    i64::from_be_bytes(beginning)
}
