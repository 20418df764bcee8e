//! The same order once more, at once: what it costs now, and the start if nothing stands against it.
//!
//! ```text
//!   answers, the price that was on the button
//!     ├── costs that now, nothing is in the way ──> Begin, told in a message of its own
//!     └── anything else ──> the confirmation in a new message, with the reason above it
//! ```
//!
//! The price was named below a result, perhaps long ago. It starts the work only if it is still the price, by all
//! that [`go`](super::go) looks at.

use domain::catalogue::Model;
use domain::ledger::Purse;
use domain::{GenerationId, Money};

use super::asking::{Place, proceed};
use super::go::{Hurdle, begun, counted, hurdle};
use super::terms::{Free, terms};
use super::{closed, gate, is_open};
use crate::draft::{Draft, Given, Quote};
use crate::facts::OrderFacts;
use crate::scene::{OrderScene, PriceList};
use crate::step::Step;

/// What an order with these answers costs its person as it stands; none if it cannot be made so.
pub(crate) fn price(
    prices: &PriceList,
    facts: &OrderFacts,
    model: &Model,
    answers: &[(String, Given)],
) -> Option<Money> {
    Some(terms(prices, facts, model, &draft(model, answers)).ok()?.price)
}

/// Makes an order with these answers at once if it costs this, as another one of what is repeated.
pub(crate) fn at_once(
    scene: &OrderScene<'_>,
    model: &Model,
    answers: &[(String, Given)],
    price: Money,
    (repeats, purse): (GenerationId, &Purse),
) -> Step {
    if !is_open(scene, model) {
        return closed(scene, model, Place::New);
    }
    let draft = draft(model, answers);
    let Ok(terms) = terms(&scene.prices, scene.facts, model, &draft) else {
        return proceed(scene, model, draft, Place::New, None);
    };
    // Named and taken in this very step.
    let is_free = matches!(terms.free, Free::Left(_));
    let quote = Quote { named_at: scene.update, price, cost: terms.cost, is_free };
    match hurdle(scene, model, &draft, quote, &terms, purse) {
        Some(Hurdle { words, limit }) => {
            counted(proceed(scene, model, draft, Place::New, Some(words)), limit)
        }
        None => gate::instead(scene, model, &draft, quote, Place::New)
            // The conversation stays where it is: whoever is at another order goes on with that.
            .unwrap_or_else(|| {
                scene.stay().and(begun(scene, model, &draft, quote, &terms, Some(repeats)))
            }),
    }
}

/// A draft with these answers.
pub(super) fn draft(model: &Model, answers: &[(String, Given)]) -> Draft {
    let mut draft = Draft::new(model.key.clone());
    for (name, given) in answers {
        draft.answer(name, given.clone());
    }
    draft
}
