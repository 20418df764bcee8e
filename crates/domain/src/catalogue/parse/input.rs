//! From a table `[[model.input]]` to an input.

use std::num::NonZeroU32;

use crate::catalogue::input::{Form, Input, Media, Value, Whole, button_data};
use crate::catalogue::model::ModelKey;
use crate::catalogue::words::MediaKind;
use crate::reading::{Table, Word};

/// The word in `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Text,
    Choice,
    Switch,
    Whole,
    Media(MediaKind),
    Fixed,
}

impl Word for Type {
    const WORDS: &'static [Self] = &[
        Self::Text,
        Self::Choice,
        Self::Switch,
        Self::Whole,
        Self::Media(MediaKind::Image),
        Self::Media(MediaKind::Video),
        Self::Media(MediaKind::Audio),
        Self::Fixed,
    ];

    fn as_word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Choice => "choice",
            Self::Switch => "switch",
            Self::Whole => "whole",
            Self::Media(kind) => kind.word(),
            Self::Fixed => "fixed",
        }
    }
}

/// What Telegram carries in the data of a button.
const LONGEST_BUTTON: usize = 64;

/// Reads one input; the key of its model is only for the length of its buttons.
pub(super) fn input(table: &Table<'_>, key: Option<&ModelKey>) -> Option<Input> {
    let name = table.required::<String>("name");
    let form = table.required::<Type>("type");
    let required = match form {
        Some(Type::Fixed) => Some(true),
        _ => table.required("required"),
    };
    let shown = table.optional("shown").unwrap_or(true);
    let form = read_form(table, form?, required == Some(true))?;
    let can_be_hidden = matches!(form, Form::Choice { .. } | Form::Switch { .. } | Form::Whole(_));
    if !shown && !can_be_hidden {
        table.note("shown", "only a choice, a switch or a whole number can be hidden");
    } else if !shown && !table.has("default") {
        table.note("shown", "is hidden but has no `default` to be sent");
    }
    let shown = shown && !matches!(form, Form::Fixed(_));
    let input = Input { name: name?, required: required?, shown, form, line: table.line() };
    if let Some(key) = key {
        buttons(table, key, &input);
    }
    Some(input)
}

fn read_form(table: &Table<'_>, form: Type, required: bool) -> Option<Form> {
    match form {
        Type::Text => text(table),
        Type::Choice => choice(table),
        Type::Switch => {
            only(table, &["default"]);
            Some(Form::Switch { default: table.optional("default") })
        }
        Type::Whole => whole(table),
        Type::Media(kind) => media(table, kind, required),
        Type::Fixed => {
            only(table, &["value"]);
            table.required("value").map(Form::Fixed)
        }
    }
}

/// Notes the fields that an input of this type has not.
fn only(table: &Table<'_>, own: &[&str]) {
    let every: &[&str] = &["name", "type", "required", "shown"];
    table.only(&[every, own].concat());
}

fn text(table: &Table<'_>) -> Option<Form> {
    only(table, &["min_length", "max_length"]);
    let min_length = table.optional("min_length").unwrap_or(0);
    let max_length = table.required::<NonZeroU32>("max_length")?.get();
    if min_length > max_length {
        table.note("min_length", "`min_length` is more than `max_length`");
    }
    Some(Form::Text { min_length, max_length })
}

fn choice(table: &Table<'_>) -> Option<Form> {
    only(table, &["values", "default"]);
    let values = table.required::<Vec<Value>>("values");
    let default = table.optional::<Value>("default");
    let values = values?;
    let texts = values.iter().filter(|value| matches!(value, Value::Text(_))).count();
    let numbers = values.iter().filter(|value| matches!(value, Value::Whole(_))).count();
    if values.is_empty() || (texts != values.len() && numbers != values.len()) {
        table.note("values", "`values` must be all texts or all whole numbers, and not empty");
        return None;
    }
    let repeated = values.iter().enumerate().find(|(at, value)| values[..*at].contains(value));
    if let Some((_, value)) = repeated {
        table.note("values", format!("`values` has {value} twice"));
    }
    if let Some(default) = default.as_ref().filter(|default| !values.contains(default)) {
        let looks_alike = values.iter().any(|value| value.to_string() == default.to_string());
        let cure = if looks_alike { "; a text is not a number" } else { "" };
        table.note("default", format!("`default` {default} is not one of `values`{cure}"));
    }
    Some(Form::Choice { values, default })
}

fn whole(table: &Table<'_>) -> Option<Form> {
    only(table, &["min", "max", "step", "default"]);
    let (min, max) = (table.required::<i64>("min"), table.required::<i64>("max"));
    let step = table.optional::<NonZeroU32>("step").map_or(1, NonZeroU32::get);
    let default = table.optional("default");
    let whole = Whole { min: min?, max: max?, step, default };
    if whole.min > whole.max {
        table.note("min", "`min` is more than `max`");
        return None;
    }
    if !whole.takes(whole.max) {
        table.note("max", "`max` is not reached from `min` by `step`");
    } else if default.is_some_and(|default| !whole.takes(default)) {
        table.note("default", "`default` is out of range or between two steps");
    }
    Some(Form::Whole(whole))
}

fn media(table: &Table<'_>, kind: MediaKind, required: bool) -> Option<Form> {
    let own: &[&str] = match kind {
        MediaKind::Image => &["max_side"],
        MediaKind::Video | MediaKind::Audio => &["max_seconds"],
    };
    only(table, &[&["list", "min_items", "max_items", "max_mb", "formats"], own].concat());
    let list = table.optional("list").unwrap_or(false);
    for name in ["min_items", "max_items"] {
        if !list && table.has(name) {
            table.note(name, format!("`{name}` is for an input with `list = true`"));
        }
    }
    let max_items =
        if list { table.required::<NonZeroU32>("max_items") } else { NonZeroU32::new(1) };
    let min_items = table.optional("min_items").unwrap_or(u32::from(required));
    let max_mb = table.required::<NonZeroU32>("max_mb");
    let formats = table.optional::<Vec<String>>("formats").unwrap_or_default();
    let max_seconds = table.optional::<NonZeroU32>("max_seconds").map(NonZeroU32::get);
    let max_side = table.optional::<NonZeroU32>("max_side").map(NonZeroU32::get);
    let (max_items, max_mb) = (max_items?.get(), max_mb?.get());
    if min_items > max_items {
        table.note("min_items", "`min_items` is more than `max_items`");
    }
    Some(Form::Media(Media {
        kind,
        list,
        min_items,
        max_items,
        max_mb,
        formats,
        max_seconds,
        max_side,
    }))
}

/// Looks whether Telegram can carry the data of the buttons of an input.
fn buttons(table: &Table<'_>, key: &ModelKey, input: &Input) {
    let (field, values) = match &input.form {
        Form::Choice { values, .. } => ("values", values.clone()),
        Form::Switch { .. } => ("name", vec![Value::Switch(true), Value::Switch(false)]),
        _ => return,
    };
    let data = values.iter().map(|value| button_data(key, &input.name, value));
    for data in data.filter(|data| input.shown && data.len() > LONGEST_BUTTON) {
        let length = data.len();
        let what = format!("the button {data} has {length} bytes, more than {LONGEST_BUTTON}");
        table.note(field, what);
    }
}
