//! Where a conversation stands between two events.
//!
//! ```text
//!            a text
//!   Menu ─────────────→ Ordering ── confirmed ──→ Menu               (no model takes it: OfferedPrompt)
//!    │   ── files ────→ OfferedFiles ── started ──→ Menu             ── chosen ──→ Ordering
//!    │
//!    └── an admin's correction ──→ Adjusting ── confirmed, cancelled ──→ Menu
//!
//!   Ordering, OfferedFiles ── menu, lists, cards ──→ Looking ── their own buttons ──→ what was left
//!   Searching ── found ──→ Menu        /start, /cancel ──→ Menu, from everywhere
//!   NamingStars ── a number ──→ Menu, with an invoice              Transfer: see its own file
//!   NamingPromo ── a code that can be used ──> Menu
//!   Menu ── a refund ──→ Refunding ── confirmed, cancelled ──→ Menu
//!   Menu ── somebody else is written to ──→ Talking: see its own file
//! ```
//!
//! Stored as tagged JSON with a version. Text that cannot be read, from a release before or after
//! this one, is [`State::Menu`]: the person begins anew instead of being stuck.
//!
//! Telegram cuts a long text into messages. A text that fills a message leaves its state open: the next
//! text is its rest. Whatever else happens closes it.

use domain::{InboxId, ModelKey, Money, PersonId};
use serde::{Deserialize, Serialize};

use crate::conversations::admin::{Correction, RefundQuestion};
use crate::draft::{Draft, Picked, StoredDraft};
use crate::html::clean;

mod looking;
mod offered;
mod talk;
mod transfer;

pub use looking::Looking;
pub use offered::OfferedFiles;
pub use talk::{BroadcastPart, Talk};
pub use transfer::{Judgement, TransferTalk};

use offered::StoredOffer;
use transfer::StoredTalk;
pub(crate) use transfer::read_reason;

/// The version of the stored form. It changes when an old text must no longer be understood.
const VERSION: u32 = 1;

/// The longest text that is kept, in characters: what the most patient model takes. Telegram sends a
/// longer one than 4096 in parts, which are joined.
pub(crate) const MAX_PROMPT: usize = 30_000;

/// Where a conversation stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum State {
    /// Nothing is going on.
    #[default]
    Menu,
    /// The person sent a text that no model takes now.
    OfferedPrompt(Prompt),
    /// An admin asked for a correction, and was asked whether that is meant.
    Adjusting(Correction),
    /// The person sent files, and was asked what to make of them.
    OfferedFiles(OfferedFiles),
    /// The person puts an order together.
    Ordering(Draft),
    /// The person looks around, perhaps at a card, and left what they were at.
    Looking(Looking),
    /// The person was asked which model they look for.
    Searching,
    /// The person was asked how many Stars they want to pay in.
    NamingStars,
    /// The person was asked for their promo code.
    NamingPromo,
    /// A bank transfer is talked about.
    Transfer(TransferTalk),
    /// An admin wants a payment to go back, and was asked whether that is meant.
    Refunding(RefundQuestion),
    /// The person writes to the operators, or as one of them to everybody.
    Talking(Talk),
}

/// A text of a person that can be used as a description: not blank, bounded, storable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    text: String,
    /// Its last part was as long as Telegram lets a message be: the next text may be its rest.
    is_open: bool,
}

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
    OfferedPrompt {
        text: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
    },
    Adjusting {
        person: i64,
        amount: i64,
        reason: String,
        mark: u32,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sure: bool,
    },
    OfferedFiles(StoredOffer),
    Looking {
        card: Option<String>,
        left: String,
    },
    Ordering {
        draft: StoredDraft,
    },
    Searching,
    NamingStars,
    NamingPromo,
    Transfer {
        transfer: StoredTalk,
    },
    Refunding {
        charge: String,
        reason: String,
        mark: u32,
    },
    // The name under which it began: an earlier release reads it as a question about a payment.
    AskingSupport(talk::StoredTalk),
}

