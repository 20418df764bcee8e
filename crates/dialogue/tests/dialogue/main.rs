//! The bot from outside: every button of every screen, and people who type anything at all.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on must stop")]
#![expect(clippy::print_stdout, reason = "a random test prints its seed")]

mod crawl;
mod desk;
mod generations;
mod growth;
mod hostile;
mod newcomer;
mod ordering;
mod paid;
mod person;
mod prices;
mod shelf;
mod shop;
mod strict;
mod talks;
mod transfers;
mod voice;
