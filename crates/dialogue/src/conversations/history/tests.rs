//! The history, its receipts and what can be done about a generation, in both languages.

mod actions;
mod receipts;
mod varying;

use domain::catalogue::{MediaKind, ModelKey, Value};
use domain::generation::{Brief, Failure, FileRef};
use domain::{GenerationId, Language, Money};

use crate::draft::Given;
use crate::example::{Somebody, text_of};
use crate::facts::{GenerationRecord, GenerationStatus};
use crate::state::State;
use crate::step::{Effect, Step};
use crate::tap::{GenerationAction, Tap};

const ALL: [GenerationStatus; 6] = [
    GenerationStatus::Waiting,
    GenerationStatus::Working,
    GenerationStatus::Arriving,
    GenerationStatus::Delivered,
    GenerationStatus::Failed(Failure::Provider),
    GenerationStatus::Cancelled,
];

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn record(status: GenerationStatus) -> GenerationRecord {
    let values = [("prompt", text("a cat on the moon")), ("aspect_ratio", text("16:9"))];
    let values = values.map(|(name, value)| (name.to_owned(), value)).to_vec();
    GenerationRecord {
        id: GenerationId::new(17),
        number: 4,
        model: "z-image".to_owned(),
        brief: Brief { values, files: Vec::new() }.to_text(),
        price: Money::new(64),
        is_free: false,
        status,
        at: "15.11 14:02".to_owned(),
        ended: Some("15.11 14:03".to_owned()),
        files: 1,
        file_ids: vec![(MediaKind::Image, "AgAD1".to_owned())],
    }
}

/// An order with a picture to edit.
fn edit(status: GenerationStatus) -> GenerationRecord {
    let file = FileRef {
        file: "AgAD2".to_owned(),
        kind: MediaKind::Image,
        mime: Some("image/png".to_owned()),
        bytes: Some(1_000),
        milliseconds: None,
        pixels: None,
    };
    let brief = Brief {
        values: vec![("prompt".to_owned(), text("a hat"))],
        files: vec![("image_urls".to_owned(), vec![file])],
    };
    GenerationRecord {
        model: "nano-banana-edit".to_owned(),
        brief: brief.to_text(),
        ..record(status)
    }
}

fn with(language: Language, generation: GenerationRecord) -> Somebody {
    Somebody { generation: Some(generation), ..Somebody::new(language) }
}

fn tap(action: GenerationAction) -> Tap {
    Tap::Generation(GenerationId::new(17), action)
}

fn words(step: &Step) -> String {
    text_of(step).replace('\u{A0}', " ")
}

/// What the order that begins has been given.
#[track_caller]
fn given(step: &Step) -> (&ModelKey, &[(String, Given)]) {
    assert!(matches!(step.effects[..], [Effect::Say(_)]), "{step:?}");
    let State::Ordering(draft) = &step.state else { panic!("no order: {step:?}") };
    (&draft.model, &draft.answers)
}
