//! The catalogue: every model that can be offered, and what it costs us.
//!
//! ```text
//! catalogue/*.toml ── parse ──> Model ── check, coverage ──> Catalogue
//!                       └── every Mistake with file and line ──┘
//! ```
//!
//! The format is explained in `catalogue/README.md`. A [`Catalogue`] in hand was checked: its keys
//! are unique, what is on is verified, and every order that can be made has exactly one price. That
//! the prices are above our cost depends on the offers as well: [`Catalogue::below_cost`]. Nothing
//! about a single model is in code. On any mistake there is no catalogue, only the list.

mod answer;
mod check;
mod cost;
mod coverage;
mod gauge;
mod input;
mod model;
mod order;
mod parse;
mod refusal;
mod texts;
mod variant;
mod words;

#[cfg(test)]
pub(crate) mod tests;

pub use self::answer::{Answer, Upload};
pub use self::input::{Form, Input, Media, Value, Whole, button_data};
pub use self::model::{Forbidden, FreeLimits, Model, ModelKey, Price, Source, Surcharge, When};
pub use self::order::Order;
pub use self::refusal::{Refusal, Unpriced};
pub use self::texts::Texts;
pub use self::words::{Kind, MediaKind, Output, Route, State, Unit};
use crate::mistake::Mistake;
use crate::offers::Offers;
use crate::reading;

/// The families that are part of the program, each with its name and text.
const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/families.rs"));

/// A checked catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalogue {
    models: Vec<Model>,
}

/// How many models there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// All of them.
    pub models: usize,
    /// Those that are offered.
    pub on: usize,
    /// Of each kind, all of them and those that are offered.
    pub kinds: Vec<(Kind, usize, usize)>,
}

impl Catalogue {
    /// The same, but this model may be used free of charge so often, or never.
    #[must_use]
    pub fn with_free(mut self, key: &ModelKey, limits: Option<FreeLimits>) -> Self {
        if let Some(model) = self.models.iter_mut().find(|model| model.key == *key) {
            model.free = limits;
        }
        self
    }

    /// The catalogue that is part of the program.
    pub fn built_in() -> Result<Self, Vec<Mistake>> {
        Self::read_texts(BUILT_IN.iter().copied())
    }

    /// Reads a catalogue from files, each with the name to call it by and its text.
    pub fn read(files: &[(String, String)]) -> Result<Self, Vec<Mistake>> {
        Self::read_texts(files.iter().map(|(file, text)| (file.as_str(), text.as_str())))
    }

    fn read_texts<'t>(
        files: impl Iterator<Item = (&'t str, &'t str)>,
    ) -> Result<Self, Vec<Mistake>> {
        let (mut models, mut keys, mut mistakes) = (Vec::new(), Vec::new(), Vec::new());
        for (file, text) in files {
            let (family, found) = reading::read(file, text, parse::family);
            mistakes.extend(found);
            let family = family.unwrap_or_default();
            keys.extend(family.keys.into_iter().map(|(key, line)| (key, file.to_owned(), line)));
            models.extend(family.models);
        }
        mistakes.extend(check::keys(&keys));
        mistakes.extend(models.iter().flat_map(check::model));
        mistakes.sort();
        mistakes.dedup();
        if mistakes.is_empty() { Ok(Self { models }) } else { Err(mistakes) }
    }

    /// Every model, in the order of the files.
    pub fn models(&self) -> &[Model] {
        &self.models
    }

    /// The model with this key.
    pub fn model(&self, key: &ModelKey) -> Option<&Model> {
        self.models.iter().find(|model| model.key == *key)
    }

    /// Every price row that does not bring what it must with these offers; none is good.
    ///
    /// Each row is tried at the least and at the greatest that it can cost us.
    pub fn below_cost(&self, offers: &Offers) -> Vec<Mistake> {
        check::below_cost(self, offers)
    }

    /// How many models there are.
    pub fn stats(&self) -> Stats {
        let count = |kind: Option<Kind>| {
            let of_kind = |model: &&Model| kind.is_none_or(|kind| model.kind == kind);
            let models = self.models.iter().filter(of_kind);
            (models.clone().count(), models.filter(|model| model.on).count())
        };
        let (models, on) = count(None);
        let kinds = Kind::ALL.iter().map(|kind| {
            let (models, on) = count(Some(*kind));
            (*kind, models, on)
        });
        Stats { models, on, kinds: kinds.collect() }
    }
}
