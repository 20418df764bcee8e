//! What a button of a generation does.
//!
//! An order that begins anew takes the answers of the old one, as far as they can still be used: a
//! file that the price is measured by is asked for again if nobody knows its measure or it is more than
//! the model takes, and so is one that could no longer be read.

use domain::catalogue::{Form, Kind, MediaKind, Model, ModelKey, Value};
use domain::generation::{Brief, Failure, FileRef};

use super::{receipt, say, vary};
use crate::conversations::order;
use crate::conversations::shop::{Assortment, PricedModel};
use crate::draft::{Given, Picked};
use crate::facts::{GenerationRecord, GenerationStatus};
use crate::scene::{OrderScene, Scene};
use crate::screen::Screen;
use crate::step::{Effect, Form as Shape, Step};
use crate::tap::{GenerationAction, Tap};
use crate::texts::GenerationText;

/// Does it.
pub(super) fn on_action(
    scene: &OrderScene<'_>,
    generation: &GenerationRecord,
    action: GenerationAction,
) -> Step {
    match action {
        GenerationAction::Receipt => scene.stay().say(receipt::screen(scene, generation)),
        GenerationAction::Again => again(scene, generation, |_, _| true),
        // A button of old, without a price: whoever taps it sees the price first.
        GenerationAction::Vary => again(scene, generation, |_, name| name != vary::SEED),
        GenerationAction::Reword => {
            again(scene, generation, |model, name| Some(name) != words_input(model))
        }
        GenerationAction::Upscale => further(scene, generation, Kind::Upscale),
        GenerationAction::Animate => further(scene, generation, Kind::ImageToVideo),
        GenerationAction::File => resend(scene, generation, Shape::File),
        GenerationAction::Resend => resend(scene, generation, Shape::Same),
        GenerationAction::Cancel => cancel(scene, generation),
    }
}

/// The model of a generation, if the catalogue still has it.
pub(super) fn model<'a>(scene: &'a Scene<'_>, generation: &GenerationRecord) -> Option<&'a Model> {
    scene.prices.catalogue.model(&ModelKey::new(&generation.model)?)
}

/// The first picture that came of it.
pub(super) fn picture(generation: &GenerationRecord) -> Option<&str> {
    let is_picture = |(kind, _): &&(MediaKind, String)| *kind == MediaKind::Image;
    generation.file_ids.iter().find(is_picture).map(|(_, file)| file.as_str())
}

/// The same order once more, but for the answers that are left out.
fn again(
    scene: &OrderScene<'_>,
    generation: &GenerationRecord,
    keeps: impl Fn(&Model, &str) -> bool,
) -> Step {
    let Some(model) = model(scene, generation).filter(|model| model.on) else {
        return gone(scene);
    };
    let brief = Brief::from_text(&generation.brief).unwrap_or_default();
    let mut answers = answers(model, &brief, generation.status);
    answers.retain(|(name, _)| keeps(model, name));
    order::begin_from(scene, model, answers)
}

/// The answers of an order that can be given again.
pub(super) fn answers(
    model: &Model,
    brief: &Brief,
    standing: GenerationStatus,
) -> Vec<(String, Given)> {
    let is_asked = |name: &str| {
        let input = model.input(name);
        input.is_some_and(|input| input.shown && !matches!(input.form, Form::Fixed(_)))
    };
    let will_do = |name: &str, files: &[FileRef]| {
        let is_too_much = standing == GenerationStatus::Failed(Failure::Oversized);
        !model.is_priced_by(name) || (!is_too_much && files.iter().all(FileRef::is_measured))
    };
    let values = brief.values.iter().filter(|(name, _)| is_asked(name));
    let values =
        values.map(|(name, value): &(String, Value)| (name.clone(), Given::Value(value.clone())));
    let are_readable = standing != GenerationStatus::Failed(Failure::FileGone);
    let files = brief.files.iter();
    let files =
        files.filter(|(name, files)| are_readable && is_asked(name) && will_do(name, files));
    let files = files
        .map(|(name, files)| (name.clone(), Given::Files(files.iter().map(Picked::of).collect())));
    values.chain(files).collect()
}

