//! What a person did, and what is known of them: everything a decision is made from.
//!
//! The room that reads Telegram's updates makes an [`Event`], the store makes a [`Known`]. Both are
//! plain data; strings in them are whatever a stranger typed and are trusted by nobody.

use domain::offers::Currency;
use domain::{ChatId, InboxId, Language, MessageId, PersonId};

use crate::needs::{Books, Card};
use crate::state::State;

/// Somebody did something somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Who.
    pub person: Person,
    /// Where.
    pub chat: Chat,
    /// What.
    pub deed: Deed,
}

/// The one who did it, as Telegram introduces them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Their id.
    pub id: PersonId,
    /// The name they gave themselves: any text at all.
    pub name: String,
    /// The language their Telegram is set to, such as `pt-br`.
    pub language_tag: Option<String>,
}

/// The place of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chat {
    /// Its id.
    pub id: ChatId,
    /// What sort of place it is.
    pub kind: ChatKind,
}

/// What sort of place a chat is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChatKind {
    /// The bot and one person.
    Private,
    /// Several people; the bot is a guest.
    Group,
    /// A place where only its owners speak.
    Channel,
}

/// What somebody did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Wrote a text, commands included.
    Said(String),
    /// Tapped a button. The data may be old or forged.
    Tapped {
        /// What the button carried.
        data: String,
        /// The message it was on, unless Telegram no longer tells.
        message: Option<MessageId>,
    },
    /// Sent a file of some kind, perhaps with a caption.
    SentMedia(MediaKind, Option<String>),
    /// Blocked the bot.
    Blocked,
    /// Unblocked it.
    Returned,
    /// Sent something we have no name for.
    Other,
}

/// What kind of file was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaKind {
    /// A picture sent as a picture.
    Photo,
    /// A video.
    Video,
    /// A short soundless video.
    Animation,
    /// A round video message.
    VideoNote,
    /// A piece of music.
    Audio,
    /// A voice message.
    Voice,
    /// A file.
    Document,
    /// A sticker.
    Sticker,
}

/// What we know when something happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The language the person chose, if they ever did.
    pub language: Option<Language>,
    /// Where the conversation with them stands.
    pub state: State,
    /// Facts about the bot itself.
    pub bot: BotFacts,
    /// Our number of the stored update: what follows from it happens once.
    pub update: InboxId,
    /// What the person may do.
    pub role: Role,
    /// Their books, if [`needs`](crate::needs::needs) asked for them.
    pub books: Option<Books>,
    /// The other person [`needs`](crate::needs::needs) asked for; none if the bot never met them.
    pub card: Option<Card>,
}

/// What a person may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What everybody may.
    Person,
    /// Change what is somebody else's, with a reason.
    Admin,
}

/// What is the same for everybody who talks to this bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotFacts {
    /// Its name on Telegram, without `@`; not known before Telegram has answered once.
    pub username: Option<String>,
    /// Where people get help from a human, as the operator wrote it.
    pub support: Option<String>,
    /// What wallets hold.
    pub currency: Currency,
}
