//! The answer of an admin, back to who asked.
//!
//! ```text
//! a reply to the message that told of the question  ->  sent to the person; "Sent"     (in private or in a group)
//! /admin answer 12 It is on its way                 ->  the same
//! a sticker as a reply, a number that nobody has    ->  says so; nothing is sent
//! who asked had themselves deleted                  ->  refused with words; nothing is sent
//! ```
//!
//! A question may be answered more than once; an answer to a closed one opens it again. Every answer is a line of the
//! audit log. On failure: to somebody who blocked the bot the answer waits until they return, and the admin hears that.

use domain::AdminAction;
use domain::ledger::Actor;

use super::asking::{passed, passed_file};
use super::{Label, Text, tap_of};
use crate::commands::Spoken;
use crate::event::{Action, ChatKind};
use crate::facts::{Reply, SupportCase};
use crate::html::{Html, MESSAGE_UNITS, one_line};
use crate::scene::Scene;
use crate::screen::{self, Button, Screen};
use crate::step::{Effect, LogEntry, Passed, Step, SupportAnswer};

/// What the heading of an answer leaves of a message.
const MOST_UNITS: usize = MESSAGE_UNITS - 96;

/// So much of an answer is in the audit log.
const MAX_LOGGED: usize = 200;

/// What a reply of an admin answers, if it is an answer and no command.
pub(crate) fn on_reply(scene: &Scene<'_>) -> Option<Step> {
    let case = scene.case.as_ref().filter(|case| !case.is_letter)?;
    let answer = match &scene.event.action {
        Action::Said(text) if Spoken::parse(text).is_some() => return None,
        Action::Said(text) | Action::SentText(text) => passed(text, None),
        Action::SentMedia(sent) => passed_file(sent),
        Action::Other => None,
        Action::Tapped { .. } | Action::Blocked | Action::Returned => return None,
    };
    Some(match answer {
        Some(answer) => send(scene, case, answer),
        None => say(scene, Text::AnswerKind.html(scene.language)),
    })
}

/// An admin answers by the number of the question.
pub(crate) fn on_command<'a>(scene: &'a Scene<'a>, words: &str) -> Reply<'a> {
    let (number, words) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let number = number.trim_start_matches('#').parse::<i64>().ok().filter(|number| *number > 0);
    let (Some(number), Some(answer)) = (number, passed(words, None)) else {
        return Reply::Now(say(scene, Text::AnswerForm.html(scene.language)));
    };
    Reply::WithCase(
        number,
        Box::new(move |case| match case {
            Some(case) => send(scene, case, answer),
            None => {
                let number = number.to_string();
                say(scene, Text::AnswerUnknown { number: &number }.html(scene.language))
            }
        }),
    )
}

fn send(scene: &Scene<'_>, case: &SupportCase, answer: Passed) -> Step {
    let number = case.number.to_string();
    let number = number.as_str();
    let Some(to) = case.person else {
        return say(scene, Text::AnswerGone { number }.html(scene.language));
    };
    let person = &to.to_string();
    let words = match (case.is_reachable, case.is_closed, case.is_answered) {
        (false, _, _) => Text::AnsweredLater { person, number },
        (true, true, _) => Text::AnsweredClosed { person, number },
        (true, false, true) => Text::AnsweredAgain { person, number },
        (true, false, false) => Text::Answered { person, number },
    };
    let screen = letter(case, &answer);
    let reason = match answer.words.as_str() {
        "" => "a file".to_owned(),
        words => one_line(words, MAX_LOGGED),
    };
    let logged = entry(scene, case, AdminAction::SupportAnswer, &reason);
    let answer = SupportAnswer { case: case.number, person: to, answer, screen };
    say(scene, words.html(scene.language))
        .and(Effect::AnswerSupport(answer))
        .and(Effect::Log(logged))
}

/// What the audit log keeps.
pub(super) fn entry(
    scene: &Scene<'_>,
    case: &SupportCase,
    action: AdminAction,
    reason: &str,
) -> LogEntry {
    let before = match (case.is_closed, case.is_answered) {
        (true, _) => "closed",
        (false, true) => "answered",
        (false, false) => "open",
    };
    let after = match action {
        AdminAction::SupportClose => "closed",
        _ => "answered",
    };
    LogEntry {
        actor: Actor::Admin(scene.event.person.id),
        action,
        subject: match case.person {
            Some(person) => format!("person:{person}"),
            None => "person".to_owned(),
        },
        before: before.to_owned(),
        after: after.to_owned(),
        details: format!("support {}", case.number),
        reason: reason.to_owned(),
    }
}

/// What the person gets, in their own language.
fn letter(case: &SupportCase, answer: &Passed) -> Screen {
    let language = case.language;
    let words = match answer.words.as_str() {
        "" => Text::AnswerFile.html(language),
        words => Text::Answer { words: &Html::quoted(words, MOST_UNITS) }.html(language),
    };
    let reply = Button::new(Label::Reply.words(language), tap_of(case.topic));
    Screen::bare(words).row([reply, screen::home(language)])
}

/// Says something to the admin; buttons of a private chat are of no use in a group.
fn say(scene: &Scene<'_>, words: Html) -> Step {
    let screen = Screen::bare(words);
    scene.stay().say(match scene.event.chat.kind {
        ChatKind::Private => screen.homeward(scene.language),
        ChatKind::Group | ChatKind::Channel => screen,
    })
}
