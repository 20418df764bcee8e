//! What an admin does at once, without a question: the deed, its line of the log, what is shown of it.
//!
//! ```text
//! a tap or a line  ->  done, logged: "Done" [Back] [Admin]
//!                  ->  there was nothing to do: "That is so already" [Back] [Admin]; nothing is logged
//! ```
//!
//! A tap brings no reason of its own: the log then says that it was one.

use domain::AdminAction;
use domain::ledger::Actor;

use super::sections::inward;
use crate::html::{Html, one_line};
use crate::scene::Scene;
use crate::screen::Screen;
use crate::step::{Deed, DeskStep, Effect, LogEntry, Step};
use crate::tap::AdminTap;
use crate::texts::texts;

texts! { Text;
    Gone = "desk-gone",
}

/// The longest reason, in characters.
const MAX_REASON: usize = 200;

/// Why, where nobody was asked.
const BY_TAP: &str = "with a button";

/// Something that an admin does.
pub(super) struct Act<'a> {
    pub(super) action: AdminAction,
    pub(super) deed: Deed,
    /// To whom or what.
    pub(super) subject: String,
    /// How it stood and stands.
    pub(super) change: (&'a str, &'a str),
    /// Why, as it was typed; empty: with a button.
    pub(super) reason: &'a str,
    /// What is said when it is done.
    pub(super) done: Html,
    /// What lies behind it.
    pub(super) back: AdminTap,
}

/// Does it.
pub(super) fn act(scene: &Scene<'_>, act: Act<'_>) -> Step {
    let reason = reason(act.reason).unwrap_or_else(|| BY_TAP.to_owned());
    let entry = LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action: act.action,
        subject: act.subject,
        before: act.change.0.to_owned(),
        after: act.change.1.to_owned(),
        details: String::new(),
        reason,
    };
    let screen = |words| inward(scene, Screen::bare(words), act.back.clone());
    let gone = screen(Text::Gone.html(scene.language));
    let done = screen(act.done);
    scene.stay().and(Effect::Desk(Box::new(DeskStep { deed: act.deed, entry, done, gone })))
}

/// A reason as it is kept, if one was typed.
pub(super) fn reason(words: &str) -> Option<String> {
    let reason = one_line(words, MAX_REASON).trim_end().to_owned();
    (!reason.is_empty()).then_some(reason)
}

/// The first word, and what comes after it.
pub(super) fn split(words: &str) -> (&str, &str) {
    let (word, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    (word, rest.trim())
}
