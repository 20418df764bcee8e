//! Which model takes what another one could not make.

use domain::Money;
use domain::catalogue::{Kind, MediaKind, Model, ModelKey, Value};
use domain::generation::{Brief, FileRef};

use super::{answers, next_best};
use crate::draft::Given;
use crate::example::{facts, prices};
use crate::scene::PriceList;

fn model<'a>(prices: &'a PriceList, key: &str) -> &'a Model {
    prices.catalogue.model(&ModelKey::new(key).unwrap()).unwrap()
}

fn file(kind: MediaKind) -> FileRef {
    FileRef {
        file: "AgAD".to_owned(),
        kind,
        mime: Some("image/jpeg".to_owned()),
        bytes: Some(1_000),
        milliseconds: None,
        pixels: Some((640, 480)),
    }
}

#[test]
fn a_picture_and_its_words_come_along_whatever_their_inputs_are_called() {
    let prices = prices();
    let words = ("prompt".to_owned(), Value::Text("a hat".to_owned()));
    let files = vec![("image_urls".to_owned(), vec![file(MediaKind::Image)])];
    let brief = Brief { values: vec![words], files };
    let failed = model(&prices, "nano-banana-edit");

    let (key, price) = next_best(&prices, &facts(10_000), failed, &brief, Money::new(300)).unwrap();

    let other = model(&prices, key.as_str());
    assert_eq!(other.kind, Kind::ImageEdit);
    assert!(price > Money::ZERO);
    let answers = answers(&prices, &facts(10_000), failed, other, &brief).unwrap();
    let pictures = answers
        .iter()
        .filter(|(_, given)| matches!(given, Given::Files(files) if files.len() == 1));
    assert_eq!(pictures.count(), 1, "{answers:?}");
    assert!(
        answers.iter().any(|(_, given)| *given == Given::Value(Value::Text("a hat".to_owned())))
    );
}

#[test]
fn a_model_that_has_no_place_for_a_file_is_not_offered() {
    let prices = prices();
    let files = vec![("image_urls".to_owned(), vec![file(MediaKind::Image); 99])];
    let brief = Brief { values: Vec::new(), files };
    let failed = model(&prices, "nano-banana-edit");

    assert_eq!(next_best(&prices, &facts(10_000), failed, &brief, Money::ZERO), None);
}

#[test]
fn every_model_that_takes_words_alone_has_a_next_best_one_or_is_the_only_one() {
    let prices = prices();
    let brief = |model: &Model| {
        let input = crate::conversations::order::first_text(model)?;
        let words = (input.name.clone(), Value::Text("a cat in the rain".to_owned()));
        Some(Brief { values: vec![words], files: Vec::new() })
    };
    let kinds = [Kind::TextToImage, Kind::TextToVideo];
    let models = prices.catalogue.models().iter().filter(|model| model.on);
    let mut found = 0;
    for failed in models.filter(|model| kinds.contains(&model.kind)) {
        let brief = brief(failed).unwrap();
        let best = next_best(&prices, &facts(10_000), failed, &brief, Money::new(500));
        let (key, _) = best.unwrap_or_else(|| panic!("nothing in place of {}", failed.key));
        assert_ne!(key, failed.key);
        found += 1;
    }
    assert!(found > 10, "{found}");
}
