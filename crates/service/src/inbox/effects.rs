//! What a step causes, written into the transaction that decided it.
//!
//! Nothing is said here: what is to be said becomes rows of the outbox, and the commit that makes
//! them visible is the one that makes the update done. The same commit holds what moves money and
//! what the audit log says about it.
//!
//! On failure: everything is rolled back with the transaction.

use dialogue::{Action, ChatKind, Effect, Event, Kept, LogEntry, Screen, State, Step};
use domain::ledger::Posting;
use domain::{ChatId, MessageId, OutboxId, PersonId};
use store::outbox::Line;
use store::payments::money_calls::MoneyCallKind::{Cancel, Resume};
use store::{Conversation, LeaderTx, Posted, Priority, Reach, Saying, StoreError, StoredSample};
use telegram::request::Request;

use crate::generations::ending;
use crate::inbox::Inbox;
use crate::inbox::events::Incoming;
use crate::render::{self, message};

pub(crate) use self::guarding::keep_up;
pub(crate) use self::ordering::quote_number;

mod desk;
mod growing;
mod guarding;
mod ordering;
mod owning;
mod paying;
mod showing;
mod supporting;
mod talking;
mod tapping;
mod transferring;
mod welcoming;

/// Writes the step down; returns the chats in which something is to be said.
pub(crate) async fn apply(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    conversation: &Conversation,
    step: Step,
) -> Result<Vec<ChatId>, StoreError> {
    let (event, prices) = (&incoming.event, &active.prices);
    let (person, speaks) = (event.person.id, conversation.speaks());
    let (mut chats, mut said) = (Vec::new(), None);
    if tapping::comes_again(tx, event, conversation, &step).await? {
        return Ok(chats);
    }
    if came_back(event, conversation) {
        reach(tx, event, Reach::Reachable).await?;
        chats.push(ChatId::new(person.get()));
    }
    for effect in step.effects {
        chats.extend(is_said_here(&effect).then_some(event.chat.id));
        match effect {
            Effect::Show(screen) => said = Some(showing::show(tx, incoming, &screen).await?.row),
            Effect::Say(screen) => {
                let message = incoming.in_place(message(event.chat.id, &screen));
                said = Some(say(tx, event.chat.id, message).await?);
            }
            Effect::Refresh(screen) => {
                if tapping::may_refresh(tx, event).await? {
                    said = Some(showing::show(tx, incoming, &screen).await?.row);
                }
            }
            Effect::Amend(screen) => amend(tx, incoming, conversation, &screen).await?,
            Effect::Begin(order, screen) => {
                ordering::begin(prices, tx, incoming, speaks, &order, screen).await?;
            }
            Effect::TakeBack(id) => {
                ending::take_back(prices, tx, id, speaks).await?;
            }
            Effect::Resend(id, form) => ordering::resend(tx, event.chat.id, id, form).await?,
            Effect::SayAlbum(samples) => showing::album(tx, incoming, &samples).await?,
            Effect::Keep(kept) => keep(tx, event, kept).await?,
            Effect::Invoice(offer) => chats.push(paying::offer(tx, incoming, &offer).await?),
            Effect::LetGo => tx.books().let_go(person).await?,
            Effect::CancelPlan(charge) => paying::ask(tx, Cancel, &charge, person).await?,
            Effect::ResumePlan(charge) => paying::ask(tx, Resume, &charge, person).await?,
            Effect::Refund(refund) => paying::refund(tx, person, &refund).await?,
            Effect::AskSupport(topic, it) => {
                chats.extend(supporting::ask(active, tx, event, topic, &it).await?);
            }
            Effect::AnswerSupport(it) => chats.push(supporting::answer(tx, person, &it).await?),
            Effect::Welcome(welcome) => welcoming::welcome(prices, tx, person, &welcome).await?,
            Effect::Post(posting) => post(tx, &posting).await?,
            Effect::Log(entry) => log(tx, &entry).await?,
            Effect::Tell(person, screen) => chats.push(tell(tx, person, &screen).await?),
            Effect::Guard(it) => guarding::carry_out(tx, person, &it).await?,
            Effect::Limited(limit) => guarding::limited(tx, person, limit).await?,
            Effect::Own(it) => {
                chats.push(owning::act(active, tx, incoming, conversation, &it).await?)
            }
            Effect::Transfer(deed) => transferring::write(tx, person, &deed).await?,
            Effect::Growth(it) => chats.extend(growing::write(tx, incoming, person, &it).await?),
            Effect::Forward(to, file) => chats.push(transferring::forward(tx, to, &file).await?),
            Effect::Desk(step) => chats.extend(desk::act(active, tx, incoming, *step).await?),
            Effect::TellBanned(screen) => desk::tell_banned(tx, event, &screen).await?,
            Effect::Talk(deed) => chats.extend(talking::write(active, tx, person, &deed).await?),
        }
    }
    remember(tx, person, conversation, &step.state, said).await?;
    Ok(chats)
}

