//! The buttons below a message.
//!
//! Telegram gives back 64 bytes of what a button carries and refuses a message whose buttons carry
//! more, or nothing; keeping to that is the business of the caller.

use serde_json::{Value, json};

/// Rows of buttons, from top to bottom; none at all is no keyboard.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keyboard {
    /// The rows, each from left to right.
    pub rows: Vec<Vec<Button>>,
}

/// One button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// What stands on it.
    pub text: String,
    /// What it does.
    pub press: Press,
    /// How it looks.
    pub style: Style,
}

/// How a button looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Style {
    /// As any other.
    #[default]
    Plain,
    /// Green: it begins or pays.
    Success,
    /// Red: it destroys.
    Danger,
}

/// What a button does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Press {
    /// Sends us these 1 to 64 bytes.
    Data(String),
    /// Opens this address.
    Link(String),
    /// Lets the person choose a chat, in which the bot is then asked for these words.
    Inline(String),
    /// Pays the invoice above it; only the first button of an invoice can do that.
    Pay,
}

impl Keyboard {
    /// No buttons.
    pub const NONE: Self = Self { rows: Vec::new() };

    /// A keyboard of these rows.
    pub fn new(rows: Vec<Vec<Button>>) -> Self {
        Self { rows }
    }

    /// Whether there is not a single button.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(Vec::is_empty)
    }

    pub(super) fn to_json(&self) -> Value {
        let rows = self.rows.iter().filter(|row| !row.is_empty());
        let rows = rows.map(|row| row.iter().map(Button::to_json).collect());
        json!({ "inline_keyboard": rows.collect::<Vec<Vec<Value>>>() })
    }
}

impl Button {
    /// A button that sends us something.
    pub fn data(text: impl Into<String>, data: impl Into<String>) -> Self {
        Self { text: text.into(), press: Press::Data(data.into()), style: Style::Plain }
    }

    /// A button that opens an address.
    pub fn link(text: impl Into<String>, address: impl Into<String>) -> Self {
        Self { text: text.into(), press: Press::Link(address.into()), style: Style::Plain }
    }

    /// A button that pays the invoice above it.
    pub fn pay(text: impl Into<String>) -> Self {
        Self { text: text.into(), press: Press::Pay, style: Style::Plain }
    }

    fn to_json(&self) -> Value {
        let mut json = match &self.press {
            Press::Data(data) => json!({ "text": self.text, "callback_data": data }),
            Press::Link(address) => json!({ "text": self.text, "url": address }),
            Press::Inline(words) => json!({ "text": self.text, "switch_inline_query": words }),
            Press::Pay => json!({ "text": self.text, "pay": true }),
        };
        match self.style {
            Style::Plain => {}
            Style::Success => json["style"] = json!("success"),
            Style::Danger => json["style"] = json!("danger"),
        }
        json
    }
}
