//! A result once more at once, and the same order from another model.
//!
//! ```text
//! [A variation · 4 ₽]   ->  "in the queue"         (in a message of its own; twenty taps make one)
//!                       ->  the confirmation       (it costs something else now, or something is in the way)
//! [Try Imagen 4 · 6 ₽]  ->  the confirmation of that model, with the words, files and settings that it takes
//! ```
//!
//! A variation has the same answers but for the seed: that one would make the same result.

use domain::catalogue::{Model, ModelKey};
use domain::generation::Brief;
use domain::ledger::Purse;
use domain::offers::Offers;
use domain::{Language, Money};

use super::actions::{self, answers};
use crate::amounts::in_one;
use crate::conversations::order::{self, anew, instead};
use crate::draft::Given;
use crate::facts::{GenerationRecord, GenerationStatus, OrderFacts};
use crate::scene::{OrderScene, PriceList};
use crate::screen::Button;
use crate::step::Step;
use crate::tap::{JobTap, Tap};
use crate::texts::GenerationLabel;

/// The input that makes two results of the same words alike.
pub(super) const SEED: &str = "seed";

/// The answers of a variation of an order.
fn varied(model: &Model, brief: &Brief, status: GenerationStatus) -> Vec<(String, Given)> {
    // Without one a seed is drawn where it is made.
    let mut answers = answers(model, brief, status);
    answers.retain(|(name, _)| name != SEED);
    answers
}

/// What a variation of a result costs its person as it stands; none if it cannot be made at once.
pub(crate) fn price(
    prices: &PriceList,
    facts: &OrderFacts,
    model: &Model,
    brief: &Brief,
) -> Option<Money> {
    if !model.on {
        return None;
    }
    anew::price(prices, facts, model, &varied(model, brief, GenerationStatus::Delivered))
}

/// The button that makes a variation at once, with its price.
pub(crate) fn button(
    language: Language,
    offers: &Offers,
    generation: domain::GenerationId,
    price: Money,
) -> Button {
    let price_words = if price == Money::ZERO {
        GenerationLabel::Free.words(language)
    } else {
        in_one(language, offers, price)
    };
    let words = format!("{} · {price_words}", GenerationLabel::Vary.words(language));
    Button::new(words, Tap::Job(JobTap::Vary(generation, price))).success()
}

/// The person wants a variation for this price.
pub(super) fn on_vary(
    scene: &OrderScene<'_>,
    generation: &GenerationRecord,
    price: Money,
    purse: &Purse,
) -> Step {
    let Some(model) = actions::model(scene, generation).filter(|model| model.on) else {
        return actions::gone(scene);
    };
    let brief = Brief::from_text(&generation.brief).unwrap_or_default();
    let answers = varied(model, &brief, generation.status);
    anew::at_once(scene, model, &answers, price, (generation.id, purse))
}

/// The person wants the same from another model.
pub(super) fn on_instead(
    scene: &OrderScene<'_>,
    generation: &GenerationRecord,
    key: &ModelKey,
) -> Step {
    let Some(model) = scene.prices.catalogue.model(key).filter(|model| model.on) else {
        return actions::gone(scene);
    };
    let brief = Brief::from_text(&generation.brief).unwrap_or_default();
    let answers = actions::model(scene, generation)
        .and_then(|failed| instead::answers(&scene.prices, scene.facts, failed, model, &brief));
    order::begin_from(scene, model, answers.unwrap_or_default())
}
