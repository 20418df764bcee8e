//! One call to be made: a method of the Bot API and its parameters, as a value.
//!
//! A request is decided in one place, stored, and sent in another, perhaps by another process. So it
//! can be turned into bytes and back, and its holder can ask what it needs to know before a
//! send (which chat, how many messages, may it be repeated) and make the variants that an answer
//! asks for:
//!
//! ```text
//!   editMessageText ── the message is gone ──> as_send   sendMessage
//!   HTML ───────────── not parsed ───────────> as_plain  the same as plain text
//!   a group ────────── became a supergroup ──> moved_to  the new chat
//!   a photo ────────── the file is refused ──> as_document  the same as a file
//!   a card ─────────── its file is gone ─────> as_words  its words alone
//! ```
//!
//! A deletion has no other form: where there is nothing to delete, it is done.
//!
//! Only the methods that this product uses exist; a stored form that names another is refused by
//! its name. `Debug` shows no values: they are people's words, and the secret of the webhook.

mod chatless;
mod forms;
mod inline;
mod invoice;
mod keyboard;
mod media;
mod method;
mod plain;
mod speech;
#[cfg(test)]
mod tests;
mod within;

use std::borrow::Cow;
use std::fmt;

use domain::{ChatId, MessageId};
use serde::Deserialize;
use serde_json::{Map, Value, json};

pub use self::chatless::{Chatless, Command};
pub use self::inline::{Cached, InlineResult};
pub use self::invoice::Invoice;
pub use self::keyboard::{Button, Keyboard, Press, Style};
pub use self::media::{AlbumItem, AlbumKind, File};
pub use self::method::{Method, Repeats};
pub use self::speech::ChatAction;

const CHAT: &str = "chat_id";
const MESSAGE: &str = "message_id";
const PARSE_MODE: &str = "parse_mode";
const THREAD: &str = "message_thread_id";

/// A method and its parameters.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    method: Method,
    params: Map<String, Value>,
}

/// Why stored bytes are no request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotARequest {
    /// The bytes are not of the stored form.
    #[error("not a stored request: it must be an object with a method and params")]
    Form,
    /// A method that this version does not know.
    #[error("unknown method {0:?}: it was stored by another version")]
    Method(String),
}

/// The stored form, as it is read.
#[derive(Deserialize)]
struct Stored<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    params: Map<String, Value>,
}

impl Request {
    fn new(method: Method) -> Self {
        Self { method, params: Map::new() }
    }

    fn to(method: Method, chat: ChatId) -> Self {
        Self::new(method).with(CHAT, chat.get())
    }

    fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.insert(name.to_owned(), value.into());
        self
    }

    /// A text in HTML under this name; an empty one is left out.
    fn with_html(self, name: &str, html: &str) -> Self {
        if html.is_empty() {
            return self;
        }
        self.with(name, html).with(PARSE_MODE, "HTML")
    }

    fn with_keyboard(self, keyboard: &Keyboard) -> Self {
        if keyboard.is_empty() {
            return self;
        }
        self.with("reply_markup", keyboard.to_json())
    }

    /// Which method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The chat it speaks in, if it does.
    pub fn chat(&self) -> Option<ChatId> {
        self.params.get(CHAT).and_then(Value::as_i64).map(ChatId::new)
    }

    /// How many messages Telegram counts it as.
    pub fn items(&self) -> u32 {
        let album = self.params.get("media").and_then(Value::as_array).map(Vec::len);
        album.and_then(|items| u32::try_from(items).ok()).unwrap_or(1).max(1)
    }

    /// Whether doing it twice is the same as doing it once.
    pub fn repeats(&self) -> Repeats {
        self.method.repeats()
    }

    /// The same for this message.
    #[must_use]
    pub fn with_message_id(&self, message: MessageId) -> Self {
        self.clone().with(MESSAGE, message.get())
    }

    /// The message whose file it changes.
    pub fn edited_message(&self) -> Option<MessageId> {
        let message = self.params.get(MESSAGE).filter(|_| self.method == Method::EditMessageMedia);
        message.and_then(Value::as_i64).map(MessageId::new)
    }

    /// Whether it says which message it changes.
    pub fn names_message(&self) -> bool {
        self.params.contains_key(MESSAGE)
    }

    /// Whether it changes a message or deletes it, and does not say which.
    pub fn lacks_message(&self) -> bool {
        let names_one = matches!(self.method, Method::EditMessageText | Method::DeleteMessage);
        names_one && !self.params.contains_key(MESSAGE)
    }

    /// Whether it takes a message away.
    pub fn is_deletion(&self) -> bool {
        self.method == Method::DeleteMessage
    }

    /// The same in this topic of its chat.
    #[must_use]
    pub fn in_thread(&self, thread: i64) -> Self {
        self.clone().with(THREAD, thread)
    }

    /// The same in this chat.
    #[must_use]
    pub fn moved_to(&self, chat: ChatId) -> Self {
        self.clone().with(CHAT, chat.get())
    }

    /// The content of an edit as a new message; anything else stays as it is.
    #[must_use]
    pub fn as_send(&self) -> Self {
        let mut request = self.clone();
        match self.method {
            Method::EditMessageText => {
                request.method = Method::SendMessage;
                request.params.remove(MESSAGE);
            }
            Method::EditMessageMedia => return self.media_as_send().unwrap_or(request),
            _ => {}
        }
        request
    }

    /// The same without formatting, or `None` if it has none.
    #[must_use]
    pub fn as_plain(&self) -> Option<Self> {
        let mut request = self.clone();
        let mut changed = strip(&mut request.params);
        let items = match request.params.get_mut(media::MEDIA) {
            Some(Value::Array(items)) => items.iter_mut().collect(),
            Some(item) => vec![item],
            None => Vec::new(),
        };
        for item in items.into_iter().filter_map(Value::as_object_mut) {
            changed |= strip(item);
        }
        changed.then_some(request)
    }

    /// The stored form: `{"method":"sendMessage","params":{...}}`.
    pub fn to_bytes(&self) -> Vec<u8> {
        json!({ "method": self.method.name(), "params": self.params }).to_string().into_bytes()
    }

    /// Reads the stored form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotARequest> {
        let stored: Stored<'_> = serde_json::from_slice(bytes).map_err(|_| NotARequest::Form)?;
        let method = Method::named(&stored.method)
            .ok_or_else(|| NotARequest::Method(stored.method.chars().take(64).collect()))?;
        Ok(Self { method, params: stored.params })
    }

    /// The form in which an answer to the webhook carries a call. Telegram then makes the call and
    /// tells nobody how it went; calls that ask for something are ignored there.
    pub fn to_response_body(&self) -> Vec<u8> {
        let mut body = self.params.clone();
        body.insert("method".to_owned(), self.method.name().into());
        Value::Object(body).to_string().into_bytes()
    }

    /// The parameters, for the client.
    pub(crate) fn params(&self) -> &Map<String, Value> {
        &self.params
    }
}

/// Takes the formatting out of one set of parameters; says whether there was any.
fn strip(params: &mut Map<String, Value>) -> bool {
    if params.remove(PARSE_MODE).is_none() {
        return false;
    }
    for name in ["text", "caption"] {
        if let Some(Value::String(html)) = params.get_mut(name) {
            *html = plain::text(html);
        }
    }
    true
}

impl fmt::Debug for Request {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Request")
            .field("method", &self.method)
            .field("chat", &self.chat())
            .field("params", &self.params.keys().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
