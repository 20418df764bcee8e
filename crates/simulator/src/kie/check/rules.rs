//! Rules between fields, which a table of fields cannot say.

use serde_json::{Map, Value};

use crate::kie::Route;

/// Checks what one field says about another. The error is the sentence of the answer.
pub(super) fn check(model: &str, route: Route, input: &Map<String, Value>) -> Result<(), String> {
    match route {
        Route::Suno | Route::SunoCover => music(input, ["customMode", "instrumental"]),
        Route::Runway => runway(input),
        Route::Gpt4o if text(input, "prompt").is_none() && !has(input, "filesUrl") => {
            Err("This field is required: prompt or filesUrl".to_owned())
        }
        Route::Flux => flux(input),
        Route::Market => market(model, input),
        _ => Ok(()),
    }
}

fn market(model: &str, input: &Map<String, Value>) -> Result<(), String> {
    match model {
        "ai-music-api/generate" => music(input, ["custom_mode", "instrumental"]),
        "grok-imagine-video-1-5-preview" if !has(input, "image_urls") => {
            Err("This field is required: image_urls".to_owned())
        }
        "gpt-image-2-text-to-image" | "gpt-image-2-image-to-image" => gpt_image(input),
        "kling-3.0/video" if flag(input, "multi_shots") && !has(input, "multi_prompt") => {
            Err("This field is required: multi_prompt".to_owned())
        }
        _ => Ok(()),
    }
}

fn gpt_image(input: &Map<String, Value>) -> Result<(), String> {
    let size = text(input, "resolution").unwrap_or("1K");
    match text(input, "aspect_ratio") {
        Some("1:1") if size == "4K" => Err("1:1 does not support 4K".to_owned()),
        None | Some("auto") if size != "1K" => Err("auto only supports 1K".to_owned()),
        _ => Ok(()),
    }
}

fn runway(input: &Map<String, Value>) -> Result<(), String> {
    let long = input.get("duration").and_then(Value::as_i64) == Some(10);
    if long && text(input, "quality") == Some("1080p") {
        return Err("A 10-second video cannot be 1080p".to_owned());
    }
    Ok(())
}

fn flux(input: &Map<String, Value>) -> Result<(), String> {
    let tolerance = input.get("safetyTolerance").and_then(Value::as_i64).unwrap_or_default();
    if has(input, "inputImage") && tolerance > 2 {
        return Err("safetyTolerance exceeds the maximum of 2 when editing".to_owned());
    }
    Ok(())
}

/// The lengths of words, style and title depend on the version and on who writes the words.
fn music(input: &Map<String, Value>, [custom, instrumental]: [&str; 2]) -> Result<(), String> {
    let version = text(input, "model").unwrap_or_default();
    let length = |name: &str| text(input, name).map_or(0, |text| text.chars().count());
    let most = |name: &str, most: usize| {
        let fits = length(name) <= most;
        fits.then_some(()).ok_or_else(|| format!("The length of {name} exceeds {most}"))
    };
    if !flag(input, custom) {
        return most("prompt", 500);
    }
    let wanted = if flag(input, instrumental) {
        &["style", "title"][..]
    } else {
        &["style", "title", "prompt"][..]
    };
    if let Some(absent) = wanted.iter().find(|name| length(name) == 0) {
        return Err(format!("This field is required: {absent}"));
    }
    let is_old = version == "V4";
    most("prompt", if is_old { 3000 } else { 5000 })?;
    most("style", if is_old { 200 } else { 1000 })?;
    most("title", if is_old || version == "V4_5ALL" { 80 } else { 100 })
}

fn text<'i>(input: &'i Map<String, Value>, name: &str) -> Option<&'i str> {
    input.get(name).and_then(Value::as_str)
}

fn flag(input: &Map<String, Value>, name: &str) -> bool {
    input.get(name).and_then(Value::as_bool).unwrap_or_default()
}

fn has(input: &Map<String, Value>, name: &str) -> bool {
    input.get(name).is_some_and(|value| match value {
        Value::Array(items) => !items.is_empty(),
        Value::String(text) => !text.is_empty(),
        other => !other.is_null(),
    })
}
