//! Which input comes next, and where its screen goes.
//!
//! ```text
//!   proceed ──┬── an input that must be answered ──> ask
//!             └── nothing is missing ──────────────> confirm
//! ```
//!
//! Asked one by one is only what must be known and cannot be assumed. What has a default or may be left
//! out stands on the confirmation, where it can be changed. An answer that the catalogue does not take
//! (any more) counts as missing.

use domain::catalogue::{Form, Input, Model};

use super::{confirm, steps};
use crate::draft::{Draft, Given};
use crate::html::Html;
use crate::scene::OrderScene;
use crate::screen::Screen;
use crate::state::State;
use crate::step::{Effect, Step};

/// Where a screen goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In place of the tapped message.
    Here,
    /// Into a new message.
    New,
    /// In place of the last message that was said.
    Last,
    /// In place of the tapped message, which is out of date.
    Refreshed,
}

impl Place {
    /// Adds a screen to a step.
    pub(crate) fn put(self, step: Step, screen: Screen) -> Step {
        step.and(match self {
            Self::Here => Effect::Show(screen),
            Self::New => Effect::Say(screen),
            Self::Last => Effect::Amend(screen),
            Self::Refreshed => Effect::Refresh(screen),
        })
    }
}

/// Whether people have a say in an input.
pub(super) fn is_asked(input: &Input) -> bool {
    input.shown && !matches!(input.form, Form::Fixed(_))
}

/// Whether an input is asked before the confirmation.
pub(super) fn must_ask(input: &Input) -> bool {
    is_asked(input) && input.required && input.default().is_none()
}

/// Whether nothing more must be known for an input.
pub(super) fn is_settled(input: &Input, draft: &Draft) -> bool {
    match draft.given(&input.name).and_then(Given::for_catalogue) {
        Some(answer) => input.takes(&answer).is_ok(),
        None => !must_ask(input),
    }
}

/// The input that a draft waits for; none at the confirmation.
pub(super) fn asked<'m>(model: &'m Model, draft: &Draft) -> Option<&'m Input> {
    draft.asking.as_deref().and_then(|name| model.input(name)).filter(|input| is_asked(input))
}

/// Goes to the first input that is missing, or to the confirmation.
pub(super) fn proceed(
    scene: &OrderScene<'_>,
    model: &Model,
    mut draft: Draft,
    place: Place,
    note: Option<Html>,
) -> Step {
    draft.answers.retain(|(name, _)| model.input(name).is_some_and(is_asked));
    let missing = model.inputs.iter().find(|input| is_asked(input) && !is_settled(input, &draft));
    match missing {
        Some(input) => ask(scene, model, draft, input, place, note),
        None => confirm::confirm(scene, model, draft, place, note),
    }
}

/// Asks an input.
pub(super) fn ask(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: Draft,
    input: &Input,
    place: Place,
    note: Option<Html>,
) -> Step {
    let draft = Draft { asking: Some(input.name.clone()), quote: None, ..draft };
    let screen = steps::screen(scene, model, &draft, input, note);
    place.put(Step::to(State::Ordering(draft)), screen)
}

/// Shows where a draft stands, with something to be said above it.
pub(super) fn show_again(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &Draft,
    place: Place,
    note: Html,
) -> Step {
    match asked(model, draft) {
        Some(input) => ask(scene, model, draft.clone(), input, place, Some(note)),
        None => proceed(scene, model, draft.clone(), place, Some(note)),
    }
}
