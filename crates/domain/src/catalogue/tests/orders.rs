//! What is an order and what is not.

use super::{model, sample};
use crate::catalogue::{Answer, Order, Refusal, Upload, Value};

fn order(key: &str, pairs: &[&str]) -> Result<Order, Refusal> {
    model(&sample(), key).order_from_text(pairs.iter().copied())
}

/// The sentence with which an order is refused.
#[track_caller]
fn refusal(key: &str, pairs: &[&str]) -> String {
    order(key, pairs).unwrap_err().to_string()
}

fn text(value: &str) -> Answer {
    Answer::Value(Value::Text(value.to_owned()))
}

#[test]
fn an_order_has_every_default_written_out_in_the_order_of_asking() {
    let order = order("paint", &["resolution=2K", "prompt=a cat"]).unwrap();

    let answers: Vec<(&str, &Answer)> = order.answers().collect();
    let expected = [
        ("prompt", &text("a cat")),
        ("resolution", &text("2K")),
        ("num_images", &text("1")),
        ("output_format", &text("png")),
        ("version", &Answer::Value(Value::Whole(3))),
    ];
    assert_eq!(answers, expected);
    assert_eq!(order.model().as_str(), "paint");
}

#[test]
fn a_text_becomes_the_inputs_own_kind_of_value() {
    let clip = order("clip", &["image_url=1", "quality=720", "duration=6", "sound=true"]).unwrap();
    let paint = order("paint", &["prompt=a cat", "num_images=2"]).unwrap();

    assert_eq!(clip.value("quality"), Some(&Value::Whole(720)));
    assert_eq!(clip.value("duration"), Some(&Value::Whole(6)));
    assert_eq!(clip.value("sound"), Some(&Value::Switch(true)));
    assert_eq!(paint.value("num_images"), Some(&Value::Text("2".to_owned())));
}

#[test]
fn an_answer_of_another_type_is_refused() {
    let (clip, paint) = (sample(), sample());
    let (clip, paint) = (model(&clip, "clip"), model(&paint, "paint"));
    let files = Answer::Files(vec![Upload::default()]);
    let given = |name: &str, answer: Answer| {
        vec![("image_url".to_owned(), files.clone()), (name.to_owned(), answer)]
    };

    assert!(clip.order(given("quality", Answer::Value(Value::Whole(720)))).is_ok());
    assert!(matches!(clip.order(given("quality", text("720"))), Err(Refusal::NotOffered { .. })));
    assert!(matches!(clip.order(given("duration", text("6"))), Err(Refusal::WrongType { .. })));
    assert!(matches!(clip.order(given("sound", text("true"))), Err(Refusal::WrongType { .. })));
    let prompt = vec![("prompt".to_owned(), files)];
    assert!(matches!(paint.order(prompt), Err(Refusal::WrongType { .. })));
}

#[test]
fn files_are_written_by_what_is_measured_of_them() {
    let read = |key: &str, input: &str, text: &str| {
        let order = order(key, &[format!("{input}={text}").as_str()]).unwrap();
        let Some(Answer::Files(files)) = order.answer(input) else { panic!("no files") };
        files.clone()
    };
    let seconds = |milliseconds| Upload { milliseconds: Some(milliseconds), pixels: None };

    assert_eq!(read("script", "audio_url", "37s"), [seconds(37_000)]);
    assert_eq!(read("talk", "video_urls", "1.25s,15.9s"), [seconds(1250), seconds(15_900)]);
    assert_eq!(read("talk", "video_urls", "2"), [Upload::default(); 2]);
    let pixels = Upload { milliseconds: None, pixels: Some((1024, 768)) };
    assert_eq!(read("enlarge", "image", "1024x768"), [pixels]);
}

#[test]
fn what_the_model_does_not_take_is_refused_with_a_reason() {
    let table: &[(&str, &[&str], &str)] = &[
        ("voice", &["text"], "`text` is not of the form input=value"),
        ("voice", &["txt=a"], "there is no input `txt`; there are text"),
        ("voice", &["text=a", "text=b"], "`text` is given twice"),
        ("voice", &[], "`text` is missing"),
        ("voice", &["text= "], "`text` is missing"),
        ("paint", &["prompt=ab"], "`prompt` has 2 characters, fewer than 3"),
        (
            "paint",
            &["prompt=cat", "version=4"],
            "`version` is not asked: it always has the same value",
        ),
        (
            "paint",
            &["prompt=cat", "output_format=jpg"],
            "`output_format` is not asked: it always has the same value",
        ),
        (
            "paint",
            &["prompt=cat", "resolution=8K"],
            "`resolution` is 8K, which is not offered; it can be 1K, 2K, 4K",
        ),
        ("paint", &["prompt=cat", "image_urls=5"], "`image_urls` has 5 files and takes 1 to 4"),
        ("clip", &["image_url=4294967295"], "`image_url` has 4294967295 files and takes 1 to 1"),
        (
            "clip",
            &["image_url=cat.png"],
            "`image_url` must be pixels such as 1024x768, or how many files",
        ),
        ("clip", &["image_url=1", "duration=5"], "`duration` must be from 4 to 12 in steps of 2"),
        ("clip", &["image_url=1", "duration=six"], "`duration` must be a whole number"),
        ("clip", &["image_url=1", "sound=1"], "`sound` must be true or false"),
        (
            "clip",
            &["image_url=1", "quality=720", "duration=12"],
            "duration = 10 or 12, quality = 720 cannot be ordered together",
        ),
        ("talk", &["video_urls=16s"], "a file of `video_urls` plays longer than 15 s"),
        (
            "enlarge",
            &["image=3001x10"],
            "a picture of `image` is larger than 3000 pixels on one side",
        ),
    ];
    for (key, pairs, expected) in table {
        assert_eq!(refusal(key, pairs), *expected);
    }
    let long = format!("text={}", "я".repeat(5001));
    assert_eq!(refusal("voice", &[&long]), "`text` has 5001 characters, more than 5000");
}

#[test]
fn a_hidden_input_may_be_given_its_own_value() {
    assert!(order("paint", &["prompt=cat", "output_format=png"]).is_ok());
}

#[test]
fn a_draft_lacks_what_does_not_count_for_its_price_and_nothing_else() {
    let catalogue = sample();
    let draft = |key: &str, pairs: &[&str]| {
        let model = model(&catalogue, key);
        model.draft_from_text(pairs.iter().copied()).map(|draft| model.cost(&draft))
    };
    let whole = order("paint", &["prompt=a cat"]).map(|o| model(&catalogue, "paint").cost(&o));

    assert_eq!(draft("paint", &[]), whole);
    assert_eq!(order("paint", &[]).unwrap_err(), Refusal::Missing { input: "prompt".to_owned() });
    for key in ["voice", "talk"] {
        assert!(matches!(draft(key, &[]), Err(Refusal::Missing { .. })), "{key} is measured");
    }
}
