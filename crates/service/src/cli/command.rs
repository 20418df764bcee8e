//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use domain::catalogue::Kind;
use store::Invariant;
use time::{Date, Month};

use super::health;
use crate::cli::import::Wanted;
use crate::cli::setup::Wanted as SetUp;

/// TRT: a Telegram bot of which several instances run and exactly one is active.
#[derive(Debug, Clone, PartialEq, Eq, Parser)]
#[command(name = "trt", version, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Runs the bot.
    Serve {
        /// Leaves the schema alone; for a role that may not change it.
        #[arg(long)]
        no_migrate: bool,
    },
    /// Applies the migrations and ends.
    Migrate {
        /// Only shows them.
        #[arg(long)]
        plan: bool,
    },
    /// Says whether a deployment is ready, and what to do where it is not.
    Check {
        /// Says it to a program.
        #[arg(long)]
        json: bool,
    },
    /// Says whether an instance on this machine is ready; a health check for hosts and images.
    Health {
        /// What to ask; /ready on PORT of this machine without it.
        #[arg(long, value_name = "URL", value_parser = health::address)]
        url: Option<String>,
        /// For how long to ask again while it is not.
        #[arg(long, value_name = "SECONDS", default_value_t = 0)]
        wait: u32,
    },
    /// Tries running instances from outside.
    Smoke {
        /// The address of an instance; once for each.
        #[arg(long = "url", value_name = "URL", required = true)]
        urls: Vec<String>,
        /// The commit that every instance should be built of.
        #[arg(long, value_name = "COMMIT", value_parser = commit)]
        commit: Option<String>,
        /// Says it to a program.
        #[arg(long)]
        json: bool,
    },
    /// Looks for trouble in a deploy's log: errors, panics, two activations of a term, secrets.
    Logcheck {
        /// The log; standard input without it.
        file: Option<PathBuf>,
        /// How many minutes before the newest line count, by the times of the lines.
        #[arg(
            long,
            value_name = "MINUTES",
            default_value_t = 10,
            value_parser = clap::value_parser!(u32).range(1..)
        )]
        minutes: u32,
        /// The address of an instance whose lines, from its start on, must be in the log; once for each.
        #[arg(long = "url", value_name = "URL")]
        urls: Vec<String>,
        /// For how long each of those must have run without a new start.
        #[arg(long, value_name = "SECONDS", default_value_t = 0, requires = "urls")]
        up: u64,
    },
    /// Shows or moves the role.
    Lock {
        /// What to do with it.
        #[command(subcommand)]
        action: LockAction,
    },
    /// Shows what was set aside, tries it again or drops it.
    Dead {
        /// What to do with it.
        #[command(subcommand)]
        action: DeadAction,
    },
    /// Shows what cannot be ordered now, opens or closes it.
    Closures {
        /// What to do.
        #[command(subcommand)]
        action: ClosuresAction,
    },
    /// Looks at what is sold; needs no database and no token.
    Catalogue {
        /// What to look for.
        #[command(subcommand)]
        action: CatalogueAction,
    },
    /// Looks into the books, and has them held against Telegram and KIE.
    Books {
        /// What to look for.
        #[command(subcommand)]
        action: BooksAction,
    },
    /// Writes the environment file and the unit or compose file of a server; can be run again.
    Setup(SetUp),
    /// Takes over people, balances and languages of the Python bot, once each.
    Import(Wanted),
}

/// What to do with what was set aside.
///
/// The retry and the drop are carried out by the ACTIVE instance; without one within 10 s nothing is done.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum DeadAction {
    /// Lists updates and sends that were set aside, the newest first.
    List,
    /// Shows one of them: facts, and nothing that a person wrote.
    Show {
        /// u12, s34, or the reference that the person was given.
        id: String,
        /// Also what the person wrote, or was to be told.
        #[arg(long)]
        payload: bool,
    },
    /// Handles the update, or sends the request, once more.
    Retry {
        /// u12, s34, or the reference that the person was given.
        id: String,
    },
    /// Takes it off the list.
    Drop {
        /// u12, s34, or the reference that the person was given.
        id: String,
        /// Why, for the audit log.
        #[arg(value_parser = reason)]
        reason: String,
    },
}

/// What to do with what cannot be ordered.
///
/// A subject is a model's key, a variant as it is listed, `cost` or `everything`. Opening and closing are carried
/// out by the ACTIVE instance; without one within 10 s nothing is done.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum ClosuresAction {
    /// Lists what is closed: why, since when, by whom, until when, and what happens next.
    List {
        /// Says it to a program.
        #[arg(long)]
        json: bool,
    },
    /// Opens it at once, whatever closed it.
    Open {
        /// What is closed, as it is listed.
        subject: String,
        /// Why, for the audit log.
        #[arg(value_parser = reason)]
        reason: String,
    },
    /// Closes it until it is opened by this command.
    Close {
        /// A model's key, a variant, or `everything`.
        subject: String,
        /// Why, for the audit log and for who lists it.
        #[arg(value_parser = reason)]
        reason: String,
    },
}

