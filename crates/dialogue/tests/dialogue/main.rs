//! The bot from outside: every button of every screen, and people who type anything at all.

#![expect(clippy::print_stdout, reason = "a random test prints its seed")]

mod crawl;
mod hostile;
mod person;
mod strict;
