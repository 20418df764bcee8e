//! From a file to models: everything that one table can tell by itself.
//!
//! Names, types, ranges, lengths and words are looked at here, where the line of each field is at
//! hand. What takes a whole model or several files to see is in [`super::check`].

mod input;
mod price;

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use super::input::{Form, Input};
use super::model::{FreeLimits, Model, ModelKey, Source};
use super::texts::Texts;
use super::words::State;
use crate::reading::{self, Table};
use crate::spelling::nearest;

/// The sources of one file by their names.
pub(super) type Sources = BTreeMap<String, Source>;

/// What one file says: models, and every key with its line, of broken models as well.
#[derive(Debug, Default)]
pub(super) struct Family {
    pub(super) models: Vec<Model>,
    pub(super) keys: Vec<(ModelKey, usize)>,
}

const FIELDS: &[&str] = &[
    "key",
    "id",
    "route",
    "kind",
    "output",
    "state",
    "on",
    "off_because",
    "source",
    "usual_seconds",
    "results",
    "title",
    "benefit",
    "examples",
    "input",
    "price",
    "forbid",
    "surcharge",
    "megapixels",
    "free",
];

/// Telegram shows about so much of a title on a button, and of a benefit in one line.
const LONGEST_TITLE: usize = 32;
const LONGEST_BENEFIT: usize = 80;

/// As much as people can be expected to read before they write their own.
const LONGEST_EXAMPLE: usize = 300;

/// Reads one file.
pub(super) fn family(root: &Table<'_>) -> Family {
    root.only(&["source", "model"]);
    let sources = sources(root);
    let mut family = Family::default();
    if !root.has("model") {
        root.note("model", "there is no [[model]] in this file");
    }
    for table in root.tables("model") {
        let key = table.required::<ModelKey>("key");
        family.keys.extend(key.clone().map(|key| (key, table.line())));
        family.models.extend(model(&table, key, &sources));
    }
    family
}

fn sources(root: &Table<'_>) -> Sources {
    let Some(table) = root.table("source") else { return Sources::new() };
    let read = |name: &str| {
        let source = table.table(name)?;
        source.only(&["what", "date"]);
        let (what, date) = (source.required("what"), source.required("date"));
        Some((name.to_owned(), Source { name: name.to_owned(), what: what?, date: date? }))
    };
    table.names().filter_map(read).collect()
}

/// The source that the field `source` names.
fn source(table: &Table<'_>, sources: &Sources) -> Option<Source> {
    let name = table.required::<String>("source")?;
    let source = sources.get(&name);
    if source.is_none() {
        let meant = nearest(&name, sources.keys().map(String::as_str));
        let meant = meant.map(|known| format!("; is \"{known}\" meant?"));
        let meant = meant.unwrap_or_default();
        table.note("source", format!("there is no [source.{name}] in this file{meant}"));
    }
    source.cloned()
}

fn model(table: &Table<'_>, key: Option<ModelKey>, sources: &Sources) -> Option<Model> {
    table.only(FIELDS);
    let (state, on) = (table.required("state"), table.required("on"));
    let off_because = table.optional("off_because");
    offered(table, state, on);
    let (id, route) = (table.required("id"), table.required("route"));
    let (kind, output) = (table.required("kind"), table.required("output"));
    let source = source(table, sources);
    let usual_seconds = table.required::<NonZeroU32>("usual_seconds");
    let results = table.required::<NonZeroU32>("results");
    let title = Texts::field(table, "title", LONGEST_TITLE);
    let benefit = Texts::field(table, "benefit", LONGEST_BENEFIT);
    let inputs = table.tables("input");
    let inputs = inputs.iter().map(|input| input::input(input, key.as_ref())).collect();
    let inputs: Option<Vec<Input>> = reading::all(inputs);
    let examples = examples(table, inputs.as_deref().unwrap_or_default());
    let prices = table.tables("price").iter().map(|row| price::price(row, sources)).collect();
    let forbidden = table.tables("forbid").iter().map(price::forbidden).collect();
    let surcharges =
        table.tables("surcharge").iter().map(|row| price::surcharge(row, sources)).collect();
    let megapixels = price::megapixels(table);
    let free = table.optional_table("free").map(|free| free_limits(&free));
    Some(Model {
        key: key?,
        id: id?,
        route: route?,
        kind: kind?,
        output: output?,
        state: state?,
        on: on?,
        off_because,
        source: source?,
        usual_seconds: usual_seconds?.get(),
        results: results?.get(),
        title: title?,
        benefit: benefit?,
        examples: examples?,
        inputs: inputs?,
        prices: reading::all(prices)?,
        forbidden: reading::all(forbidden)?,
        surcharges: reading::all(surcharges)?,
        megapixels: megapixels?,
        free: if table.has("free") { Some(free??) } else { None },
        file: table.file().to_owned(),
        line: table.line(),
    })
}

/// Looks whether what is offered may be, and what is not has a reason.
fn offered(table: &Table<'_>, state: Option<State>, on: Option<bool>) {
    match (on, state) {
        (Some(true), Some(state)) if state != State::Verified => {
            table.note("on", format!("is on but {state}; only a verified model may be on"));
        }
        (Some(true), _) if table.has("off_because") => {
            table.note("off_because", "`off_because` says why it is off, but it is on");
        }
        (Some(false), _) if !table.has("off_because") => {
            table.note("on", "is off without a reason; write `off_because`");
        }
        _ => {}
    }
}

/// Reads the example prompts: two for a model that takes words.
fn examples(table: &Table<'_>, inputs: &[Input]) -> Option<Vec<Texts>> {
    let examples = table.tables("examples");
    let takes_words = inputs.iter().any(|input| matches!(input.form, Form::Text { .. }));
    if takes_words && examples.len() != 2 {
        table.note("examples", "a model that takes words has two examples");
    }
    reading::all(examples.iter().map(|texts| Texts::read(texts, LONGEST_EXAMPLE)).collect())
}

fn free_limits(table: &Table<'_>) -> Option<FreeLimits> {
    table.only(&["per_day", "per_hour"]);
    let per_day = table.required::<NonZeroU32>("per_day");
    let per_hour = table.required::<NonZeroU32>("per_hour");
    let limits = FreeLimits { per_day: per_day?.get(), per_hour: per_hour?.get() };
    if limits.per_hour > limits.per_day {
        table.note("per_hour", "`per_hour` is more than `per_day`");
    }
    Some(limits)
}
