//! The real program, started as an operator starts it, and asked as a host asks it.
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

mod bad_input;
mod configuration;
mod crashes;
mod deploys;
mod endings;
mod instance;
mod limits;
mod outages;
mod path;
mod refusals;
mod roles;
mod routes;
mod web;
