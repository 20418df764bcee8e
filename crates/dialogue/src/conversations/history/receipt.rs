//! The receipt of a generation: what was ordered, every value of it, what it cost, what came back.
//!
//! ```text
//! "Z-Image" "delivered"
//! "> a cat on the moon" "Format: 1:1"
//! "Price: 1 ⭐ · 0.64 ₽" "Paid: 1 ⭐ · 0.64 ₽"
//! "Ordered: 15.11 14:02 MSK" "Ended: 15.11 14:03 MSK" "Reference: #17"
//! ```
//!
//! What we send along without asking is not on it. A model that the catalogue no longer has is named by
//! its key, and its values by the names that were kept.

use domain::catalogue::{Form, Model, Output, Value};
use domain::generation::{Brief, Failure};

use super::actions::model as model_of;
use super::{price, standing, title, vary};
use crate::conversations::order::names;
use crate::conversations::shop::cut;
use crate::facts::{GenerationRecord, GenerationStatus};
use crate::html::{Html, MESSAGE_UNITS};
use crate::moments::moment;
use crate::scene::{OrderScene, Scene};
use crate::screen::{Button, Screen};
use crate::tap::{GenerationAction, JobTap, Tap};
use crate::texts::{GenerationLabel, GenerationText};

/// The longest value on a line of its own; the words themselves are quoted and may be longer.
const MAX_VALUE: usize = 120;

/// Lines of values; more inputs than that no model has.
const MAX_LINES: usize = 24;

/// The receipt, with what can be done about the generation.
pub(super) fn screen(scene: &OrderScene<'_>, generation: &GenerationRecord) -> Screen {
    let screen = Screen::bare(words(scene, generation));
    let rows = buttons(scene, generation).into_iter().filter(|row| !row.is_empty());
    rows.fold(screen, Screen::row).backward(scene.language, Tap::Past(0))
}

fn words(scene: &Scene<'_>, generation: &GenerationRecord) -> Html {
    let title = title(scene, generation);
    let standing = standing(generation.status).words(scene.language);
    let (money, times) = (money(scene, generation), times(scene, generation));
    let around = |order: &Html| {
        GenerationText::Receipt {
            title: &title,
            standing: &standing,
            order,
            money: &money,
            times: &times,
            reference: &generation.number.to_string(),
        }
        .html(scene.language)
    };
    let room = MESSAGE_UNITS.saturating_sub(around(&Html::default()).units());
    around(&ordered(scene, generation, room))
}

/// What was ordered, within so many units.
fn ordered(scene: &Scene<'_>, generation: &GenerationRecord, room: usize) -> Html {
    let brief = Brief::from_text(&generation.brief).unwrap_or_default();
    let model = model_of(scene, generation);
    let quoted = model.and_then(|model| first_text(model, &brief));
    let value = |(name, value): &(String, Value)| {
        let is_shown = model.is_none_or(|model| is_asked(model, name));
        (is_shown && quoted.is_none_or(|(first, _)| first != name)).then(|| {
            let value = cut(&names::of_value(scene.language, name, value), MAX_VALUE);
            let name = names::of_input(scene.language, name);
            GenerationText::ReceiptValue { name: &name, value: &value }.html(scene.language)
        })
    };
    let files = |(name, files): &(String, Vec<_>)| {
        let (name, count) = (names::of_input(scene.language, name), files.len());
        GenerationText::ReceiptFiles { name: &name, count }.html(scene.language)
    };
    let lines = brief.values.iter().filter_map(value).chain(brief.files.iter().map(files));
    let lines: Vec<Html> = lines.take(MAX_LINES).collect();
    let is_bare = lines.is_empty();
    let lines = Html::lines(lines);
    match quoted {
        // A line break stands between the quotation and the lines.
        Some((_, words)) if is_bare => Html::quoted(words, room),
        Some((_, words)) => {
            let left = room.saturating_sub(lines.units() + 1);
            Html::lines([Html::quoted(words, left), lines])
        }
        None if is_bare => GenerationText::ReceiptNoValues.html(scene.language),
        None => lines,
    }
}

/// The first text of a brief, with the name of its input.
fn first_text<'a>(model: &Model, brief: &'a Brief) -> Option<(&'a str, &'a str)> {
    let words = brief.words(model).filter(|words| !words.trim().is_empty())?;
    let is_it = |value: &Value| matches!(value, Value::Text(text) if text == words);
    let (name, _) = brief.values.iter().find(|(_, value)| is_it(value))?;
    Some((name, words))
}

