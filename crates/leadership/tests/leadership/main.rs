//! The elector against real PostgreSQL servers: elections, the fence, faults, refusals.
//!
//! Electors run on threads of their own, so several in one test are as independent as processes; only
//! freezing needs a process of its own, see `frozen`.
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

mod elections;
mod faults;
mod fences;
mod frozen;
mod guarantees;
mod isolation;
mod locks;
mod node;
mod owners;
mod refusals;
mod second_line;
mod stuck;
