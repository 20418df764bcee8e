//! Planted faults: each is named with its file and line, and nothing starts with it.

use std::path::Path;

use testbed::SOON;

use super::{catalogue, code, example, folder, refuses};
use crate::instance::serving;

const OFFERS: &str = include_str!("../../../../domain/offers.toml");

/// The file that the planted model is in.
const FILE: &str = "clips.toml";

/// The example of the guide with the first `what` replaced.
fn damaged(what: &str, by: &str) -> String {
    assert!(example().contains(what), "the example has no {what}");
    example().replacen(what, by, 1)
}

/// The number of the line in which `place` begins.
fn line(text: &str, place: &str) -> usize {
    let at = text.find(place).unwrap_or_else(|| panic!("no {place}"));
    text[..at].matches('\n').count() + 1
}

/// `trt catalogue check` prints exactly this mistake, and `trt serve` refuses to start with it.
async fn found_by_both(place: &Path, expected: &str) {
    let check = catalogue(&["check"]).env("SETTINGS_DIR", place).start().unwrap();
    assert_eq!(code(&check).await, Some(1), "{}", check.tail());
    check.line("trt: the settings have a mistake", SOON).await.unwrap();
    check.line(expected, SOON).await.unwrap();
    assert_eq!(check.lines().len(), 2, "{}", check.tail());

    let serve = serving(&[("SETTINGS_DIR", place.to_str().unwrap())]).start().unwrap();
    assert_eq!(code(&serve).await, Some(2), "{}", serve.tail());
    serve.line("trt: the settings have a mistake:", SOON).await.unwrap();
    serve.line(&format!("  {expected}"), SOON).await.unwrap();
    assert_eq!(serve.lines().len(), 2, "{}", serve.tail());
}

/// A family of one model with a fault, which is found where `place` is.
async fn family_fault(name: &str, text: &str, place: &str, what: &str) {
    let settings = folder(name, &[(FILE, text)]).await;
    let file = settings.join(FILE);
    let expected = format!("{}:{}: {what}", file.display(), line(text, place));
    found_by_both(&settings, &expected).await;
}

#[tokio::test]
async fn a_missing_price_is_found() {
    let (kept, _) = example().rsplit_once("[[model.price]]").unwrap();

    let what = "there is no price for resolution = 1080p";
    family_fault("missing-price", kept, "[[model]]", what).await;
}

#[tokio::test]
async fn a_price_under_cost_at_the_largest_discount_is_found() {
    let offers = OFFERS.replacen("discount = 15", "discount = 28", 1);
    let settings = folder("under-cost", &[("offers.toml", &offers), (FILE, example())]).await;

    let file = settings.join("offers.toml");
    let place = line(&offers, "discount = 28");
    let what = "with this `discount` prices are not above cost; it can be at most 27 %";
    found_by_both(&settings, &format!("{}:{place}: {what}", file.display())).await;
}

#[tokio::test]
async fn a_price_that_the_offers_cannot_express_is_found_at_its_row() {
    let offers = OFFERS.replace("usd_rate = \"80\"", "usd_rate = \"1000000\"");
    let offers = offers.replace("markup = \"2.0\"", "markup = \"1000000\"");
    let family = damaged("credits = \"9\"", "credits = \"100000000\"");
    let settings = folder("without-end", &[("offers.toml", &offers), (FILE, &family)]).await;

    let file = settings.join(FILE);
    let place = line(&family, "[[model.price]]\nwhen = { resolution = \"1080p\" }");
    let what = "the price of \"clip-maker\" is too large to be true";
    found_by_both(&settings, &format!("{}:{place}: {what}", file.display())).await;
}

#[tokio::test]
async fn a_wrong_enum_is_found() {
    let kind = damaged("\"text-to-video\"", "\"text-to-vidio\"");
    let what = "`kind` is \"text-to-vidio\", which is not known; is \"text-to-video\" meant?";
    family_fault("wrong-kind", &kind, "kind = ", what).await;

    let when = damaged("when = { resolution = \"1080p\" }", "when = { resolution = \"1080\" }");
    let what = "`when` names resolution = 1080, which `resolution` cannot be";
    let row = "[[model.price]]\nwhen = { resolution = \"1080\" }";
    family_fault("wrong-value", &when, row, what).await;
}