/// Remembers something of the person, or of what they made.
async fn keep(tx: &mut LeaderTx<'_>, event: &Event, kept: Kept) -> Result<(), StoreError> {
    let person = event.person.id;
    match kept {
        Kept::Language(language) => tx.people().keep_language(person, language).await,
        Kept::Start(payload) => tx.people().keep_start(person, &payload.to_text()).await,
        Kept::Reachable(true) => reach(tx, event, Reach::Reachable).await,
        Kept::Reachable(false) => reach(tx, event, Reach::Unreachable).await,
        Kept::Favour(model, kept) => tx.generations().favour(person, model.as_str(), kept).await,
        Kept::FullQuality(on) => tx.generations().keep_full_quality(person, on).await,
        Kept::Sample(model, made_by, sample) => {
            let (model, kind) = (model.to_string(), sample.kind.word().to_owned());
            let sample = StoredSample { model, kind, file: sample.file };
            tx.generations().show_sample(&sample, made_by, person).await
        }
        Kept::NoSample(made_by) => tx.generations().hide_sample(made_by).await,
    }
}

/// Whether an effect may say something in the chat that the event came from.
const fn is_said_here(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Show(_)
            | Effect::Say(_)
            | Effect::Refresh(_)
            | Effect::Amend(_)
            | Effect::Begin(..)
            | Effect::TakeBack(_)
            | Effect::Resend(..)
            | Effect::SayAlbum(_)
            | Effect::Desk(_)
            | Effect::TellBanned(_)
    )
}

/// Keeps where the conversation stands, and what was said if that can be amended.
async fn remember(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    conversation: &Conversation,
    state: &State,
    said: Option<OutboxId>,
) -> Result<(), StoreError> {
    // Only these are ever amended; everybody else is spared a statement.
    let is_amended =
        matches!(state, State::Ordering(_) | State::OfferedFiles(..) | State::OfferedPrompt(_));
    if let Some(row) = said.filter(|_| is_amended) {
        tx.people().keep_said(person, row).await?;
    }
    let state = state.to_text();
    if state != conversation.state {
        tx.people().keep_state(person, &state).await?;
    }
    Ok(())
}

/// Whoever writes to us can be written to, whatever we thought.
fn came_back(event: &Event, conversation: &Conversation) -> bool {
    conversation.reach == Reach::Unreachable
        && event.chat.kind == ChatKind::Private
        && event.action != Action::Blocked
}

/// Keeps whether a person can be reached, and parks or frees what waits for them.
async fn reach(tx: &mut LeaderTx<'_>, event: &Event, reach: Reach) -> Result<(), StoreError> {
    let chat = ChatId::new(event.person.id.get());
    tx.people().keep_reach(event.person.id, reach).await?;
    match reach {
        Reach::Reachable => tx.outbox().unpark(chat).await?,
        Reach::Unreachable => tx.outbox().park(chat).await?,
    };
    Ok(())
}

/// Writes an operation into the books.
///
/// An update is handled in one commit, so what it causes cannot be there before it. If it is, saying
/// that it was done now would be untrue.
async fn post(tx: &mut LeaderTx<'_>, posting: &Posting) -> Result<(), StoreError> {
    match tx.books().post(posting).await? {
        Posted::Done => Ok(()),
        Posted::Already => Err(StoreError::Broken("an operation was there before its update")),
    }
}

async fn log(tx: &mut LeaderTx<'_>, entry: &LogEntry) -> Result<(), StoreError> {
    let LogEntry { actor, action, subject, before, after, details, reason } = entry;
    tx.books()
        .log_action(store::LoggedAction {
            actor: *actor,
            action: *action,
            subject,
            before,
            after,
            details,
            reason,
        })
        .await
}

/// Writes down what somebody else is to be told, in their private chat, which is returned.
async fn tell(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    screen: &Screen,
) -> Result<ChatId, StoreError> {
    let chat = ChatId::new(person.get());
    // They did not ask: what they did ask for goes first.
    let message = message(chat, screen);
    tx.outbox().say(&render::saying(chat, Line::Answers, Priority::Result, &message)).await?;
    Ok(chat)
}

/// Writes an answer down.
pub(crate) async fn say(
    tx: &mut LeaderTx<'_>,
    chat: ChatId,
    request: Request,
) -> Result<OutboxId, StoreError> {
    tx.outbox().say(&render::saying(chat, Line::Answers, Priority::Answer, &request)).await
}

/// Changes the message that was last said to a person; says it anew where there is none.
async fn amend(
    tx: &mut LeaderTx<'_>,
    incoming: &Incoming,
    conversation: &Conversation,
    screen: &Screen,
) -> Result<(), StoreError> {
    let chat = incoming.event.chat.id;
    let Some(said) = conversation.said else {
        let said = say(tx, chat, incoming.in_place(message(chat, screen))).await?;
        return tx.people().keep_said(conversation.person, said).await;
    };
    // Of several changes the last one counts, and numbers of updates rise.
    let revision = i32::try_from(incoming.update.get() % i64::from(i32::MAX)).unwrap_or_default();
    let edit = render::edit(chat, None, screen);
    let saying = render::saying(chat, Line::Answers, Priority::Answer, &edit);
    tx.outbox().say(&Saying { edits: Some(said), revision, ..saying }).await?;
    Ok(())
}

fn tapped(event: &Event) -> Option<MessageId> {
    match &event.action {
        Action::Tapped { message, .. } => *message,
        Action::Said(_)
        | Action::SentMedia(_)
        | Action::SentText(_)
        | Action::Blocked
        | Action::Returned
        | Action::Other => None,
    }
}
