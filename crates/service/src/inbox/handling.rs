//! One update, from its row to the commit that holds everything it caused.
//!
//! ```text
//!   fence ── take the row ── read ── lock the person ── decide ── facts ── effects ── commit
//!                             └── a text file, a channel ──> rolled back, to be fetched: begun anew with what it says
//! ```
//!
//! Nothing inside the transaction touches the network or waits but for PostgreSQL. On failure the
//! transaction is rolled back and the row is pending as before; [`Trouble`] says what to do.

use std::panic::{AssertUnwindSafe, catch_unwind};

use dialogue::{
    Action, ChatKind, Effect, Event, GrowthDeed, Person, Role, Scene, State, SupportCase, decide,
    slow_down,
};
use domain::{ChatId, InboxId};
use store::support::SupportRequest;
use store::{Conversation, LeaderTx, StoreError};

use super::errands::{Brought, Wanted};
use super::facts;
use super::pace::Verdict;
use super::text_files::{self, TextFile};
use super::{effects, events, money};
use crate::inbox::Inbox;
use crate::render;
use crate::traces::{self, Moment};

/// How handling ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Handled {
    /// Committed; there is something to be said in these chats.
    Done(Vec<ChatId>),
    /// Somebody else had settled it.
    Gone,
}

/// Why it was not handled: nothing of it is written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// Stop: the term is over.
    #[error("the term is over")]
    TermOver,
    /// Try again without counting: the database is away, or the commit's outcome is not known.
    #[error("the database is away: {0}")]
    Away(StoreError),
    /// Count the try: the same again may fail the same way.
    #[error("{0}")]
    Failed(String),
    /// Begin anew with this.
    #[error("something must be fetched first")]
    ToFetch(Wanted),
}

/// What others are to be told once it is committed.
#[derive(Debug, Default)]
pub(super) struct News {
    /// There is something to be said in these chats.
    pub(super) chats: Vec<ChatId>,
    pub(super) ordered: bool,
}

/// Handles one update in one transaction, with what it waited for.
pub(super) async fn handle(
    active: &Inbox,
    id: InboxId,
    brought: Option<Brought>,
) -> Result<Handled, Trouble> {
    let written = active.store.in_term_or(&active.term, async |tx| {
        traces::moment(Moment::Fenced);
        let news = steps(active, tx, id, brought).await;
        traces::moment(Moment::Written);
        news
    });
    let Some(news) = written.await? else { return Ok(Handled::Gone) };
    if news.ordered {
        // Not before the commit: whoever looked then would find nothing, and look again later.
        active.wake.orders();
    }
    Ok(Handled::Done(news.chats))
}

