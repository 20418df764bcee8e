//! What an admin does at once: done in the commit of their update, logged if it was done, and shown either way.
//!
//! ```text
//!   deed ──┬── done ────────────> a line of the audit log, "Done" in place of the tapped message
//!          └── nothing to do ───> "That is so already"; nothing is logged
//! ```
//!
//! On failure: everything is rolled back with the update.

use dialogue::{Deed, DeskStep, Event, Form, LogEntry, PauseForm, Screen};
use domain::generation::Cause;
use domain::{ChatId, PersonId};
use store::closures::{Closing, Shut};
use store::desk::FreeModel;
use store::operators::{Answer, Asked, Kind, Revived};
use store::{LeaderTx, StoreError};

use super::{log, ordering, say, showing};
use crate::inbox::Inbox;
use crate::inbox::events::Incoming;
use crate::inbox::facts::dead_id;
use crate::render::message;
use crate::requests::resolving;

/// Does it; the other chats in which something is to be said.
pub(super) async fn act(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    step: DeskStep,
) -> Result<Vec<ChatId>, StoreError> {
    let DeskStep { deed, entry, done, gone } = step;
    let chats = match carry_out(active, tx, incoming, &deed, &entry).await? {
        Some(chats) => {
            log(tx, &entry).await?;
            showing::show(tx, incoming, &done).await?;
            chats
        }
        None => {
            showing::show(tx, incoming, &gone).await?;
            Vec::new()
        }
    };
    Ok(chats)
}

/// Tells somebody that they are banned, once a minute at most.
pub(super) async fn tell_banned(
    tx: &mut LeaderTx<'_>,
    event: &Event,
    screen: &Screen,
) -> Result<(), StoreError> {
    if tx.operators().may_tell_banned(event.person.id).await? {
        say(tx, event.chat.id, message(event.chat.id, screen)).await?;
    }
    Ok(())
}

/// Does it; none: there was nothing to do.
async fn carry_out(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    deed: &Deed,
    entry: &LogEntry,
) -> Result<Option<Vec<ChatId>>, StoreError> {
    let admin = incoming.event.person.id;
    let by = format!("admin:{admin}");
    let reason = entry.reason.as_str();
    let is_done = match deed {
        Deed::Ban(person) => {
            let is_admin = active.bot.admins.contains(person);
            !is_admin && tx.operators().ban(*person, admin).await?
        }
        Deed::Unban(person) => tx.operators().unban(*person).await?,
        Deed::Note(person, words) => {
            tx.operators().add_note(*person, admin, words).await?;
            true
        }
        Deed::See(id) => {
            ordering::resend(tx, incoming.event.chat.id, *id, Form::Same).await?;
            true
        }
        Deed::Send(id) => {
            let Some(owner) = tx.operators().owner_of(*id).await? else { return Ok(None) };
            let chat = ChatId::new(owner.get());
            ordering::resend(tx, chat, *id, Form::Same).await?;
            return Ok(Some(vec![chat]));
        }
        Deed::Retry(key) => {
            return Ok(match tx.operators().revive(&dead_id(*key), reason).await? {
                Ok(Revived::Update(_)) => Some(Vec::new()),
                Ok(Revived::Send(chat)) => Some(vec![chat]),
                Err(_) => None,
            });
        }
        Deed::Drop(key) => tx.operators().drop_dead(&dead_id(*key), reason).await?.is_ok(),
        Deed::Open(subject) => tx.closures().open_subject(subject).await?,
        Deed::Shut(model) => shut(tx, model.as_str(), &by, reason).await?,
        Deed::Free(model, per_day, per_hour) => {
            let number = |one: u32| i32::try_from(one).unwrap_or(i32::MAX);
            let (per_day, per_hour) = (number(*per_day), number(*per_hour));
            tx.operators()
                .set_free(&FreeModel { model: model.to_string(), per_day, per_hour })
                .await?
        }
        Deed::Resolve(id) => resolve(tx, *id, admin, reason).await?,
        Deed::Pause(form, words) => {
            let form = match form {
                PauseForm::Open => store::desk::PauseForm::Open,
                PauseForm::Held => store::desk::PauseForm::Held,
                PauseForm::Paused => store::desk::PauseForm::Paused,
            };
            tx.operators().set_pause(form, words, admin).await?
        }
        Deed::HandOver(epoch) => tx.operators().ask_handover(*epoch, &by).await?,
    };
    Ok(is_done.then(Vec::new))
}

/// A model can no longer be ordered; false: an operator had closed it already.
async fn shut(
    tx: &mut LeaderTx<'_>,
    subject: &str,
    by: &str,
    note: &str,
) -> Result<bool, StoreError> {
    let is_for_good =
        |one: &store::closures::Closure| one.subject == subject && one.until.is_none();
    if tx.closures().list(i64::from(u16::MAX)).await?.iter().any(is_for_good) {
        return Ok(false);
    }
    let closing = Closing { subject, pause: None, cause: Cause::Operator.word(), by, note };
    let shut = tx.closures().close_subject(closing).await?;
    Ok(matches!(shut, Shut::Anew | Shut::Again | Shut::Already))
}

/// A difference is taken over, as `trt books reconcile --resolve` does it.
async fn resolve(
    tx: &mut LeaderTx<'_>,
    id: i64,
    admin: PersonId,
    reason: &str,
) -> Result<bool, StoreError> {
    let asked = Asked {
        kind: Some(Kind::BooksResolve),
        subject: format!("#{id}"),
        details: String::new(),
        reason: reason.to_owned(),
        by: format!("admin:{admin}"),
    };
    Ok(matches!(resolving::resolve(tx, &asked).await?, Answer::Done(_)))
}
