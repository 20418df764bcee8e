//! The command line.

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
        for line in ["trt", "trt lock", "trt run", "trt serve --port 1"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
