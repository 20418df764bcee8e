//! Requests that send files.
//!
//! A file is either one that Telegram has already, by its id, or one that travels with the request:
//! then the request names it and the upload carries an attachment of the same name. A stored
//! request never holds the bytes of a file.

use domain::{ChatId, MessageId};
use serde_json::{Map, Value};

use super::forms::STREAMING;
use super::{Keyboard, MESSAGE, Method, PARSE_MODE, Request};

/// Where a file comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum File {
    /// Telegram has it, under this id.
    Id(String),
    /// It travels with the request, as the attachment of this name.
    Attached(String),
}

/// One item of an album.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlbumItem {
    /// What it is shown as.
    pub kind: AlbumKind,
    /// Its file.
    pub file: File,
    /// The text below it; empty for none.
    pub caption_html: String,
}

/// What an item of an album is shown as. Documents and sounds go only with their own kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AlbumKind {
    /// A picture.
    Photo,
    /// A video.
    Video,
    /// A file.
    Document,
    /// Music.
    Audio,
}

/// The parameter with what an album or an edit shows.
pub(super) const MEDIA: &str = "media";

/// How a parameter says that its file travels along; its name follows.
pub(super) const ATTACHED: &str = "attach://";

impl File {
    pub(super) fn to_json(&self) -> Value {
        match self {
            Self::Id(id) => id.as_str().into(),
            Self::Attached(name) => format!("{ATTACHED}{name}").into(),
        }
    }
}

impl AlbumKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Photo => "photo",
            Self::Video => "video",
            Self::Document => "document",
            Self::Audio => "audio",
        }
    }
}

impl AlbumItem {
    fn to_json(&self) -> Value {
        let mut item = Map::new();
        item.insert("type".to_owned(), self.kind.name().into());
        item.insert(MEDIA.to_owned(), self.file.to_json());
        if !self.caption_html.is_empty() {
            item.insert("caption".to_owned(), self.caption_html.as_str().into());
            item.insert(PARSE_MODE.to_owned(), "HTML".into());
        }
        Value::Object(item)
    }
}

impl Request {
    /// A picture; an empty caption is none.
    pub fn send_photo(chat: ChatId, file: &File, caption_html: &str, keyboard: &Keyboard) -> Self {
        Self::file(Method::SendPhoto, "photo", chat, file, caption_html, keyboard)
    }

    /// A file as it is.
    pub fn send_document(
        chat: ChatId,
        file: &File,
        caption_html: &str,
        keyboard: &Keyboard,
    ) -> Self {
        Self::file(Method::SendDocument, "document", chat, file, caption_html, keyboard)
    }

    /// A video that can be watched while it loads.
    pub fn send_video(chat: ChatId, file: &File, caption_html: &str, keyboard: &Keyboard) -> Self {
        Self::file(Method::SendVideo, "video", chat, file, caption_html, keyboard)
            .with(STREAMING, true)
    }

    /// Music.
    pub fn send_audio(chat: ChatId, file: &File, caption_html: &str, keyboard: &Keyboard) -> Self {
        Self::file(Method::SendAudio, "audio", chat, file, caption_html, keyboard)
    }

    /// A voice message.
    pub fn send_voice(chat: ChatId, file: &File, caption_html: &str, keyboard: &Keyboard) -> Self {
        Self::file(Method::SendVoice, "voice", chat, file, caption_html, keyboard)
    }

    /// A message of words or with a file, changed into one with this file, caption and keyboard.
    pub fn edit_media(
        chat: ChatId,
        message: MessageId,
        item: &AlbumItem,
        keyboard: &Keyboard,
    ) -> Self {
        Self::to(Method::EditMessageMedia, chat)
            .with_keyboard(keyboard)
            .with(MEDIA, item.to_json())
            .with_message_id(message)
    }

    /// An album of 2 to 10 items; it cannot have buttons.
    pub fn send_media_group(chat: ChatId, items: &[AlbumItem]) -> Self {
        let items: Vec<Value> = items.iter().map(AlbumItem::to_json).collect();
        Self::to(Method::SendMediaGroup, chat).with(MEDIA, items)
    }

    /// An edit with a file as a message of its own.
    pub(super) fn media_as_send(&self) -> Option<Self> {
        let item = self.params.get(MEDIA)?.as_object()?;
        let kind = item.get("type")?.as_str()?;
        let method = match kind {
            "photo" => Method::SendPhoto,
            "video" => Method::SendVideo,
            "audio" => Method::SendAudio,
            _ => Method::SendDocument,
        };
        let mut request = Self { method, params: self.params.clone() };
        request.params.remove(MEDIA);
        request.params.remove(MESSAGE);
        for (name, value) in item.iter().filter(|(name, _)| *name != "type") {
            let name = if name == MEDIA { kind } else { name };
            request.params.insert(name.to_owned(), value.clone());
        }
        Some(request)
    }

    fn file(
        method: Method,
        name: &str,
        chat: ChatId,
        file: &File,
        caption_html: &str,
        keyboard: &Keyboard,
    ) -> Self {
        Self::to(method, chat)
            .with(name, file.to_json())
            .with_html("caption", caption_html)
            .with_keyboard(keyboard)
    }
}
