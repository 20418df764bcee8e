//! The table of facts: which methods there are and what each takes.
//!
//! It is a file of our own, `facts/telegram.toml`, whose head explains its words. The fake knows a
//! method only if it is there, so a call the table does not know is refused: either the bot has
//! mistyped it or the table has a gap, and both must be seen.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::fake::{self, BadFacts};

const TABLE: &str = include_str!("../../facts/telegram.toml");

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Integer,
    Boolean,
    String,
    #[serde(skip)]
    Bytes,
    Word,
    Formatted,
    Chat,
    File,
    Inline,
    Markup,
    Object,
    List,
    Names,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) kind: Kind,
    /// Of the number, the length or the count of items.
    pub(crate) range: (i64, i64),
    pub(crate) words: Vec<String>,
    pub(crate) required: bool,
}

#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) name: String,
    pub(crate) parameters: BTreeMap<String, Parameter>,
}

/// The methods by their names in lower case: Telegram does not mind the case.
#[derive(Debug)]
pub(crate) struct Facts(BTreeMap<String, Method>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    parts: BTreeMap<String, BTreeMap<String, String>>,
    methods: BTreeMap<String, Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    #[serde(default)]
    parts: Vec<String>,
    #[serde(default)]
    needs: BTreeMap<String, String>,
    #[serde(default)]
    takes: BTreeMap<String, String>,
}

impl Facts {
    pub(crate) fn read() -> Result<Self, BadFacts> {
        let table: Table = toml::from_str(TABLE).map_err(|error| bad(error.to_string()))?;
        let methods = table.methods.iter().map(|(name, row)| {
            let method = method(name, row, &table.parts)?;
            Ok((name.to_lowercase(), method))
        });
        Ok(Self(methods.collect::<Result<_, BadFacts>>()?))
    }

    pub(crate) fn method(&self, name: &str) -> Option<&Method> {
        self.0.get(&name.to_lowercase())
    }
}

fn bad(fault: String) -> BadFacts {
    BadFacts("telegram", fault)
}

fn method(
    name: &str,
    row: &Row,
    parts: &BTreeMap<String, BTreeMap<String, String>>,
) -> Result<Method, BadFacts> {
    let mut parameters = BTreeMap::new();
    for part in &row.parts {
        let part = parts.get(part).ok_or_else(|| bad(format!("{name}: no part {part}")))?;
        for (parameter, words) in part {
            parameters.insert(parameter.clone(), describe(name, words, false)?);
        }
    }
    for (own, required) in [(&row.takes, false), (&row.needs, true)] {
        for (parameter, words) in own {
            let described = describe(name, words, required)?;
            if parameters.insert(parameter.clone(), described).is_some() {
                return Err(bad(format!("{name}: {parameter} is there twice")));
            }
        }
    }
    Ok(Method { name: name.to_owned(), parameters })
}

/// Reads `kind`, `kind low..high`, `string low..high bytes` or `word a|b`.
fn describe(method: &str, text: &str, required: bool) -> Result<Parameter, BadFacts> {
    let fault = || bad(format!("{method}: `{text}` is no description of a parameter"));
    let mut parts = text.split(' ');
    let kind = match parts.next().unwrap_or_default() {
        "string" if text.ends_with(" bytes") => Kind::Bytes,
        word => fake::named(word).ok_or_else(fault)?,
    };
    let rest = parts.next();
    let mut parameter = Parameter { kind, range: (i64::MIN, i64::MAX), words: vec![], required };
    match (kind, rest) {
        (Kind::Word, Some(words)) => {
            parameter.words = words.split('|').map(str::to_owned).collect();
        }
        (Kind::Word, None) => return Err(fault()),
        (_, Some(range)) => {
            let (low, high) = range.split_once("..").ok_or_else(fault)?;
            parameter.range.0 = low.parse().map_err(|_| fault())?;
            if !high.is_empty() {
                parameter.range.1 = high.parse().map_err(|_| fault())?;
            }
        }
        (_, None) => {}
    }
    Ok(parameter)
}

#[cfg(test)]
mod tests {
    use super::{Facts, Kind, describe};

    #[test]
    fn the_table_is_readable_and_knows_the_methods_in_use() {
        let facts = Facts::read().unwrap();

        let send = facts.method("SENDMESSAGE").unwrap();
        assert_eq!(send.name, "sendMessage");
        let text = &send.parameters["text"];
        assert_eq!((text.kind, text.range, text.required), (Kind::Formatted, (1, 4096), true));
        assert!(facts.method("sendPigeon").is_none());
    }

    #[test]
    fn descriptions_have_kinds_ranges_and_words() {
        let bytes = describe("m", "string 1..128 bytes", true).unwrap();
        let open = describe("m", "integer 0..", false).unwrap();
        let word = describe("m", "word a|b", false).unwrap();

        assert_eq!((bytes.kind, bytes.range), (Kind::Bytes, (1, 128)));
        assert_eq!(open.range, (0, i64::MAX));
        assert_eq!(word.words, ["a", "b"]);
    }

    #[test]
    fn a_description_that_makes_no_sense_is_refused() {
        for text in ["", "number", "string 1", "integer a..b", "word"] {
            assert!(describe("m", text, false).is_err(), "{text}");
        }
    }
}
