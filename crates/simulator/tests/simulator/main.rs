//! The fake Telegram from outside: a tiny bot, real sockets, each rule of delivery and of calls.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]

mod bot;
mod calls;
mod commands;
mod deliveries;
mod demo;
mod faults;
mod page;
mod people;
mod polling;
mod webhooks;
