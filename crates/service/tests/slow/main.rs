//! Long runs: real times instead of scaled ones, and a soak with deploys and faults that nobody watches.
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

mod bad_days;
mod chaos;
mod failovers;
mod faults;
mod image;
mod many_bots;
mod newcomers;
mod releases;
mod restoring;
mod soak;
mod unscaled;

fn program() -> &'static str {
    env!("CARGO_BIN_EXE_trt")
}
