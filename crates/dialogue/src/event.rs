//! What a person did, and what is known of them: everything a decision is made from.
//!
//! The room that reads Telegram's updates makes an [`Event`], the store makes a [`Known`]. Both are
//! plain data; strings in them are whatever a stranger typed and are trusted by nobody.

use std::sync::Arc;

use domain::offers::{Currency, Offers};
use domain::{Catalogue, ChatId, InboxId, Language, MessageId, PersonId};

use crate::counter::{Counter, History, JobRecord};
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
    SentMedia(Sent),
    /// Sent a file of plain text, and this is what it says. Never a command.
    SentText(String),
    /// Blocked the bot.
    Blocked,
    /// Unblocked it.
    Returned,
    /// Sent something we have no name for.
    Other,
}

/// A file that somebody sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// What it was sent as.
    pub kind: MediaKind,
    /// Telegram's id of it.
    pub file: String,
    /// In bytes, if Telegram says.
    pub bytes: Option<u64>,
    /// Its type, as the sender's app claims.
    pub mime: Option<String>,
    /// Its name, as the sender's app claims; may contain anything.
    pub name: Option<String>,
    /// How long it plays.
    pub milliseconds: Option<u32>,
    /// Width and height.
    pub pixels: Option<(u32, u32)>,
    /// The text below it.
    pub caption: Option<String>,
    /// The album it belongs to; the files of an album come one by one.
    pub album: Option<String>,
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
    /// What is sold and for how much.
    pub shelf: Arc<Shelf>,
    /// What ordering looks at, if [`needs`](crate::needs::needs) asked for it.
    pub counter: Option<Counter>,
    /// What the person made before, if [`needs`](crate::needs::needs) asked for it.
    pub history: Option<History>,
    /// The generation [`needs`](crate::needs::needs) asked for, if it is the person's own.
    pub job: Option<JobRecord>,
}

/// What is sold and for how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    /// What can be ordered.
    pub catalogue: Catalogue,
    /// What it costs.
    pub offers: Offers,
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
