//! The conversations that are not closed, as admins deal with them.
//!
//! ```text
//! /admin support, [Open questions]  ->  "2 open questions": each a button, those that wait first [Main menu]
//! /admin support 12, its button     ->  what was said last [Close] [Open questions] [Main menu]
//! [Close]                           ->  closed; its person is told, and may begin anew
//! closed before, by whomever        ->  says so, and nothing happens
//! ```
//!
//! On failure: nothing is kept between two taps; each looks it up again.

use domain::AdminAction;

use super::answering::entry;
use super::{Label, Text};
use crate::event::ChatKind;
use crate::facts::{CaseLine, CaseList, CaseTalk, Reply, SaidInCase, SupportCase, TalkReply};
use crate::html::{Html, one_line};
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::{self, Button, Screen};
use crate::step::{Effect, Step, TalkDeed};
use crate::tap::{TalkTap, Tap};

/// What is shown of a message, in UTF-16 units.
const SAID_UNITS: usize = 400;

/// What is shown of a name on a button.
const MAX_NAME: usize = 12;

/// An admin typed `/admin support [number]`.
pub(crate) fn on_command<'a>(scene: &'a Scene<'a>, words: &str) -> Reply<'a> {
    match words.trim_start_matches('#').parse::<i64>() {
        Ok(number) => on_case(scene, number),
        Err(_) => on_cases(scene),
    }
}

/// An admin looks at what is not closed.
pub(crate) fn on_cases<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    let list = |list: &CaseList| scene.stay().show(page(scene, list));
    Reply::Talk(TalkReply::WithCases(Box::new(list)))
}

/// An admin looks at one conversation.
pub(crate) fn on_case<'a>(scene: &'a Scene<'a>, number: i64) -> Reply<'a> {
    with(scene, number, move |talk| scene.stay().show(talk_page(scene, talk)))
}

/// An admin closes one.
pub(crate) fn on_close<'a>(scene: &'a Scene<'a>, number: i64) -> Reply<'a> {
    with(scene, number, move |talk| close(scene, &talk.case))
}

fn with<'a>(
    scene: &'a Scene<'a>,
    number: i64,
    then: impl FnOnce(&CaseTalk) -> Step + Send + 'a,
) -> Reply<'a> {
    let then = move |talk: &Option<CaseTalk>| match talk {
        Some(talk) => then(talk),
        None => {
            let number = number.to_string();
            let words = Text::AnswerUnknown { number: &number }.html(scene.language);
            scene.stay().show(ended(scene, words))
        }
    };
    Reply::Talk(TalkReply::WithCaseTalk(number, Box::new(then)))
}

fn close(scene: &Scene<'_>, case: &SupportCase) -> Step {
    let number = case.number.to_string();
    let number = number.as_str();
    if case.is_closed {
        let words = Text::ClosedBefore { number }.html(scene.language);
        return scene.stay().show(ended(scene, words));
    }
    let person = case.person.map(|person| person.to_string()).unwrap_or_default();
    let words = Text::Closed { person: &person, number }.html(scene.language);
    let step = scene
        .stay()
        .and(Effect::Talk(TalkDeed::CloseCase(case.number)))
        .and(Effect::Log(entry(scene, case, AdminAction::SupportClose, "by a button")))
        .show(ended(scene, words));
    match case.person {
        None => step,
        Some(person) => {
            let words = Text::Closing { number }.html(case.language);
            let again = Button::new(Label::Reply.words(case.language), super::tap_of(case.topic));
            let screen = Screen::bare(words).row([again, screen::home(case.language)]);
            step.and(Effect::Tell(person, screen))
        }
    }
}

/// The end of one conversation, with the way to the others.
fn ended(scene: &Scene<'_>, words: Html) -> Screen {
    placed(scene, Screen::bare(words).row([list_button(scene)]))
}

fn page(scene: &Scene<'_>, list: &CaseList) -> Screen {
    let words = match usize::try_from(list.all).unwrap_or(usize::MAX) {
        0 => Text::ListNone,
        all => Text::List { all },
    };
    let screen = Screen::bare(words.html(scene.language));
    let rows = list.first.iter().map(|case| [line(case)]);
    placed(scene, rows.fold(screen, Screen::row))
}

fn line(case: &CaseLine) -> Button {
    let mark = if case.waits { "! " } else { "" };
    let name = one_line(&case.name, MAX_NAME);
    let text = format!("{mark}{} · {name} · {}", case.number, case.at);
    let text: String = text.chars().take(32).collect();
    Button::new(text, Tap::Talk(TalkTap::Case(case.number)))
}

fn talk_page(scene: &Scene<'_>, talk: &CaseTalk) -> Screen {
    let (language, case) = (scene.language, &talk.case);
    let state = match (case.is_closed, case.is_answered) {
        (true, _) => "closed",
        (false, true) => "answered",
        (false, false) => "open",
    };
    let head = Text::Talk {
        number: &case.number.to_string(),
        person: &case.person.map(|person| person.to_string()).unwrap_or_default(),
        topic: case.topic.word(),
        state,
    };
    let words =
        talk.said.iter().fold(head.html(language), |words, one| words.then(&said(scene, one)));
    let screen = Screen::bare(words);
    let screen = match case.is_closed {
        true => screen,
        false => {
            let close = Tap::Talk(TalkTap::CloseCase(case.number));
            screen.row([Button::new(Label::Close.words(language), close)])
        }
    };
    placed(scene, screen.row([list_button(scene)]))
}

fn said(scene: &Scene<'_>, said: &SaidInCase) -> Html {
    let (language, who) = (scene.language, if said.admin.is_some() { "admin" } else { "person" });
    let at = moment(language, &scene.prices.offers, &said.at);
    let words = Html::quoted(&said.words, SAID_UNITS);
    match (said.words.is_empty(), said.has_file) {
        (true, _) => Text::SaidFile { who, at: &at }.html(language),
        (false, false) => Text::Said { who, at: &at, words: &words }.html(language),
        (false, true) => Html::lines([Text::SaidFile { who, at: &at }.html(language), words]),
    }
}

fn list_button(scene: &Scene<'_>) -> Button {
    Button::new(Label::Cases.words(scene.language), Tap::Talk(TalkTap::Cases))
}

/// The way to the menu, where there is one.
fn placed(scene: &Scene<'_>, screen: Screen) -> Screen {
    match scene.event.chat.kind {
        ChatKind::Private => screen.homeward(scene.language),
        ChatKind::Group | ChatKind::Channel => screen,
    }
}
