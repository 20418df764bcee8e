//! Chats and their messages, and how a person sees them.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};

use super::html::{self, Formatted};
use super::payments::Sold;
use super::{File, Media};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    Bot,
    Person,
}

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Button {
    pub text: String,
    pub data: Option<String>,
    pub url: Option<String>,
    /// It opens a pay sheet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pay: bool,
    /// How it looks, if not as any other: `success` or `danger`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Bubble {
    pub message_id: i64,
    pub author: Author,
    /// The text or caption, without markup.
    pub text: String,
    /// The text or caption, as HTML.
    pub html: String,
    /// The inline keyboard, row by row.
    pub buttons: Vec<Vec<Button>>,
    pub edits: u32,
    /// Its file, if it has one: an album is a message for each of its files.
    pub media: Vec<Media>,
    pub album: Option<String>,
    pub raw: Value,
}

impl Bubble {
    pub fn button(&self, label: &str) -> Option<&Button> {
        let hit = |button: &&Button| button.text == label || button.data.as_deref() == Some(label);
        self.buttons.iter().flatten().find(hit)
    }

    pub fn is_from_bot(&self) -> bool {
        self.author == Author::Bot
    }

    /// The invoice, as the Bot API shows it, if this is one.
    pub fn invoice(&self) -> Option<&Value> {
        self.raw.get("invoice")
    }

    pub(crate) fn line(&self) -> String {
        let labels: Vec<_> = self.buttons.iter().flatten().map(|b| b.text.as_str()).collect();
        let (id, author, text, edits) = (self.message_id, self.author, &self.text, self.edits);
        let files = self.media.iter();
        let files =
            files.map(|file| format!(" with {} of {} bytes", file.kind.word(), file.length));
        let files: String = files.collect();
        format!("#{id} {author:?} {text:?}{files} buttons {labels:?} edits {edits}")
    }
}

#[derive(Debug, Clone)]
pub(crate) enum More {
    File(Arc<File>),
    Invoice(Arc<Sold>),
    /// A service message: its name and its content.
    Service(&'static str, Value),
}

impl More {
    fn fields(&self) -> Vec<(&'static str, Value)> {
        match self {
            Self::File(file) => file.fields(),
            Self::Invoice(sold) => vec![("invoice", sold.to_json())],
            Self::Service(name, content) => vec![(name, content.clone())],
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub(crate) id: i64,
    pub(crate) date: u64,
    pub(crate) edited: Option<u64>,
    pub(crate) author: Author,
    pub(crate) sender: Value,
    pub(crate) text: Formatted,
    pub(crate) html: String,
    pub(crate) markup: Option<Value>,
    pub(crate) more: Option<More>,
    pub(crate) album: Option<String>,
    pub(crate) edits: u32,
}

impl Message {
    /// The message as the Bot API shows it in this chat.
    pub(crate) fn to_json(&self, chat: &Value) -> Value {
        let mut shown = json!({
            "message_id": self.id, "from": self.sender, "chat": chat, "date": self.date,
        });
        if let Some(edited) = self.edited {
            shown["edit_date"] = json!(edited);
        }
        if let Some(album) = &self.album {
            shown["media_group_id"] = json!(album);
        }
        for (name, value) in self.more.iter().flat_map(More::fields) {
            shown[name] = value;
        }
        let (text, entities) = match &self.more {
            Some(_) => ("caption", "caption_entities"),
            None => ("text", "entities"),
        };
        if !self.text.plain.is_empty() {
            shown[text] = json!(self.text.plain);
        }
        if !self.text.entities.is_empty() {
            shown[entities] = json!(self.text.entities);
        }
        // Reply keyboards belong to the chat's input field and are not shown with the message.
        let inline = self.markup.as_ref().filter(|markup| markup.get("inline_keyboard").is_some());
        if let Some(markup) = inline {
            shown["reply_markup"] = markup.clone();
        }
        shown
    }

    fn bubble(&self, chat: &Value) -> Bubble {
        let rows = self.markup.as_ref().and_then(|markup| markup["inline_keyboard"].as_array());
        let field = |button: &Value, name: &str| button[name].as_str().map(str::to_owned);
        let button = |shown: &Value| Button {
            text: field(shown, "text").unwrap_or_default(),
            data: field(shown, "callback_data"),
            url: field(shown, "url"),
            pay: shown["pay"] == true,
            style: field(shown, "style"),
        };
        let row = |row: &Value| row.as_array().into_iter().flatten().map(button).collect();
        Bubble {
            message_id: self.id,
            author: self.author,
            text: self.text.plain.clone(),
            html: self.html.clone(),
            buttons: rows.into_iter().flatten().map(row).collect(),
            edits: self.edits,
            media: match &self.more {
                Some(More::File(file)) => vec![file.media()],
                Some(More::Invoice(_) | More::Service(..)) | None => Vec::new(),
            },
            album: self.album.clone(),
            raw: self.to_json(chat),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Chat {
    pub(crate) info: Value,
    pub(crate) messages: Vec<Message>,
    pub(crate) last_id: i64,
    pub(crate) blocked: bool,
    /// What the bot has said that it is doing, and when; its next message ends it.
    pub(crate) action: Option<(String, u64)>,
    /// Of a group or a channel: who is in it.
    pub(crate) members: BTreeSet<i64>,
    /// Of a group or a channel: the bot may ask who is in it.
    pub(crate) is_administered: bool,
}

impl Chat {
    pub(crate) fn new(info: Value) -> Self {
        let (messages, members) = (Vec::new(), BTreeSet::new());
        Self {
            info,
            messages,
            last_id: 0,
            blocked: false,
            action: None,
            members,
            is_administered: true,
        }
    }

    /// Adds a message that `fill` gives its content, and shows it.
    pub(crate) fn add(
        &mut self,
        author: Author,
        sender: Value,
        date: u64,
        fill: impl FnOnce(&mut Message),
    ) -> Value {
        self.last_id += 1;
        let mut message = Message {
            id: self.last_id,
            date,
            edited: None,
            author,
            sender,
            text: Formatted::default(),
            html: String::new(),
            markup: None,
            more: None,
            album: None,
            edits: 0,
        };
        if author == Author::Bot {
            self.action = None;
        }
        fill(&mut message);
        let shown = message.to_json(&self.info);
        self.messages.push(message);
        shown
    }

    pub(crate) fn message(&mut self, id: i64) -> Option<&mut Message> {
        self.messages.iter_mut().find(|message| message.id == id)
    }

    pub(crate) fn show(&self, id: i64) -> Option<Value> {
        let message = self.messages.iter().find(|message| message.id == id);
        message.map(|message| message.to_json(&self.info))
    }

    pub(crate) fn bubbles(&self) -> impl DoubleEndedIterator<Item = Bubble> {
        self.messages.iter().map(|message| message.bubble(&self.info))
    }
}

impl Message {
    /// Sets the text, with HTML made from it where it came as plain text.
    pub(crate) fn write(&mut self, text: Formatted, source: &str, is_html: bool) {
        self.html = if is_html { source.to_owned() } else { html::escape(source) };
        self.text = text;
    }
}
