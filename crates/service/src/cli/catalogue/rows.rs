//! Price rows and surcharges with where they come from, for people and for programs.

use domain::catalogue::{Model, Price, Source, Surcharge};
use serde_json::{Value, json};

use super::amounts::credits;

/// A price row in one line: `0.8 credits per image`.
pub(super) fn price(row: &Price) -> String {
    let when = row.when.to_string();
    let when = if when.is_empty() { when } else { format!(" when {when}") };
    let measure = row.measure.as_ref().map(|input| format!(" of `{input}`")).unwrap_or_default();
    format!("{} credits per {}{measure}{when}", credits(row.credits), row.per)
}

pub(super) fn surcharge(row: &Surcharge) -> String {
    let Surcharge { input, after, .. } = row;
    let which = match after {
        0 => "each file".to_owned(),
        after => format!("each file after {after}"),
    };
    format!("{} credits for {which} of `{input}`", credits(row.credits))
}

pub(super) fn source(source: &Source) -> String {
    format!("{}, {}", source.what, source.date)
}

pub(super) fn price_json(model: &Model, row: &Price) -> Value {
    json!({
        "file": model.file,
        "line": row.line,
        "when": row.when.to_string(),
        "credits": credits(row.credits),
        "per": row.per.word(),
        "measure": row.measure,
        "source": source_json(&row.source),
    })
}

pub(super) fn surcharge_json(model: &Model, row: &Surcharge) -> Value {
    json!({
        "file": model.file,
        "line": row.line,
        "input": row.input,
        "after": row.after,
        "credits": credits(row.credits),
        "source": source_json(&row.source),
    })
}

fn source_json(source: &Source) -> Value {
    json!({ "name": source.name, "what": source.what, "date": source.date.to_string() })
}