impl State {
    /// The text to be stored.
    pub fn to_text(&self) -> String {
        let state = match self {
            Self::Menu => Tagged::Menu,
            Self::OfferedPrompt(prompt) => {
                Tagged::OfferedPrompt { text: prompt.text.clone(), open: prompt.is_open }
            }
            Self::Adjusting(correction) => Tagged::Adjusting {
                person: correction.person().get(),
                amount: correction.amount().get(),
                reason: correction.reason().to_owned(),
                mark: correction.mark().get(),
                sure: correction.is_sure(),
            },
            Self::OfferedFiles(offer) => Tagged::OfferedFiles(offer.to_stored()),
            Self::Looking(looking) => Tagged::Looking {
                card: looking.card.as_ref().map(ModelKey::to_string),
                left: looking.left.to_text(),
            },
            Self::Ordering(draft) => Tagged::Ordering { draft: draft.into() },
            Self::Searching => Tagged::Searching,
            Self::NamingStars => Tagged::NamingStars,
            Self::NamingPromo => Tagged::NamingPromo,
            Self::Transfer(talk) => Tagged::Transfer { transfer: talk.to_stored() },
            Self::Refunding(question) => Tagged::Refunding {
                charge: question.charge().to_owned(),
                reason: question.reason().to_owned(),
                mark: question.mark().get(),
            },
            Self::Talking(talk) => Tagged::AskingSupport(talk.to_stored()),
        };
        // It cannot fail for plain data; if it did, nothing is what `from_text` reads as the menu.
        serde_json::to_string(&Stored { v: VERSION, state }).unwrap_or_default()
    }

    /// The same, with nothing that the next text could be the rest of.
    pub(crate) fn closed(self) -> Self {
        match self {
            Self::OfferedPrompt(prompt) => Self::OfferedPrompt(prompt.open_if(false)),
            Self::Ordering(draft) => Self::Ordering(Draft { is_open: false, ..draft }),
            Self::Menu
            | Self::Adjusting(_)
            | Self::OfferedFiles(_)
            | Self::Looking(_)
            | Self::Searching
            | Self::NamingStars
            | Self::NamingPromo
            | Self::Transfer(_)
            | Self::Refunding(_)
            | Self::Talking(_) => self,
        }
    }

    /// Reads what was stored; whatever cannot be read is the menu.
    pub fn from_text(text: &str) -> Self {
        let Ok(Stored { v: VERSION, state }) = serde_json::from_str(text) else {
            return Self::Menu;
        };
        match state {
            Tagged::Menu => Self::Menu,
            Tagged::OfferedPrompt { text, open } => {
                let prompt = Prompt::from_person(&text).map(|prompt| prompt.open_if(open));
                prompt.map_or(Self::Menu, Self::OfferedPrompt)
            }
            Tagged::Adjusting { person, amount, reason, mark, sure } => {
                let (person, amount) = (PersonId::new(person), Money::new(amount));
                let read = Correction::new(person, amount, &reason, Mark(mark));
                let read = read.map(|one| if sure { one.sure(Mark(mark)) } else { one });
                read.map_or(Self::Menu, Self::Adjusting)
            }
            Tagged::OfferedFiles(offer) => offer.read().map_or(Self::Menu, Self::OfferedFiles),
            // What was left is never somebody looking around again.
            Tagged::Looking { card, left } => {
                let left = Self::from_text(&left).taken_up();
                left.looking_at(card.as_deref().and_then(ModelKey::new))
            }
            Tagged::Ordering { draft } => draft.read().map_or(Self::Menu, Self::Ordering),
            Tagged::Searching => Self::Searching,
            Tagged::NamingStars => Self::NamingStars,
            Tagged::NamingPromo => Self::NamingPromo,
            Tagged::Transfer { transfer } => transfer.read().map_or(Self::Menu, Self::Transfer),
            Tagged::Refunding { charge, reason, mark } => {
                RefundQuestion::new(&charge, &reason, Mark(mark))
                    .map_or(Self::Menu, Self::Refunding)
            }
            Tagged::AskingSupport(talk) => talk.read().map_or(Self::Menu, Self::Talking),
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
        (!text.is_empty()).then(|| Self { text: text.to_owned(), is_open: false })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The same text, to which the next one may belong or not.
    pub(crate) fn open_if(self, is_open: bool) -> Self {
        Self { is_open, ..self }
    }

    /// Whether the next text may be its rest.
    pub(crate) const fn is_open(&self) -> bool {
        self.is_open
    }

    /// What stands for it on a button.
    pub fn mark(&self) -> Mark {
        Mark::hashed(self.text.bytes())
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

    /// The mark of files that were sent.
    pub(crate) fn of_files(files: &[Picked]) -> Self {
        // A NUL between two ids: no id contains one.
        Self::hashed(files.iter().flat_map(|one| one.file.bytes().chain([0])))
    }

    /// The mark of something that its own words tell from others.
    pub fn of_words(words: &str) -> Self {
        Self::hashed(words.bytes())
    }

    fn hashed(bytes: impl Iterator<Item = u8>) -> Self {
        // FNV-1a: it must be the same in every release, and no stranger gains by a collision.
        let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        Self(bytes.fold(0x811c_9dc5, step))
    }

    /// Its number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

#[cfg(test)]
mod tests;