#[tokio::test]
async fn a_key_that_is_used_again_is_found() {
    let again = example().replace("Clip Maker", "Another Maker");
    let settings = folder("key-again", &[(FILE, example()), ("others.toml", &again)]).await;

    let (first, second) = (settings.join(FILE), settings.join("others.toml"));
    let place = line(example(), "[[model]]");
    let what = format!("the key \"clip-maker\" is used already, at {}:{place}", first.display());
    found_by_both(&settings, &format!("{}:{place}: {what}", second.display())).await;
}

#[tokio::test]
async fn a_button_of_65_bytes_is_found() {
    // Telegram carries 64: `o:clip-maker:resolution:` are 24 of them.
    let (fits, long) = ("p".repeat(40), "p".repeat(41));
    let fits = example().replace("1080p", &fits);
    let passes = folder("button-of-64", &[(FILE, &fits)]).await;
    let check = catalogue(&["check"]).env("SETTINGS_DIR", &passes).start().unwrap();
    assert_eq!(code(&check).await, Some(0), "{}", check.tail());

    let text = example().replace("1080p", &long);
    let what = format!("the button o:clip-maker:resolution:{long} has 65 bytes, more than 64");
    family_fault("button-of-65", &text, "values = ", &what).await;
}

#[tokio::test]
async fn a_text_that_is_missing_in_one_language_is_found() {
    let text = damaged(", en = \"Clip Maker\" }", " }");
    family_fault("one-language", &text, "title = ", "`en` is missing").await;
}

#[tokio::test]
async fn a_unit_without_a_measure_is_found() {
    let text = damaged("measure = \"duration\"\n", "");
    let what = "a price per second needs a `measure`";
    family_fault("no-measure", &text, "[[model.price]]", what).await;
}

#[tokio::test]
async fn all_mistakes_are_told_at_once_and_those_of_the_environment_with_them() {
    let family = damaged("results = 1", "results = 0").replacen("max = 10", "max = 2", 1);
    let offers = OFFERS.replacen("\"RUB\"", "\"shells\"", 1);
    let files = [(FILE, family.as_str()), ("offers.toml", &offers), ("broken.toml", "key = = 1\n")];
    let settings = folder("all-at-once", &files).await;

    let serve = serving(&[("SETTINGS_DIR", settings.to_str().unwrap()), ("KIE_API_KEY", "")]);
    let serve = serve.start().unwrap();

    assert_eq!(code(&serve).await, Some(2));
    serve.line("trt: the configuration has a problem:", SOON).await.unwrap();
    serve.line("  KIE_API_KEY is missing", SOON).await.unwrap();
    serve.line("the settings have 4 mistakes:", SOON).await.unwrap();
    for file in ["broken.toml:1: ", "clips.toml:", "offers.toml:6: "] {
        serve.line(file, SOON).await.unwrap();
    }
    assert_eq!(serve.lines().len(), 7, "{}", serve.tail());
}

#[tokio::test]
async fn a_program_gets_the_mistakes_with_their_files_and_lines() {
    let family = damaged("results = 1", "results = 0");
    let settings = folder("for-a-program", &[(FILE, &family)]).await;

    let check = catalogue(&["check", "--json"]).env("SETTINGS_DIR", &settings).start().unwrap();

    assert_eq!(code(&check).await, Some(1));
    let printed = check.line("{\"", SOON).await.unwrap();
    let printed: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(printed["ok"], false);
    let mistakes = printed["mistakes"].as_array().unwrap();
    assert_eq!(mistakes.len(), 1);
    assert_eq!(mistakes[0]["file"], settings.join(FILE).to_str().unwrap());
    assert_eq!(mistakes[0]["line"], line(&family, "results = 0"));
}

#[tokio::test]
async fn a_folder_or_a_file_that_cannot_be_read_is_a_mistake() {
    // A folder in the place of a file: it cannot be read by anybody, root or not.
    let settings = folder("unreadable", &[]).await;
    tokio::fs::create_dir(settings.join(FILE)).await.unwrap();
    let there = || catalogue(&["list"]).env("SETTINGS_DIR", &settings);
    refuses(there(), &format!("  {} cannot be read: ", settings.join(FILE).display())).await;

    let nowhere = catalogue(&["check"]).env("SETTINGS_DIR", "no/such/canary").start().unwrap();
    assert_eq!(code(&nowhere).await, Some(1));
    nowhere.line("the folder that SETTINGS_DIR names cannot be read: ", SOON).await.unwrap();
    assert!(!nowhere.lines().concat().contains("canary"), "{}", nowhere.tail());
}
