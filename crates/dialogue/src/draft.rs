//! An order while it is put together: what was answered so far, and the price once it was named.
//!
//! ```text
//!   asking an input ──> asking the next ──> … ──> confirming (with a Quote) ──> ordered
//!          ^ └── skipped, by default ──┘             │
//!          └───────────── "change this" ─────────────┘
//! ```
//!
//! It lives in the state of the conversation, so it survives every deploy. Answers are kept as they
//! were given; whether they still fit the catalogue is asked anew whenever they are used.

use domain::catalogue::{Answer, MediaKind, Model, ModelKey, Upload, Value};
use domain::generation::FileRef;
use domain::{Credits, InboxId, Money};
use serde::{Deserialize, Serialize};

pub(crate) use self::stored::StoredDraft;
use crate::state::Mark;

mod stored;

/// An order that is being put together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// For this model.
    pub model: ModelKey,
    /// What was answered, by input, in the order of answering.
    pub answers: Vec<(String, Given)>,
    /// The input that is being asked; none at the confirmation.
    pub asking: Option<String>,
    /// The price that was named, and is held to.
    pub quote: Option<Quote>,
    /// The last text was as long as Telegram lets a message be: the next one may be its rest.
    pub is_open: bool,
    /// The words that the present ones took the place of: the way back to them.
    pub former: Option<String>,
}

/// The answer for one input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// A value.
    Value(Value),
    /// Files.
    Files(Vec<Picked>),
    /// Nothing, on purpose.
    Skipped,
}

/// A file that a person sent for an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picked {
    /// Telegram's id of it.
    pub file: String,
    /// What it is: `image`, `video` or `audio`.
    #[serde(with = "stored::kind")]
    pub kind: MediaKind,
    /// Its type, as the sender's app claims.
    pub mime: Option<String>,
    /// In bytes, if Telegram says.
    pub bytes: Option<u64>,
    /// How long it plays at most.
    pub milliseconds: Option<u32>,
    /// Width and height.
    pub pixels: Option<(u32, u32)>,
    /// The album it came in.
    pub album: Option<String>,
}

/// A price that was named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The update at which it was named; the quote starts one generation, whoever taps how often.
    #[serde(with = "stored::inbox_id")]
    pub named_at: InboxId,
    /// What the person pays; nothing for a free one.
    #[serde(with = "stored::money")]
    pub price: Money,
    /// What it costs us.
    #[serde(with = "stored::credits")]
    pub cost: Credits,
    /// It is for nothing, within the limits.
    pub is_free: bool,
}

impl Quote {
    /// What stands for it on a button.
    pub const fn mark(&self) -> Mark {
        Mark::of(self.named_at)
    }
}

impl Draft {
    /// An empty order for a model.
    pub(crate) fn new(model: ModelKey) -> Self {
        Self { model, answers: Vec::new(), asking: None, quote: None, is_open: false, former: None }
    }

    /// What was answered for an input.
    pub(crate) fn given(&self, input: &str) -> Option<&Given> {
        self.answers.iter().find(|(name, _)| name == input).map(|(_, given)| given)
    }

    /// Answers an input, anew if it was answered before. A price that was named is no longer held to.
    pub(crate) fn answer(&mut self, input: &str, given: Given) {
        self.forget(input);
        self.answers.push((input.to_owned(), given));
    }

    /// Forgets what was answered for an input, and the price with it.
    pub(crate) fn forget(&mut self, input: &str) {
        self.quote = None;
        self.answers.retain(|(name, _)| name != input);
    }

    /// The words that were given for an input.
    pub(crate) fn words(&self, input: &str) -> Option<&str> {
        match self.given(input) {
            Some(Given::Value(Value::Text(text))) => Some(text),
            _ => None,
        }
    }

    /// The files that were given for an input.
    pub(crate) fn files_of(&self, input: &str) -> &[Picked] {
        match self.given(input) {
            Some(Given::Files(files)) => files,
            _ => &[],
        }
    }

    /// Whether a file of this album was already taken.
    pub(crate) fn knows_album(&self, album: Option<&str>) -> bool {
        let of_album = |(_, given): &(String, Given)| match given {
            Given::Files(files) => files.iter().any(|file| file.album.as_deref() == album),
            Given::Value(_) | Given::Skipped => false,
        };
        album.is_some() && self.answers.iter().any(of_album)
    }

    /// The answers in the form in which the catalogue takes them.
    pub(crate) fn for_catalogue(&self) -> Vec<(String, Answer)> {
        let answer = |(name, given): &(String, Given)| {
            given.for_catalogue().map(|given| (name.clone(), given))
        };
        self.answers.iter().filter_map(answer).collect()
    }

    /// The files, by input, in the model's order of asking.
    pub(crate) fn files(&self, model: &Model) -> Vec<(String, Vec<FileRef>)> {
        let of = |name: &str| match self.given(name) {
            Some(Given::Files(files)) if !files.is_empty() => {
                Some((name.to_owned(), files.iter().map(Picked::reference).collect()))
            }
            _ => None,
        };
        model.inputs.iter().filter_map(|input| of(&input.name)).collect()
    }
}

impl Given {
    /// The answer in the form in which the catalogue takes it; none for what was left out.
    pub(crate) fn for_catalogue(&self) -> Option<Answer> {
        match self {
            Self::Value(value) => Some(Answer::Value(value.clone())),
            Self::Files(files) => Some(Answer::Files(files.iter().map(Picked::measure).collect())),
            Self::Skipped => None,
        }
    }
}

impl Picked {
    /// A file of an earlier order.
    pub(crate) fn of(file: &FileRef) -> Self {
        Self {
            file: file.file.clone(),
            kind: file.kind,
            mime: file.mime.clone(),
            bytes: file.bytes,
            milliseconds: file.milliseconds,
            pixels: file.pixels,
            album: None,
        }
    }

    fn measure(&self) -> Upload {
        Upload { milliseconds: self.milliseconds, pixels: self.pixels }
    }

    fn reference(&self) -> FileRef {
        FileRef {
            file: self.file.clone(),
            kind: self.kind,
            mime: self.mime.clone(),
            bytes: self.bytes,
            milliseconds: self.milliseconds,
            pixels: self.pixels,
        }
    }
}

#[cfg(test)]
mod tests;
