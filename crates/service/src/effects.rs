//! What a step causes, written into the transaction that decided it.
//!
//! Nothing is said here: what is to be said becomes rows of the outbox, and the commit that makes
//! them visible is the one that makes the update done. The same commit holds what moves money and
//! what the audit log says about it.
//!
//! On failure: everything is rolled back with the transaction.

use dialogue::{ChatKind, Deed, Effect, Event, LogEntry, Press, Screen, Step};
use domain::ledger::Posting;
use domain::{ChatId, MessageId, PersonId};
use store::{Conversation, LeaderTx, OnDoubt, Posted, Priority, Reach, Saying, StoreError};
use telegram::request::{self, Request};

use crate::events::Incoming;

/// Writes the step down; returns the chats in which something is to be said.
pub(crate) async fn apply(
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    conversation: &Conversation,
    step: Step,
) -> Result<Vec<ChatId>, StoreError> {
    let event = &incoming.event;
    let person = event.person.id;
    let mut chats = Vec::new();
    if came_back(event, conversation) {
        reach(tx, event, Reach::Reachable).await?;
        chats.push(ChatId::new(person.get()));
    }
    for effect in step.effects {
        match effect {
            Effect::Show(screen) => {
                say(tx, event.chat.id, incoming.in_place(shown(event, &screen))).await?;
                chats.push(event.chat.id);
            }
            Effect::Say(screen) => {
                say(tx, event.chat.id, incoming.in_place(message(event.chat.id, &screen))).await?;
                chats.push(event.chat.id);
            }
            Effect::ChooseLanguage(language) => tx.keep_language(person, language).await?,
            Effect::KeepStart(payload) => tx.keep_start(person, &payload.to_text()).await?,
            Effect::Reachable(true) => reach(tx, event, Reach::Reachable).await?,
            Effect::Reachable(false) => reach(tx, event, Reach::Unreachable).await?,
            Effect::Post(posting) => post(tx, &posting).await?,
            Effect::Log(entry) => log(tx, &entry).await?,
            Effect::Tell(person, screen) => chats.push(tell(tx, person, &screen).await?),
        }
    }
    let state = step.state.to_text();
    if state != conversation.state {
        tx.keep_state(person, &state).await?;
    }
    Ok(chats)
}

/// The message for a screen.
pub(crate) fn message(chat: ChatId, screen: &Screen) -> Request {
    Request::send_message(chat, screen.text.as_str(), &keyboard(screen))
}

/// Whoever writes to us can be written to, whatever we thought.
fn came_back(event: &Event, conversation: &Conversation) -> bool {
    conversation.reach == Reach::Unreachable
        && event.chat.kind == ChatKind::Private
        && event.deed != Deed::Blocked
}

/// Keeps whether a person can be reached, and parks or frees what waits for them.
async fn reach(tx: &mut LeaderTx<'_>, event: &Event, reach: Reach) -> Result<(), StoreError> {
    let chat = ChatId::new(event.person.id.get());
    tx.keep_reach(event.person.id, reach).await?;
    match reach {
        Reach::Reachable => tx.unpark(chat).await?,
        Reach::Unreachable => tx.park(chat).await?,
    };
    Ok(())
}

/// Writes an operation into the books.
///
/// An update is handled in one commit, so what it causes cannot be there before it. If it is, saying
/// that it was done now would be untrue.
async fn post(tx: &mut LeaderTx<'_>, posting: &Posting) -> Result<(), StoreError> {
    match tx.post(posting).await? {
        Posted::Done => Ok(()),
        Posted::Already => Err(StoreError::Books("an operation was there before its update")),
    }
}

async fn log(tx: &mut LeaderTx<'_>, entry: &LogEntry) -> Result<(), StoreError> {
    let LogEntry { actor, action, subject, details, reason } = entry;
    tx.log_deed(store::Deed { actor: *actor, action, subject, details, reason }).await
}

/// Writes down what somebody else is to be told, in their private chat, which is returned.
async fn tell(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    screen: &Screen,
) -> Result<ChatId, StoreError> {
    let chat = ChatId::new(person.get());
    // They did not ask: what they did ask for goes first.
    put(tx, chat, Priority::Result, message(chat, screen)).await?;
    Ok(chat)
}

/// Writes an answer down.
pub(crate) async fn say(
    tx: &mut LeaderTx<'_>,
    chat: ChatId,
    request: Request,
) -> Result<(), StoreError> {
    put(tx, chat, Priority::Answer, request).await
}

async fn put(
    tx: &mut LeaderTx<'_>,
    chat: ChatId,
    priority: Priority,
    request: Request,
) -> Result<(), StoreError> {
    let saying = Saying {
        chat,
        priority,
        on_doubt: OnDoubt::Again,
        edits: None,
        revision: 0,
        body: request.to_bytes(),
    };
    tx.say(&saying).await?;
    Ok(())
}

/// The tapped message changed in place; a new one where there is none to change.
fn shown(event: &Event, screen: &Screen) -> Request {
    match tapped(event) {
        Some(tapped) => {
            let (chat, text) = (event.chat.id, screen.text.as_str());
            Request::edit_text(chat, Some(tapped), text, &keyboard(screen))
        }
        None => message(event.chat.id, screen),
    }
}

fn tapped(event: &Event) -> Option<MessageId> {
    match &event.deed {
        Deed::Tapped { message, .. } => *message,
        Deed::Said(_) | Deed::SentMedia(..) | Deed::Blocked | Deed::Returned | Deed::Other => None,
    }
}

fn keyboard(screen: &Screen) -> request::Keyboard {
    let button = |button: &dialogue::Button| request::Button {
        text: button.text.clone(),
        press: match &button.press {
            Press::Data(tap) => request::Press::Data(tap.encode()),
            Press::Link(link) => request::Press::Link(link.clone()),
        },
    };
    let rows = screen.keyboard.iter().map(|row| row.iter().map(button).collect());
    request::Keyboard::new(rows.collect())
}
