//! A model as the catalogue describes it, and what belongs to it.
//!
//! These are made only by reading files ([`super::Catalogue::read`]): who holds one holds something
//! that was checked.

use std::collections::BTreeMap;
use std::fmt;

use super::input::{Input, Value};
use super::texts::Texts;
use super::words::{Kind, Output, Route, State, Unit};
use crate::money::Credits;
use crate::reading::{Date, keys};

keys! {
    /// Our name of a model: `[a-z0-9-]{2,24}`, never used again for another one.
    ModelKey,
}

/// Where a fact comes from, and when it was true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its short name within the file.
    pub name: String,
    /// What it is.
    pub what: String,
    /// The day it was looked at.
    pub date: Date,
}

/// One model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// Our own name for it.
    pub key: ModelKey,
    /// Its name as KIE takes it.
    pub id: String,
    /// Which part of KIE's interface takes its requests.
    pub route: Route,
    /// What it does.
    pub kind: Kind,
    /// What comes out.
    pub output: Output,
    /// How far it can be trusted.
    pub state: State,
    /// Whether it is offered; only a verified one is.
    pub on: bool,
    /// Why it is not offered, for the operator.
    pub off_because: Option<String>,
    /// Where its id and inputs come from.
    pub source: Source,
    /// How long it usually takes.
    pub usual_seconds: u32,
    /// How many files one request gives.
    pub results: u32,
    /// Its name for people.
    pub title: Texts,
    /// What it is good for, in one line.
    pub benefit: Texts,
    /// Example prompts, when it takes words.
    pub examples: Vec<Texts>,
    /// What it takes, in the order of asking.
    pub inputs: Vec<Input>,
    /// What it costs us: exactly one row applies to every order.
    pub prices: Vec<Price>,
    /// Combinations that cannot be ordered.
    pub forbidden: Vec<Forbidden>,
    /// What is billed on top of a price row.
    pub surcharges: Vec<Surcharge>,
    /// Whole megapixels by the value of a choice, where a price is measured so.
    pub megapixels: BTreeMap<String, u32>,
    /// How often people may use it for nothing.
    pub free: Option<FreeLimits>,
    /// The file it stands in.
    pub file: String,
    /// The line its table begins in.
    pub line: usize,
}

impl Model {
    /// The input with this name.
    pub fn input(&self, name: &str) -> Option<&Input> {
        self.inputs.iter().find(|input| input.name == name)
    }

    /// Whether what is given for an input counts for a price.
    pub fn is_priced_by(&self, input: &str) -> bool {
        self.prices.iter().any(|price| price.measure.as_deref() == Some(input))
    }
}

/// What one unit costs us under a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// When this row applies.
    pub when: When,
    /// The cost of one unit.
    pub credits: Credits,
    /// The unit.
    pub per: Unit,
    /// The input that says how many units there are.
    pub measure: Option<String>,
    /// Where the price comes from.
    pub source: Source,
    /// The line its table begins in.
    pub line: usize,
}

/// A combination of values that KIE refuses, or whose price nobody knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    /// The combination.
    pub when: When,
    /// The line its table begins in.
    pub line: usize,
}

/// What is billed for each of many pictures put in, on top of the price row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surcharge {
    /// The input that takes the pictures.
    pub input: String,
    /// How many are free.
    pub after: u32,
    /// The cost of each further one.
    pub credits: Credits,
    /// Where the price comes from.
    pub source: Source,
    /// The line its table begins in.
    pub line: usize,
}

/// How often one person may use a model for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeLimits {
    /// Times a day.
    pub per_day: u32,
    /// Times an hour.
    pub per_hour: u32,
}

/// A condition: some inputs, each with the values that it may have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct When(pub(super) Vec<(String, Vec<Value>)>);

impl When {
    /// Whether it holds for these values; an input without a value meets no condition.
    ///
    /// A text is never a number here: `"5"` is not `5` to KIE either.
    pub fn holds<'v>(&self, value_of: impl Fn(&str) -> Option<&'v Value>) -> bool {
        let holds = |(input, values): &(String, Vec<Value>)| {
            value_of(input).is_some_and(|value| values.contains(value))
        };
        self.0.iter().all(holds)
    }

    /// The inputs it names.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(input, _)| input.as_str())
    }

    /// The values it names of one input, if it names that input.
    pub fn values(&self, input: &str) -> Option<&[Value]> {
        self.0.iter().find(|(name, _)| name == input).map(|(_, values)| values.as_slice())
    }
}

impl fmt::Display for When {
    /// As `quality = 1080p, duration = 10 or 15`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.0.iter().map(|(input, values)| {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("{input} = {}", values.join(" or "))
        });
        f.write_str(&parts.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, When};

    #[test]
    fn a_condition_holds_when_each_input_has_one_of_its_values() {
        let texts = vec![Value::Text("480p".to_owned()), Value::Text("720p".to_owned())];
        let when = When(vec![
            ("resolution".to_owned(), texts),
            ("duration".to_owned(), vec![Value::Whole(5)]),
        ]);
        let holds = |resolution: &Value, duration: Option<&Value>| {
            when.holds(|name| if name == "resolution" { Some(resolution) } else { duration })
        };
        let small = Value::Text("480p".to_owned());

        assert!(holds(&small, Some(&Value::Whole(5))));
        assert!(!holds(&Value::Text("1080p".to_owned()), Some(&Value::Whole(5))));
        assert!(!holds(&small, Some(&Value::Text("5".to_owned()))));
        assert!(!holds(&small, None));
        assert!(When::default().holds(|_| None));
        assert_eq!(when.to_string(), "resolution = 480p or 720p, duration = 5");
    }
}
