//! Planted faults: each is found, with the file and the line it is in.

use super::{FILE, SAMPLE, read, sample};
use crate::catalogue::Catalogue;
use crate::offers::Offers;

/// Replaces the first `what` of the sample by `by`; then exactly this is found, where `place` begins.
#[track_caller]
pub(super) fn finds(what: &str, by: &str, place: &str, expected: &str) {
    assert!(SAMPLE.contains(what), "the sample has no {what}");
    finds_in(&SAMPLE.replacen(what, by, 1), place, expected);
}

#[track_caller]
fn finds_in(text: &str, place: &str, expected: &str) {
    let at = text.find(place).unwrap();
    let line = text[..at].matches('\n').count() + 1;
    assert_eq!(read(text).unwrap_err(), [format!("{FILE}:{line}: {expected}")]);
}

#[test]
fn the_sample_has_no_faults() {
    assert_eq!(sample().models().len(), 8);
}

#[test]
fn a_missing_price_is_found() {
    let row = "[[model.price]]\ncredits = \"6\"\nper = \"1000-characters\"\nmeasure = \"text\"\n\
               source = \"list\"\n";
    let voice = "[[model]]\nkey = \"voice\"";
    let paint = "[[model]]\nkey = \"paint\"";
    let clip = "[[model]]\nkey = \"clip\"";

    finds(row, "", voice, "is on but has no [[model.price]]");
    finds("[\"1K\", \"2K\"] }", "\"1K\" }", paint, "there is no price for resolution = 2K");
    let what = "there is no price for duration = 4, quality = 720, sound = false, and for 5 more";
    let row = "[[model.price]]\nwhen = { quality = 720 }\ncredits = \"11\"\nper = \"second\"\n\
               measure = \"duration\"\nsource = \"list\"\n";
    finds(row, "", clip, what);
}

#[test]
fn a_second_price_for_a_combination_is_found_at_the_second() {
    let second = "[[model.price]]\nwhen = { resolution = [\"2K\", \"4K\"] }";
    let what = "there is a second price for resolution = 2K";
    finds("{ resolution = \"4K\" }", "{ resolution = [\"2K\", \"4K\"] }", second, what);
}

#[test]
fn a_price_that_never_applies_is_found() {
    let row = "[[model.price]]\nwhen = { resolution = \"1K\", output_format = \"jpg\" }\n\
               credits = \"3\"\nper = \"image\"\nsource = \"list\"\n\n[[model.surcharge]]";
    finds("[[model.surcharge]]", row, row, "this price never applies");
}

#[test]
fn a_price_under_cost_at_the_largest_discount_is_found_at_its_row() {
    let mut offers = Offers::built_in().unwrap();
    let rows: usize = sample().models().iter().map(|model| model.prices.len()).sum();
    let first = 1 + SAMPLE[..SAMPLE.find("[[model.price]]").unwrap()].matches('\n').count();

    offers.plans[0].discount = 27;
    assert_eq!(sample().below_cost(&offers), []);

    offers.plans[0].discount = 30;
    let found = sample().below_cost(&offers);
    assert_eq!(found.len(), rows);
    assert_eq!((found[0].file.as_str(), found[0].line), (FILE, first));
    assert!(found[0].what.contains("not above its cost at the largest discount of 30 %"));
}

#[test]
fn a_value_that_an_input_cannot_have_is_found() {
    let row = "[[model.price]]\nwhen = { quality = \"480\", sound = true }";
    let what = "`when` names quality = 480, which `quality` cannot be";
    finds("{ quality = 480, sound = true }", "{ quality = \"480\", sound = true }", row, what);
    let row = "[[model.forbid]]\nwhen = { quality = 720, duration = [10, 11] }";
    let what = "`when` names duration = 11, which `duration` cannot be";
    finds("duration = [10, 12] }", "duration = [10, 11] }", row, what);
    let row = "[[model.forbid]]\nwhen = { qualty = 720, duration = [10, 12] }";
    let what = "`when` names no input: qualty";
    finds("quality = 720, duration", "qualty = 720, duration", row, what);
}

#[test]
fn an_input_that_decides_the_price_but_may_be_skipped_is_found() {
    let row = "[[model.price]]\nwhen = { resolution = \"4K\", style = [\"photo\", \"drawing\"] }";
    let by = "{ resolution = \"4K\", style = [\"photo\", \"drawing\"] }";
    finds("{ resolution = \"4K\" }", by, row, "`style` decides the price but may be skipped");
    let row = "[[model.price]]\nwhen = { resolution = \"4K\" }";
    let by = "measure = \"style\"\nsource = \"list\"\n\n[[model.surcharge]]";
    let what = "`style` measures the price but may be skipped";
    finds("measure = \"num_images\"\nsource = \"list\"\n\n[[model.surcharge]]", by, row, what);
}

#[test]
fn a_combination_of_defaults_that_is_forbidden_is_found() {
    let row = "[[model.forbid]]\nwhen = { quality = 480, duration = [4, 12] }";
    let what = "forbids the defaults, which must be orderable together";
    finds("quality = 720, duration = [10, 12] }", "quality = 480, duration = [4, 12] }", row, what);
}

