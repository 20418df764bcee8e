//! What must be looked up before the wizard can decide: exactly what it will look at.
//!
//! | what the person does | needed |
//! | --- | --- |
//! | anything about the present order | the counter, with the pace of its model |
//! | says go to the price in hand | the till: the same, with their accounts locked |
//! | uses what they sent, `/generate` | the counter for that model |
//! | sends a file out of the blue | the counter: what is closed is not offered |
//! | taps a button of an order that is gone | nothing |

use domain::catalogue::ModelKey;

use super::fit::{is_too_heavy, kind_of};
use super::generate;
use crate::event::{Known, Sent};
use crate::needs::Needs;
use crate::state::{Mark, State};

/// What must be looked up for words that are no command.
pub(crate) fn needs_of_words(known: &Known, _words: &str) -> Needs {
    match &known.state {
        State::Ordering(draft) => Needs::Counter(Some(draft.model.clone())),
        State::Searching => Needs::Counter(None),
        State::Menu | State::OfferedPrompt(_) | State::Adjusting(_) | State::OfferedFiles(..) => {
            Needs::Nothing
        }
    }
}

/// What must be looked up for a file: out of the blue it is offered to the models that are open.
pub(crate) fn needs_of_file(known: &Known, sent: &Sent) -> Needs {
    match &known.state {
        State::Ordering(draft) => Needs::Counter(Some(draft.model.clone())),
        _ if kind_of(sent).is_some() && !is_too_heavy(sent) => Needs::Counter(None),
        _ => Needs::Nothing,
    }
}

/// What must be looked up for a button of a step.
pub(crate) fn needs_of_step(known: &Known) -> Needs {
    match &known.state {
        State::Ordering(draft) => Needs::Counter(Some(draft.model.clone())),
        _ => Needs::Nothing,
    }
}

/// What must be looked up before something that was sent is used for a model.
pub(crate) fn needs_of_use(known: &Known, key: ModelKey, mark: Mark) -> Needs {
    match &known.state {
        State::OfferedPrompt(prompt) if prompt.mark() == mark => Needs::Counter(Some(key)),
        // An older button is answered with what is offered for the newer files.
        State::OfferedFiles(files, _) if Mark::of_files(files) == mark => Needs::Counter(Some(key)),
        State::OfferedFiles(..) => Needs::Counter(None),
        _ => Needs::Nothing,
    }
}

/// What must be looked up for `/generate`.
pub(crate) fn needs_of_generate(rest: &str, known: &Known) -> Needs {
    let key = generate::key_of(rest).filter(|key| known.shelf.catalogue.model(key).is_some());
    key.map_or(Needs::Nothing, |key| Needs::Counter(Some(key)))
}

/// What must be looked up before an order begins: the accounts, locked.
pub(crate) fn needs_of_go(known: &Known, mark: Mark) -> Needs {
    match &known.state {
        State::Ordering(draft) if draft.quote.is_some_and(|quote| quote.mark() == mark) => {
            Needs::Till(draft.model.clone())
        }
        _ => needs_of_step(known),
    }
}
