//! Every model with its prices, from the least to the greatest.

use domain::Offers;
use domain::catalogue::{Kind, Model};
use serde_json::{Value, json};

use super::amounts::Tag;
use super::columns::aligned;
use super::rows;
use crate::settings::Settings;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Only those that are offered.
    pub(crate) on: bool,
    /// Only those of this kind.
    pub(crate) kind: Option<Kind>,
}

/// The table, or an array for programs.
pub(crate) fn shown(settings: &Settings, choice: Choice, as_json: bool) -> String {
    let Settings { catalogue, offers } = settings;
    let is_chosen = |model: &&Model| {
        (model.on || !choice.on) && choice.kind.is_none_or(|kind| model.kind == kind)
    };
    let models = catalogue.models().iter().filter(is_chosen);
    if as_json {
        return Value::from_iter(models.map(|model| described(model, offers))).to_string();
    }
    aligned(&models.map(|model| cells(model, offers)).collect::<Vec<_>>())
}

fn cells(model: &Model, offers: &Offers) -> [String; 6] {
    let price = match range(model, offers) {
        Some((least, most)) if least == most => least.shown(offers),
        Some((least, most)) => format!("{} .. {}", least.shown(offers), most.shown(offers)),
        None => "no price".to_owned(),
    };
    let on = if model.on { "on" } else { "off" };
    [
        model.key.to_string(),
        model.kind.to_string(),
        on.to_owned(),
        price,
        model.title.en.clone(),
        model.off_because.clone().unwrap_or_default(),
    ]
}

fn described(model: &Model, offers: &Offers) -> Value {
    let (from, to) = range(model, offers).unzip();
    let rows = model.prices.iter().map(|row| rows::price_json(model, row));
    let surcharges = model.surcharges.iter().map(|row| rows::surcharge_json(model, row));
    json!({
        "key": model.key.as_str(),
        "id": model.id,
        "kind": model.kind.word(),
        "state": model.state.word(),
        "on": model.on,
        "off_because": model.off_because,
        "title": { "ru": model.title.ru, "en": model.title.en },
        "from": from.map(|tag| tag.json(offers)),
        "to": to.map(|tag| tag.json(offers)),
        "rows": Value::from_iter(rows),
        "surcharges": Value::from_iter(surcharges),
    })
}

/// The least and the greatest price of a model.
fn range(model: &Model, offers: &Offers) -> Option<(Tag, Tag)> {
    let (low, high) = model.cost_range()?;
    Some((Tag::of_cost(offers, low)?, Tag::of_cost(offers, high)?))
}
