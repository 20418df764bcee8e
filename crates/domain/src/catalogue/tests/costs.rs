//! What orders cost: a table worked by hand, over all units.

use super::{SAMPLE, model, read, sample};
use crate::catalogue::{Answer, Catalogue, Unpriced, Upload};
use crate::money::Credits;
use crate::offers::Offers;

/// What an order costs, as decimal credits.
fn cost(catalogue: &Catalogue, key: &str, pairs: &[&str]) -> Result<Credits, Unpriced> {
    let model = model(catalogue, key);
    model.cost(&model.order_from_text(pairs.iter().copied()).unwrap())
}

#[test]
fn orders_cost_what_was_worked_by_hand() {
    let text = |length: usize| format!("text={}", "я".repeat(length));
    let (one, thousand, more, most) = (text(1), text(1000), text(1001), text(5000));
    let table: &[(&str, &[&str], &str)] = &[
        // per image, with the number of pictures and a surcharge on pictures after the first
        ("paint", &["prompt=cat"], "3.5"),
        ("paint", &["prompt=cat", "num_images=4", "resolution=2K"], "14"),
        ("paint", &["prompt=cat", "resolution=4K", "num_images=2"], "18"),
        ("paint", &["prompt=cat", "image_urls=1"], "3.5"),
        ("paint", &["prompt=cat", "image_urls=2"], "4"),
        ("paint", &["prompt=cat", "image_urls=4", "num_images=2"], "8.5"),
        // per second of a number
        ("clip", &["image_url=1"], "8.96"),
        ("clip", &["image_url=1", "duration=12", "sound=true"], "53.76"),
        ("clip", &["image_url=1", "duration=8", "quality=720", "sound=true"], "88"),
        // per started thousand characters
        ("voice", &[&one], "6"),
        ("voice", &[&thousand], "6"),
        ("voice", &[&more], "12"),
        ("voice", &[&most], "30"),
        // per started minute of a file
        ("script", &["audio_url=0s"], "0.7"),
        ("script", &["audio_url=60s"], "0.7"),
        ("script", &["audio_url=60.001s"], "1.4"),
        ("script", &["audio_url=3600.9s"], "42"),
        // per started second of files, each at most its limit
        ("talk", &["video_urls=3.2s"], "32"),
        ("talk", &["video_urls=15.9s"], "120"),
        ("talk", &["video_urls=15s,0.1s"], "128"),
        // per started megapixel of a picture
        ("enlarge", &["image=1000x1000"], "2.4"),
        ("enlarge", &["image=1000x1001"], "4.8"),
        ("enlarge", &["image=3000x3000"], "21.6"),
        // per megapixel of a listed size
        ("canvas", &["prompt=cat"], "1.2"),
        ("canvas", &["prompt=cat", "image_size=wide"], "2.4"),
        // per request
        ("song", &["prompt=summer"], "12"),
    ];
    let sample = sample();
    for (key, pairs, expected) in table {
        let expected = Ok(Credits::parse(expected).unwrap());
        assert_eq!(cost(&sample, key, pairs), expected, "{key} {pairs:?}");
    }
}

#[test]
fn a_file_without_its_measure_has_no_price() {
    let sample = sample();
    let unmeasured = |input: &str| Err(Unpriced::Unmeasured { input: input.to_owned() });

    assert_eq!(cost(&sample, "script", &["audio_url=1"]), unmeasured("audio_url"));
    assert_eq!(cost(&sample, "enlarge", &["image=1"]), unmeasured("image"));
}

#[test]
fn an_order_for_another_model_has_no_price() {
    let sample = sample();
    let order = model(&sample, "song").order_from_text(["prompt=summer"]).unwrap();

    assert_eq!(model(&sample, "canvas").cost(&order), Err(Unpriced::OtherModel));
}

#[test]
fn what_does_not_fit_is_no_cost() {
    let text = SAMPLE.replacen("credits = \"8\"", "credits = \"9000000000000\"", 1);
    let huge = read(&text).unwrap();

    assert_eq!(cost(&huge, "talk", &["video_urls=15s"]), Err(Unpriced::TooLarge));
    assert_eq!(huge.below_cost(&Offers::built_in().unwrap()).len(), 1);
}

#[test]
fn a_row_knows_the_least_and_the_most_it_can_cost() {
    let sample = sample();
    let range = |key: &str| {
        let (low, high) = model(&sample, key).cost_range().unwrap();
        (low.get(), high.get())
    };

    assert_eq!(range("paint"), (3_500_000, 37_500_000));
    assert_eq!(range("clip"), (8_960_000, 132_000_000));
    assert_eq!(range("voice"), (6_000_000, 30_000_000));
    assert_eq!(range("script"), (700_000, 42_000_000));
    assert_eq!(range("talk"), (8_000_000, 240_000_000));
    assert_eq!(range("enlarge"), (2_400_000, 21_600_000));
    assert_eq!(range("canvas"), (1_200_000, 2_400_000));
    assert_eq!(range("song"), (12_000_000, 12_000_000));
}

#[test]
fn no_measured_file_costs_more_than_the_most() {
    let sample = sample();
    let talk = model(&sample, "talk");
    let (_, most) = talk.cost_range().unwrap();
    for milliseconds in (0..16_000).step_by(37) {
        let upload = Upload { milliseconds: Some(milliseconds), pixels: None };
        let files = vec![("video_urls".to_owned(), Answer::Files(vec![upload; 2]))];
        assert!(talk.cost(&talk.order(files).unwrap()).unwrap() <= most);
    }
}
