//! Files while an order is put together.
//!
//! ```text
//! a file that fits, one is wanted     ->  taken, the next input
//! a file that fits, several may come  ->  "3 of 8" [That is all (3)]
//! the next file of the same album     ->  the last message changes, no new one comes
//! a file nothing is made of here      ->  what can be made of it, with the words of the order
//! a file that does not fit            ->  what is wrong with it and what would do, the draft stays
//! a text file that nobody could read  ->  "Please paste the text"   (else it came as its words)
//! ```
//!
//! A caption becomes the words, if none were given yet. Where one file is wanted, the first of an album is
//! taken and the others are left, which is said.

use domain::catalogue::{Answer, Form, Input, Media, MediaKind, Model, Value};

use super::asking::{Place, ask, asked, is_asked, proceed, show_again};
use super::fit::{Misfit, fit, is_too_heavy, kind_of, picked};
use super::{first_text, guard};
use crate::conversations::prompt::instead_of_order;
use crate::draft::{Draft, Given, Picked};
use crate::event::Sent;
use crate::html::Html;
use crate::scene::{OrderScene, is_full_length};
use crate::state::Prompt;
use crate::step::Step;
use crate::texts::OrderText;

/// The person sent a file.
pub(super) fn on_file(scene: &OrderScene<'_>, model: &Model, draft: &Draft, sent: &Sent) -> Step {
    let language = scene.language;
    let draft = &Draft { is_open: false, ..draft.clone() };
    let is_of_album = draft.knows_album(sent.album.as_deref());
    let place = if is_of_album { Place::Last } else { Place::New };
    let again = |note: OrderText<'_>| show_again(scene, model, draft, place, note.html(language));
    let input = asked(model, draft);
    if sent.is_text() && input.is_none_or(|input| matches!(input.form, Form::Text { .. })) {
        return again(OrderText::TextFile);
    }
    if is_too_heavy(sent) {
        return again(OrderText::TooHeavyForTelegram);
    }
    let Some(kind) = kind_of(sent) else { return again(OrderText::OddFile) };
    let (input, media) = match input.and_then(takes_files) {
        Some(asked) => asked,
        // The rest of an album goes nowhere by itself: only where another file is asked for.
        None if is_of_album => return again(OrderText::FirstOfAlbum),
        None => match free_input(model, draft, kind) {
            Some(free) => free,
            None => return elsewhere(scene, model, draft, picked(sent, kind)),
        },
    };
    let file = picked(sent, kind);
    if let Err(misfit) = fit(model, input, media, &file) {
        let note = words(language, media, misfit);
        return ask(scene, model, draft.clone(), input, place, Some(note));
    }
    match added(draft.files_of(&input.name), media, file) {
        Ok(files) => {
            let mut draft = draft.clone();
            draft.answer(&input.name, Given::Files(files));
            caption_as_words(scene, model, &mut draft, sent.caption.as_deref());
            if media.max_items > 1 {
                ask(scene, model, draft, input, place, None)
            } else {
                proceed(scene, model, draft, place, None)
            }
        }
        Err(note) => ask(scene, model, draft.clone(), input, place, Some(note.html(language))),
    }
}

/// The order has no use for the file: what can be made of it is offered, and the words go along.
fn elsewhere(scene: &OrderScene<'_>, model: &Model, draft: &Draft, file: Picked) -> Step {
    let words = first_text(model).and_then(|input| draft.words(&input.name));
    instead_of_order(scene, file, words.and_then(Prompt::from_person))
}

/// The files of an input with one more, or why it is not taken.
fn added(
    before: &[Picked],
    media: &Media,
    file: Picked,
) -> Result<Vec<Picked>, OrderText<'static>> {
    let most = usize::try_from(media.max_items).unwrap_or(usize::MAX);
    if most > 1 {
        let is_full = before.len() >= most;
        return if is_full {
            Err(OrderText::Full { most })
        } else {
            Ok([before, &[file]].concat())
        };
    }
    let is_same_album = |old: &Picked| old.album.is_some() && old.album == file.album;
    // Another file takes the place of the one before, but not the next one of the same album.
    if before.iter().any(is_same_album) { Err(OrderText::FirstOfAlbum) } else { Ok(vec![file]) }
}

/// The input with what it takes, if that is files.
fn takes_files(input: &Input) -> Option<(&Input, &Media)> {
    match &input.form {
        Form::Media(media) => Some((input, media)),
        _ => None,
    }
}

/// The first input for files of a kind that has none yet.
fn free_input<'m>(
    model: &'m Model,
    draft: &Draft,
    kind: MediaKind,
) -> Option<(&'m Input, &'m Media)> {
    let mut inputs = model.inputs.iter().filter(|input| is_asked(input)).filter_map(takes_files);
    let is_free = |(input, media): &(&Input, &Media)| {
        media.kind == kind && draft.files_of(&input.name).is_empty()
    };
    inputs.find(is_free)
}

/// Takes a caption as the words of an order, if they are still missing and it will do.
fn caption_as_words(
    scene: &OrderScene<'_>,
    model: &Model,
    draft: &mut Draft,
    caption: Option<&str>,
) {
    let (Some(input), Some(prompt)) = (first_text(model), caption.and_then(Prompt::from_person))
    else {
        return;
    };
    let value = Value::Text(prompt.as_str().to_owned());
    let will_do = input.takes(&Answer::Value(value.clone())).is_ok();
    let is_missing = draft.words(&input.name).is_none();
    let is_refused = guard::refuses(scene, prompt.as_str());
    if will_do && is_missing && !is_refused && !is_full_length(prompt.as_str()) {
        draft.answer(&input.name, Given::Value(value));
    }
}

/// What is wrong with a file, and what would do.
pub(super) fn words(language: domain::Language, media: &Media, misfit: Misfit) -> Html {
    let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let formats = media.formats.iter().map(|format| format.to_uppercase()).collect::<Vec<_>>();
    let formats = formats.join(", ");
    match misfit {
        Misfit::TooHeavyForTelegram => OrderText::TooHeavyForTelegram,
        Misfit::TooHeavy(most) => OrderText::TooHeavy { most: number(most) },
        Misfit::OtherKind => OrderText::OtherKind { kind: media.kind.word() },
        Misfit::OtherFormat => OrderText::OtherFormat { formats: &formats },
        Misfit::TooLong(most) => OrderText::PlaysTooLong { most: number(most) },
        Misfit::TooLarge(most) => OrderText::TooLarge { most: number(most) },
        Misfit::Unmeasured => OrderText::Unmeasured,
    }
    .html(language)
}