#[test]
fn a_key_that_is_used_again_is_found_across_files() {
    let other = SAMPLE.replace("key = \"", "key = \"other-").replace("other-voice", "voice");
    let files = [("catalogue/a.toml", SAMPLE), ("catalogue/b.toml", &other)];
    let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
    let found = Catalogue::read(&files).unwrap_err();

    let place = SAMPLE.find("[[model]]\nkey = \"voice\"").unwrap();
    let line = SAMPLE[..place].matches('\n').count() + 1;
    let what = format!("the key \"voice\" is used already, at catalogue/a.toml:{line}");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].to_string(), format!("catalogue/b.toml:{line}: {what}"));
}

#[test]
fn a_unit_without_a_measure_is_found() {
    let row = "[[model.price]]\ncredits = \"0.7\"";
    let measure = "measure = \"audio_url\"\n";
    finds(measure, "", row, "a price per minute needs a `measure`");
    finds(measure, "measure = \"sound\"\n", row, "`measure` names no input: sound");
    let what = "`audio_url` measures the price but has no `max_seconds`";
    finds("max_seconds = 3600\n", "", row, what);
    let row = "[[model.price]]\ncredits = \"2.4\"";
    finds("max_side = 3000\n", "", row, "`image` measures the price but has no `max_side`");
    let row = "[[model.price]]\ncredits = \"1.2\"";
    finds("wide = 2\n", "", row, "[model.megapixels] has no line for wide");
    let row = "[[model.price]]\ncredits = \"6\"";
    let per = "per = \"1000-characters\"";
    finds(per, "per = \"second\"", row, "`text` cannot measure a price per second");
    let text = SAMPLE.replacen("[\"1\", \"2\", \"4\"]", "[\"1\", \"two\", \"4\"]", 1);
    assert!(read(&text).unwrap_err()[0].ends_with("num_images = two is no number of images"));
}

#[test]
fn a_model_that_is_on_without_being_verified_is_found() {
    let what = "is on but unverified; only a verified model may be on";
    let by = "state = \"unverified\"\non = true";
    finds("state = \"verified\"\non = true", by, "on = true", what);
    let what = "is off without a reason; write `off_because`";
    finds("off_because = \"The price is an estimate.\"\n", "", "on = false", what);
    let what = "`off_because` says why it is off, but it is on";
    let by = "on = true\noff_because = \"No.\"";
    finds("on = true", by, "off_because = \"No.\"", what);
}

#[test]
fn a_source_that_is_not_there_or_has_no_date_is_found() {
    let row = "source = \"lsit\"";
    let what = "there is no [source.lsit] in this file; is \"list\" meant?";
    finds("per = \"request\"\nsource = \"list\"", &format!("per = \"request\"\n{row}"), row, what);
    let text = SAMPLE.replacen("date = 2026-08-19\n", "", 1);
    assert!(read(&text).unwrap_err().contains(&format!("{FILE}:3: `date` is missing")));
}

#[test]
fn a_size_that_measures_nothing_is_found() {
    let canvas = "[[model]]\nkey = \"canvas\"";
    let what = "[model.megapixels] has tall, which measures nothing";
    finds("wide = 2\n", "wide = 2\ntall = 2\n", canvas, what);
}

#[test]
fn prices_that_depend_on_too_many_combinations_are_found() {
    let clip = "[[model]]\nkey = \"clip\"";
    let what = "the prices depend on more than 100000 combinations";
    finds("max = 12\n", "max = 1000000000\n", clip, what);
}

#[test]
fn an_input_that_is_there_twice_is_found() {
    let second = "[[model.input]]\nname = \"resolution\"\ntype = \"choice\"\nrequired = false";
    let what = "the input `resolution` is there twice";
    finds("name = \"style\"", "name = \"resolution\"", second, what);
}

#[test]
fn a_surcharge_on_what_is_no_list_of_pictures_is_found() {
    let row = "[[model.surcharge]]\ninput = \"prompt\"";
    let what = "a surcharge needs an image input with a list, not `prompt`";
    finds("[[model.surcharge]]\ninput = \"image_urls\"", row, row, what);
}

#[test]
fn wrong_syntax_is_found_and_the_other_files_are_still_read() {
    let broken = SAMPLE.replacen("on = true", "on = yes", 1);
    let other =
        SAMPLE.replace("key = \"", "key = \"other-").replacen("results = 1", "results = 0", 1);
    let files = [("catalogue/a.toml".to_owned(), broken), ("catalogue/b.toml".to_owned(), other)];
    let found = Catalogue::read(&files).unwrap_err();

    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].to_string().starts_with("catalogue/a.toml:18: this is not valid TOML: "));
    assert!(found[1].to_string().starts_with("catalogue/b.toml:21: `results` must be a whole"));
}

#[test]
fn every_mistake_is_found_at_once() {
    let text = SAMPLE
        .replacen("results = 1", "results = \"1\"", 1)
        .replacen("max_length = 5000", "max_length = 0", 1)
        .replacen("per = \"request\"", "per = \"task\"", 1)
        .replacen("max_seconds = 15\n", "", 1);

    assert_eq!(read(&text).unwrap_err().len(), 4);
}
