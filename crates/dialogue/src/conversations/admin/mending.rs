//! What went wrong and waits for somebody: set aside, closed, differing. Looked at, tried again, dropped, taken over.
//!
//! ```text
//! /admin dead                     ->  the latest, each with a button; one: [Try again] [Drop]
//! /admin dead retry u12 why       ->  the same with a reason; drop as well
//! /admin closures                 ->  what is closed and why [Open ...]
//! /admin differences              ->  what the books differ in [Take over ...]
//! /admin resolve 3 why            ->  the same with a reason
//! ```
//!
//! On failure: what is not there any more, or cannot be done, is said and changes nothing.

use domain::AdminAction;

use super::AdminSection;
use super::deeds::{Act, act, split};
use super::sections::{inward, said};
use crate::facts::{ClosureLine, DeadLine, DeskLook, DifferenceRow, Reply};
use crate::html::{Html, one_line};
use crate::moments::moment;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::Mark;
use crate::step::{Deed, Step};
use crate::tap::{AdminTap, DeadKey, Tap};
use crate::texts::{labels, texts};

texts! { Text<'a>;
    Closure {
        subject: &'a str,
        cause: &'a str,
        by: &'a str,
        until: &'a str,
        note: &'a str
    } = "desk-closure",
    ClosureDone { subject: &'a str } = "desk-closure-done",
    ClosureGone = "desk-closure-gone",
    Closures = "desk-closures",
    ClosuresNone = "desk-closures-none",
    Dead { count: usize } = "desk-dead",
    DeadEnded { end: &'a str } = "desk-dead-ended",
    DeadForm = "desk-dead-form",
    DeadGone = "desk-dead-gone",
    DeadLine { key: &'a str, at: &'a str, problem: &'a str } = "desk-dead-line",
    DeadNone = "desk-dead-none",
    DeadOne {
        key: &'a str,
        person: &'a str,
        at: &'a str,
        tries: usize,
        reference: &'a str,
        problem: &'a str
    } = "desk-dead-one",
    Difference {
        id: &'a str,
        kind: &'a str,
        subject: &'a str,
        details: &'a str,
        since: &'a str
    } = "desk-difference",
    Differences = "desk-differences",
    DifferencesNone = "desk-differences-none",
    DropDone { key: &'a str } = "desk-drop-done",
    ResolveDone { id: &'a str } = "desk-resolve-done",
    ResolveForm = "desk-resolve-form",
    RetryDone { key: &'a str } = "desk-retry-done",
}

labels! { Label;
    Drop = "desk-button-drop",
    Open = "desk-button-open",
    Resolve = "desk-button-resolve",
    Retry = "desk-button-retry",
}

/// So much of a list is shown: a message has 900 signs.
const SHOWN: usize = 6;
const FEW: usize = 4;

/// What went wrong has so many signs in a list, and by itself.
const BRIEF: usize = 60;
const WORD: usize = 40;
const WHOLE: usize = 300;

/// The section of what was set aside.
pub(super) fn on_dead<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithDesk(DeskLook::Dead(Box::new(|(lines, total)| dead(scene, lines, *total))))
}

/// One of it.
pub(super) fn on_dead_one<'a>(scene: &'a Scene<'a>, key: DeadKey) -> Reply<'a> {
    Reply::WithDesk(DeskLook::DeadOne(key, Box::new(|found| dead_one(scene, found.as_ref()))))
}

/// An admin typed something about what was set aside.
pub(super) fn on_dead_words<'a>(scene: &'a Scene<'a>, words: &'a str) -> Reply<'a> {
    let (word, rest) = split(words);
    let (key, why) = split(rest);
    match (word.to_ascii_lowercase().as_str(), DeadKey::read(word), DeadKey::read(key)) {
        ("", _, _) => on_dead(scene),
        (_, Some(key), _) => on_dead_one(scene, key),
        ("retry", _, Some(key)) => Reply::Now(mend(scene, key, true, why)),
        ("drop", _, Some(key)) => Reply::Now(mend(scene, key, false, why)),
        _ => Reply::Now(said(scene, Text::DeadForm.html(scene.language))),
    }
}

/// It is tried again, or off the list.
pub(super) fn mend(scene: &Scene<'_>, key: DeadKey, is_retry: bool, why: &str) -> Step {
    let name = key.to_string();
    let (action, deed, change, done) = match is_retry {
        true => (
            AdminAction::DeadRetry,
            Deed::Retry(key),
            ("set aside", "tried again"),
            Text::RetryDone { key: &name },
        ),
        false => (
            AdminAction::DeadDrop,
            Deed::Drop(key),
            ("set aside", "dropped"),
            Text::DropDone { key: &name },
        ),
    };
    let (done, back) = (done.html(scene.language), AdminTap::Section(AdminSection::Dead));
    act(scene, Act { action, deed, subject: name.clone(), change, reason: why, done, back })
}

fn dead(scene: &Scene<'_>, lines: &[DeadLine], total: u32) -> Step {
    let (language, offers) = (scene.language, &scene.prices.offers);
    let shown = &lines[..lines.len().min(SHOWN)];
    let line = |one: &DeadLine| {
        let (key, at) = (one.key.to_string(), moment(language, offers, &one.at));
        let problem = one_line(&one.problem, BRIEF);
        Text::DeadLine { key: &key, at: &at, problem: &problem }.html(language)
    };
    let words = match total {
        0 => Text::DeadNone.html(language),
        total => {
            let count = usize::try_from(total).unwrap_or(usize::MAX);
            let heading = Text::Dead { count }.html(language);
            heading.then(&Html::lines(shown.iter().map(line)))
        }
    };
    let button =
        |one: &DeadLine| Button::new(one.key.to_string(), Tap::Admin(AdminTap::Dead(one.key)));
    let rows = shown.chunks(3).map(|some| some.iter().map(button).collect::<Vec<_>>());
    let screen = rows.fold(Screen::bare(words), Screen::row);
    scene.stay().show(inward(scene, screen, AdminTap::Menu))
}

fn dead_one(scene: &Scene<'_>, found: Option<&DeadLine>) -> Step {
    let (language, back) = (scene.language, AdminTap::Section(AdminSection::Dead));
    let Some(one) = found else {
        let words = Text::DeadGone.html(language);
        return scene.stay().show(inward(scene, Screen::bare(words), back));
    };
    let words = Text::DeadOne {
        key: &one.key.to_string(),
        person: &one.person.to_string(),
        at: &moment(language, &scene.prices.offers, &one.at),
        tries: usize::try_from(one.tries).unwrap_or(usize::MAX),
        reference: one.reference.as_deref().unwrap_or("-"),
        problem: &one_line(&one.problem, WHOLE),
    }
    .html(language);
    let button = |label: Label, tap| Button::new(label.words(language), Tap::Admin(tap));
    let screen = match &one.end {
        Some(end) => Screen::bare(words.then(&Text::DeadEnded { end }.html(language))),
        None => Screen::bare(words).row([
            button(Label::Retry, AdminTap::Retry(one.key)),
            button(Label::Drop, AdminTap::Drop(one.key)).danger(),
        ]),
    };
    scene.stay().show(inward(scene, screen, back))
}

/// The section of what is closed.
pub(super) fn on_closures<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithDesk(DeskLook::Closures(Box::new(|lines| closures(scene, lines))))
}

/// What is closed and has this mark is opened.
pub(super) fn on_open<'a>(scene: &'a Scene<'a>, mark: Mark) -> Reply<'a> {
    let open = move |lines: &Vec<ClosureLine>| {
        let back = AdminTap::Section(AdminSection::Closures);
        let found = lines.iter().find(|one| Mark::of_words(&one.subject) == mark);
        let Some(one) = found else {
            let words = Text::ClosureGone.html(scene.language);
            return scene.stay().show(inward(scene, Screen::bare(words), back));
        };
        let (action, subject) = (AdminAction::ClosuresOpen, one.subject.clone());
        let done = Text::ClosureDone { subject: &one_line(&subject, BRIEF) }.html(scene.language);
        let (deed, change) = (Deed::Open(subject.clone()), ("closed", "open"));
        act(scene, Act { action, deed, subject, change, reason: "", done, back })
    };
    Reply::WithDesk(DeskLook::Closures(Box::new(open)))
}

fn closures(scene: &Scene<'_>, lines: &[ClosureLine]) -> Step {
    let language = scene.language;
    let shown = &lines[..lines.len().min(FEW)];
    let line = |one: &ClosureLine| {
        Text::Closure {
            subject: &one_line(&one.subject, BRIEF),
            cause: &one.cause,
            by: &one_line(&one.by, WORD),
            until: one.until.as_deref().unwrap_or("-"),
            note: &one_line(&one.note, WORD),
        }
        .html(language)
    };
    let words = match shown.is_empty() {
        true => Text::ClosuresNone.html(language),
        false => Text::Closures.html(language).then(&Html::lines(shown.iter().map(line))),
    };
    let screen = shown.iter().fold(Screen::bare(words), |screen, one| {
        let name = format!("{} {}", Label::Open.words(language), one.subject);
        let tap = AdminTap::Open(Mark::of_words(&one.subject));
        screen.row([Button::new(one_line(&name, 32), Tap::Admin(tap))])
    });
    scene.stay().show(inward(scene, screen, AdminTap::Menu))
}

/// The section of what the books differ in.
pub(super) fn on_differences<'a>(scene: &'a Scene<'a>) -> Reply<'a> {
    Reply::WithDesk(DeskLook::Differences(Box::new(|rows| differences(scene, rows))))
}

/// An admin typed which difference is taken over, and why.
pub(super) fn on_resolve(scene: &Scene<'_>, words: &str) -> Step {
    let (id, why) = split(words);
    let number = id.trim_start_matches('#').parse::<i64>().ok().filter(|id| *id > 0);
    match (number, why) {
        (Some(id), why) if !why.is_empty() => resolve(scene, id, why),
        _ => said(scene, Text::ResolveForm.html(scene.language)),
    }
}

/// A difference is taken over.
pub(super) fn resolve(scene: &Scene<'_>, id: i64, why: &str) -> Step {
    let subject = format!("#{id}");
    let done = Text::ResolveDone { id: &id.to_string() }.html(scene.language);
    let (action, deed) = (AdminAction::BooksResolve, Deed::Resolve(id));
    let back = AdminTap::Section(AdminSection::Differences);
    let change = ("open", "resolved");
    act(scene, Act { action, deed, subject, change, reason: why, done, back })
}

fn differences(scene: &Scene<'_>, rows: &[DifferenceRow]) -> Step {
    let language = scene.language;
    let shown = &rows[..rows.len().min(FEW)];
    let line = |one: &DifferenceRow| {
        Text::Difference {
            id: &one.id.to_string(),
            kind: &one.kind,
            subject: &one_line(&one.subject, BRIEF),
            details: &one_line(&one.details, BRIEF),
            since: &one.since,
        }
        .html(language)
    };
    let words = match shown.is_empty() {
        true => Text::DifferencesNone.html(language),
        false => Text::Differences.html(language).then(&Html::lines(shown.iter().map(line))),
    };
    let screen = shown.iter().fold(Screen::bare(words), |screen, one| {
        let name = format!("{} #{}", Label::Resolve.words(language), one.id);
        screen.row([Button::new(name, Tap::Admin(AdminTap::Resolve(one.id)))])
    });
    scene.stay().show(inward(scene, screen, AdminTap::Menu))
}
