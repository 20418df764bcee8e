//! The house rules of this tree, as tests.
//!
//! This library is empty on purpose: a rule is a test, so all code and all dependencies of this
//! crate belong to the one test binary `tests/tidy/main.rs`, with one file per rule beside it.
//! Run it with `cargo test -p tidy`.
