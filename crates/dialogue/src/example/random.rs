//! The seed of the random tests of this room.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use proptest::test_runner::{Config, RngSeed};

/// Settings of a random test: `SEED` if it is set, else a new one; printed, to be had again.
pub(crate) fn random() -> Config {
    let seed = std::env::var("SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    println!("SEED={seed}");
    Config { rng_seed: RngSeed::Fixed(seed), failure_persistence: None, ..Config::default() }
}
