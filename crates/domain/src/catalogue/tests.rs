//! Tests of the catalogue: a small one of our own, planted faults, orders, and the real one.

mod costs;
mod damage;
mod faults;
mod fields;
mod orders;
mod real;
mod worked;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use proptest::test_runner::{Config, RngSeed};

use super::{Catalogue, Model, ModelKey};

/// A small catalogue with every unit and every type of input.
const SAMPLE: &str = include_str!("tests/sample.toml");

/// The file that the small catalogue is in.
const FILE: &str = "catalogue/sample.toml";

/// Reads a catalogue of one file.
fn read(text: &str) -> Result<Catalogue, Vec<String>> {
    let read = Catalogue::read(&[(FILE.to_owned(), text.to_owned())]);
    read.map_err(|mistakes| mistakes.iter().map(ToString::to_string).collect())
}

fn sample() -> Catalogue {
    read(SAMPLE).unwrap()
}

/// A model of a catalogue, which has it.
fn model<'c>(catalogue: &'c Catalogue, key: &str) -> &'c Model {
    catalogue.model(&ModelKey::new(key).unwrap()).unwrap()
}

/// The built-in catalogue, or a list of its mistakes that can be read.
fn built_in() -> Catalogue {
    Catalogue::built_in().unwrap_or_else(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        panic!("{} mistakes:\n{}", lines.len(), lines.join("\n"))
    })
}

/// Settings of a random test: `SEED` if it is set, else a new one; printed, to be had again.
pub(crate) fn random() -> Config {
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    println!("SEED={seed}");
    Config { rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() }
}
