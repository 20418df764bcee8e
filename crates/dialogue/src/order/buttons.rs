//! What the buttons of a step do: a value, nothing, enough, another answer.
//!
//! ```text
//! [1:1]            ->  the value is taken
//! [Without it]     ->  an input that may be left out is left out; files of another one are forgotten
//! [That is all]    ->  on with what is there; also the way back from a change that is not wanted
//! [Aspect ratio]   ->  the input is asked again
//! ```
//!
//! A button carries its model and its input. One of an earlier order, or a forged one, changes nothing:
//! the person sees where the present order stands, in a new message.

use domain::catalogue::{Answer, Form, Input, Model, ModelKey, Refusal, Value};

use super::asking::{Place, ask, is_asked, proceed, show_again};
use super::model_of;
use crate::decide::Scene;
use crate::draft::{Draft, Given};
use crate::menu::with_menu;
use crate::state::State;
use crate::step::Step;
use crate::texts::{OrderText, Text};

/// The person chose a value.
pub(crate) fn on_answer(scene: &Scene<'_>, key: &ModelKey, input: &str, value: &str) -> Step {
    let (model, draft, input) = match at(scene, key, input) {
        Ok(found) => found,
        Err(step) => return *step,
    };
    let takes_buttons =
        matches!(input.form, Form::Choice { .. } | Form::Switch { .. } | Form::Whole(_));
    match input.read_answer(value) {
        Ok(Answer::Value(value)) if takes_buttons => {
            set(scene, model, draft, input, value, Place::Here)
        }
        Ok(_) | Err(_) => stale(scene, model, draft),
    }
}

/// The person leaves an input out, or begins anew with its files.
pub(crate) fn on_skip(scene: &Scene<'_>, key: &ModelKey, input: &str) -> Step {
    let (model, draft, input) = match at(scene, key, input) {
        Ok(found) => found,
        Err(step) => return *step,
    };
    let mut draft = draft.clone();
    if input.can_be_skipped() {
        draft.answer(&input.name, Given::Skipped);
        return proceed(scene, model, draft, Place::Here, None);
    }
    if matches!(input.form, Form::Media(_)) {
        draft.forget(&input.name);
        return ask(scene, model, draft, input, Place::Here, None);
    }
    stale(scene, model, &draft)
}

/// The person goes on with what is there.
pub(crate) fn on_enough(scene: &Scene<'_>, key: &ModelKey, input: &str) -> Step {
    match at(scene, key, input) {
        Ok((model, draft, _)) => proceed(scene, model, draft.clone(), Place::Here, None),
        Err(step) => *step,
    }
}

/// The person wants to answer an input again.
pub(crate) fn on_change(scene: &Scene<'_>, key: &ModelKey, input: &str) -> Step {
    match at(scene, key, input) {
        Ok((model, draft, input)) => ask(scene, model, draft.clone(), input, Place::Here, None),
        Err(step) => *step,
    }
}

/// Takes a value, unless it does not go together with the others.
pub(super) fn set(
    scene: &Scene<'_>,
    model: &Model,
    draft: &Draft,
    input: &Input,
    value: Value,
    place: Place,
) -> Step {
    if input.takes(&Answer::Value(value.clone())).is_err() {
        return ask(scene, model, draft.clone(), input, place, Some(refusal(scene, input)));
    }
    let mut changed = draft.clone();
    changed.answer(&input.name, Given::Value(value));
    if let Err(Refusal::Forbidden { .. }) = model.draft(changed.for_catalogue()) {
        let note = OrderText::NotTogether.html(scene.language);
        return ask(scene, model, draft.clone(), input, place, Some(note));
    }
    proceed(scene, model, changed, place, None)
}

/// Why a value that was typed is not taken.
pub(super) fn refusal(scene: &Scene<'_>, input: &Input) -> crate::html::Html {
    let words = match &input.form {
        Form::Whole(whole) => {
            let (min, max) = (whole.min.to_string(), whole.max.to_string());
            return OrderText::OutOfRange { min: &min, max: &max }.html(scene.language);
        }
        _ => OrderText::NotOffered,
    };
    words.html(scene.language)
}

/// The draft a button is about, if it is the present one; otherwise what is said instead.
fn at<'a>(
    scene: &Scene<'a>,
    key: &ModelKey,
    input: &str,
) -> Result<(&'a Model, &'a Draft, &'a Input), Box<Step>> {
    let State::Ordering(draft) = scene.state else {
        let gone = with_menu(scene.language, Text::OrderGone);
        return Err(Box::new(scene.stay().say(gone)));
    };
    let model = model_of(scene, draft)?;
    let input = model.input(input).filter(|input| is_asked(input));
    match input {
        Some(input) if draft.model == *key => Ok((model, draft, input)),
        Some(_) | None => Err(Box::new(stale(scene, model, draft))),
    }
}

/// The button is not one of the present order.
pub(super) fn stale(scene: &Scene<'_>, model: &Model, draft: &Draft) -> Step {
    let note = OrderText::OldStep.html(scene.language);
    show_again(scene, model, draft, Place::New, note)
}