/// None: somebody else had settled it.
async fn steps(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    id: InboxId,
    brought: Option<Brought>,
) -> Result<Option<News>, Trouble> {
    let Some(letter) = tx.inbox().take_update(id).await? else { return Ok(None) };
    let read = guarded(|| events::read(&letter.payload))?;
    let Some(mut incoming) = read else {
        return Ok(Some(money::handle(active, tx, id, &letter.payload).await?));
    };
    incoming.update = id;
    if brought.is_none()
        && let Some(sent) = text_files::of(&incoming.event)
    {
        return Err(Trouble::ToFetch(Wanted::File(Box::new(sent.clone()))));
    }
    if let Some(Brought::File(TextFile::Says(words))) = &brought {
        incoming.event.action = Action::SentText(words.clone());
    }
    let person = &incoming.event.person;
    let conversation = conversation(active, tx, person).await?;
    effects::keep_up(active, tx, &conversation).await?;
    let channel = active.prices.offers.free_channel.as_deref();
    if let (Some(Brought::Standing(standing)), Some(channel)) = (brought, channel) {
        tx.people().keep_channel_standing(person.id, channel, standing).await?;
    }
    if (&conversation.name, &conversation.username) != (&person.name, &incoming.username) {
        tx.people().keep_names(person.id, &person.name, incoming.username.as_deref()).await?;
    }
    match active.pace.judge(&incoming.event, active.bot.role(person.id)) {
        Verdict::Go => {}
        Verdict::Quiet => return Ok(Some(News::default())),
        Verdict::Wait(seconds) => {
            let chat = incoming.event.chat.id;
            let screen = slow_down(conversation.speaks(), seconds);
            let words = incoming.in_place(render::message(chat, &screen));
            effects::say(tx, chat, words).await?;
            return Ok(Some(News { chats: vec![chat], ordered: false }));
        }
    }
    let mut scene = scene(active, &incoming.event, id, &conversation);
    scene.case = answered_case(tx, &incoming.event, scene.role).await?;
    let scene = &mut scene;
    let reply = guarded(move || decide(scene))?;
    let step = facts::answer(active, tx, &conversation, reply).await?;
    traces::moment(Moment::Decided);
    let asks = Effect::Growth(GrowthDeed::AskChannel);
    if let Some(channel) = channel.filter(|_| step.effects.contains(&asks)) {
        return Err(Trouble::ToFetch(Wanted::Standing(person.id, channel.to_owned())));
    }
    let ordered = step.effects.iter().any(|effect| matches!(effect, Effect::Begin(..)));
    let chats = effects::apply(active, tx, &incoming, &conversation, step).await?;
    Ok(Some(News { chats, ordered }))
}

/// The conversation with a person; of whom Telegram tells no language it is held in the operator's.
async fn conversation(
    active: &Inbox,
    tx: &mut LeaderTx<'_>,
    person: &Person,
) -> Result<Conversation, StoreError> {
    let met = tx.people().conversation(person.id, person.language_tag.as_deref()).await?;
    if met.language_tag.is_some() {
        return Ok(met);
    }
    let default = active.prices.offers.default_language.code();
    tx.people().conversation(person.id, Some(default)).await
}

/// What every conversation can see.
pub(super) fn scene<'a>(
    active: &Inbox,
    event: &'a Event,
    update: InboxId,
    conversation: &Conversation,
) -> Scene<'a> {
    Scene {
        event,
        language: conversation.speaks(),
        state: State::from_text(&conversation.state),
        bot: active.bot.facts(active.prices.offers.currency),
        update,
        role: role(active, event, conversation),
        prices: active.prices_now(&conversation.free_models),
        case: None,
        is_admin_chat: active.bot.is_admin_chat(event.chat.id),
    }
}

/// What a person may do: who is an admin is never banned.
fn role(active: &Inbox, event: &Event, conversation: &Conversation) -> Role {
    match active.bot.role(event.person.id) {
        Role::Person if conversation.is_banned => Role::Banned,
        role => role,
    }
}

/// The question of which the message told that an admin replies to, or the answer that its person replies to.
async fn answered_case(
    tx: &mut LeaderTx<'_>,
    event: &Event,
    role: Role,
) -> Result<Option<SupportCase>, StoreError> {
    // Elsewhere nobody but an admin says anything to us by a reply.
    let may_mean_us = role == Role::Admin || event.chat.kind == ChatKind::Private;
    let Some(message) = event.reply_to.filter(|_| may_mean_us) else { return Ok(None) };
    let request = tx.people().request_of_copy(event.chat.id, message).await?;
    let person = event.person.id;
    let is_theirs = |request: &SupportRequest| match request.is_letter {
        true => request.person == Some(person),
        false => role == Role::Admin,
    };
    facts::case(tx, request.filter(is_theirs)).await
}

/// Runs something pure. A panic in it costs this update a try and nobody anything else.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Trouble> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Trouble::Failed(format!("panicked: {}", text.unwrap_or_default()))
    })
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::TermOver => Self::TermOver,
            StoreError::Away(_) => Self::Away(error),
            StoreError::Refused(_) | StoreError::Broken(_) => Self::Failed(error.to_string()),
        }
    }
}
