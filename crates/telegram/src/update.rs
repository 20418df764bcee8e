//! What an update says. Reading one cannot fail.
//!
//! Every optional part is read by itself from the raw JSON: a part of a kind we do not know, or of
//! a wrong type, is missing afterwards, and the rest is as it was. Only what nothing can be done
//! without (whose button, which query) makes the whole an [`Update::Other`], which carries the name
//! of what it was for the log. A message says which of its parts were there and could not be read,
//! so that a payment is never lost without a word.
//!
//! ```text
//!   message ──────────────> Message      my_chat_member ──> Membership
//!   edited_message ───────> Edited       subscription ────> Subscription
//!   callback_query ───────> Tap          anything else ───> Other(its name)
//!   pre_checkout_query ───> PreCheckout
//!   inline_query ─────────> Inline
//! ```

mod media;
mod message;
mod sender;
#[cfg(test)]
mod tests;

use domain::{ChatId, MessageId};
use wire::json::{Object, list};

pub use self::media::{Media, MediaKind};
pub use self::message::{Entity, Message, Payment, Refund};
pub use self::sender::{Chat, ChatKind, User};

use crate::envelope;

/// No name of an update is longer; one that is does not come from Telegram and is cut.
const LONGEST_NAME: usize = 64;

/// One update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Update {
    /// A new message.
    Message(Box<Message>),
    /// A message was changed; we do nothing about that.
    Edited,
    /// A button was pressed.
    Tap(Box<Tap>),
    /// A person is about to pay.
    PreCheckout(Box<PreCheckout>),
    /// A person looks for something to send to a friend.
    Inline(Box<Inline>),
    /// The bot was let in or put out.
    Membership(Membership),
    /// A subscription was stopped, resumed or could not be paid.
    Subscription(Subscription),
    /// Something else, or something of the above without which nothing can be done; its name.
    Other(String),
}

/// A button was pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tap {
    /// What the answer must name.
    pub query: String,
    /// Who pressed it.
    pub from: User,
    /// What the button carries. A client can send anything here.
    pub data: Option<String>,
    /// The message with the button; `None` for one sent through inline mode.
    pub message: Option<(ChatId, MessageId)>,
    /// The kind of chat that message is in.
    pub chat_kind: ChatKind,
    /// The topic that message is in; an answer without it goes elsewhere.
    pub thread: Option<i64>,
    /// The message is too old: it can be named, but neither seen nor edited.
    pub is_inaccessible: bool,
    /// The message carries a file.
    pub has_media: bool,
    /// What the buttons of the message carry.
    pub buttons: Vec<String>,
}

/// A person is about to pay and waits for our consent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreCheckout {
    /// What the answer must name.
    pub query: String,
    /// Who pays.
    pub from: User,
    /// Three letters; `XTR` for Stars.
    pub currency: String,
    /// In the smallest units of the currency.
    pub total_amount: i64,
    /// What we wrote into the invoice.
    pub payload: String,
}

/// A person writes the bot's name in any chat and looks for something to send there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inline {
    /// What the answer must name.
    pub query: String,
    /// Who looks.
    pub from: User,
    /// What they wrote after the name; may be empty.
    pub words: String,
}

/// The bot was let into a chat or put out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// Where.
    pub chat: Chat,
    /// Who did it.
    pub from: Option<User>,
    /// How it stands now.
    pub standing: Standing,
}

/// How somebody stands in a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Inside: a bot may speak, which in a private chat means it was started or unblocked.
    Member,
    /// Outside: blocked, kicked or left; nothing a bot says arrives.
    Gone,
    /// Something Telegram has invented since.
    Unknown,
}

impl Standing {
    /// How this member of a chat stands.
    pub(crate) fn of(member: &Object<'_>) -> Self {
        match (member.text("status").as_deref(), member.flag("is_member")) {
            (Some("restricted"), Some(false)) | (Some("left" | "kicked"), _) => Self::Gone,
            (Some("member" | "administrator" | "creator" | "restricted"), _) => Self::Member,
            _ => Self::Unknown,
        }
    }
}

/// Something happened to a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// Whose it is.
    pub user: User,
    /// What we wrote into its invoice.
    pub payload: String,
    /// How it stands now.
    pub state: SubscriptionState,
}