/// Whether people are asked for an input.
fn is_asked(model: &Model, name: &str) -> bool {
    let asked =
        |input: &domain::catalogue::Input| input.shown && !matches!(input.form, Form::Fixed(_));
    model.input(name).is_none_or(asked)
}

/// What it cost and where the money is.
fn money(scene: &Scene<'_>, generation: &GenerationRecord) -> Html {
    let price = &price(scene, generation);
    let named = if generation.is_free {
        GenerationText::ReceiptFree
    } else {
        GenerationText::ReceiptPrice { price }
    };
    let moved = match (generation.status, generation.is_free) {
        (
            GenerationStatus::Waiting | GenerationStatus::Working | GenerationStatus::Arriving,
            false,
        ) => GenerationText::ReceiptHeld { price },
        (
            GenerationStatus::Waiting | GenerationStatus::Working | GenerationStatus::Arriving,
            true,
        ) => GenerationText::ReceiptHeldFree,
        (GenerationStatus::Delivered, false) => GenerationText::ReceiptPaid { price },
        // What was made and could not be brought is a try that was used.
        (GenerationStatus::Delivered | GenerationStatus::Failed(Failure::Undelivered), true) => {
            GenerationText::ReceiptPaidFree
        }
        (GenerationStatus::Failed(_) | GenerationStatus::Cancelled, false) => {
            GenerationText::ReceiptReturned { price }
        }
        (GenerationStatus::Failed(_) | GenerationStatus::Cancelled, true) => {
            GenerationText::ReceiptReturnedFree
        }
    };
    Html::lines([named.html(scene.language), moved.html(scene.language)])
}

fn times(scene: &Scene<'_>, generation: &GenerationRecord) -> Html {
    let at = |at: &str| moment(scene.language, &scene.prices.offers, at);
    let ordered = GenerationText::ReceiptOrdered { at: &at(&generation.at) }.html(scene.language);
    let ended = generation.ended.as_deref();
    let ended = ended.map(|end| GenerationText::ReceiptEnded { at: &at(end) }.html(scene.language));
    Html::lines(std::iter::once(ordered).chain(ended))
}

/// What can be done, by how it stands.
fn buttons(scene: &OrderScene<'_>, generation: &GenerationRecord) -> Vec<Vec<Button>> {
    let button = |label: GenerationLabel, action| {
        Button::new(label.words(scene.language), Tap::Generation(generation.id, action))
    };
    let model = model_of(scene, generation).filter(|model| model.on);
    let again = || match model {
        Some(_) => vec![button(GenerationLabel::Again, GenerationAction::Again)],
        None => Vec::new(),
    };
    match generation.status {
        GenerationStatus::Waiting => {
            let recall = Tap::Job(JobTap::Recall(generation.id));
            vec![vec![Button::new(GenerationLabel::Cancel.words(scene.language), recall).danger()]]
        }
        GenerationStatus::Working | GenerationStatus::Arriving => Vec::new(),
        GenerationStatus::Failed(_) | GenerationStatus::Cancelled => vec![again()],
        GenerationStatus::Delivered => {
            let mut rows = Vec::new();
            let output = model_of(scene, generation).map(|model| model.output);
            if generation.files > 0 {
                let mut row = vec![button(GenerationLabel::Resend, GenerationAction::Resend)];
                if matches!(output, Some(Output::Image | Output::Video)) {
                    row.push(button(GenerationLabel::File, GenerationAction::File));
                }
                rows.push(row);
            }
            if let Some(model) = model {
                let brief = Brief::from_text(&generation.brief).unwrap_or_default();
                let price = vary::price(&scene.prices, scene.facts, model, &brief);
                let offers = &scene.prices.offers;
                let vary = price.map_or_else(
                    || button(GenerationLabel::Vary, GenerationAction::Vary),
                    |price| vary::button(scene.language, offers, generation.id, price),
                );
                rows.push([vary].into_iter().chain(again()).collect());
                if super::words(scene, generation).is_some() {
                    rows.push(vec![button(GenerationLabel::Reword, GenerationAction::Reword)]);
                }
            }
            if super::actions::picture(generation).is_some() {
                rows.push(vec![
                    button(GenerationLabel::Upscale, GenerationAction::Upscale),
                    button(GenerationLabel::Animate, GenerationAction::Animate),
                ]);
            }
            rows
        }
    }
}