/// The input that takes the words of a person.
fn words_input(model: &Model) -> Option<&str> {
    let is_text = |input: &&domain::catalogue::Input| matches!(input.form, Form::Text { .. });
    model.inputs.iter().find(is_text).map(|input| input.name.as_str())
}

/// An order of another kind with the picture as its file.
fn further(scene: &OrderScene<'_>, generation: &GenerationRecord, kind: Kind) -> Step {
    let Some(file) = picture(generation) else {
        return say(scene, GenerationText::NoPicture.html(scene.language));
    };
    let entries = Assortment::new(&scene.prices, scene.facts).of_kind(kind);
    let fits = |entry: PricedModel<'_>| picture_input(entry.model).is_some() && !entry.is_closed;
    let Some(model) = entries.into_iter().find(|entry| fits(*entry)).map(|entry| entry.model)
    else {
        return gone(scene);
    };
    let Some(input) = picture_input(model) else { return gone(scene) };
    let picture = Picked {
        file: file.to_owned(),
        kind: MediaKind::Image,
        mime: None,
        bytes: None,
        milliseconds: None,
        pixels: None,
        album: None,
    };
    order::begin_from(scene, model, vec![(input.to_owned(), Given::Files(vec![picture]))])
}

/// The input of a model that wants one picture, if that is the only file it cannot be without.
fn picture_input(model: &Model) -> Option<&str> {
    let mut wanted = model.inputs.iter().filter_map(|input| match &input.form {
        Form::Media(media) if input.required => Some((input, media)),
        _ => None,
    });
    let (input, media) = wanted.next()?;
    let is_priced = model.is_priced_by(&input.name);
    let is_one = media.kind == MediaKind::Image && media.min_items <= 1 && !is_priced;
    (is_one && wanted.next().is_none()).then_some(input.name.as_str())
}

fn resend(scene: &OrderScene<'_>, generation: &GenerationRecord, shape: Shape) -> Step {
    if generation.status != GenerationStatus::Delivered || generation.files == 0 {
        return say(scene, GenerationText::NothingToSend.html(scene.language));
    }
    let words = match shape {
        Shape::Same => GenerationText::Sending,
        Shape::File => GenerationText::SendingFile,
    };
    say(scene, words.html(scene.language)).and(Effect::Resend(generation.id, shape))
}

/// Takes back what nobody has begun to make: its status message says that it is cancelled and what came back.
fn cancel(scene: &OrderScene<'_>, generation: &GenerationRecord) -> Step {
    let words = match (generation.status, generation.is_free) {
        (GenerationStatus::Waiting, _) => {
            return scene.stay().and(Effect::TakeBack(generation.id));
        }
        // The message with the button says so already, or is about to.
        (GenerationStatus::Cancelled, _) => return scene.stay(),
        (GenerationStatus::Working, false) => GenerationText::TooLate,
        (GenerationStatus::Working, true) => GenerationText::TooLateFree,
        (
            GenerationStatus::Arriving | GenerationStatus::Delivered | GenerationStatus::Failed(_),
            _,
        ) => GenerationText::Over,
    };
    say(scene, words.html(scene.language))
}

/// The same from a receipt, which then shows how it stands.
pub(super) fn recall(scene: &OrderScene<'_>, generation: &GenerationRecord) -> Step {
    if generation.status != GenerationStatus::Waiting {
        return scene.stay().show(receipt::screen(scene, generation));
    }
    let cancelled = GenerationRecord { status: GenerationStatus::Cancelled, ..generation.clone() };
    let step = scene.stay().and(Effect::TakeBack(generation.id));
    step.show(receipt::screen(scene, &cancelled))
}

/// That the model is gone, with a way to others.
pub(super) fn gone(scene: &OrderScene<'_>) -> Step {
    let best = crate::conversations::shop::best_button(scene.language);
    let words = GenerationText::ModelGone.html(scene.language);
    let screen = Screen::bare(words).row([best]).backward(scene.language, Tap::Past(0));
    scene.stay().say(screen)
}
