//! The command line: one file for each command, and what all of them share.
//!
//! A command says what it has to say with [`output`] and ends well or with a [`failure::Failure`].
//! `trt serve` is no command of a moment: it stands in `serve`.

pub mod books;
pub mod catalogue;
pub mod check;
pub mod closures;
pub mod command;
pub mod dead;
pub mod failure;
pub mod health;
pub mod import;
pub mod lock;
pub mod logcheck;
pub mod migrate;
pub mod output;
pub mod setup;
pub mod smoke;

mod checklist;
mod instance;
mod rehearsal;
