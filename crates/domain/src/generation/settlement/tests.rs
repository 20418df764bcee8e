//! The settlement as a table, and over every model whose price depends on a file.

use super::{Brief, Measure, Quoted, Settlement, settle};
use crate::catalogue::{Answer, Catalogue, Form, Input, MediaKind, Model, Upload, Value};
use crate::generation::{Failure, FileRef};
use crate::money::{Credits, Money};
use crate::offers::{Discount, Offers};

const PER_SECOND: &str = "kling-avatar-std";

fn offers() -> Offers {
    Offers::built_in().unwrap()
}

fn catalogue() -> Catalogue {
    Catalogue::built_in().unwrap()
}

fn model<'c>(catalogue: &'c Catalogue, key: &str) -> &'c Model {
    catalogue.models().iter().find(|model| model.key.as_str() == key).unwrap()
}

fn sound(milliseconds: u32) -> Measure {
    Measure { kind: Some(MediaKind::Audio), milliseconds: Some(milliseconds), pixels: None }
}

/// Any order for a model whose files measure this.
fn brief(model: &Model, measure: Upload) -> Brief {
    let given = model.inputs.iter().filter(|input| input.shown && input.default().is_none());
    let answer = |input: &Input| match &input.form {
        Form::Text { min_length, .. } => {
            let length = (*min_length).max(1) as usize;
            Some(Answer::Value(Value::Text("a".repeat(length))))
        }
        Form::Choice { values, .. } => values.first().cloned().map(Answer::Value),
        Form::Switch { .. } => Some(Answer::Value(Value::Switch(false))),
        Form::Whole(whole) => Some(Answer::Value(Value::Whole(whole.min))),
        Form::Media(media) => {
            let is_counted = model.is_priced_by(&input.name);
            let one = if is_counted { measure } else { Upload::default() };
            Some(Answer::Files(vec![one; media.min_items.max(1) as usize]))
        }
        Form::Fixed(_) => None,
    };
    let given = given.filter_map(|input| Some((input.name.clone(), answer(input)?)));
    let order = model.order(given.collect()).unwrap();
    let files = order.answers().filter_map(|(name, answer)| {
        let (Answer::Files(files), Form::Media(media)) = (answer, &model.input(name)?.form) else {
            return None;
        };
        let file = |upload: &Upload| FileRef {
            file: "A".to_owned(),
            kind: media.kind,
            mime: None,
            bytes: None,
            milliseconds: upload.milliseconds,
            pixels: upload.pixels,
        };
        Some((name.to_owned(), files.iter().map(file).collect()))
    });
    Brief::of(&order, files.collect())
}

/// The same measure for every file of a brief.
fn measures(brief: &Brief, measure: Measure) -> Vec<Vec<Measure>> {
    brief.files.iter().map(|(_, files)| vec![measure; files.len()]).collect()
}

fn quoted(model: &Model, brief: &Brief, is_free: bool) -> Quoted {
    let cost = model.cost(&brief.order(model).unwrap()).unwrap();
    let price = if is_free { Money::ZERO } else { offers().price(cost, Discount::NONE).unwrap() };
    Quoted { price, cost, is_free }
}

/// What an order claimed to be so long comes to when its file measures this.
fn claimed(seconds: u32, measure: Measure, is_free: bool) -> (Settlement, Quoted) {
    let catalogue = catalogue();
    let model = model(&catalogue, PER_SECOND);
    let claim = Upload { milliseconds: Some(seconds * 1000), pixels: None };
    let brief = brief(model, claim);
    let quoted = quoted(model, &brief, is_free);
    let (settlement, truth) = settle(model, &offers(), &brief, &measures(&brief, measure), quoted);
    for (input, files) in &truth.files {
        let counts = model.is_priced_by(input) && measure.kind == Some(MediaKind::Audio);
        assert!(!counts || files.iter().all(|f| f.milliseconds == measure.milliseconds));
    }
    (settlement, quoted)
}

