//! Planted faults of single fields: each is found at the line of the field.

use super::faults::finds;
use super::{SAMPLE, read};

#[test]
fn a_text_that_is_missing_in_one_language_is_found() {
    let title = "title = { ru = \"Голос\" }";
    finds("title = { ru = \"Голос\", en = \"Voice\" }", title, title, "`en` is missing");
    let empty = "benefit = { ru = \"\", en";
    finds("benefit = { ru = \"Читает вслух\", en", empty, empty, "`ru` is empty");
    let example = "{ en = \"A cat\" }";
    finds("{ ru = \"Кот\", en = \"A cat\" }", example, example, "`ru` is missing");
    let examples = "examples = [\n  { ru = \"Пёс\"";
    let what = "a model that takes words has two examples";
    finds("  { ru = \"Кот\", en = \"A cat\" },\n", "", examples, what);
}

#[test]
fn an_unknown_field_is_found_with_the_nearest_known_name() {
    let what = "`max_lenght` is not known here; is `max_length` meant?";
    let by = "max_lenght = 5\nmax_length = 5000";
    finds("max_length = 5000", by, by, what);
    finds("results = 2", "results = 2\nseed = 1", "seed = 1", "`seed` is not known here");
    let what = "`sources` is not known here; is `source` meant?";
    finds("[source.docs]", "[sources.x]\n[source.docs]", "[sources.x]", what);
}

#[test]
fn a_default_that_is_not_among_the_values_is_found() {
    let what = "`default` 8K is not one of `values`";
    finds("default = \"1K\"", "default = \"8K\"", "default = \"8K\"", what);
    let what = "`default` 480 is not one of `values`; a text is not a number";
    finds("default = 480", "default = \"480\"", "default = \"480\"", what);
    let what = "`default` is out of range or between two steps";
    finds("default = 4\n", "default = 5\n", "default = 5\n", what);
    let what = "is hidden but has no `default` to be sent";
    finds("default = \"png\"\n", "", "shown = false", what);
    let values = "values = [480, \"720\"]";
    let what = "`values` must be all texts or all whole numbers, and not empty";
    finds("values = [480, 720]", values, values, what);
    let what = "`min` is more than `max`";
    finds("min = 4\nmax = 12", "min = 14\nmax = 12", "min = 14", what);
}

#[test]
fn a_button_of_65_bytes_is_found() {
    let fits = "x".repeat(64 - "o:paint:style:".len());
    let long = format!("{fits}x");
    assert!(read(&SAMPLE.replacen("\"drawing\"", &format!("\"{fits}\""), 1)).is_ok());

    let what = format!("the button o:paint:style:{long} has 65 bytes, more than 64");
    finds("\"drawing\"", &format!("\"{long}\""), "values = [\"photo\"", &what);
}

#[test]
fn a_word_that_is_not_on_the_list_is_found_with_the_nearest() {
    let what = "`kind` is \"text-to-imgae\", which is not known; is \"text-to-image\" meant?";
    finds("kind = \"text-to-image\"", "kind = \"text-to-imgae\"", "kind = \"text-to-imgae\"", what);
    let what = "`state` is \"yes\", but must be one of verified, unverified, failing, gone";
    finds("state = \"verified\"", "state = \"yes\"", "state = \"yes\"", what);
    let what = "`per` is \"second \", which is not known; is \"second\" meant?";
    finds("per = \"second\"", "per = \"second \"", "per = \"second \"", what);
}

#[test]
fn a_price_that_is_no_decimal_in_quotes_is_found() {
    let what =
        "`credits` must be a decimal number in quotes, such as \"0.8\", with at most 6 decimals";
    finds("credits = \"3.5\"", "credits = 3.5", "credits = 3.5", what);
    let what = "`credits` must be more than 0";
    finds("credits = \"3.5\"", "credits = \"0.0\"", "credits = \"0.0\"", what);
}

#[test]
fn a_text_that_is_too_long_is_found() {
    let title = format!("title = {{ ru = \"Голос\", en = \"{}\" }}", "a".repeat(33));
    let what = "`en` has 33 characters, more than 32";
    finds("title = { ru = \"Голос\", en = \"Voice\" }", &title, &title, what);
    let benefit = format!("benefit = {{ ru = \"{}\", en", "я".repeat(81));
    let what = "`ru` has 81 characters, more than 80";
    finds("benefit = { ru = \"Читает вслух\", en", &benefit, &benefit, what);
    let fits = SAMPLE.replacen("Читает вслух", &"я".repeat(80), 1);
    assert!(
        read(&fits.replacen("en = \"Voice\"", &format!("en = \"{}\"", "a".repeat(32)), 1)).is_ok()
    );
}

#[test]
fn files_without_a_bound_are_found() {
    let input = "[[model.input]]\nname = \"image_urls\"";
    finds("max_items = 4\n", "", input, "`max_items` is missing");
    finds(
        "list = true\nmax_items = 4\n",
        "list = true\nmax_items = 4\nmin_items = 5\n",
        "min_items",
        "`min_items` is more than `max_items`",
    );
    let what = "`max_items` is for an input with `list = true`";
    finds("max_seconds = 3600\n", "max_seconds = 3600\nmax_items = 3\n", "max_items = 3\n", what);
    let input = "[[model.input]]\nname = \"audio_url\"";
    finds("max_mb = 100\n", "", input, "`max_mb` is missing");
    finds(
        "max_side = 3000\n",
        "max_side = 3000\nmax_seconds = 3\n",
        "max_seconds = 3\n",
        "`max_seconds` is not known here; is `max_side` meant?",
    );
}

#[test]
fn what_can_not_be_hidden_is_found() {
    let by = "max_length = 5000\nshown = false";
    let what = "only a choice, a switch or a whole number can be hidden";
    finds("max_length = 5000", by, "shown = false\n\n[[model.price]]\ncredits = \"6\"", what);
}

#[test]
fn limits_of_free_use_that_contradict_each_other_are_found() {
    finds("per_hour = 2", "per_hour = 6", "per_hour = 6", "`per_hour` is more than `per_day`");
}

#[test]
fn a_file_without_a_model_is_found() {
    let sources = &SAMPLE[..SAMPLE.find("[[model]]").unwrap()];
    assert!(read(sources).unwrap_err()[0].ends_with(":1: there is no [[model]] in this file"));
}
