//! What follows from an event: the state to keep and what is to be done, in order.
//!
//! A step is a value. The service writes all of it in one transaction, so a handler never sees
//! half of what it decided.

use domain::ledger::{Actor, Posting};
use domain::{Language, PersonId};

use crate::screen::Screen;
use crate::start::StartPayload;
use crate::state::State;

/// The outcome of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Where the conversation stands from now on.
    pub state: State,
    /// What is to be done, in this order; empty means silence.
    pub effects: Vec<Effect>,
}

/// One thing to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Shows a screen in place of the tapped message, or as a new message if nothing was tapped.
    Show(Screen),
    /// Shows a screen as a new message, whatever was tapped.
    Say(Screen),
    /// Remembers the language a person chose.
    ChooseLanguage(Language),
    /// Remembers what a deep link carried, for later.
    KeepStart(StartPayload),
    /// Remembers whether our messages reach the person.
    Reachable(bool),
    /// Writes an operation into the books.
    Post(Posting),
    /// Writes into the audit log.
    Log(LogEntry),
    /// Says something to somebody else, in their private chat.
    Tell(PersonId, Screen),
}

/// What somebody with power did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Who.
    pub actor: Actor,
    /// What, in one word.
    pub action: &'static str,
    /// To whom or what.
    pub subject: String,
    /// How much, from what to what.
    pub details: String,
    /// Why; never empty.
    pub reason: String,
}

impl Step {
    /// Goes to a state, without a word so far.
    pub(crate) fn to(state: State) -> Self {
        Self { state, effects: Vec::new() }
    }

    /// Adds a screen in place of the tapped message.
    pub(crate) fn show(self, screen: Screen) -> Self {
        self.and(Effect::Show(screen))
    }

    /// Adds a screen as a new message.
    pub(crate) fn say(self, screen: Screen) -> Self {
        self.and(Effect::Say(screen))
    }

    /// Adds an effect after the others.
    pub(crate) fn and(mut self, effect: Effect) -> Self {
        self.effects.push(effect);
        self
    }
}
