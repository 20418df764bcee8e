//! Each rule of an input, broken once.

use serde_json::{Map, Value, json};

use super::super::facts::Facts;
use super::super::field::Kind;
use super::super::route::Route;
use super::check;

fn input(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn checked(name: &str, route: Route, value: Value) -> Result<Vec<String>, String> {
    let facts = Facts::read().unwrap();
    check(&facts, name, facts.model(name, route).unwrap(), &input(value))
}

fn fault(name: &str, route: Route, value: Value) -> String {
    checked(name, route, value).unwrap_err()
}

#[test]
fn every_kind_of_mistake_has_its_sentence() {
    let z = |value| fault("z-image", Route::Market, value);
    let good = json!({ "prompt": "a fox", "aspect_ratio": "1:1" });
    assert_eq!(checked("z-image", Route::Market, good), Ok(vec![]));

    assert_eq!(z(json!({ "prompt": "a fox" })), "This field is required: aspect_ratio");
    let odd = z(json!({ "prompt": "a", "aspect_ratio": "7:1" }));
    assert_eq!(odd, "aspect_ratio is not within the range of allowed options");
    let long = z(json!({ "prompt": "a".repeat(1001), "aspect_ratio": "1:1" }));
    assert_eq!(long, "The length of prompt exceeds the maximum of 1000");
    let unknown = z(json!({ "prompt": "a", "aspect_ratio": "1:1", "seed": 1 }));
    assert_eq!(unknown, "The field seed is not known");
    let flag = z(json!({ "prompt": "a", "aspect_ratio": "1:1", "nsfw_checker": "true" }));
    assert_eq!(flag, "nsfw_checker must be a boolean");
    assert_eq!(z(json!({ "prompt": 5, "aspect_ratio": "1:1" })), "prompt must be a string");
}

#[test]
fn a_number_in_quotes_is_no_number_and_the_other_way_round() {
    let veo = |duration: Value| {
        checked("veo3_fast", Route::Veo, json!({ "prompt": "a", "duration": duration }))
    };
    let kling = |duration: Value| {
        let value = json!({ "prompt": "a", "sound": false, "duration": duration, "mode": "std",
            "aspect_ratio": "16:9", "multi_shots": false });
        checked("kling-3.0/video", Route::Market, value)
    };

    assert!(veo(json!(8)).is_ok());
    assert_eq!(veo(json!("8")).unwrap_err(), "duration must be an integer");
    assert_eq!(veo(json!(8.5)).unwrap_err(), "duration must be an integer");
    assert_eq!(veo(json!(5)).unwrap_err(), "duration is not within the range of allowed options");
    assert!(kling(json!("5")).is_ok());
    assert_eq!(kling(json!(5)).unwrap_err(), "duration must be a string");
}

#[test]
fn lists_are_counted_and_their_addresses_collected() {
    let edit = |urls: Value| {
        checked(
            "google/nano-banana-edit",
            Route::Market,
            json!({ "prompt": "a", "image_urls": urls }),
        )
    };

    assert_eq!(edit(json!(["http://a/b"])), Ok(vec!["http://a/b".to_owned()]));
    assert_eq!(edit(json!("http://a/b")).unwrap_err(), "image_urls must be an array");
    assert_eq!(edit(json!(["file:///etc"])).unwrap_err(), "image_urls is not a valid url");
    let many = edit(json!(vec!["http://a/b"; 11])).unwrap_err();
    assert_eq!(many, "The number of items of image_urls exceeds the maximum of 10");
}

#[test]
fn objects_in_a_list_are_checked_as_well() {
    let said = |turn: Value| {
        let facts = Facts::read().unwrap();
        let model = facts.model("elevenlabs/text-to-dialogue-v3", Route::Market).unwrap();
        check(
            &facts,
            "elevenlabs/text-to-dialogue-v3",
            model,
            &input(json!({ "dialogue": [turn] })),
        )
    };

    assert!(said(json!({ "text": "hi", "voice": "EkK5I93UQWFDigLMpZcX" })).is_ok());
    let stranger = said(json!({ "text": "hi", "voice": "Adam" })).unwrap_err();
    assert_eq!(stranger, "dialogue: voice is not within the range of allowed options");
    assert_eq!(said(json!(["hi"])).unwrap_err(), "dialogue must be a list of objects");
}

#[test]
fn fields_that_depend_on_each_other_are_checked_together() {
    let gpt = |value| fault("gpt-image-2-text-to-image", Route::Market, value);
    let square = json!({ "prompt": "a", "aspect_ratio": "1:1", "resolution": "4K" });
    assert_eq!(gpt(square), "1:1 does not support 4K");
    let auto = json!({ "prompt": "a", "aspect_ratio": "auto", "resolution": "2K" });
    assert_eq!(gpt(auto), "auto only supports 1K");

    let runway = json!({ "prompt": "a", "duration": 10, "quality": "1080p" });
    assert_eq!(fault("runway", Route::Runway, runway), "A 10-second video cannot be 1080p");
    let nothing = fault("gpt4o-image", Route::Gpt4o, json!({ "size": "1:1" }));
    assert_eq!(nothing, "This field is required: prompt or filesUrl");
    let segment = fault("grok-imagine-image-2-0/segment-map", Route::Market, json!({}));
    assert_eq!(segment, "This field is required: one of task_id, image_url");
    let grok = fault("grok-imagine-video-1-5-preview", Route::Market, json!({ "prompt": "a" }));
    assert_eq!(grok, "This field is required: image_urls");
}

#[test]
fn music_has_other_limits_when_the_words_are_ones_own() {
    let suno = |own: Value| {
        let mut all = input(json!({
            "prompt": "a", "customMode": true, "instrumental": false, "model": "V4",
            "style": "folk", "title": "Fox",
        }));
        all.extend(input(own));
        checked("suno", Route::Suno, Value::Object(all))
    };

    assert!(suno(json!({ "prompt": "a".repeat(3000) })).is_ok());
    assert!(suno(json!({ "prompt": "a".repeat(3001) })).is_err());
    assert!(suno(json!({ "prompt": "a".repeat(5000), "model": "V5" })).is_ok());
    assert!(suno(json!({ "prompt": "a".repeat(501), "customMode": false })).is_err());
    assert!(suno(json!({ "style": "" })).is_err());
    assert!(suno(json!({ "title": "a".repeat(81) })).is_err());
    assert!(suno(json!({ "prompt": "", "instrumental": true })).is_ok());
}

/// The smallest input of a model, as its own table says.
#[test]
fn the_smallest_input_of_every_model_passes() {
    let facts = Facts::read().unwrap();
    for (name, model) in facts.models().filter(|(_, model)| model.one_of.is_empty()) {
        let mut smallest = Map::new();
        for (field, known) in model.fields.iter().filter(|(_, known)| known.required) {
            let value = match known.kind {
                Kind::Text => json!("a fox in the snow"),
                Kind::Word => json!(known.words[0]),
                Kind::Flag => json!(false),
                Kind::Url => json!("http://a/b"),
                Kind::Urls => json!(["http://a/b"]),
                Kind::Whole | Kind::Number => {
                    let least = known.values.first().copied().or(known.low).unwrap_or(1.0);
                    serde_json::from_str(&format!("{least}")).unwrap()
                }
                // Described by shapes that have a test of their own.
                _ => continue,
            };
            smallest.insert(field.clone(), value);
        }
        if let Err(fault) = check(&facts, name, model, &smallest) {
            let excused = [
                "is required: speakers",
                "is required: dialogue",
                "is required: mask_",
                "is required: image_references",
                "or filesUrl",
                "is required: image_urls",
            ];
            assert!(excused.iter().any(|part| fault.contains(part)), "{name}: {fault}");
        }
    }
}