#[test]
fn a_quote_for_what_the_file_is_stands() {
    assert_eq!(claimed(10, sound(10_000), false).0, Settlement::AsQuoted);
    // The started second is what is charged.
    assert_eq!(claimed(10, sound(9_001), false).0, Settlement::AsQuoted);
    assert_eq!(claimed(10, sound(10_000), true).0, Settlement::AsQuoted);
}

#[test]
fn a_shorter_file_charges_less() {
    let (settlement, quoted) = claimed(10, sound(4_000), false);
    let Settlement::Cheaper { price, cost } = settlement else { panic!("{settlement:?}") };
    assert_eq!(cost.get() * 10, quoted.cost.get() * 4);
    assert_eq!(Some(price), offers().price(cost, Discount::NONE));

    let (settlement, quoted) = claimed(10, sound(4_000), true);
    let cost = Credits::new(quoted.cost.get() * 4 / 10);
    assert_eq!(settlement, Settlement::Cheaper { price: Money::ZERO, cost });
}

#[test]
fn what_a_plan_took_off_the_quote_is_taken_off_what_is_charged_instead() {
    let catalogue = catalogue();
    let model = model(&catalogue, PER_SECOND);
    let brief = brief(model, Upload { milliseconds: Some(10_000), pixels: None });
    let full = quoted(model, &brief, false);
    for discount in offers().plans.iter().map(Discount::of) {
        let quoted = Quoted { price: offers().price(full.cost, discount).unwrap(), ..full };
        let (shorter, _) =
            settle(model, &offers(), &brief, &measures(&brief, sound(4_000)), quoted);
        let (longer, _) =
            settle(model, &offers(), &brief, &measures(&brief, sound(11_000)), quoted);

        let Settlement::Cheaper { price, cost } = shorter else { panic!("{shorter:?}") };
        assert_eq!(Some(price), offers().price(cost, discount));
        let Settlement::Dearer { price, cost } = longer else { panic!("{longer:?}") };
        assert_eq!(Some(price), offers().price(cost, discount));
    }
}

#[test]
fn a_longer_file_is_never_submitted_at_the_claimed_price_free_or_not() {
    for is_free in [false, true] {
        let (settlement, quoted) = claimed(1, sound(1_001), is_free);
        let Settlement::Dearer { price, cost } = settlement else { panic!("{settlement:?}") };
        assert_eq!(cost.get(), quoted.cost.get() * 2);
        assert_eq!(Some(price), offers().price(cost, Discount::NONE));
    }
    assert_eq!(claimed(1, sound(1_001), false).0.failure(), Some(Failure::Dearer));
}

#[test]
fn what_no_model_takes_cannot_be_measured_or_is_something_else_is_refused() {
    let long = claimed(1, sound(3_600_000), false).0;
    assert!(matches!(long, Settlement::TooLong { .. }), "{long:?}");
    assert_eq!(long.failure(), Some(Failure::Oversized));
    let silent = Measure { kind: Some(MediaKind::Audio), ..Measure::default() };
    for measure in [Measure::default(), silent] {
        let refused = claimed(1, measure, false).0;
        assert!(matches!(refused, Settlement::Unmeasurable { .. }), "{refused:?}");
        assert_eq!(refused.failure(), Some(Failure::Unmeasurable));
    }
    let picture =
        Measure { kind: Some(MediaKind::Image), milliseconds: Some(1_000), pixels: Some((1, 1)) };
    let refused = claimed(1, picture, false).0;
    assert!(matches!(refused, Settlement::OtherKind { .. }), "{refused:?}");
    assert_eq!(refused.failure(), Some(Failure::BadInput));
}

#[test]
fn a_quote_is_kept_when_the_catalogue_changed_and_the_file_is_what_was_claimed() {
    let catalogue = catalogue();
    let model = model(&catalogue, PER_SECOND);
    let brief = brief(model, Upload { milliseconds: Some(5_000), pixels: None });
    let now = quoted(model, &brief, false);
    let half = Quoted {
        price: Money::new(now.price.get() / 2),
        cost: Credits::new(now.cost.get() / 2),
        is_free: false,
    };

    let as_claimed = settle(model, &offers(), &brief, &measures(&brief, sound(5_000)), half);
    let longer = settle(model, &offers(), &brief, &measures(&brief, sound(5_001)), half);

    assert_eq!(as_claimed.0, Settlement::AsQuoted);
    assert!(matches!(longer.0, Settlement::Dearer { .. }), "{longer:?}");
}

