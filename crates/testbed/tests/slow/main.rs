//! The long runs of the testbed: `./dev test --slow`.
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

mod kills;
