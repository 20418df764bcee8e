//! Texts while an order is put together: words for an input, values that are typed, long texts in parts.
//!
//! ```text
//! a text, words are asked        ->  taken, unless it is too long, too short or never passed on
//! a text after a full-length one ->  its rest, joined with nothing in between
//! a text, a choice is asked      ->  the value, if there is one of that name
//! a text, a file is asked        ->  "A file is needed here"
//! a text at the confirmation     ->  the new words; the former ones are one tap away
//! "thanks" at the confirmation   ->  nothing changes, and so it is said
//! ```
//!
//! Telegram cuts a long text into messages and sends them one by one. A text that fills a message leaves
//! the draft open: what comes next is taken for its rest, even if the first part was too long already.
//! A text that does not fit is kept and counted, never cut.

use domain::catalogue::{Answer, Form, Input, Model, Refusal, Value};

use super::asking::{Place, ask, asked, is_asked, proceed};
use super::{buttons, guard, names};
use crate::conversations::prompt::chatter::is_chatter;
use crate::draft::{Draft, Given};
use crate::html::{Html, clean};
use crate::scene::OrderScene;
use crate::state::{MAX_PROMPT, Prompt};
use crate::step::Step;
use crate::texts::OrderText;

/// The input of a model that takes the person's words.
pub(crate) fn first_text(model: &Model) -> Option<&Input> {
    let is_text = |input: &&Input| is_asked(input) && matches!(input.form, Form::Text { .. });
    let mut texts = model.inputs.iter().filter(is_text);
    texts.clone().find(|input| input.required).or_else(|| texts.next())
}

/// The person wrote something.
pub(super) fn on_text(scene: &OrderScene<'_>, model: &Model, draft: &Draft, text: &str) -> Step {
    if let Some((input, start)) = open_text(model, draft) {
        let joined = format!("{start}{text}");
        let mut draft = Draft { is_open: scene.is_cut(text), ..draft.clone() };
        draft.forget(&input.name);
        return store(scene, model, draft, input, &joined, Place::Last);
    }
    match asked(model, draft) {
        Some(input) => match &input.form {
            Form::Text { .. } => take(scene, model, draft.clone(), input, text, Place::New),
            Form::Choice { .. } | Form::Switch { .. } | Form::Whole(_) => {
                typed(scene, model, draft, input, text)
            }
            Form::Media(_) | Form::Fixed(_) => {
                let note = OrderText::FileNeeded.html(scene.language);
                ask(scene, model, draft.clone(), input, Place::New, Some(note))
            }
        },
        None if is_chatter(text) => {
            let note = OrderText::Chatter.html(scene.language);
            proceed(scene, model, draft.clone(), Place::New, Some(note))
        }
        None => match first_text(model) {
            Some(input) => {
                let former = draft.words(&input.name).map(str::to_owned);
                let draft = Draft { former, ..draft.clone() };
                take(scene, model, draft, input, text, Place::New)
            }
            None => {
                let note = OrderText::NoWords.html(scene.language);
                proceed(scene, model, draft.clone(), Place::New, Some(note))
            }
        },
    }
}

/// The text that the next one may belong to: the last answer, if the draft is open.
fn open_text<'a>(model: &'a Model, draft: &'a Draft) -> Option<(&'a Input, &'a str)> {
    let (name, _) = draft.answers.last().filter(|_| draft.is_open)?;
    let input = model.input(name).filter(|input| matches!(input.form, Form::Text { .. }))?;
    Some((input, draft.words(name)?))
}

/// Takes a text for an input.
pub(super) fn take(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: Draft,
    input: &Input,
    text: &str,
    place: Place,
) -> Step {
    let draft = Draft { is_open: scene.is_cut(text), ..draft };
    store(scene, model, draft, input, text, place)
}

/// Takes what a person wrote out of the blue, with something said above it.
pub(super) fn take_after(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: Draft,
    input: &Input,
    prompt: &Prompt,
    place: Place,
    note: Option<Html>,
) -> Step {
    let draft = Draft { is_open: prompt.is_open(), ..draft };
    match stored(scene, draft, input, prompt.as_str()) {
        (draft, None) => proceed(scene, model, draft, place, note),
        (draft, Some(refusal)) => {
            let step = ask(scene, model, draft, input, place, Some(refusal));
            guard::counted(scene, step, prompt.as_str())
        }
    }
}

/// The words that the present ones took the place of are the words again.
pub(super) fn bring_back(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    input: &Input,
) -> Option<Step> {
    let former = draft.former.as_deref()?;
    let present = draft.words(&input.name).map(str::to_owned);
    let draft = Draft { former: present, ..draft.clone() };
    Some(store(scene, model, draft, input, former, Place::Here))
}

fn store(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: Draft,
    input: &Input,
    text: &str,
    place: Place,
) -> Step {
    match stored(scene, draft, input, text) {
        (draft, None) => proceed(scene, model, draft, place, None),
        (draft, Some(refusal)) => {
            let step = ask(scene, model, draft, input, place, Some(refusal));
            guard::counted(scene, step, text)
        }
    }
}

/// The draft with these words; if they will not do, the draft as it stays, and why.
fn stored(
    scene: &OrderScene<'_>,
    mut draft: Draft,
    input: &Input,
    text: &str,
) -> (Draft, Option<Html>) {
    let language = scene.language;
    let clean: String = clean(text).collect();
    let words = clean.trim();
    if words.is_empty() {
        return (draft, Some(OrderText::NothingSaid.html(language)));
    }
    if guard::refuses(scene, words) {
        // Not even kept: the draft stays as it was.
        let draft = Draft { is_open: false, ..draft };
        return (draft, Some(OrderText::Guarded.html(language)));
    }
    let count = words.chars().count();
    // More than any model takes is kept only so far that it is still too much.
    let kept: String = words.chars().take(MAX_PROMPT + 1).collect();
    let value = Value::Text(kept);
    let verdict = input.takes(&Answer::Value(value.clone()));
    draft.answer(&input.name, Given::Value(value));
    let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let note = match verdict {
        Ok(()) => return (draft, None),
        Err(Refusal::TooLong { max_length, .. }) => {
            let most = size(max_length);
            OrderText::TooLong { count, most, over: count.saturating_sub(most) }
        }
        Err(Refusal::TooShort { min_length, .. }) => {
            OrderText::TooShort { count, least: size(min_length) }
        }
        Err(_) => OrderText::NothingSaid,
    };
    (draft, Some(note.html(language)))
}

/// The person typed a value instead of tapping it.
fn typed(scene: &OrderScene<'_>, model: &Model, draft: &Draft, input: &Input, text: &str) -> Step {
    let text = text.trim();
    let is_meant = |value: &Value| {
        let label = names::of_value(scene.language, &input.name, value);
        label.to_lowercase() == text.to_lowercase()
    };
    let by_label = match &input.form {
        Form::Choice { values, .. } => values.iter().find(|value| is_meant(value)).cloned(),
        Form::Switch { .. } => [true, false].map(Value::Switch).into_iter().find(is_meant),
        _ => None,
    };
    let by_value = || match input.read_answer(text) {
        Ok(Answer::Value(value)) => Some(value),
        Ok(Answer::Files(_)) | Err(_) => None,
    };
    match by_label.or_else(by_value) {
        Some(value) => buttons::set(scene, model, draft, input, value, Place::New),
        None => {
            let note = buttons::refusal(scene, input);
            ask(scene, model, draft.clone(), input, Place::New, Some(note))
        }
    }
}
