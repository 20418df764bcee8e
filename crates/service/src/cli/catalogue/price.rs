//! A quote in words and for programs.
//!
//! ```text
//!   z-image  Z-Image, text-to-image, on
//!   order
//!     prompt        cat
//!     aspect_ratio  1:1  default
//!   cost      0.8 credits, 0.004 USD
//!   row       catalogue/z-image.toml:42: 0.8 credits per image
//!   source    KIE price list, archived capture, 2026-06-09
//!   price     0.64 ₽ · 1 ⭐  brings 0.006933 USD  the cost is 57.7 % of it
//!   light -7 %  0.60 ₽ · 1 ⭐ ...
//! ```

use domain::catalogue::{Answer, Upload, Value as InputValue};
use serde_json::{Map, Value, json};

use super::amounts::{credits, decimal, usd};
use super::columns::aligned;
use super::quote::{Quote, Sale};
use super::rows;

/// The quote, in words or as an object for programs.
pub(crate) fn shown(quote: &Quote<'_>, as_json: bool) -> String {
    if as_json {
        return described(quote).to_string();
    }
    let model = quote.model;
    let on = match &model.off_because {
        Some(why) => format!("off: {why}"),
        None => "on".to_owned(),
    };
    let head = format!("{}  {}, {}, {on}", model.key, model.title.en, model.kind);
    let order: Vec<[String; 3]> = quote.order.answers().map(|(n, a)| line(quote, n, a)).collect();
    let sales: Vec<[String; 4]> = quote.sales.iter().map(|sale| cells(quote, sale)).collect();
    [head, "order".to_owned(), aligned(&order), aligned(&money(quote)), aligned(&sales)].join("\n")
}

/// One input of the order, and whether it was given.
fn line(quote: &Quote<'_>, input: &str, answer: &Answer) -> [String; 3] {
    let answer = match answer {
        Answer::Value(value) => value.to_string(),
        Answer::Files(files) => files_shown(files),
    };
    let origin = if is_given(quote, input) { "" } else { "default" };
    [format!("  {input}"), answer, origin.to_owned()]
}

fn is_given(quote: &Quote<'_>, input: &str) -> bool {
    quote.given.iter().any(|given| given == input)
}

/// What is measured of each file, or how many there are.
fn files_shown(files: &[Upload]) -> String {
    let measured = |file: &Upload| match (file.milliseconds, file.pixels) {
        (Some(milliseconds), _) => Some(format!("{}s", decimal(i64::from(milliseconds), 3))),
        (None, Some((width, height))) => Some(format!("{width}x{height}")),
        (None, None) => None,
    };
    let measured: Option<Vec<String>> = files.iter().map(measured).collect();
    match (measured, files.len()) {
        (Some(measured), _) => measured.join(", "),
        (None, 1) => "1 file".to_owned(),
        (None, count) => format!("{count} files"),
    }
}

/// What it costs us, and how that is known.
fn money(quote: &Quote<'_>) -> Vec<[String; 2]> {
    let Quote { model, row, .. } = quote;
    let cost = format!("{} credits, {}", credits(quote.cost), usd(quote.cost_micro_usd));
    let place = |line: usize| format!("{}:{line}", model.file);
    let mut lines = vec![
        ["cost".to_owned(), cost],
        ["row".to_owned(), format!("{}: {}", place(row.line), rows::price(row))],
        ["source".to_owned(), rows::source(&row.source)],
    ];
    for row in &model.surcharges {
        let surcharge = format!("{}: {}", place(row.line), rows::surcharge(row));
        lines.push(["surcharge".to_owned(), surcharge]);
        lines.push(["source".to_owned(), rows::source(&row.source)]);
    }
    lines
}

fn cells(quote: &Quote<'_>, sale: &Sale<'_>) -> [String; 4] {
    let buyer = match sale.plan {
        None => "price".to_owned(),
        Some(plan) => format!("{} -{} %", plan.key, plan.discount),
    };
    let ratio = match sale.cost_per_mille {
        Some(parts) => format!("the cost is {} % of it", decimal(parts, 1)),
        None => "the cost is more".to_owned(),
    };
    let brings = format!("brings {}", usd(sale.net_micro_usd));
    [buyer, sale.tag.shown(quote.offers), brings, ratio]
}

fn described(quote: &Quote<'_>) -> Value {
    let Quote { model, offers, row, .. } = quote;
    let order = quote.order.answers();
    let order: Map<String, Value> =
        order.map(|(input, answer)| (input.to_owned(), answer_json(answer))).collect();
    let defaults = quote.order.answers().map(|(input, _)| input);
    let defaults: Vec<&str> = defaults.filter(|input| !is_given(quote, input)).collect();
    let surcharges = model.surcharges.iter().map(|row| rows::surcharge_json(model, row));
    let sale = |sale: &Sale<'_>| {
        json!({
            "plan": sale.plan.map(|plan| plan.key.as_str()),
            "discount": sale.plan.map_or(0, |plan| plan.discount),
            "price": sale.tag.json(offers),
            "brings_micro_usd": sale.net_micro_usd,
            "cost_per_mille": sale.cost_per_mille,
        })
    };
    json!({
        "key": model.key.as_str(),
        "kind": model.kind.word(),
        "title": { "ru": model.title.ru, "en": model.title.en },
        "on": model.on,
        "off_because": model.off_because,
        "order": order,
        "defaults": defaults,
        "cost": { "credits": credits(quote.cost), "micro_usd": quote.cost_micro_usd },
        "row": rows::price_json(model, row),
        "surcharges": Value::from_iter(surcharges),
        "sales": Value::from_iter(quote.sales.iter().map(sale)),
    })
}

fn answer_json(answer: &Answer) -> Value {
    let file = |file: &Upload| {
        let pixels = file.pixels.map(|(width, height)| [width, height]);
        json!({ "milliseconds": file.milliseconds, "pixels": pixels })
    };
    match answer {
        Answer::Value(InputValue::Text(text)) => json!(text),
        Answer::Value(InputValue::Whole(number)) => json!(number),
        Answer::Value(InputValue::Switch(on)) => json!(on),
        Answer::Files(files) => Value::from_iter(files.iter().map(file)),
    }
}
