//! The catalogue that is part of the program, and a model that is added to it.

use super::{SAMPLE, built_in, model, sample};
use crate::catalogue::{
    Answer, BUILT_IN, Catalogue, Form, Input, Kind, Model, Stats, Upload, Value,
};
use crate::money::{Credits, Money};
use crate::offers::{Discount, Offers};

#[test]
fn the_built_in_catalogue_has_no_mistakes_and_no_price_below_cost() {
    let catalogue = built_in();
    let below = catalogue.below_cost(&Offers::built_in().unwrap());

    assert_eq!(below, []);
    assert!(model(&catalogue, "z-image").on);
}

#[test]
fn the_names_of_the_families_are_sorted_and_lead_to_their_files() {
    let names: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();

    assert!(names.is_sorted());
    assert!(names.contains(&"catalogue/z-image.toml"));
}

/// The shortest words and the least files that a model takes.
fn least_answers(model: &Model) -> Vec<(String, Answer)> {
    let answer = |input: &Input| match &input.form {
        Form::Text { min_length, .. } => {
            let length = usize::try_from((*min_length).max(1)).unwrap();
            Some(Answer::Value(Value::Text("a".repeat(length))))
        }
        Form::Media(media) => {
            let files = usize::try_from(media.min_items.max(1)).unwrap();
            let file = Upload { milliseconds: Some(1500), pixels: Some((512, 512)) };
            Some(Answer::Files(vec![file; files]))
        }
        Form::Choice { values, default: None } => values.first().cloned().map(Answer::Value),
        Form::Switch { default: None } => Some(Answer::Value(Value::Switch(false))),
        Form::Whole(whole) if whole.default.is_none() => {
            Some(Answer::Value(Value::Whole(whole.min)))
        }
        _ => None,
    };
    let required = model.inputs.iter().filter(|input| input.required);
    required.filter_map(|input| Some((input.name.clone(), answer(input)?))).collect()
}

#[test]
fn every_model_that_is_on_can_be_ordered_and_is_priced_within_its_range() {
    let (catalogue, offers) = (built_in(), Offers::built_in().unwrap());
    for model in catalogue.models().iter().filter(|model| model.on) {
        let order = model.order(least_answers(model)).unwrap();
        let cost = model.cost(&order).unwrap();
        let (low, high) = model.cost_range().unwrap();
        assert!((low..=high).contains(&cost), "{} {cost:?}", model.key);
        assert!(
            offers.is_above_cost(offers.price(cost, Discount::NONE).unwrap(), cost),
            "{}",
            model.key
        );
    }
}

#[test]
fn a_model_in_a_new_file_is_found_priced_and_listed() {
    let song = &SAMPLE[SAMPLE.find("[[model]]\nkey = \"song\"").unwrap()..];
    let sources = &SAMPLE[..SAMPLE.find("[[model]]").unwrap()];
    let added = format!("{sources}{song}").replace("\"song\"", "\"hymn\"");
    let added = added
        .replace("state = \"unverified\"\non = false", "state = \"verified\"\non = true")
        .replace("off_because = \"The price is an estimate.\"\n", "");
    let files = BUILT_IN.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
    let files = files.chain([("catalogue/hymns.toml".to_owned(), added)]);
    let catalogue = Catalogue::read(&files.collect::<Vec<_>>()).unwrap();

    let hymn = model(&catalogue, "hymn");
    let order = hymn.order_from_text(["prompt=summer"]).unwrap();
    let cost = hymn.cost(&order).unwrap();
    assert_eq!(cost, Credits::parse("12").unwrap());
    assert_eq!(Offers::built_in().unwrap().price(cost, Discount::NONE), Some(Money::new(960)));
    assert_eq!(catalogue.models().len(), built_in().models().len() + 1);
    assert_eq!(catalogue.stats().on, built_in().stats().on + 1);
}

#[test]
fn the_numbers_of_models_are_counted_by_kind() {
    let Stats { models, on, kinds } = sample().stats();

    assert_eq!((models, on), (8, 7));
    assert_eq!(kinds.len(), Kind::ALL.len());
    assert!(kinds.contains(&(Kind::TextToImage, 2, 2)));
    assert!(kinds.contains(&(Kind::Music, 1, 0)));
    assert!(kinds.contains(&(Kind::Avatar, 0, 0)));
}
