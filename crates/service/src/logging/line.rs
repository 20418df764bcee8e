//! One line: the fields of an event, written as JSON or for a person.

use std::fmt::{self, Write};

use serde_json::Value;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Record};
use tracing::{Event, Level};

/// The field that marks an event as one that repeats; its value is no part of the line.
const REPEATS: &str = "repeats";

/// Names that belong to the line itself; a field of the same name gets an underscore.
const OWN: [&str; 4] = ["ts", "level", "message", "instance_id"];

/// The fields of one event or span, in their order.
#[derive(Debug, Default)]
pub(super) struct Fields {
    message: String,
    fields: Vec<(&'static str, Value)>,
    /// The mark of an event that repeats.
    pub(super) repeats: Option<String>,
}

impl Fields {
    pub(super) fn of(event: &Event<'_>) -> Self {
        let mut fields = Self::default();
        event.record(&mut fields);
        fields
    }

    /// The fields of a span, for the lines inside it.
    pub(super) fn of_span(span: &Attributes<'_>) -> Self {
        let mut fields = Self::default();
        span.record(&mut fields);
        fields
    }

    /// What becomes known of a span later.
    pub(super) fn learn(&mut self, record: &Record<'_>) {
        record.record(self);
    }

    /// Takes over what is known about a span around it, but for fields that are there already.
    pub(super) fn inherit(&mut self, span: &Self) {
        for (name, value) in &span.fields {
            if !self.fields.iter().any(|(own, _)| own == name) {
                self.fields.push((name, value.clone()));
            }
        }
    }

    pub(super) fn add(&mut self, name: &'static str, value: impl Into<Value>) {
        self.fields.push((name, value.into()));
    }

    /// Whether this tells of a change of role, which is never left out.
    pub(super) fn is_transition(&self) -> bool {
        self.message.starts_with("[LOCK]")
            && (self.message.contains('→') || self.message.contains("took over"))
    }

    pub(super) fn json(&self, ts: &str, level: Level, instance: &str) -> String {
        let mut line = String::with_capacity(256);
        line.push('{');
        for (name, value) in
            [("ts", ts), ("level", level.as_str()), ("message", &self.message), (OWN[3], instance)]
        {
            pair(&mut line, name, &Value::from(value));
        }
        for (name, value) in &self.fields {
            if OWN.contains(name) {
                pair(&mut line, &format!("{name}_"), value);
            } else {
                pair(&mut line, name, value);
            }
        }
        line.push('}');
        line
    }

    pub(super) fn pretty(&self, ts: &str, level: Level) -> String {
        let time = ts.get(11..23).unwrap_or(ts);
        let mut line = format!("{time} {level:>5} {}", plain(&self.message));
        for (name, value) in &self.fields {
            let value = escaped(value);
            let bare = value.trim_matches('"');
            let text = if bare.contains([' ', '"']) { &value } else { bare };
            // Writing into a string cannot go wrong.
            let _ = write!(line, " {name}={text}");
        }
        line
    }

    fn record(&mut self, field: &Field, value: Value) {
        match (field.name(), value) {
            ("message", Value::String(text)) => self.message = text,
            (REPEATS, Value::String(text)) => self.repeats = Some(text),
            (REPEATS, other) => self.repeats = Some(other.to_string()),
            (name, value) => self.fields.push((name, value)),
        }
    }
}

impl Visit for Fields {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.record(field, Value::from(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.record(field, Value::from(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.record(field, Value::from(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.record(field, Value::from(value));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.record(field, Value::from(value));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.record(field, Value::from(format!("{value:?}")));
    }
}

fn pair(line: &mut String, name: &str, value: &Value) {
    if line.len() > 1 {
        line.push(',');
    }
    line.push_str(&escaped(&Value::from(name)));
    line.push(':');
    line.push_str(&escaped(value));
}

/// The value as JSON, in which everything that a screen would obey is escaped.
fn escaped(value: &Value) -> String {
    let json = value.to_string();
    if !json.contains(is_obeyed) {
        return json;
    }
    let mut safe = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_obeyed(c) {
            let _ = write!(safe, "\\u{:04x}", u32::from(c));
        } else {
            safe.push(c);
        }
    }
    safe
}

/// The text with everything a screen would obey escaped, and nothing else.
fn plain(text: &str) -> String {
    let obeyed = |c: char| c.is_control() || is_obeyed(c);
    let show = |c: char| if obeyed(c) { c.escape_unicode().to_string() } else { c.to_string() };
    text.chars().map(show).collect()
}

/// Characters that JSON leaves alone and a screen does not: the second set of control characters,
/// line separators, and marks that turn the direction of writing.
fn is_obeyed(c: char) -> bool {
    matches!(c, '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
