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
mod locks;
mod node;
mod refusals;
mod stuck;
