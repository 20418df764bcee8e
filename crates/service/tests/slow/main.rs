//! Long runs: real times instead of scaled ones, and a soak with deploys and faults that nobody watches.
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

mod alerts;
mod bad_days;
mod board;
mod chaos;
mod failovers;
mod faults;
mod hour;
mod image;
mod many_bots;
mod newcomers;
mod releases;
mod restoring;
mod soak;
mod unscaled;

#[expect(dead_code, reason = "scenarios use the rest")]
#[path = "../scenarios/generations/studio.rs"]
mod studio;

#[expect(dead_code, reason = "scenarios use the rest")]
#[path = "../scenarios/runbooks/reader.rs"]
mod reader;

/// Where what is shared with scenarios looks for the program.
mod path {
    pub(crate) use crate::program;
}

pub(crate) fn program() -> &'static str {
    env!("CARGO_BIN_EXE_trt")
}
