//! The addresses of each part of KIE's interface, and what each wants beside its fields.
//!
//! | route | create | record |
//! | --- | --- | --- |
//! | market | `jobs/createTask` | `jobs/recordInfo` |
//! | veo, aleph, gpt4o, flux | `FAMILY/generate` | `FAMILY/record-info` |
//! | runway | `runway/generate` | `runway/record-detail` |
//! | suno | `generate`, `generate/KIND` | `generate/record-info` |
//! | lyrics | `lyrics` | `lyrics/record-info` |

use domain::catalogue::Route;
use serde_json::{Map, Value};

/// Where Suno's callbacks go when we are not to be called: an address that can never exist.
pub(crate) const NOWHERE: &str = "https://callback.invalid/none";

/// Where a task of this route is asked for.
pub(crate) fn create_path(route: Route) -> &'static str {
    match route {
        Route::Market => "/api/v1/jobs/createTask",
        Route::Veo => "/api/v1/veo/generate",
        Route::Runway => "/api/v1/runway/generate",
        Route::Aleph => "/api/v1/aleph/generate",
        Route::Gpt4o => "/api/v1/gpt4o-image/generate",
        Route::FluxKontext => "/api/v1/flux/kontext/generate",
        Route::Suno => "/api/v1/generate",
        Route::SunoCover => "/api/v1/generate/upload-cover",
        Route::SunoSounds => "/api/v1/generate/sounds",
        Route::SunoLyrics => "/api/v1/lyrics",
    }
}

/// Where the record of a task of this route is.
pub(crate) fn record_path(route: Route) -> &'static str {
    match route {
        Route::Market => "/api/v1/jobs/recordInfo",
        Route::Veo => "/api/v1/veo/record-info",
        Route::Runway => "/api/v1/runway/record-detail",
        Route::Aleph => "/api/v1/aleph/record-info",
        Route::Gpt4o => "/api/v1/gpt4o-image/record-info",
        Route::FluxKontext => "/api/v1/flux/kontext/record-info",
        Route::Suno | Route::SunoCover | Route::SunoSounds => "/api/v1/generate/record-info",
        Route::SunoLyrics => "/api/v1/lyrics/record-info",
    }
}

/// The body that asks for a task, with the fields where this route wants them.
pub(crate) fn body(
    route: Route,
    model: &str,
    fields: &Map<String, Value>,
    callback: Option<&str>,
) -> Value {
    let mut body = match route {
        Route::Market => {
            let mut body = Map::new();
            body.insert("model".to_owned(), model.into());
            body.insert("input".to_owned(), Value::Object(fields.clone()));
            body
        }
        // Left out, the model would be KIE's choice, at another price.
        Route::Veo | Route::FluxKontext => {
            let mut body = fields.clone();
            body.entry("model").or_insert_with(|| model.into());
            body
        }
        // These have one model, or name its version among the fields.
        _ => fields.clone(),
    };
    if let Some(callback) = callback.or_else(|| needs_callback(route).then_some(NOWHERE)) {
        body.insert("callBackUrl".to_owned(), callback.into());
    }
    Value::Object(body)
}

/// Suno refuses a task that names no address to call, even if its owner wants no call.
fn needs_callback(route: Route) -> bool {
    matches!(route, Route::Suno | Route::SunoCover | Route::SunoSounds | Route::SunoLyrics)
}

#[cfg(test)]
mod tests {
    use domain::catalogue::Route;
    use serde_json::{Map, Value, json};

    use super::{NOWHERE, body};

    fn fields(json: Value) -> Map<String, Value> {
        json.as_object().unwrap().clone()
    }

    #[test]
    fn the_market_nests_its_fields_and_the_others_do_not() {
        let given = fields(json!({ "prompt": "fox", "duration": "5", "model": "V6" }));
        let market = body(Route::Market, "kling/v1", &given, Some("https://a.b/c"));
        let runway = body(Route::Runway, "runway", &given, None);

        let expected = json!({ "model": "kling/v1", "callBackUrl": "https://a.b/c",
            "input": { "prompt": "fox", "duration": "5", "model": "V6" } });
        assert_eq!(market, expected);
        assert_eq!(runway, Value::Object(given));
    }

    #[test]
    fn veo_and_flux_always_name_their_model() {
        for route in [Route::Veo, Route::FluxKontext] {
            let bare = body(route, "veo3_lite", &fields(json!({ "prompt": "fox" })), None);
            let named = body(route, "x", &fields(json!({ "model": "veo3" })), None);

            assert_eq!(bare, json!({ "prompt": "fox", "model": "veo3_lite" }));
            assert_eq!(named, json!({ "model": "veo3" }));
        }
    }

    #[test]
    fn suno_always_has_an_address_to_call() {
        let suno = [Route::Suno, Route::SunoCover, Route::SunoSounds, Route::SunoLyrics];
        for route in suno {
            let without = body(route, "suno", &Map::new(), None);
            let with = body(route, "suno", &Map::new(), Some("https://a.b/c"));

            assert_eq!(without, json!({ "callBackUrl": NOWHERE }), "{route:?}");
            assert_eq!(with, json!({ "callBackUrl": "https://a.b/c" }), "{route:?}");
        }
        for route in Route::ALL.iter().filter(|route| !suno.contains(route)) {
            assert_eq!(body(*route, "m", &Map::new(), None).get("callBackUrl"), None);
        }
    }
}
