//! What a model takes: its inputs, their forms and the values they hold.

use std::fmt;

use toml::de::DeValue;

use super::model::ModelKey;
use super::words::MediaKind;
use crate::reading::Field;

/// A value as KIE takes it: `"5"` is not `5`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// True or false.
    Switch(bool),
}

impl Value {
    /// The number it stands for: itself, or the digits of a text.
    pub fn as_number(&self) -> Option<i64> {
        match self {
            Self::Text(text) => text.parse().ok(),
            Self::Whole(number) => Some(*number),
            Self::Switch(_) => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Whole(number) => number.fmt(f),
            Self::Switch(on) => on.fmt(f),
        }
    }
}

impl Field for Value {
    fn read(value: &DeValue<'_>) -> Result<Self, String> {
        match value {
            DeValue::String(text) => Ok(Self::Text(text.to_string())),
            DeValue::Integer(_) => i64::read(value).map(Self::Whole),
            DeValue::Boolean(on) => Ok(Self::Switch(*on)),
            _ => Err("must be a text, a whole number, true or false".to_owned()),
        }
    }
}

/// One input of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The field as KIE takes it.
    pub name: String,
    /// Whether KIE refuses a request without it.
    pub required: bool,
    /// Whether people are asked; a hidden one always has its default.
    pub shown: bool,
    /// What it holds.
    pub form: Form,
    /// The line its table begins in.
    pub line: usize,
}

impl Input {
    /// The value it has when nobody says otherwise.
    pub fn default(&self) -> Option<Value> {
        match &self.form {
            Form::Choice { default, .. } => default.clone(),
            Form::Switch { default } => default.map(Value::Switch),
            Form::Whole(whole) => whole.default.map(Value::Whole),
            Form::Fixed(value) => Some(value.clone()),
            Form::Text { .. } | Form::Media(_) => None,
        }
    }

    /// Whether an order can be without it.
    pub fn can_be_skipped(&self) -> bool {
        !self.required && self.default().is_none()
    }
}

/// What an input holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// Words of a person, with the least and the greatest number of characters.
    Text {
        /// At least so many.
        min_length: u32,
        /// At most so many.
        max_length: u32,
    },
    /// One of a list: all texts or all whole numbers.
    Choice {
        /// The list.
        values: Vec<Value>,
        /// One of them.
        default: Option<Value>,
    },
    /// On or off.
    Switch {
        /// What it is when nobody says otherwise.
        default: Option<bool>,
    },
    /// A whole number, sent as a number.
    Whole(Whole),
    /// Files of a person.
    Media(Media),
    /// Sent as it is, never asked.
    Fixed(Value),
}

/// Which whole numbers an input takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// The least.
    pub min: i64,
    /// The greatest.
    pub max: i64,
    /// The distance from one to the next, beginning with the least.
    pub step: u32,
    /// What it is when nobody says otherwise.
    pub default: Option<i64>,
}

impl Whole {
    /// Whether it takes this one.
    pub fn takes(self, number: i64) -> bool {
        let is_step = || (i128::from(number) - i128::from(self.min)) % i128::from(self.step) == 0;
        (self.min..=self.max).contains(&number) && is_step()
    }
}

/// Which files an input takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// Of which kind.
    pub kind: MediaKind,
    /// Whether KIE takes an array, even of one.
    pub list: bool,
    /// At least so many.
    pub min_items: u32,
    /// At most so many.
    pub max_items: u32,
    /// Megabytes of each at most.
    pub max_mb: u32,
    /// Formats, as endings of file names; any when there are none.
    pub formats: Vec<String>,
    /// Seconds of each at most.
    pub max_seconds: Option<u32>,
    /// Pixels of the longer side of each at most.
    pub max_side: Option<u32>,
}

/// What a button that chooses a value sends back; Telegram carries at most 64 bytes.
pub fn button_data(key: &ModelKey, input: &str, value: &Value) -> String {
    format!("o:{key}:{input}:{value}")
}

#[cfg(test)]
mod tests {
    use super::{ModelKey, Value, Whole, button_data};

    #[test]
    fn a_whole_input_takes_what_is_in_range_and_on_a_step() {
        let whole = Whole { min: 2, max: 10, step: 4, default: None };
        let all = Whole { min: i64::MIN, max: i64::MAX, step: 1, default: None };

        let taken: Vec<i64> = (0..12).filter(|number| whole.takes(*number)).collect();
        assert_eq!(taken, [2, 6, 10]);
        assert!(all.takes(i64::MIN) && all.takes(i64::MAX));
    }

    #[test]
    fn a_text_of_digits_stands_for_a_number_and_is_none() {
        assert_eq!(Value::Text("5".to_owned()).as_number(), Some(5));
        assert_eq!(Value::Text("5s".to_owned()).as_number(), None);
        assert_ne!(Value::Text("5".to_owned()), Value::Whole(5));
    }

    #[test]
    fn a_button_names_the_model_the_input_and_the_value() {
        let key = ModelKey::new("z-image").unwrap();
        let value = Value::Text("16:9".to_owned());

        assert_eq!(button_data(&key, "aspect_ratio", &value), "o:z-image:aspect_ratio:16:9");
    }
}