/// What to look for in the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum CatalogueAction {
    /// Names every mistake in the settings files, or counts the models.
    Check {
        /// Says it to a program.
        #[arg(long)]
        json: bool,
    },
    /// Lists the models with their prices.
    List {
        /// Only those that are offered.
        #[arg(long)]
        on: bool,
        /// Only those of this kind, such as text-to-image.
        #[arg(long, value_name = "KIND", value_parser = kind)]
        kind: Option<Kind>,
        /// Says it to a program.
        #[arg(long)]
        json: bool,
    },
    /// Shows what an order costs, what it is sold for and what that brings.
    Price {
        /// The model.
        key: String,
        /// Its inputs: `duration=5`; files by what is measured, `37s` or `1024x768`, or their number.
        #[arg(value_name = "INPUT=VALUE")]
        order: Vec<String>,
        /// Says it to a program.
        #[arg(long)]
        json: bool,
    },
}

/// What to look for in the books.
///
/// To reconcile is carried out by the ACTIVE instance; without one within 10 s nothing is done.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum BooksAction {
    /// Holds the books against their invariants.
    Audit {
        /// Says it to a program.
        #[arg(long)]
        json: bool,
        /// Shows what each of them asks the database, or one such as I7, and looks at nothing.
        #[arg(long, value_name = "INVARIANT", num_args = 0..=1, default_missing_value = "all",
            value_parser = explained)]
        explain: Option<Explained>,
    },
    /// Holds the books against Telegram's list of Stars and KIE's credits; 1 while differences are open.
    Reconcile {
        /// Says it to a program.
        #[arg(long)]
        json: bool,
        /// Takes over a difference, for this reason, instead.
        #[arg(long, num_args = 2, value_names = ["ID", "REASON"], conflicts_with = "json")]
        resolve: Option<Vec<String>>,
    },
    /// Writes the transfers as CSV, between opening and closing balances.
    Export {
        /// The first day, in UTC; from the beginning without it.
        #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
        from: Option<Date>,
        /// The first day that is left out, in UTC; up to now without it.
        #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
        until: Option<Date>,
    },
    /// Shows what each model brings and costs, the worst first.
    Margin {
        /// How many days back.
        #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=36_500))]
        days: u32,
        /// Says it to a program.
        #[arg(long)]
        json: bool,
    },
}

/// What to do with the role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Subcommand)]
pub enum LockAction {
    /// Shows who is active, since when, and the last terms.
    Status,
    /// Asks the active instance to hand over.
    Handover,
}

/// Reads a kind of models by its word.
fn kind(word: &str) -> Result<Kind, String> {
    let words = || Kind::ALL.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", ");
    Kind::from_word(word).ok_or_else(|| format!("there are {}", words()))
}

/// Reads the name of a commit: enough of its digits to mean one.
fn commit(text: &str) -> Result<String, String> {
    let plain = text.to_ascii_lowercase();
    let is_one = (7..=64).contains(&plain.len()) && plain.bytes().all(|b| b.is_ascii_hexdigit());
    if is_one {
        Ok(plain)
    } else {
        Err("give the commit as git does, by 7 to 64 digits".to_owned())
    }
}

/// Reads a reason, which must say something.
pub(super) fn reason(text: &str) -> Result<String, String> {
    let plain: String = text.chars().filter(|c| !c.is_control()).take(500).collect();
    let plain = plain.trim();
    if plain.is_empty() { Err("say why".to_owned()) } else { Ok(plain.to_owned()) }
}

/// A difference to be taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolving {
    /// Its number.
    pub id: String,
    /// Why; never empty.
    pub reason: String,
}

impl Resolving {
    /// Reads a number and a reason.
    ///
    /// # Errors
    /// When there is no reason.
    pub fn read(words: &[String]) -> Result<Self, String> {
        match words {
            [id, why] => Ok(Self { id: id.clone(), reason: reason(why)? }),
            _ => Err("name the difference and say why".to_owned()),
        }
    }
}

/// Which invariants to explain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Explained {
    /// Every one of them.
    All,
    /// This one.
    One(Invariant),
}

/// Reads the name of an invariant.
fn explained(name: &str) -> Result<Explained, String> {
    if name == "all" {
        return Ok(Explained::All);
    }
    let last = Invariant::ALL.len();
    let one = Invariant::named(name).map(Explained::One);
    one.ok_or_else(|| format!("there are I1 to I{last}"))
}

/// Reads a day, such as `2026-03-01`.
fn day(text: &str) -> Result<Date, String> {
    let read = || {
        let (year, rest) = text.split_once('-')?;
        let (month, day) = rest.split_once('-')?;
        let number = |part: &str, digits: usize| -> Option<u16> {
            let plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| part.parse().ok()).flatten()
        };
        let month = Month::try_from(u8::try_from(number(month, 2)?).ok()?).ok()?;
        let day = u8::try_from(number(day, 2)?).ok()?;
        Date::from_calendar_date(i32::from(number(year, 4)?), month, day).ok()
    };
    read().ok_or_else(|| "there is no such day: write it as 2026-03-01".to_owned())
}

#[cfg(test)]
mod tests;
