//! A question to people: written here, passed on to who runs the bot.
//!
//! ```text
//! /paysupport, [A question about a payment]  ->  "Write what happened" [Back] [Main menu]
//! words, a photo, a file                     ->  "Passed on" [Write more] [Main menu]
//! the rest of an album                       ->  passed on without a word
//! a sticker, a place                         ->  "I can pass on words, photos ..."; it still waits
//! five without an answer                     ->  "Nobody has answered yet, please wait" [Main menu]
//! ```
//!
//! The one state of this conversation is [`State::AskingSupport`]; it ends with the message, with a button or with
//! a command. On failure: without anybody who could answer the page with the contact is shown instead.

use super::{Label, Text};
use crate::event::{MediaKind, Sent};
use crate::facts::Reply;
use crate::html::clean;
use crate::scene::Scene;
use crate::screen::{Button, Screen};
use crate::state::State;
use crate::step::{Effect, Passed, Step};
use crate::tap::Tap;

/// So many messages may wait for an answer.
const MOST: u32 = 5;

/// The longest text that is passed on, in characters.
const MAX_WORDS: usize = 4096;

/// Asks the person to write.
pub(super) fn ask(scene: &Scene<'_>) -> Step {
    let screen = Screen::bare(Text::Write.html(scene.language));
    Step::to(State::AskingSupport(None)).show(screen.backward(scene.language, Tap::Support))
}

/// The person wrote.
pub(crate) fn on_words<'a>(scene: &'a Scene<'a>, text: &str) -> Reply<'a> {
    pass_on(scene, passed(text, None), None)
}

/// The person sent a file, perhaps one of several.
pub(crate) fn on_file<'a>(scene: &'a Scene<'a>, sent: &Sent) -> Reply<'a> {
    let passed = passed_file(sent);
    pass_on(scene, passed, sent.album.clone())
}

fn pass_on<'a>(scene: &'a Scene<'a>, passed: Option<Passed>, album: Option<String>) -> Reply<'a> {
    let Some(passed) = passed else { return Reply::Now(on_kind(scene)) };
    let is_more = matches!(&scene.state, State::AskingSupport(Some(_)));
    let next = album.map_or(State::Menu, |album| State::AskingSupport(Some(album)));
    Reply::WithUnanswered(Box::new(move |unanswered| {
        let step = Step::to(next);
        match (*unanswered < MOST, is_more) {
            (true, true) => step.and(Effect::AskSupport(passed)),
            (true, false) => step.and(Effect::AskSupport(passed)).say(sent(scene)),
            (false, true) => step,
            (false, false) => Step::to(State::Menu).say(full(scene, *unanswered)),
        }
    }))
}

/// The person sent something that cannot be passed on: it still waits.
pub(crate) fn on_kind(scene: &Scene<'_>) -> Step {
    let words = Text::Kind.html(scene.language);
    Step::to(State::AskingSupport(None)).say(Screen::bare(words).homeward(scene.language))
}

/// The button that leads here.
pub(super) fn button(scene: &Scene<'_>) -> Button {
    Button::new(Label::Write.words(scene.language), Tap::PaySupport)
}

fn sent(scene: &Scene<'_>) -> Screen {
    let more = Button::new(Label::Reply.words(scene.language), Tap::PaySupport);
    Screen::bare(Text::Sent.html(scene.language)).row([more]).homeward(scene.language)
}

fn full(scene: &Scene<'_>, unanswered: u32) -> Screen {
    let count = usize::try_from(unanswered).unwrap_or(usize::MAX);
    Screen::bare(Text::Full { count }.html(scene.language)).homeward(scene.language)
}

/// A file with what stands below it, if it can be passed on.
pub(super) fn passed_file(sent: &Sent) -> Option<Passed> {
    passed(sent.caption.as_deref().unwrap_or_default(), Some((sent.kind, sent.file.clone())))
}

/// Words and a file as they are passed on; none if there is nothing to pass on.
pub(super) fn passed(words: &str, file: Option<(MediaKind, String)>) -> Option<Passed> {
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
