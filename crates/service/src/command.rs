//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

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
    /// Tries running instances from outside.
    Smoke {
        /// The address of an instance; once for each.
        #[arg(long = "url", value_name = "URL", required = true)]
        urls: Vec<String>,
        /// Says it to a program.
        #[arg(long)]
        json: bool,
    },
    /// Looks for trouble in a deploy's log.
    Logcheck {
        /// The log; standard input without it.
        file: Option<PathBuf>,
        /// Only what was found in the last minutes before the last line.
        #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(1..))]
        minutes: Option<u32>,
    },
    /// Shows or moves the role.
    Lock {
        /// What to do with it.
        #[command(subcommand)]
        action: LockAction,
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

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{Arguments, Command, LockAction};

    fn parse(line: &str) -> Option<Command> {
        let arguments = Arguments::try_parse_from(line.split(' ')).ok()?;
        Some(arguments.command)
    }

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_of_this_stage_is_understood() {
        let lock = |action| Some(Command::Lock { action });

        assert_eq!(parse("trt serve"), Some(Command::Serve { no_migrate: false }));
        assert_eq!(parse("trt serve --no-migrate"), Some(Command::Serve { no_migrate: true }));
        assert_eq!(parse("trt migrate"), Some(Command::Migrate { plan: false }));
        assert_eq!(parse("trt migrate --plan"), Some(Command::Migrate { plan: true }));
        assert_eq!(parse("trt lock status"), lock(LockAction::Status));
        assert_eq!(parse("trt lock handover"), lock(LockAction::Handover));
        assert_eq!(parse("trt check --json"), Some(Command::Check { json: true }));
        let urls = vec!["http://a".to_owned(), "http://b".to_owned()];
        let smoke = Command::Smoke { urls, json: false };
        assert_eq!(parse("trt smoke --url http://a --url http://b"), Some(smoke));
        let log = |file: Option<&str>, minutes| {
            Some(Command::Logcheck { file: file.map(Into::into), minutes })
        };
        assert_eq!(parse("trt logcheck"), log(None, None));
        assert_eq!(parse("trt logcheck a.log --minutes 10"), log(Some("a.log"), Some(10)));
        for line in [
            "trt smoke",
            "trt logcheck --minutes 0",
            "trt",
            "trt lock",
            "trt run",
            "trt serve --port 1",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
