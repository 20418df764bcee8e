//! From the tables about money of a model to its prices.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use toml::de::DeValue;

use super::{Sources, source};
use crate::catalogue::input::Value;
use crate::catalogue::model::{Forbidden, Price, Surcharge, When};
use crate::money::Credits;
use crate::reading::{self, Field, Table};

/// One value or a list of them.
struct Values(Vec<Value>);

impl Field for Values {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        match value {
            DeValue::Array(items) if items.is_empty() => Err("has no values".to_owned()),
            DeValue::Array(_) => Vec::read(value).map(Self),
            _ => Value::read(value).map(|value| Self(vec![value])),
        }
    }
}

fn when(table: &Table<'_>) -> Option<When> {
    let read = |name: &str| Some((name.to_owned(), table.required::<Values>(name)?.0));
    reading::all(table.names().map(read).collect()).map(When)
}

/// An amount of credits that is more than nothing.
fn credits(table: &Table<'_>) -> Option<Credits> {
    let credits = table.required::<Credits>("credits")?;
    if !credits.is_positive() {
        table.note("credits", "`credits` must be more than 0");
    }
    Some(credits)
}

/// Reads one `[[model.price]]`.
pub(super) fn price(table: &Table<'_>, sources: &Sources) -> Option<Price> {
    table.only(&["when", "credits", "per", "measure", "source"]);
    let condition = if table.has("when") {
        table.table("when").and_then(|table| when(&table))
    } else {
        Some(When::default())
    };
    let (credits, per) = (credits(table), table.required("per"));
    let measure = table.optional("measure");
    let source = source(table, sources);
    let line = table.line();
    Some(Price { when: condition?, credits: credits?, per: per?, measure, source: source?, line })
}

/// Reads one `[[model.forbid]]`.
pub(super) fn forbidden(table: &Table<'_>) -> Option<Forbidden> {
    table.only(&["when"]);
    let condition = table.table("when")?;
    if condition.names().next().is_none() {
        table.note("when", "`when` is empty, so nothing could be ordered");
    }
    Some(Forbidden { when: when(&condition)?, line: table.line() })
}

/// Reads one `[[model.surcharge]]`.
pub(super) fn surcharge(table: &Table<'_>, sources: &Sources) -> Option<Surcharge> {
    table.only(&["input", "after", "credits", "source"]);
    let (input, after) = (table.required("input"), table.required("after"));
    let (credits, source) = (credits(table), source(table, sources));
    let line = table.line();
    Some(Surcharge { input: input?, after: after?, credits: credits?, source: source?, line })
}

/// Reads `[model.megapixels]`, from values of a choice to whole megapixels.
pub(super) fn megapixels(model: &Table<'_>) -> Option<BTreeMap<String, u32>> {
    if !model.has("megapixels") {
        return Some(BTreeMap::new());
    }
    let table = model.table("megapixels")?;
    let read = |name: &str| Some((name.to_owned(), table.required::<NonZeroU32>(name)?.get()));
    Some(reading::all(table.names().map(read).collect())?.into_iter().collect())
}
