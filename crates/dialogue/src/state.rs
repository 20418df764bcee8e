//! Where a conversation stands between two events.
//!
//! ```text
//!            a text                     another text
//!   Menu ─────────────→ OfferedPrompt ──────────────→ OfferedPrompt (the new one)
//!    ↑ │                      │
//!    ├─┼──────────────────────┘
//!    │ │  /start, /cancel
//!    │ └──────────→ Adjusting ── another correction ──→ Adjusting (the new one)
//!    └────────────────┘ └── a text ──→ OfferedPrompt
//!      confirmed, cancelled, /start, /cancel
//! ```
//!
//! Stored as tagged JSON with a version. Text that cannot be read, from a release before or after
//! this one, is [`State::Menu`]: the person begins anew instead of being stuck.

use domain::{InboxId, Money, PersonId};
use serde::{Deserialize, Serialize};

use crate::admin::Correction;
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
    /// An admin asked for a correction, and was asked whether that is meant.
    Adjusting(Correction),
}

/// A text of a person that can be used as a description: not blank, bounded, storable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt(String);

/// Tells one question from another on a button, where the question itself does not fit.
///
/// A button under an older offer carries the mark of its own text, so it cannot be taken for a
/// choice about the newer one. A correction is marked by the update that asked for it.
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
    Adjusting { person: i64, amount: i64, reason: String, mark: u32 },
}

impl State {
    /// The text to be stored.
    pub fn to_text(&self) -> String {
        let state = match self {
            Self::Menu => Tagged::Menu,
            Self::OfferedPrompt(Prompt(text)) => Tagged::OfferedPrompt { text: text.clone() },
            Self::Adjusting(correction) => Tagged::Adjusting {
                person: correction.person().get(),
                amount: correction.amount().get(),
                reason: correction.reason().to_owned(),
                mark: correction.mark().get(),
            },
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
            Tagged::Adjusting { person, amount, reason, mark } => {
                let (person, amount) = (PersonId::new(person), Money::new(amount));
                Correction::new(person, amount, &reason, Mark(mark))
                    .map_or(Self::Menu, Self::Adjusting)
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

    /// The mark of a question by the update that asked it.
    pub(crate) const fn of(asked: InboxId) -> Self {
        // The lower half is enough: it comes again after four billion updates.
        Self((asked.get() & 0xffff_ffff) as u32)
    }

    /// Its number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_PROMPT, Prompt, State};
    use crate::example::correction;

    #[test]
    fn the_stored_form_is_tagged_and_has_a_version() {
        let offered = State::OfferedPrompt(Prompt::from_person("a \"cat\"").unwrap());

        assert_eq!(State::Menu.to_text(), r#"{"v":1,"state":"menu"}"#);
        assert_eq!(offered.to_text(), r#"{"v":1,"state":"offered_prompt","text":"a \"cat\""}"#);
        assert_eq!(State::from_text(&offered.to_text()), offered);
    }

    #[test]
    fn a_correction_survives_being_stored() {
        let waiting = State::Adjusting(correction("8 -50.25 charged \"twice\"", 17));

        let text = r#"{"v":1,"state":"adjusting","person":8,"amount":-5025,"#;
        assert!(waiting.to_text().starts_with(text), "{}", waiting.to_text());
        assert_eq!(State::from_text(&waiting.to_text()), waiting);
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
            r#"{"v":1,"state":"adjusting","person":8,"amount":1,"reason":"why"}"#,
            r#"{"v":1,"state":"adjusting","person":0,"amount":1,"reason":"why","mark":1}"#,
            r#"{"v":1,"state":"adjusting","person":8,"amount":0,"reason":"why","mark":1}"#,
            r#"{"v":1,"state":"adjusting","person":8,"amount":1,"reason":" ","mark":1}"#,
            r#"{"v":1,"state":"adjusting","person":8,"amount":1,"reason":"why","mark":-1}"#,
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
