//! The fakes from outside: a tiny bot, real sockets, each rule of delivery, of calls and of tasks.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod bot;
mod calls;
mod commands;
mod deliveries;
mod demo;
mod faults;
mod files;
mod files_faults;
mod files_people;
mod kie;
mod kie_callbacks;
mod kie_control;
mod kie_faults;
mod kie_files;
mod kie_records;
mod kie_refusals;
mod page;
mod people;
mod polling;
mod stars;
mod subscriptions;
mod webhooks;
