//! Who speaks, and where: the person and the chat of an update.
//!
//! Both stand on their id alone; a name or a language that cannot be read is missing, and a kind of
//! chat that Telegram has invented since is [`ChatKind::Unknown`].

use domain::{ChatId, PersonId};
use wire::json::Object;

/// An account: a person, possibly a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// Who it is.
    pub id: PersonId,
    /// What they call themselves; empty if it cannot be read.
    pub first_name: String,
    /// The name behind the `@`.
    pub username: Option<String>,
    /// An IETF tag such as `pt-br`, as the app of the person says.
    pub language_code: Option<String>,
    /// Another bot.
    pub is_bot: bool,
}

/// Where something was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chat {
    /// Which chat.
    pub id: ChatId,
    /// Of what kind.
    pub kind: ChatKind,
    /// The topic within it; an answer without it goes elsewhere.
    pub thread: Option<i64>,
}

/// The kind of a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChatKind {
    /// One person and the bot.
    Private,
    /// A group of either size.
    Group,
    /// A channel.
    Channel,
    /// Something else, or it could not be read.
    Unknown,
}

impl User {
    pub(super) fn read(user: &Object<'_>) -> Option<Self> {
        Some(Self {
            id: PersonId::new(user.integer("id")?),
            first_name: user.text("first_name").unwrap_or_default(),
            username: user.text("username"),
            language_code: user.text("language_code"),
            is_bot: user.flag("is_bot").unwrap_or(false),
        })
    }
}

impl Chat {
    /// The chat of a message, or of anything else with a member `chat`.
    pub(super) fn of(owner: &Object<'_>) -> Option<Self> {
        let chat = owner.object("chat")?;
        let kind = match chat.text("type").as_deref() {
            Some("private") => ChatKind::Private,
            Some("group" | "supergroup") => ChatKind::Group,
            Some("channel") => ChatKind::Channel,
            _ => ChatKind::Unknown,
        };
        let thread = owner.integer("message_thread_id");
        Some(Self { id: ChatId::new(chat.integer("id")?), kind, thread })
    }
}
