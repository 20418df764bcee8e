//! The table of facts: which models there are and what each takes.
//!
//! It is a file of our own, `facts/kie.toml`, whose head explains its words. It was written apart from
//! the product's catalogue. The fake knows a model only if it is there.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Field, Route, field};
use crate::fake::BadFacts;

const TABLE: &str = include_str!("../../facts/kie.toml");

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Output {
    Image,
    Video,
    Audio,
    Text,
    Object,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Tempo {
    Image,
    Speech,
    Music,
    Video,
    Upscale,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Life {
    #[default]
    Alive,
    /// Tasks are made and then fail.
    Removed,
    /// Nothing is made.
    Paused,
}

pub(crate) type Fields = BTreeMap<String, Field>;

/// What is known of one model.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Model {
    #[serde(default)]
    pub(crate) route: Route,
    pub(crate) gives: Output,
    pace: Option<Tempo>,
    #[serde(default = "one")]
    pub(crate) results: usize,
    /// The field that says how many results are wanted.
    pub(crate) results_in: Option<String>,
    #[serde(default)]
    pub(crate) life: Life,
    /// The code that a mistake in the input is answered with.
    #[serde(default = "unprocessable")]
    pub(crate) refuses_with: i64,
    /// Nobody knows what it takes.
    #[serde(default)]
    pub(crate) open: bool,
    /// Groups of fields of which one must be complete.
    #[serde(default)]
    pub(crate) one_of: Vec<Vec<String>>,
    #[serde(default)]
    needs: Described,
    #[serde(default)]
    takes: Described,
    #[serde(skip)]
    pub(crate) fields: Fields,
}

/// Fields in the words of the table.
type Described = BTreeMap<String, String>;

fn one() -> usize {
    1
}

fn unprocessable() -> i64 {
    422
}

impl Model {
    pub(crate) fn tempo(&self) -> Tempo {
        self.pace.unwrap_or(match self.gives {
            Output::Image => Tempo::Image,
            Output::Video => Tempo::Video,
            Output::Audio => Tempo::Speech,
            Output::Text | Output::Object => Tempo::Upscale,
        })
    }
}

#[derive(Debug)]
pub(crate) struct Facts {
    models: BTreeMap<String, Model>,
    shapes: BTreeMap<String, Fields>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    words: BTreeMap<String, Vec<String>>,
    shapes: BTreeMap<String, Shape>,
    models: BTreeMap<String, Model>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    #[serde(default)]
    needs: Described,
    #[serde(default)]
    takes: Described,
}

impl Facts {
    pub(crate) fn read() -> Result<Self, BadFacts> {
        Self::parse(TABLE)
    }

    fn parse(text: &str) -> Result<Self, BadFacts> {
        let table: Table = toml::from_str(text).map_err(|error| bad(error.to_string()))?;
        let words = &table.words;
        let mut shapes = BTreeMap::new();
        for (name, shape) in &table.shapes {
            shapes.insert(name.clone(), fields(name, &shape.needs, &shape.takes, words)?);
        }
        let mut models = BTreeMap::new();
        for (name, mut model) in table.models {
            model.fields = fields(&name, &model.needs, &model.takes, words)?;
            let unknown = |field: &&Field| {
                field.shape.as_ref().is_some_and(|shape| !shapes.contains_key(shape))
            };
            if model.fields.values().any(|field| unknown(&field)) {
                return Err(bad(format!("{name}: a field has a shape that is not described")));
            }
            models.insert(name, model);
        }
        Ok(Self { models, shapes })
    }

    pub(crate) fn model(&self, name: &str, route: Route) -> Option<&Model> {
        self.models.get(name).filter(|model| model.route == route)
    }

    pub(crate) fn shape(&self, name: &str) -> Option<&Fields> {
        self.shapes.get(name)
    }

    #[cfg(test)]
    pub(crate) fn models(&self) -> impl Iterator<Item = (&str, &Model)> {
        self.models.iter().map(|(name, model)| (name.as_str(), model))
    }
}

fn bad(fault: String) -> BadFacts {
    BadFacts("kie", fault)
}

fn fields(
    owner: &str,
    needs: &Described,
    takes: &Described,
    words: &BTreeMap<String, Vec<String>>,
) -> Result<Fields, BadFacts> {
    let mut fields = Fields::new();
    for (own, required) in [(takes, false), (needs, true)] {
        for (name, text) in own {
            let described = field::describe(text, required, words)
                .ok_or_else(|| bad(format!("{owner}: `{text}` describes no field")))?;
            if fields.insert(name.clone(), described).is_some() {
                return Err(bad(format!("{owner}: {name} is there twice")));
            }
        }
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::{Facts, Life, Output, Route, Tempo};

    #[test]
    fn the_table_is_readable_and_knows_every_family() {
        let facts = Facts::read().unwrap();

        assert!(facts.models().count() > 180);
        let grok = facts.model("grok-imagine/text-to-image", Route::Market).unwrap();
        assert_eq!((grok.results, grok.gives, grok.tempo()), (6, Output::Image, Tempo::Image));
        assert_eq!(facts.model("suno", Route::Suno).unwrap().results, 2);
        assert!(facts.model("suno", Route::Market).is_none());
        let gone = facts.model("elevenlabs/sound-effect-v2", Route::Market).unwrap();
        assert_eq!((gone.life, gone.refuses_with), (Life::Removed, 500));
    }

    #[test]
    fn a_table_with_a_mistake_is_refused() {
        let head = "[words]\n[shapes]\n[models.a]\ngives = \"image\"\n";
        for line in [
            "needs.x = \"number of things\"",
            "needs.x = \"objects of nothing\"",
            "needs.x = \"flag\"\ntakes.x = \"flag\"",
            "need.x = \"flag\"",
        ] {
            assert!(Facts::parse(&format!("{head}{line}")).is_err(), "{line}");
        }
        assert!(Facts::parse(head).is_ok());
    }
}
