//! One request of each family means what an example of the vendor's documents means.
//!
//! `examples.json` has the examples with their pages below docs.kie.ai, the words of people made
//! shorter. Two requests mean the same when they are equal once the vendor's `defaults` are written
//! out; `unasked` are fields that we never send, `instead` is where we sell another version than the
//! example names, or where the example does not keep to its own page.

use domain::catalogue::{Answer, Catalogue, Form, Model, Order, Route, Upload, Value};
use serde_json::{Map, Value as Json};

use super::{BELL, Kie};

const EXAMPLES: &str = include_str!("examples.json");

/// Families without an example: that of the first continues an earlier task, which we do not offer;
/// of the second none is known to us.
const WITHOUT: [&str; 2] = ["pixverse-frames.toml", "wan-image.toml"];

/// The fields of a body, wherever its route puts them.
fn inner(route: Route, body: &mut Json) -> &mut Map<String, Json> {
    let own = if route == Route::Market { &mut body["input"] } else { body };
    own.as_object_mut().unwrap()
}

/// The body of an example as we sell it.
fn body(route: Route, example: &Json) -> Json {
    let mut body = example["body"].clone();
    for (name, value) in example["instead"].as_object().into_iter().flatten() {
        inner(route, &mut body).insert(name.clone(), value.clone());
    }
    body
}

/// What a person answers to get this example.
fn answers(model: &Model, example: &Json) -> Vec<(String, Answer)> {
    let answer = |name: &str, json: &Json| {
        let form = &model.input(name).filter(|input| input.shown)?.form;
        let value = match (form, json) {
            (Form::Fixed(_), _) => return None,
            (Form::Media(_), Json::Array(files)) if files.is_empty() => return None,
            (Form::Media(_), Json::Array(files)) => {
                return Some(Answer::Files(vec![Upload::default(); files.len()]));
            }
            (Form::Media(_), _) => return Some(Answer::Files(vec![Upload::default()])),
            (_, Json::String(text)) => Value::Text(text.clone()),
            (_, Json::Bool(on)) => Value::Switch(*on),
            (_, json) => Value::Whole(json.as_i64()?),
        };
        Some(Answer::Value(value))
    };
    let mut body = body(model.route, example);
    let fields = inner(model.route, &mut body).iter();
    fields.filter_map(|(name, json)| Some((name.clone(), answer(name, json)?))).collect()
}

/// The body that the example means, with our own addresses in it.
fn expected(kie: &Kie, model: &Model, order: &Order, example: &Json) -> Json {
    let mut body = body(model.route, example);
    body["callBackUrl"] = BELL.into();
    for (name, urls) in kie.addresses(model, order) {
        let Form::Media(media) = &model.input(&name).unwrap().form else { panic!() };
        let urls = if media.list { urls.into() } else { urls[0].clone().into() };
        inner(model.route, &mut body).insert(name, urls);
    }
    body
}

/// The request with everything written out that goes without saying.
fn meaning(model: &Model, example: &Json, mut body: Json) -> Json {
    let fields = inner(model.route, &mut body);
    for name in example["unasked"].as_array().into_iter().flatten() {
        fields.remove(name.as_str().unwrap());
    }
    for (name, value) in example["defaults"].as_object().into_iter().flatten() {
        fields.entry(name).or_insert_with(|| value.clone());
    }
    body
}

#[tokio::test]
async fn a_request_means_what_the_example_of_the_vendor_means() {
    let catalogue = Catalogue::built_in().unwrap();
    let kie = Kie::start().await;
    let examples: Vec<Json> = serde_json::from_str(EXAMPLES).unwrap();

    for example in &examples {
        let model = super::model(&catalogue, example["model"].as_str().unwrap());
        let order = model.order(answers(model, example));
        let order = order.unwrap_or_else(|refusal| panic!("{}: {refusal}", model.key));
        let taken = kie.create(model, &order).await;
        taken.unwrap_or_else(|why| panic!("{}: {why}", model.key));

        let ours = meaning(model, example, kie.fake.creates().pop().unwrap().body);
        let theirs = meaning(model, example, expected(&kie, model, &order, example));
        assert_eq!(ours, theirs, "{}, see {}", model.key, example["page"]);
    }
}

#[test]
fn every_family_and_every_way_to_ask_kie_has_an_example() {
    let catalogue = Catalogue::built_in().unwrap();
    let examples: Vec<Json> = serde_json::from_str(EXAMPLES).unwrap();
    let keys = examples.iter().filter_map(|example| example["model"].as_str());
    let shown: Vec<&Model> = keys.map(|key| super::model(&catalogue, key)).collect();

    for model in catalogue.models().iter().filter(|model| model.on) {
        let family = shown.iter().any(|example| example.file == model.file);
        let route = shown.iter().any(|example| example.route == model.route);
        let without = WITHOUT.iter().any(|file| model.file.ends_with(file));
        assert!(route && (family || without), "{} of {} has no example", model.key, model.file);
    }
}
