//! Where a conversation stands between two events.
//!
//! ```text
//!            a text                     another text
//!   Menu ─────────────→ OfferedPrompt ──────────────→ OfferedPrompt (the new one)
//!    ↑                        │
//!    └────────────────────────┘
//!         /start, /cancel
//! ```
//!
//! Stored as tagged JSON with a version. Text that cannot be read, from a release before or after
//! this one, is [`State::Menu`]: the person begins anew instead of being stuck.

use serde::{Deserialize, Serialize};

use crate::html::clean;

/// The version of the stored form. It changes when an old text must no longer be understood.
const VERSION: u32 = 1;

/// The longest text that is kept, in characters; Telegram lets nobody send a longer one.
const MAX_PROMPT: usize = 4096;

/// Where a conversation stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum State {
    /// Nothing is going on.
    #[default]
    Menu,
    /// The person sent a text, and was asked what to make of it.
    OfferedPrompt(Prompt),
}

/// A text of a person that can be used as a description: not blank, bounded, storable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt(String);

/// Tells one prompt from another on a button, where the text itself does not fit.
///
/// A button under an older offer carries the mark of its own text, so it cannot be taken for a
/// choice about the newer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mark(u32);

/// The stored form.
#[derive(Serialize, Deserialize)]
struct Stored {
    v: u32,
    #[serde(flatten)]
    state: Tagged,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
enum Tagged {
    Menu,
    OfferedPrompt { text: String },
}

impl State {
    /// The text to be stored.
    pub fn to_text(&self) -> String {
        let state = match self {
            Self::Menu => Tagged::Menu,
            Self::OfferedPrompt(Prompt(text)) => Tagged::OfferedPrompt { text: text.clone() },
        };
        // It cannot fail for plain data; if it did, nothing is what `from_text` reads as the menu.
        serde_json::to_string(&Stored { v: VERSION, state }).unwrap_or_default()
    }

    /// Reads what was stored; whatever cannot be read is the menu.
    pub fn from_text(text: &str) -> Self {
        let Ok(Stored { v: VERSION, state }) = serde_json::from_str(text) else {
            return Self::Menu;
        };
        match state {
            Tagged::Menu => Self::Menu,
            Tagged::OfferedPrompt { text } => {
                Prompt::from_person(&text).map_or(Self::Menu, Self::OfferedPrompt)
            }
        }
    }
}

impl Prompt {
    /// What a person wrote, unless nothing of it can be shown.
    pub fn from_person(text: &str) -> Option<Self> {
        let clean: String = clean(text).collect();
        let bounded: String = clean.trim().chars().take(MAX_PROMPT).collect();
        // Cutting may have left white space at the end.
        let text = bounded.trim_end();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// How many characters it has.
    pub(crate) fn length(&self) -> usize {
        self.0.chars().count()
    }

    /// What stands for it on a button.
    pub fn mark(&self) -> Mark {
        // FNV-1a: it must be the same in every release, and no stranger gains by a collision.
        let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        Mark(self.0.bytes().fold(0x811c_9dc5, step))
    }
}

impl Mark {
    /// The mark with this number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// Its number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_PROMPT, Prompt, State};

    #[test]
    fn the_stored_form_is_tagged_and_has_a_version() {
        let offered = State::OfferedPrompt(Prompt::from_person("a \"cat\"").unwrap());

        assert_eq!(State::Menu.to_text(), r#"{"v":1,"state":"menu"}"#);
        assert_eq!(offered.to_text(), r#"{"v":1,"state":"offered_prompt","text":"a \"cat\""}"#);
        assert_eq!(State::from_text(&offered.to_text()), offered);
    }

    #[test]
    fn what_cannot_be_read_is_the_menu() {
        let texts = [
            "",
            "null",
            "[1]",
            "{",
            "menu",
            r#"{"v":1}"#,
            r#"{"state":"menu"}"#,
            r#"{"v":2,"state":"offered_prompt","text":"a"}"#,
            r#"{"v":-1,"state":"menu"}"#,
            r#"{"v":1,"state":"flying"}"#,
            r#"{"v":1,"state":"offered_prompt"}"#,
            r#"{"v":1,"state":"offered_prompt","text":7}"#,
            r#"{"v":1,"state":"offered_prompt","text":" \u0000 "}"#,
        ];
        for text in texts {
            assert_eq!(State::from_text(text), State::Menu, "{text}");
        }
        assert_eq!(State::from_text(&"[".repeat(100_000)), State::Menu);
    }

    #[test]
    fn a_prompt_is_never_blank_and_never_unbounded() {
        assert_eq!(Prompt::from_person(" \0\n\u{202E}\t "), None);
        assert_eq!(Prompt::from_person(" a\0b \n").unwrap().as_str(), "ab");
        let long = format!("{} b", "a".repeat(MAX_PROMPT - 1));
        assert_eq!(Prompt::from_person(&long).unwrap().length(), MAX_PROMPT - 1);
    }

    #[test]
    fn a_mark_is_the_same_in_every_release() {
        assert_eq!(Prompt::from_person("a").unwrap().mark().get(), 0xe40c_292c);
    }
}
