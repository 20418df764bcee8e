//! Holding a call against the table of facts.
//!
//! What comes out is typed: numbers are numbers, JSON inside form fields is unpacked, formatted
//! text is parsed. What is refused is a mistake of the caller, always: the answer is a 400 in
//! Telegram's way of speaking, and the fake records a violation. Parameters the table does not
//! know are returned apart, because Telegram ignores them and only we care.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::html::{self, Formatted};
use super::{Kind, Method, Parameter, Refusal, Request, Upload, markup};

#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) method: String,
    pub(crate) params: Map<String, Value>,
    pub(crate) uploads: BTreeMap<String, Upload>,
    pub(crate) text: Option<Formatted>,
}

impl Call {
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        self.params.get(name).and_then(Value::as_i64)
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.params.get(name).and_then(Value::as_str)
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.params.get(name).and_then(Value::as_bool).unwrap_or_default()
    }
}

pub(crate) struct Checked {
    pub(crate) call: Call,
    pub(crate) strangers: Vec<String>,
}

pub(crate) fn check(method: &Method, request: &Request) -> Result<Checked, Refusal> {
    let mut call = Call {
        method: method.name.clone(),
        params: Map::new(),
        uploads: request.uploads.clone(),
        text: None,
    };
    for (name, parameter) in &method.parameters {
        let given = request.fields.get(name).filter(|value| !value.is_null());
        match given {
            Some(value) => {
                let value = typed(name, parameter, value).map_err(Refusal::mistake)?;
                if parameter.kind == Kind::Formatted {
                    let mode = request.fields.get("parse_mode").and_then(Value::as_str);
                    let text = value.as_str().unwrap_or_default();
                    call.text = Some(formatted(text, mode, parameter.range)?);
                }
                call.params.insert(name.clone(), value);
            }
            None if parameter.kind == Kind::File && request.uploads.contains_key(name) => {}
            None if !parameter.required => {}
            None if parameter.kind == Kind::Formatted => {
                return Err(Refusal::mistake("message text is empty"));
            }
            None => return Err(Refusal::mistake(format!("parameter \"{name}\" is required"))),
        }
    }
    Ok(Checked { call, strangers: strangers(method, request) })
}

fn strangers(method: &Method, request: &Request) -> Vec<String> {
    let fields = request.fields.keys().filter(|name| !method.parameters.contains_key(*name));
    // Uploads of other names are legs of `attach://name`.
    let attached = |name: &String| {
        let mark = format!("attach://{name}");
        request.fields.values().any(|value| value.to_string().contains(&mark))
    };
    let uploads = request.uploads.keys().filter(|name| {
        let file = method.parameters.get(*name).is_some_and(|known| known.kind == Kind::File);
        !file && !attached(name)
    });
    fields.chain(uploads).cloned().collect()
}

fn typed(name: &str, parameter: &Parameter, value: &Value) -> Result<Value, String> {
    let wrong = |wanted: &str| format!("can't parse \"{name}\": {wanted} expected");
    let (low, high) = parameter.range;
    let measured = |size: usize| i64::try_from(size).is_ok_and(|size| (low..=high).contains(&size));
    let out_of_range = || format!("\"{name}\" must be in the range {low}..{high}");
    let sized = |value: Value, size: usize| {
        if measured(size) { Ok(value) } else { Err(out_of_range()) }
    };
    match parameter.kind {
        Kind::Integer => {
            let number = integer(value).ok_or_else(|| wrong("an integer"))?;
            if (low..=high).contains(&number) { Ok(number.into()) } else { Err(out_of_range()) }
        }
        Kind::Boolean => boolean(value).map(Value::Bool).ok_or_else(|| wrong("a boolean")),
        Kind::Chat => match (integer(value), value.as_str()) {
            (Some(id), _) => Ok(id.into()),
            (None, Some(text)) if text.starts_with('@') => Ok(value.clone()),
            _ => Err(wrong("the number of a chat or @name")),
        },
        Kind::Word => match value.as_str() {
            Some(text) if parameter.words.iter().any(|word| word == text) => Ok(value.clone()),
            _ => Err(wrong(&parameter.words.join(" or "))),
        },
        Kind::String | Kind::Bytes | Kind::File | Kind::Formatted => {
            let text = value.as_str().ok_or_else(|| wrong("a string"))?;
            match parameter.kind {
                Kind::Bytes => sized(value.clone(), text.len()),
                Kind::String => sized(value.clone(), text.chars().count()),
                _ => Ok(value.clone()),
            }
        }
        Kind::Inline | Kind::Markup | Kind::Object => {
            let object = unpacked(value).filter(Value::is_object).ok_or_else(|| wrong("an object"));
            let object = object?;
            match parameter.kind {
                Kind::Inline => markup::check_inline(&object)?,
                Kind::Markup => markup::check_any(&object)?,
                _ => {}
            }
            Ok(object)
        }
        Kind::List | Kind::Names => {
            let list = unpacked(value).ok_or_else(|| wrong("an array"))?;
            let items = list.as_array().ok_or_else(|| wrong("an array"))?;
            if parameter.kind == Kind::Names && !items.iter().all(Value::is_string) {
                return Err(wrong("an array of strings"));
            }
            let size = items.len();
            sized(list, size)
        }
    }
}

/// Parses and measures text; a range from nought is that of a caption.
pub(super) fn formatted(
    text: &str,
    parse_mode: Option<&str>,
    range: (i64, i64),
) -> Result<Formatted, Refusal> {
    let mut read = match parse_mode {
        None | Some("") => Formatted { plain: text.to_owned(), entities: Vec::new() },
        Some("HTML") => html::parse(text)
            .map_err(|error| Refusal::mistake(format!("can't parse entities: {error}")))?,
        Some(other) => {
            let fault = format!("parse mode {other} is not simulated, the product speaks HTML");
            return Err(Refusal::mistake(fault));
        }
    };
    read.plain.truncate(read.plain.trim_end().len());
    let length = i64::try_from(read.plain.chars().count()).unwrap_or(i64::MAX);
    match range {
        (low, _) if length < low => Err(Refusal::mistake("message text is empty")),
        (0, high) if length > high => Err(Refusal::mistake("message caption is too long")),
        (_, high) if length > high => Err(Refusal::mistake("message is too long")),
        _ => Ok(read),
    }
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_i64(),
    }
}

fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => match text.to_lowercase().as_str() {
            "true" | "yes" | "1" => Some(true),
            "false" | "no" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// JSON itself, or JSON written into a form field.
fn unpacked(value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => serde_json::from_str(text).ok(),
        other => Some(other.clone()),
    }
}

#[cfg(test)]
mod tests;
