//! The wizard: an order is put together input by input, priced, and begun.
//!
//! ```text
//! [Order]              ->  "Describe ..." step by step: only what must be known and has no default
//! "a cat", a photo     ->  the confirmation: every value, the price, the balance, the time
//! [Aspect ratio]       ->  [1:1] [4:3] ...  and back to the confirmation
//! [Make it · 12 ₽]     ->  the status message                       (the state is the menu again)
//! /generate key words  ->  the confirmation at once
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`asking`] | which input comes next, and where its screen goes |
//! | [`steps`] | the screen of each input |
//! | [`buttons`] | what the buttons of a step do |
//! | [`words`] | texts, long ones in parts |
//! | [`files`], [`fit`] | files and albums, and whether a file will do |
//! | [`guard`] | words that are never passed on |
//! | [`terms`] | what an order costs, and whether it is for nothing |
//! | [`confirm`] | the confirmation and its quote |
//! | [`go`] | the start, or what stands against it |
//! | [`anew`], [`instead`] | what was ordered before: once more at once, or by another model |
//! | [`names`] | inputs and values as people call them |
//! | [`offers`] | which models can do something with a text or with files |
//! | [`deeds`] | what can be made of a photo at once |
//! | [`ratio`] | the shape of what is made of a photo |
//! | [`standing`] | an order as it stands before a word is said, and its price |
//!
//! A draft is never lost by a refusal: whatever is wrong is said above the step it belongs to. Nothing
//! is charged before [`go`] has looked at everything again.

pub(crate) mod anew;
mod asking;
mod buttons;
mod confirm;
pub(crate) mod deeds;
mod files;
mod fit;
mod gate;
mod generate;
mod go;
mod guard;
pub(crate) mod instead;
pub(crate) mod names;
pub(crate) mod offers;
mod ratio;
pub(crate) mod standing;
mod steps;
mod terms;
mod words;

#[cfg(test)]
mod tests;

use domain::catalogue::{Model, ModelKey};

pub(crate) use self::asking::Place;
use self::asking::proceed;
pub(crate) use self::buttons::{StepButton, on_step};
pub(crate) use self::fit::{is_too_heavy, kind_of, picked};
pub(crate) use self::gate::on_joined;
pub(crate) use self::generate::on_generate;
pub(crate) use self::go::{already, on_go, start};
pub(crate) use self::words::first_text;
use crate::conversations::menu::with_menu;
use crate::draft::{Draft, Given};
use crate::event::Sent;
use crate::facts::Reply;
use crate::html::Html;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::state::State;
use crate::step::{Effect, Step};
use crate::tap::Tap;
use crate::texts::{OrderLabel, OrderText};

/// The person wants to order from a model.
pub(crate) fn on_order(scene: &OrderScene<'_>, key: &ModelKey) -> Step {
    with_model(scene, key, |model| {
        let draft = standing::draft(scene.facts, model);
        begin(scene, model, draft.answers, Place::Here, None)
    })
}

/// The person takes an example as their words.
pub(crate) fn on_example(scene: &OrderScene<'_>, key: &ModelKey, number: u8) -> Step {
    let model = match open_model(scene, key) {
        Ok(model) => model,
        Err(step) => return *step,
    };
    let (Some(input), Some(example)) = (first_text(model), model.examples.get(usize::from(number)))
    else {
        return begin(scene, model, Vec::new(), Place::Here, None);
    };
    let words = example.in_language(scene.language);
    match &scene.state {
        // The step that asks for the words shows the examples too: what was sent before stays.
        State::Ordering(draft)
            if draft.model == *key && draft.asking.as_ref() == Some(&input.name) =>
        {
            words::take(scene, model, draft.clone(), input, words, Place::Here)
        }
        _ => {
            let draft = standing::draft(scene.facts, model);
            words::take(scene, model, draft, input, words, Place::Here)
        }
    }
}

/// The person wrote something while an order is put together.
pub(crate) fn on_text<'a>(scene: &'a Scene<'a>, draft: &'a Draft, text: &'a str) -> Reply<'a> {
    present(scene, draft, move |scene, model| words::on_text(scene, model, draft, text))
}

/// The person sent a file while an order is put together.
pub(crate) fn on_file<'a>(scene: &'a Scene<'a>, draft: &'a Draft, sent: &'a Sent) -> Reply<'a> {
    present(scene, draft, move |scene, model| files::on_file(scene, model, draft, sent))
}