#[test]
fn an_order_of_an_earlier_release_is_settled_against_what_it_was_to_cost() {
    let catalogue = catalogue();
    let model = model(&catalogue, PER_SECOND);
    let mut brief = brief(model, Upload { milliseconds: Some(5_000), pixels: None });
    let quoted = quoted(model, &brief, false);
    for (_, files) in &mut brief.files {
        files.iter_mut().for_each(|file| (file.milliseconds, file.pixels) = (None, None));
    }
    let settled = |measure| settle(model, &offers(), &brief, &measures(&brief, measure), quoted).0;

    assert_eq!(settled(sound(5_000)), Settlement::AsQuoted);
    assert!(matches!(settled(sound(4_000)), Settlement::Cheaper { .. }));
    assert!(matches!(settled(sound(6_000)), Settlement::Dearer { .. }));
}

#[test]
fn where_no_price_depends_on_a_file_nothing_is_refused_for_what_it_is() {
    let catalogue = catalogue();
    let is_priced = |model: &Model| model.inputs.iter().any(|input| counts(model, input).is_some());
    let takes_files =
        |model: &Model| model.inputs.iter().any(|input| matches!(input.form, Form::Media(_)));
    let models = catalogue.models().iter().filter(|model| !model.prices.is_empty());
    let models = models.filter(|model| takes_files(model) && !is_priced(model));
    let mut count = 0;
    for model in models {
        let brief = brief(model, Upload::default());
        let quoted = Quoted { price: Money::new(1), cost: Credits::new(1), is_free: false };
        for measure in [Measure::default(), sound(u32::MAX)] {
            let (settlement, truth) =
                settle(model, &offers(), &brief, &measures(&brief, measure), quoted);
            assert_eq!(settlement, Settlement::AsQuoted, "{}", model.key);
            assert_eq!(truth, brief);
        }
        count += 1;
    }
    assert!(count > 10, "{count} models take files at one price");
}

/// What an input takes, if it is files by which a price is measured.
fn counts<'m>(model: &Model, input: &'m Input) -> Option<&'m crate::catalogue::Media> {
    match &input.form {
        Form::Media(media) if model.is_priced_by(&input.name) => Some(media),
        _ => None,
    }
}

#[test]
fn whoever_lies_about_a_file_of_any_model_that_is_priced_by_it_never_gets_the_claimed_price() {
    let catalogue = catalogue();
    let mut seen = Vec::new();
    for model in catalogue.models() {
        for media in model.inputs.iter().filter_map(|input| counts(model, input)) {
            let claim = Upload { milliseconds: Some(1_000), pixels: Some((64, 64)) };
            let brief = brief(model, claim);
            let quoted = quoted(model, &brief, false);
            let limit = media.max_seconds.unwrap_or(60);
            for seconds in [2, 61.min(limit), limit, limit + 1, 100_000] {
                let side = media.max_side.unwrap_or(4_000);
                let truth = Measure {
                    kind: Some(media.kind),
                    milliseconds: Some(seconds * 1000 - 1)
                        .filter(|_| media.kind != MediaKind::Image),
                    pixels: Some((side, side)),
                };
                let measures = measures(&brief, truth);
                let (settlement, truth) = settle(model, &offers(), &brief, &measures, quoted);
                let is_refused = settlement.failure().is_some();
                // A price per minute is the same for every second of its first minute.
                let is_same = truth
                    .order(model)
                    .is_ok_and(|order| model.cost(&order).is_ok_and(|cost| cost <= quoted.cost));
                assert!(is_refused || is_same, "{}: {seconds} s as {settlement:?}", model.key);
            }
            seen.push(model.key.to_string());
        }
    }
    assert!(seen.len() >= 15, "{seen:?}");
}
