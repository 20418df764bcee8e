//! Files out of the blue: what can be made of them.
//!
//! ```text
//! a photo, a video, a recording  ->  the models that begin with such a file   (the files are kept)
//! the next file of the album     ->  it joins the others; the last message changes
//! a caption                      ->  kept as the words of the order
//! a sticker, an odd file         ->  "I cannot work with it"; its caption is offered like a text
//! more than 20 MB                ->  the limit and a way round it
//! ```

use domain::catalogue::MediaKind as FileKind;

use super::{Text, around, offer as offer_words};
use crate::conversations::order::{Place, is_too_heavy, kind_of, offers, picked};
use crate::draft::Picked;
use crate::event::{MediaKind, Sent};
use crate::facts::Reply;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::state::{Mark, Prompt, State};
use crate::step::Step;
use crate::tap::Tap;
use crate::texts::OrderText;

/// How many files are kept: more than an album has, as many as the most patient model takes.
const MOST_FILES: usize = 16;

/// The person sent a file.
pub(crate) fn on_media<'a>(scene: &'a Scene<'a>, sent: &'a Sent) -> Reply<'a> {
    let caption = sent.caption.as_deref().and_then(Prompt::from_person);
    let Some(kind) = kind_of(sent) else { return Reply::Now(odd(scene, sent, caption)) };
    if is_too_heavy(sent) {
        let words = OrderText::TooHeavyForTelegram.html(scene.language);
        return Reply::Now(scene.stay().say(Screen::bare(words).homeward(scene.language)));
    }
    let file = picked(sent, kind);
    let (files, caption, place) = match &scene.state {
        State::OfferedFiles(files, old) if belongs(files, &file) => {
            let mut files = files.clone();
            files.push(file);
            files.truncate(MOST_FILES);
            (files, old.clone().or(caption), Place::Last)
        }
        _ => (vec![file], caption, Place::New),
    };
    Reply::ordering(scene, move |scene| {
        let screen = offer(scene, &files, caption.as_ref());
        place.put(Step::to(State::OfferedFiles(files, caption)), screen)
    })
}

/// Whether a file is the next one of an album.
fn belongs(files: &[Picked], file: &Picked) -> bool {
    let is_next = |last: &Picked| last.album == file.album && last.kind == file.kind;
    file.album.is_some() && files.last().is_some_and(is_next)
}

/// What can be made of some files.
pub(super) fn offer(scene: &OrderScene<'_>, files: &[Picked], caption: Option<&Prompt>) -> Screen {
    let language = scene.language;
    let mark = Mark::of_files(files);
    let kind = files.first().map_or(FileKind::Image, |file| file.kind);
    let found = offers::for_files(scene, kind);
    let head = if found.is_empty() {
        OrderText::FilesNoModel
    } else {
        OrderText::FilesOffered { kind: kind.word(), count: files.len() }
    };
    let mut page = head.html(language);
    if let Some(caption) = caption {
        let so_far = page.clone();
        page = around(caption, |quote| {
            so_far.clone().then(&OrderText::FilesCaption { quote }.html(language))
        });
    }
    let button = |offer: &offers::Offer<'_>| {
        let tap = Tap::Use(offer.model.key.clone(), mark);
        [Button::new(offer.label(scene), tap)]
    };
    found.iter().map(button).fold(Screen::bare(page), Screen::row).homeward(language)
}

/// A file that no model can use.
fn odd(scene: &Scene<'_>, sent: &Sent, caption: Option<Prompt>) -> Step {
    let kind = word_for(sent.kind);
    match caption {
        None => {
            let words = Text::SentMedia { kind }.html(scene.language);
            scene.stay().say(Screen::bare(words).homeward(scene.language))
        }
        Some(prompt) => {
            let words =
                around(&prompt, |quote| Text::OfferedCaption { kind, quote }.html(scene.language));
            let screen = offer_words(scene.language, words, &prompt);
            Step::to(State::OfferedPrompt(prompt)).say(screen)
        }
    }
}

/// The word by which the texts tell the files apart that no model can use.
const fn word_for(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Sticker => "sticker",
        MediaKind::Photo
        | MediaKind::Video
        | MediaKind::Animation
        | MediaKind::VideoNote
        | MediaKind::Audio
        | MediaKind::Voice
        | MediaKind::Document => "file",
    }
}

#[cfg(test)]
mod tests;
