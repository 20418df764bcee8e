//! The command line of the testbed: `testbed pg` and `testbed locate`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use testbed::owner::{self, Errand};
use testbed::places::Binaries;

/// A private PostgreSQL for tests and for running on one machine.
#[derive(Debug, Parser)]
#[command(name = "testbed")]
struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Runs COMMAND beside a PostgreSQL of its own and stops that with it.
    Pg {
        /// Keep the data in this folder instead of throwing it away.
        #[arg(long, value_name = "FOLDER")]
        keep: Option<PathBuf>,
        /// The database the address names; made if it is not there.
        #[arg(long, default_value = "postgres")]
        database: String,
        /// The environment variable that carries the address.
        #[arg(long, value_name = "VARIABLE", default_value = testbed::database::VARIABLE)]
        env: String,
        /// The command and its arguments.
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
    /// Prints where the PostgreSQL server binaries are.
    Locate,
}

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = match Arguments::parse().action {
        Action::Pg { keep, database, env, command } => {
            owner::run(Errand { command, keep, database, variable: env }).await
        }
        Action::Locate => Binaries::find().map(|found| {
            use std::io::Write;
            // A reader that has closed the pipe does not need the answer.
            let _ = writeln!(std::io::stdout(), "{}", found.folder().display());
            ExitCode::SUCCESS
        }),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("testbed: {error}");
        ExitCode::FAILURE
    })
}
