//! The real program, started as an operator starts it, and asked as a host asks it.
#![expect(clippy::unwrap_used, reason = "in a test a surprise should end the test")]

mod accounts;
mod bad_input;
mod books;
mod catalogue;
mod checks;
mod closed_output;
mod closures;
mod configuration;
mod crashes;
mod crawler;
mod crowds;
mod dead;
mod demo;
mod deploys;
mod endings;
mod faults;
mod generations;
mod instance;
mod limits;
mod logcheck;
mod outages;
mod owners;
mod passive;
mod path;
mod periodic;
mod polling;
mod problems;
mod readiness;
mod refusals;
mod registration;
mod roles;
mod routes;
mod smoke;
mod strangers;
mod web;
