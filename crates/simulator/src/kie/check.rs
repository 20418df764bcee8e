//! Whether an input is one that the model takes: every field known, present, of its type and size.
//!
//! Types are strict, as KIE's are: `"5"` is not `5`. The first mistake is the answer. What remains to
//! be done with a good input is to look whether its addresses can be fetched; they are collected here.

mod rules;

use serde_json::{Map, Value};

use super::field::{Field, Kind};
use super::{Facts, Fields, Model};

/// Checks an input. The addresses in it, or the sentence of the answer.
pub(crate) fn check(
    facts: &Facts,
    name: &str,
    model: &Model,
    input: &Map<String, Value>,
) -> Result<Vec<String>, String> {
    let mut urls = Vec::new();
    if model.open {
        return Ok(urls);
    }
    object(facts, &model.fields, input, &mut urls)?;
    let complete = |group: &Vec<String>| group.iter().all(|field| input.contains_key(field));
    if !model.one_of.is_empty() && !model.one_of.iter().any(complete) {
        let groups: Vec<String> = model.one_of.iter().map(|group| group.join("+")).collect();
        return Err(format!("This field is required: one of {}", groups.join(", ")));
    }
    rules::check(name, model.route, input)?;
    Ok(urls)
}

fn object(
    facts: &Facts,
    fields: &Fields,
    input: &Map<String, Value>,
    urls: &mut Vec<String>,
) -> Result<(), String> {
    for (name, value) in input {
        let field = fields.get(name).ok_or_else(|| format!("The field {name} is not known"))?;
        held(facts, name, field, value, urls)?;
    }
    let absent = fields.iter().find(|(name, field)| field.required && !input.contains_key(*name));
    match absent {
        Some((name, _)) => Err(format!("This field is required: {name}")),
        None => Ok(()),
    }
}

fn held(
    facts: &Facts,
    name: &str,
    field: &Field,
    value: &Value,
    urls: &mut Vec<String>,
) -> Result<(), String> {
    match field.kind {
        Kind::Flag => value.is_boolean().then_some(()).ok_or_else(|| kind(name, "a boolean")),
        Kind::Text => {
            let text = value.as_str().ok_or_else(|| kind(name, "a string"))?;
            let what = format!("The length of {name}");
            within(&what, size(text.chars().count()), field)
        }
        Kind::Word => {
            let text = value.as_str().ok_or_else(|| kind(name, "a string"))?;
            let is_known = field.words.iter().any(|word| word == text);
            is_known.then_some(()).ok_or_else(|| out_of_options(name))
        }
        Kind::Whole | Kind::Number => number(name, field, value),
        Kind::Url => url(name, value, urls),
        Kind::Urls => {
            for item in items(name, field, value)? {
                url(name, item, urls)?;
            }
            Ok(())
        }
        Kind::Texts => each(name, field, value, "strings", Value::is_string),
        Kind::Wholes => each(name, field, value, "integers", is_whole),
        Kind::Lists => each(name, field, value, "arrays", Value::is_array),
        Kind::Objects => {
            let shape = field.shape.as_deref().and_then(|shape| facts.shape(shape));
            for item in items(name, field, value)? {
                let item = item.as_object().ok_or_else(|| kind(name, "a list of objects"))?;
                if let Some(fields) = shape {
                    object(facts, fields, item, urls)
                        .map_err(|fault| format!("{name}: {fault}"))?;
                }
            }
            Ok(())
        }
    }
}

fn number(name: &str, field: &Field, value: &Value) -> Result<(), String> {
    if field.kind == Kind::Whole && !is_whole(value) {
        return Err(kind(name, "an integer"));
    }
    let number = value.as_f64().ok_or_else(|| kind(name, "a number"))?;
    if !field.values.is_empty() && !field.values.iter().any(|known| same(*known, number)) {
        return Err(out_of_options(name));
    }
    within(name, number, field)
}

/// Numbers of a table are short decimals, so a hair's breadth tells them apart.
fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

fn is_whole(value: &Value) -> bool {
    value.is_i64() || value.is_u64()
}

fn url(name: &str, value: &Value, urls: &mut Vec<String>) -> Result<(), String> {
    let text = value.as_str().ok_or_else(|| kind(name, "a string"))?;
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match rest {
        Some(rest) if !rest.is_empty() && !rest.contains(' ') => {
            urls.push(text.to_owned());
            Ok(())
        }
        _ => Err(format!("{name} is not a valid url")),
    }
}

fn items<'v>(name: &str, field: &Field, value: &'v Value) -> Result<&'v Vec<Value>, String> {
    let items = value.as_array().ok_or_else(|| kind(name, "an array"))?;
    within(&format!("The number of items of {name}"), size(items.len()), field)?;
    Ok(items)
}

fn each(
    name: &str,
    field: &Field,
    value: &Value,
    what: &str,
    is_good: impl Fn(&Value) -> bool,
) -> Result<(), String> {
    let good = items(name, field, value)?.iter().all(is_good);
    good.then_some(()).ok_or_else(|| kind(name, &format!("a list of {what}")))
}

fn within(what: &str, number: f64, field: &Field) -> Result<(), String> {
    if field.low.is_some_and(|low| number < low) {
        return Err(format!("{what} is below the minimum of {}", field.low.unwrap_or_default()));
    }
    if field.high.is_some_and(|high| number > high) {
        return Err(format!("{what} exceeds the maximum of {}", field.high.unwrap_or_default()));
    }
    Ok(())
}

/// Lengths and counts are far below what a float counts exactly.
fn size(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

fn kind(name: &str, wanted: &str) -> String {
    format!("{name} must be {wanted}")
}

fn out_of_options(name: &str) -> String {
    format!("{name} is not within the range of allowed options")
}

#[cfg(test)]
mod tests;
