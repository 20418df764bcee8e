//! The testbed tested on itself: what it promises to tests, shown with real servers.
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

mod bouncers;
mod commits;
mod conditions;
mod databases;
mod faults;
mod life;
mod owners;
mod processes;
mod servers;
mod watching;
