//! One field of an input: what it holds, and how the table of facts writes it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::fake;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Text,
    Word,
    Whole,
    Number,
    Flag,
    Url,
    Urls,
    Texts,
    Wholes,
    Lists,
    Objects,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) kind: Kind,
    pub(crate) required: bool,
    /// Of the number, the length or the count of items.
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
    pub(crate) words: Vec<String>,
    /// Of a number, the values; empty when every one in the range is fine.
    pub(crate) values: Vec<f64>,
    /// Of [`Kind::Objects`], the name of their shape.
    pub(crate) shape: Option<String>,
}

/// Reads a description such as `text 1..1000`, `word a|b`, `whole 5|10` or `objects 1..6 of shot`.
pub(crate) fn describe(
    text: &str,
    required: bool,
    words: &BTreeMap<String, Vec<String>>,
) -> Option<Field> {
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    let kind = fake::named(name)?;
    let (low, high, words_of, values, shape) = (None, None, Vec::new(), Vec::new(), None);
    let mut field = Field { kind, required, low, high, words: words_of, values, shape };
    match kind {
        Kind::Word => field.words = listed(rest, words)?,
        Kind::Flag | Kind::Url if rest.is_empty() => {}
        Kind::Flag | Kind::Url => return None,
        Kind::Objects => {
            let (range, shape) = rest.split_once("of ")?;
            field.shape = Some(shape.to_owned());
            bound(&mut field, range.trim())?;
        }
        Kind::Whole | Kind::Number if !rest.is_empty() && !rest.contains("..") => {
            let values: Result<Vec<f64>, _> = rest.split('|').map(str::parse).collect();
            field.values = values.ok()?;
        }
        _ => bound(&mut field, rest)?,
    }
    Some(field)
}

fn listed(rest: &str, words: &BTreeMap<String, Vec<String>>) -> Option<Vec<String>> {
    match rest.strip_prefix('@') {
        Some(name) => words.get(name).cloned(),
        None if rest.is_empty() => None,
        None => Some(rest.split('|').map(str::to_owned).collect()),
    }
}

fn bound(field: &mut Field, range: &str) -> Option<()> {
    if range.is_empty() {
        return Some(());
    }
    let (low, high) = range.split_once("..")?;
    let side = |text: &str| match text {
        "" => Some(None),
        text => text.parse::<f64>().ok().map(Some),
    };
    (field.low, field.high) = (side(low)?, side(high)?);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{BTreeMap, Kind, describe};

    #[test]
    fn descriptions_have_kinds_ranges_values_and_shapes() {
        let lists = BTreeMap::from([("tones".to_owned(), vec!["low".to_owned()])]);
        let read = |text: &str| describe(text, true, &lists).unwrap();

        assert_eq!((read("text ..80").low, read("text ..80").high), (None, Some(80.0)));
        assert_eq!(read("word 1:1|a b").words, ["1:1", "a b"]);
        assert_eq!(read("word @tones").words, ["low"]);
        assert_eq!(read("number 0|0.5|1").values, [0.0, 0.5, 1.0]);
        let shots = read("objects 1..6 of shot");
        assert_eq!((shots.kind, shots.high), (Kind::Objects, Some(6.0)));
        assert_eq!(shots.shape.as_deref(), Some("shot"));
        assert_eq!(read("objects of shot").high, None);
    }

    #[test]
    fn a_description_that_makes_no_sense_is_refused() {
        for text in
            ["", "integer", "text 5", "word", "word @none", "flag 1", "whole a|b", "objects"]
        {
            assert!(describe(text, false, &BTreeMap::new()).is_none(), "{text}");
        }
    }
}
