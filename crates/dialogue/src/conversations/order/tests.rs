//! Orders from the first tap to the start, as a person goes through them.

mod confirming;
mod files;
mod fitting;
mod going;
mod needing;
mod stale;
mod with_plans;
mod wizard;
mod words;

use domain::Language;
use domain::catalogue::{Model, ModelKey};

use crate::draft::{Draft, Quote};
use crate::example::{Somebody, prices};
use crate::state::State;
use crate::step::{Effect, Step};
use crate::tap::Tap;

fn key(text: &str) -> ModelKey {
    ModelKey::new(text).unwrap()
}

fn model(text: &str) -> Model {
    prices().catalogue.model(&key(text)).unwrap().clone()
}

/// The draft that a step leaves behind.
#[track_caller]
fn draft_of(step: &Step) -> &Draft {
    match &step.state {
        State::Ordering(draft) => draft,
        other => panic!("no order: {other:?}"),
    }
}

#[track_caller]
fn quote_of(step: &Step) -> Quote {
    draft_of(step).quote.unwrap()
}

fn asking(step: &Step) -> Option<&str> {
    draft_of(step).asking.as_deref()
}

/// Somebody who has ordered from a model and is asked its first input.
fn ordering(language: Language, model: &str) -> Somebody {
    let somebody = Somebody { update: 41, ..Somebody::new(language) };
    let step = somebody.taps(Tap::Order(key(model)));
    somebody.after(&step)
}

/// Somebody at the confirmation of a picture of a cat, and the step that led there.
fn confirming(language: Language, model: &str) -> (Somebody, Step) {
    let somebody = ordering(language, model);
    let step = somebody.says("a cat");
    (somebody.after(&step), step)
}

fn is_amended(step: &Step) -> bool {
    matches!(step.effects[..], [Effect::Amend(_)])
}
