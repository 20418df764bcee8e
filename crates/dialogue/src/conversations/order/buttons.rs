//! What the buttons of a step do: a value, nothing, enough, another answer.
//!
//! ```text
//! [1:1]            ->  the value is taken
//! [Without it]     ->  an input that may be left out is left out; files of another one are forgotten
//! [That is all]    ->  on with what is there; also the way back from a change that is not wanted
//! [Aspect ratio]   ->  the input is asked again
//! [The words before] -> they are the words again, and the present ones the former
//! ```
//!
//! A button carries its model and its input. One of an earlier order, or a forged one, changes nothing:
//! its message shows where the present order stands.

use domain::catalogue::{Answer, Form, Input, Model, ModelKey, Refusal, Value};

use super::asking::{Place, ask, is_asked, proceed, show_again};
use super::{present, words};
use crate::conversations::menu::with_menu;
use crate::draft::{Draft, Given};
use crate::facts::Reply;
use crate::scene::{OrderScene, Scene};
use crate::state::State;
use crate::step::Step;
use crate::texts::OrderText;

/// What a button of a step does about its input.
pub(crate) enum StepButton {
    /// Takes this value.
    Value(String),
    /// Leaves the input out, or begins anew with its files.
    Skip,
    /// Goes on with what is there.
    Enough,
    /// Asks the input again.
    Change,
    /// Brings back the words that the present ones took the place of.
    Former,
}

/// The person tapped a button of a step.
pub(crate) fn on_step<'a>(
    scene: &'a Scene<'a>,
    key: ModelKey,
    input: String,
    button: StepButton,
) -> Reply<'a> {
    let State::Ordering(draft) = &scene.state else {
        return Reply::Now(
            scene.stay().refresh(with_menu(scene.language, OrderText::Gone.html(scene.language))),
        );
    };
    present(scene, draft, move |scene, model| {
        let input = model.input(&input).filter(|input| draft.model == key && is_asked(input));
        let Some(input) = input else { return stale(scene, model, draft) };
        match button {
            StepButton::Value(value) => answer(scene, model, draft, input, &value),
            StepButton::Skip => skip(scene, model, draft.clone(), input),
            StepButton::Enough => proceed(scene, model, draft.clone(), Place::Here, None),
            StepButton::Change => ask(scene, model, draft.clone(), input, Place::Here, None),
            StepButton::Former => words::bring_back(scene, model, draft, input)
                .unwrap_or_else(|| stale(scene, model, draft)),
        }
    })
}

fn answer(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    input: &Input,
    value: &str,
) -> Step {
    let takes_buttons =
        matches!(input.form, Form::Choice { .. } | Form::Switch { .. } | Form::Whole(_));
    match input.read_answer(value) {
        Ok(Answer::Value(value)) if takes_buttons => {
            set(scene, model, draft, input, value, Place::Here)
        }
        Ok(_) | Err(_) => stale(scene, model, draft),
    }
}

fn skip(scene: &OrderScene<'_>, model: &Model, mut draft: Draft, input: &Input) -> Step {
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

/// Takes a value, unless it does not go together with the others.
pub(super) fn set(
    scene: &OrderScene<'_>,
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
pub(super) fn refusal(scene: &OrderScene<'_>, input: &Input) -> crate::html::Html {
    let words = match &input.form {
        Form::Whole(whole) => {
            let (min, max) = (whole.min.to_string(), whole.max.to_string());
            return OrderText::OutOfRange { min: &min, max: &max }.html(scene.language);
        }
        _ => OrderText::NotOffered,
    };
    words.html(scene.language)
}

/// The button is not one of the present order.
pub(super) fn stale(scene: &OrderScene<'_>, model: &Model, draft: &Draft) -> Step {
    let note = OrderText::OldStep.html(scene.language);
    show_again(scene, model, draft, Place::Refreshed, note)
}
