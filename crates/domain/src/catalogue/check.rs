//! Everything about the catalogue that takes more than one table to see.
//!
//! Keys across files; the inputs that conditions, measures and surcharges name; and that every order
//! that can be made has exactly one price ([`super::coverage`]). With the offers at hand also that
//! every price is above our cost. Each failure is a [`Mistake`] at the table it is about.

use std::collections::BTreeMap;

use super::gauge::Gauge;
use super::input::{Form, Input, Value};
use super::model::{Model, ModelKey, Price, When};
use super::words::{MediaKind, Unit};
use super::{Catalogue, coverage};
use crate::mistake::Mistake;
use crate::offers::{Discount, Offers};

/// Where each key is used, with the file and the line.
pub(super) type Keys = Vec<(ModelKey, String, usize)>;

/// Finds keys that are used again.
pub(super) fn keys(keys: &Keys) -> Vec<Mistake> {
    let mut first = BTreeMap::new();
    let mut mistakes = Vec::new();
    for (key, file, line) in keys {
        if let Some((file_before, line_before)) = first.get(key) {
            let what = format!("the key \"{key}\" is used already, at {file_before}:{line_before}");
            mistakes.push(Mistake { file: file.clone(), line: *line, what });
        } else {
            first.insert(key, (file, line));
        }
    }
    mistakes
}

/// Finds what is wrong with a model in itself.
pub(super) fn model(model: &Model) -> Vec<Mistake> {
    let mut notes = Notes { model, mistakes: Vec::new() };
    if model.on && model.prices.is_empty() {
        notes.note(model.line, "is on but has no [[model.price]]");
    }
    inputs(&mut notes);
    let conditions = model.prices.iter().map(|price| (&price.when, price.line));
    let conditions = conditions.chain(model.forbidden.iter().map(|row| (&row.when, row.line)));
    for (when, line) in conditions {
        condition(&mut notes, when, line);
    }
    for row in &model.forbidden {
        let defaults: Vec<_> = model.inputs.iter().map(|i| (&i.name, i.default())).collect();
        let default = |name: &str| defaults.iter().find(|(input, _)| *input == name)?.1.as_ref();
        if row.when.holds(default) {
            notes.note(row.line, "forbids the defaults, which must be orderable together");
        }
    }
    for price in &model.prices {
        if let Err(what) = Gauge::of(model, price) {
            notes.note(price.line, what);
        }
    }
    megapixels(&mut notes);
    surcharges(&mut notes);
    // Combinations of inputs that are not there would only repeat what was said above.
    if notes.mistakes.is_empty() {
        for (line, what) in coverage::gaps(model) {
            notes.note(line, what);
        }
    }
    notes.mistakes
}

/// Finds price rows that do not bring what they must.
pub(super) fn below_cost(catalogue: &Catalogue, offers: &Offers) -> Vec<Mistake> {
    let rows = catalogue.models().iter().flat_map(|model| {
        model.prices.iter().filter_map(move |price| {
            let what = loses(model, price, offers)?;
            Some(Mistake { file: model.file.clone(), line: price.line, what })
        })
    });
    rows.collect()
}

/// What is wrong with the price of a row at its least and at its greatest.
fn loses(model: &Model, row: &Price, offers: &Offers) -> Option<String> {
    let key = &model.key;
    let Some((low, high)) = model.cost_range_of(row) else {
        return Some(format!("the cost of \"{key}\" has no bound"));
    };
    for cost in [low, high] {
        let Some(price) = offers.price(cost, Discount::NONE) else {
            return Some(format!("the price of \"{key}\" is too large to be true"));
        };
        if !offers.is_above_cost(price, cost) {
            let discount = offers.largest_discount().percent();
            return Some(format!(
                "the price of \"{key}\" is not above its cost at the largest discount of \
                 {discount} %; lower the discount or raise the markup in offers.toml"
            ));
        }
    }
    None
}

/// The mistakes of one model.
struct Notes<'m> {
    model: &'m Model,
    mistakes: Vec<Mistake>,
}

impl Notes<'_> {
    fn note(&mut self, line: usize, what: impl Into<String>) {
        let file = self.model.file.clone();
        self.mistakes.push(Mistake { file, line, what: what.into() });
    }
}

fn inputs(notes: &mut Notes<'_>) {
    let model = notes.model;
    for (at, input) in model.inputs.iter().enumerate() {
        if model.inputs[..at].iter().any(|earlier| earlier.name == input.name) {
            notes.note(input.line, format!("the input `{}` is there twice", input.name));
        }
    }
}

/// Looks at what a price row or a forbidden combination depends on.
fn condition(notes: &mut Notes<'_>, when: &When, line: usize) {
    for name in when.inputs() {
        let Some(input) = notes.model.input(name) else {
            notes.note(line, format!("`when` names no input: {name}"));
            continue;
        };
        if matches!(input.form, Form::Text { .. } | Form::Media(_)) {
            notes.note(line, format!("`when` names `{name}`, which has no list of values"));
        } else if input.can_be_skipped() {
            notes.note(line, format!("`{name}` decides the price but may be skipped"));
        }
        for value in when.values(name).unwrap_or_default() {
            if !can_have(input, value) {
                notes
                    .note(line, format!("`when` names {name} = {value}, which `{name}` cannot be"));
            }
        }
    }
}

/// Whether an input can ever have a value; what takes no list of values is not judged here.
fn can_have(input: &Input, value: &Value) -> bool {
    match (&input.form, value) {
        (Form::Choice { values, .. }, value) => values.contains(value),
        (Form::Switch { .. }, value) => matches!(value, Value::Switch(_)),
        (Form::Whole(whole), Value::Whole(number)) => whole.takes(*number),
        (Form::Whole(_), _) => false,
        (Form::Fixed(fixed), value) => fixed == value,
        (Form::Text { .. } | Form::Media(_), _) => true,
    }
}

/// Looks for lines of `[model.megapixels]` that measure nothing.
fn megapixels(notes: &mut Notes<'_>) {
    let model = notes.model;
    let measures = model.prices.iter().filter(|price| price.per == Unit::Megapixel);
    let measures = measures.filter_map(|price| model.input(price.measure.as_ref()?));
    let values = measures.flat_map(|input| match &input.form {
        Form::Choice { values, .. } => values.as_slice(),
        _ => &[],
    });
    let values: Vec<String> = values.map(ToString::to_string).collect();
    for unused in model.megapixels.keys().filter(|value| !values.contains(value)) {
        notes.note(model.line, format!("[model.megapixels] has {unused}, which measures nothing"));
    }
}

fn surcharges(notes: &mut Notes<'_>) {
    for row in &notes.model.surcharges {
        let input = notes.model.input(&row.input);
        let is_list = input.is_some_and(|input| {
            matches!(&input.form, Form::Media(media) if media.list && media.kind == MediaKind::Image)
        });
        if !is_list {
            let what = format!("a surcharge needs an image input with a list, not `{}`", row.input);
            notes.note(row.line, what);
        }
    }
}
