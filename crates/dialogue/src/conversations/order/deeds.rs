//! What can be made of files at once: one model for each deed, with the price that is held to.
//!
//! ```text
//!   a photo  ──> animate, edit, enlarge, remove the background        (editing first if words came along)
//!   a deed   ──> the model used last for it, else a free one, else the cheapest that takes the files
//!            ──> nothing is missing: its quote, the button begins it
//!            ──> words are missing:  the button asks for them
//! ```

use domain::ModelKey;
use domain::catalogue::{Kind, MediaKind, Model};

use super::asking::{is_asked, is_settled};
use super::confirm::quote_of;
use super::offers;
use super::standing::{self, Price};
use super::terms::terms;
use crate::draft::{Draft, Quote};
use crate::scene::OrderScene;
use crate::screen::Button;
use crate::state::{Mark, OfferedFiles};
use crate::tap::Tap;
use crate::texts::OrderLabel;

/// What is done with a photo, and what stands on the button.
const PHOTO: [(Kind, OrderLabel); 4] = [
    (Kind::ImageToVideo, OrderLabel::Animate),
    (Kind::ImageEdit, OrderLabel::Edit),
    (Kind::Upscale, OrderLabel::Upscale),
    (Kind::BackgroundRemoval, OrderLabel::RemoveBackground),
];

/// Something that can be made of the files.
pub(crate) struct Deed {
    label: OrderLabel,
    model: ModelKey,
    price: Price,
    /// The price that is held to, if nothing is missing.
    quote: Option<Quote>,
    /// It comes first, and its button is green.
    is_first: bool,
}

impl Deed {
    /// Its button: it begins the work if nothing is missing, else asks for what is.
    pub(crate) fn button(&self, scene: &OrderScene<'_>, files: Mark) -> Button {
        let price = self.price.words(scene.language, &scene.prices);
        let words = format!("{} · {price}", self.label.words(scene.language));
        let tap = match self.quote {
            Some(quote) => Tap::Start(self.model.clone(), quote.mark()),
            None => Tap::Use(self.model.clone(), files),
        };
        let button = Button::new(words, tap);
        if self.is_first { button.success() } else { button }
    }

    /// The model with the price that is held to.
    pub(crate) fn quoted(self) -> Option<(ModelKey, Quote)> {
        Some((self.model, self.quote?))
    }
}

/// What can be made of these files at once; nothing of what is no photo.
pub(crate) fn of(scene: &OrderScene<'_>, offer: &OfferedFiles) -> Vec<Deed> {
    if offer.files.first().is_none_or(|file| file.kind != MediaKind::Image) {
        return Vec::new();
    }
    let mut order = PHOTO;
    if offer.words.is_some() {
        // Words that came along say what to change.
        order.swap(0, 1);
    }
    let deed = |(kind, label)| deed(scene, offer, kind, label);
    let mut deeds: Vec<Deed> = order.into_iter().filter_map(deed).collect();
    if let Some(first) = deeds.iter_mut().find(|deed| deed.quote.is_some()) {
        first.is_first = true;
    }
    deeds
}

fn deed(
    scene: &OrderScene<'_>,
    offer: &OfferedFiles,
    kind: Kind,
    label: OrderLabel,
) -> Option<Deed> {
    let model = offers::first_for_files(scene, kind, &offer.files)?;
    let (draft, _) = offers::with_files(scene, model, &offer.files, offer.words.as_ref());
    let (price, quote) = match quoted(scene, model, &draft) {
        Some(quote) if quote.is_free => (Price::Free, Some(quote)),
        Some(quote) => (Price::Exact(quote.price), Some(quote)),
        None => (standing::price(&scene.prices, scene.facts, model, &draft)?, None),
    };
    Some(Deed { label, model: model.key.clone(), price, quote, is_first: false })
}

/// The price of a draft to which nothing is missing.
fn quoted(scene: &OrderScene<'_>, model: &Model, draft: &Draft) -> Option<Quote> {
    let mut asked = model.inputs.iter().filter(|input| is_asked(input));
    if !asked.all(|input| is_settled(input, draft)) {
        return None;
    }
    let terms = terms(&scene.prices, scene.facts, model, draft).ok()?;
    Some(quote_of(scene, &terms))
}