/// Shows where the present order stands.
pub(crate) fn on_present<'a>(
    scene: &'a Scene<'a>,
    draft: &'a Draft,
    place: Place,
    note: Option<Html>,
) -> Reply<'a> {
    present(scene, draft, move |scene, model| match asking::asked(model, draft) {
        Some(input) => asking::ask(scene, model, draft.clone(), input, place, note),
        None => proceed(scene, model, draft.clone(), place, note),
    })
}

/// What follows about the present order, with what is looked up for its model.
fn present<'a>(
    scene: &'a Scene<'a>,
    draft: &'a Draft,
    then: impl FnOnce(&OrderScene<'_>, &Model) -> Step + Send + 'a,
) -> Reply<'a> {
    Reply::ordering_from(scene, draft.model.clone(), move |scene, _| {
        model_of(scene, draft).map_or_else(|step| *step, |model| then(scene, model))
    })
}

/// The person puts the order away.
pub(crate) fn on_discard(scene: &Scene<'_>) -> Step {
    match &scene.state {
        State::Ordering(_) => Step::to(State::Menu)
            .and(Effect::LetGo)
            .show(with_menu(scene.language, OrderText::Discarded.html(scene.language))),
        State::Menu
        | State::OfferedPrompt(_)
        | State::Adjusting(_)
        | State::OfferedFiles(_)
        | State::Looking(_)
        | State::Searching
        | State::NamingStars
        | State::NamingPromo
        | State::Transfer(_)
        | State::Refunding(_)
        | State::Talking(_) => {
            scene.stay().show(with_menu(scene.language, OrderText::Gone.html(scene.language)))
        }
    }
}

/// Puts a new order together from answers that are there already, in a new message: to the first
/// input that is missing, or to the confirmation.
pub(crate) fn begin_from(
    scene: &OrderScene<'_>,
    model: &Model,
    answers: Vec<(String, Given)>,
) -> Step {
    if !is_open(scene, model) {
        return closed(scene, model, Place::New);
    }
    begin(scene, model, answers, Place::New, None)
}

/// The same, wherever the screen goes and whatever is to be said above it.
pub(crate) fn begin(
    scene: &OrderScene<'_>,
    model: &Model,
    answers: Vec<(String, Given)>,
    place: Place,
    note: Option<Html>,
) -> Step {
    let mut draft = Draft::new(model.key.clone());
    for (name, given) in answers {
        draft.answer(&name, given);
    }
    proceed(scene, model, draft, place, note)
}

/// What follows with a model, if it can be ordered from; otherwise what is said instead.
pub(crate) fn with_model(
    scene: &OrderScene<'_>,
    key: &ModelKey,
    then: impl FnOnce(&Model) -> Step,
) -> Step {
    open_model(scene, key).map_or_else(|step| *step, then)
}

fn open_model<'a>(scene: &'a OrderScene<'_>, key: &ModelKey) -> Result<&'a Model, Box<Step>> {
    match scene.prices.catalogue.model(key) {
        Some(model) if is_open(scene, model) => Ok(model),
        Some(model) => Err(Box::new(closed(scene, model, Place::Here))),
        None => Err(Box::new(
            scene.stay().show(with_menu(scene.language, OrderText::Gone.html(scene.language))),
        )),
    }
}

/// The model of a draft; the catalogue may have lost it meanwhile.
fn model_of<'a>(scene: &'a OrderScene<'_>, draft: &Draft) -> Result<&'a Model, Box<Step>> {
    let gone = || {
        Step::to(State::Menu).show(with_menu(scene.language, OrderText::Gone.html(scene.language)))
    };
    scene.prices.catalogue.model(&draft.model).ok_or_else(|| Box::new(gone()))
}

/// Whether a model can be ordered from now, as far as is known.
pub(crate) fn is_open(scene: &OrderScene<'_>, model: &Model) -> bool {
    model.on && !scene.facts.is_paused && !scene.facts.is_closed(model)
}

/// The model takes no orders now; another one of its kind may.
fn closed(scene: &OrderScene<'_>, model: &Model, place: Place) -> Step {
    let others = OrderLabel::Others.words(scene.language);
    let screen = Screen::bare(closed_words(scene, model))
        .row([Button::new(others, Tap::Models(model.kind, 0))])
        .homeward(scene.language);
    place.put(scene.stay(), screen)
}

fn closed_words(scene: &OrderScene<'_>, model: &Model) -> Html {
    let title = model.title.in_language(scene.language);
    match (scene.facts.is_paused, scene.facts.pause_words.as_str()) {
        (true, "") => OrderText::Paused.html(scene.language),
        (true, words) => OrderText::PausedFor { words }.html(scene.language),
        (false, _) => OrderText::Closed { title }.html(scene.language),
    }
}
