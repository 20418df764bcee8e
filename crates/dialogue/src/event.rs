//! What a person did: plain data, made by the room that reads Telegram's updates. Its strings are whatever
//! a stranger typed and are trusted by nobody.

use domain::{ChatId, MessageId, PersonId};

pub use crate::styles::{Look, Span};

/// Somebody did something somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Who.
    pub person: Person,
    /// Where.
    pub chat: Chat,
    /// What.
    pub action: Action,
    /// The message that it is a reply to, in the same chat.
    pub reply_to: Option<MessageId>,
    /// How parts of what they wrote look, be it words or the text below a file.
    pub styles: Vec<Span>,
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
pub enum Action {
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
    /// Telegram's id of the file itself, the same whoever sends it; empty if it was not told.
    pub unique: String,
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
