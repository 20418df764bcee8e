//! Pages that are written from what they are about, in both languages; `BLESS=1` writes them anew.
//!
//! `docs/commands.md` has every command: of the program from its own command line, of `./dev` from its help, of the
//! bot from its table. What they do is said in English there; the Russian words are in [`words`], and a command
//! without them fails the test. The tables of metrics and faults are written elsewhere, in English: here they get their
//! Russian headings.

mod commands;
mod models;
mod tables;
mod words;