/// How a subscription stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SubscriptionState {
    /// It will be renewed.
    Active,
    /// It runs out when its time is up.
    Canceled,
    /// It could not be paid.
    Failed,
    /// Something Telegram has invented since.
    Unknown,
}

/// Reads an update.
pub fn read(bytes: &[u8]) -> Update {
    let text = envelope::text(bytes);
    let Some(update) = Object::find(&text) else { return Update::Other("unreadable".into()) };
    let Some(name) = envelope::member(&update) else { return Update::Other("empty".into()) };
    let understood = update.object(name).and_then(|inner| match name {
        "message" => Message::read(&inner).map(|message| Update::Message(Box::new(message))),
        "edited_message" => Some(Update::Edited),
        "callback_query" => tap(&inner).map(|tap| Update::Tap(Box::new(tap))),
        "pre_checkout_query" => {
            pre_checkout(&inner).map(|query| Update::PreCheckout(Box::new(query)))
        }
        "inline_query" => inline(&inner).map(|query| Update::Inline(Box::new(query))),
        "my_chat_member" => membership(&inner).map(Update::Membership),
        "subscription" => subscription(&inner).map(Update::Subscription),
        _ => None,
    });
    understood.unwrap_or_else(|| Update::Other(name.chars().take(LONGEST_NAME).collect()))
}

fn tap(query: &Object<'_>) -> Option<Tap> {
    let message = query.object("message");
    let chat = message.as_ref().and_then(Chat::of);
    let id = message.as_ref().and_then(|message| message.integer("message_id"));
    Some(Tap {
        query: query.text("id")?,
        from: User::read(&query.object("from")?)?,
        data: query.text("data"),
        message: chat.zip(id).map(|(chat, id)| (chat.id, MessageId::new(id))),
        chat_kind: chat.map_or(ChatKind::Unknown, |chat| chat.kind),
        thread: chat.and_then(|chat| chat.thread),
        // This is how Telegram marks it.
        is_inaccessible: message.as_ref().is_some_and(|one| one.integer("date") == Some(0)),
        has_media: message.as_ref().is_some_and(Media::is_there),
        buttons: message.as_ref().map(buttons).unwrap_or_default(),
    })
}

/// What the buttons of a message carry; those that carry nothing are left out.
fn buttons(message: &Object<'_>) -> Vec<String> {
    let markup = message.object("reply_markup");
    let rows = markup.as_ref().and_then(|markup| markup.get("inline_keyboard"));
    let rows = rows.and_then(|rows| list(rows.get())).unwrap_or_default();
    let buttons = rows.into_iter().filter_map(list).flatten().filter_map(Object::find);
    buttons.filter_map(|button| button.text("callback_data")).collect()
}

fn pre_checkout(query: &Object<'_>) -> Option<PreCheckout> {
    Some(PreCheckout {
        query: query.text("id")?,
        from: User::read(&query.object("from")?)?,
        currency: query.text("currency")?,
        total_amount: query.integer("total_amount")?,
        payload: query.text("invoice_payload")?,
    })
}

fn inline(query: &Object<'_>) -> Option<Inline> {
    Some(Inline {
        query: query.text("id")?,
        from: User::read(&query.object("from")?)?,
        words: query.text("query").unwrap_or_default(),
    })
}

fn membership(change: &Object<'_>) -> Option<Membership> {
    let member = change.object("new_chat_member");
    let standing = member.map_or(Standing::Unknown, |member| Standing::of(&member));
    let from = change.object("from").and_then(|from| User::read(&from));
    Some(Membership { chat: Chat::of(change)?, from, standing })
}

fn subscription(change: &Object<'_>) -> Option<Subscription> {
    let state = match change.text("state").as_deref() {
        Some("active") => SubscriptionState::Active,
        Some("canceled") => SubscriptionState::Canceled,
        Some("failed") => SubscriptionState::Failed,
        _ => SubscriptionState::Unknown,
    };
    let user = User::read(&change.object("user")?)?;
    Some(Subscription { user, payload: change.text("invoice_payload").unwrap_or_default(), state })
}
