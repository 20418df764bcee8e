//! A question to people: written here, passed on to who runs the bot.
//!
//! ```text
//! /support, /paysupport      ->  "Write what happened" [Back] [Main menu]
//! words, a photo, a file     ->  "Passed on" [Write more] [Main menu]
//! a reply to an answer       ->  the same, in its conversation
//! the rest of an album       ->  passed on without a word
//! a sticker, a place         ->  "I can pass on words, photos ..."; it still waits
//! five without an answer     ->  "Nobody has answered yet, please wait" [Main menu]
//! ```
//!
//! The one state of this conversation is [`Talk::Support`]; it ends with the message, with a button or with
//! a command. On failure: without anybody who could answer the page with the contact is shown instead.

use domain::SupportTopic;

use super::{Label, Text, contact, tap_of, with_contact};
use crate::commands::Spoken;
use crate::event::{Action, MediaKind, Sent};
use crate::facts::{Reply, SupportCase};
use crate::html::clean;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::{State, Talk};
use crate::step::{Effect, Passed, Step};
use crate::tap::Tap;

/// So many messages may wait for an answer.
const MOST: u32 = 5;

/// The longest text that is passed on, in characters.
const MAX_WORDS: usize = 4096;

/// Asks the person to write.
pub(super) fn ask(scene: &Scene<'_>, topic: SupportTopic) -> Step {
    let (language, contact) = (scene.language, contact(scene));
    let (words, back) = match topic {
        SupportTopic::Payment => (Text::Write, Tap::Support),
        SupportTopic::General => (Text::General, Tap::Help),
    };
    let words = words.html(language);
    let words = match contact.as_deref() {
        Some(contact) => words.then(&Text::Contact { contact }.html(language)),
        None => words,
    };
    let screen = with_contact(scene, Screen::bare(words), contact.as_deref());
    let screen = match topic {
        SupportTopic::Payment => screen,
        SupportTopic::General => {
            screen.row([Button::new(Label::Write.words(language), Tap::PaySupport)])
        }
    };
    Step::to(waiting(topic)).show(screen.backward(language, back))
}

/// The person wrote; after the first file of an album it goes on in silence.
pub(crate) fn on_words<'a>(
    scene: &'a Scene<'a>,
    topic: SupportTopic,
    is_more: bool,
    text: &str,
) -> Reply<'a> {
    match passed(text, None) {
        Some(passed) => pass_on(scene, topic, passed, State::Menu, is_more),
        None => Reply::Now(on_kind(scene, topic)),
    }
}

/// The person sent a file, perhaps one of several.
pub(crate) fn on_file<'a>(
    scene: &'a Scene<'a>,
    topic: SupportTopic,
    is_more: bool,
    sent: &Sent,
) -> Reply<'a> {
    let Some(passed) = passed_file(sent) else { return Reply::Now(on_kind(scene, topic)) };
    let album = sent.album.clone();
    let next = album.map_or(State::Menu, |album| State::Talking(Talk::Support(topic, Some(album))));
    pass_on(scene, topic, passed, next, is_more)
}

/// The person replied to an answer: what they are at stays as it is.
pub(super) fn on_reply<'a>(scene: &'a Scene<'a>, case: &SupportCase) -> Option<Reply<'a>> {
    if case.person != Some(scene.event.person.id) || !scene.bot.has_admins {
        return None;
    }
    let passed = match &scene.event.action {
        Action::Said(text) if Spoken::parse(text).is_some() => return None,
        Action::Said(text) | Action::SentText(text) => passed(text, None),
        Action::SentMedia(sent) => passed_file(sent),
        Action::Other | Action::Tapped { .. } | Action::Blocked | Action::Returned => return None,
    };
    let next = match &scene.state {
        State::Talking(_) => State::Menu,
        other => other.clone(),
    };
    Some(match passed {
        Some(passed) => pass_on(scene, case.topic, passed, next, false),
        None => Reply::Now(on_kind(scene, case.topic)),
    })
}

fn pass_on<'a>(
    scene: &'a Scene<'a>,
    topic: SupportTopic,
    passed: Passed,
    next: State,
    is_more: bool,
) -> Reply<'a> {
    Reply::WithUnanswered(Box::new(move |unanswered| {
        let ask = Effect::AskSupport(topic, passed);
        match (*unanswered < MOST, is_more) {
            (true, true) => Step::to(next).and(ask),
            (true, false) => Step::to(next).and(ask).say(sent(scene, topic)),
            (false, true) => Step::to(next),
            (false, false) => Step::to(closed(next)).say(full(scene, *unanswered)),
        }
    }))
}

/// Of an album nothing more is waited for once its first file was turned away.
fn closed(next: State) -> State {
    match next {
        State::Talking(_) => State::Menu,
        other => other,
    }
}

/// The person sent something that cannot be passed on: it still waits.
pub(crate) fn on_kind(scene: &Scene<'_>, topic: SupportTopic) -> Step {
    let words = Text::Kind.html(scene.language);
    Step::to(waiting(topic)).say(Screen::bare(words).homeward(scene.language))
}

const fn waiting(topic: SupportTopic) -> State {
    State::Talking(Talk::Support(topic, None))
}

fn sent(scene: &Scene<'_>, topic: SupportTopic) -> Screen {
    let more = Button::new(Label::Reply.words(scene.language), tap_of(topic));
    Screen::bare(Text::Sent.html(scene.language)).row([more]).homeward(scene.language)
}

fn full(scene: &Scene<'_>, unanswered: u32) -> Screen {
    let count = usize::try_from(unanswered).unwrap_or(usize::MAX);
    Screen::bare(Text::Full { count }.html(scene.language)).homeward(scene.language)
}

/// A file with what stands below it, if it can be passed on.
pub(crate) fn passed_file(sent: &Sent) -> Option<Passed> {
    passed(sent.caption.as_deref().unwrap_or_default(), Some((sent.kind, sent.file.clone())))
}

/// Words and a file as they are passed on; none if there is nothing to pass on.
pub(crate) fn passed(words: &str, file: Option<(MediaKind, String)>) -> Option<Passed> {
    let words: String = clean(words).take(MAX_WORDS).collect();
    let words = words.trim().to_owned();
    let can_be_passed = |kind: MediaKind| match kind {
        MediaKind::Photo
        | MediaKind::Video
        | MediaKind::Audio
        | MediaKind::Voice
        | MediaKind::Document => true,
        MediaKind::Animation | MediaKind::VideoNote | MediaKind::Sticker => false,
    };
    match file {
        Some((kind, _)) if !can_be_passed(kind) => None,
        Some(file) => Some(Passed { words, file: Some(file) }),
        None => (!words.is_empty()).then_some(Passed { words, file: None }),
    }
}
