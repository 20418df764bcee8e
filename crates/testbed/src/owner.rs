//! `testbed pg -- COMMAND`: one PostgreSQL for as long as a command runs.
//!
//! ```text
//!   server started ── COMMAND runs with its address in the environment ── COMMAND ends
//!        │                 │ INT, TERM, HUP are passed on to it               │
//!        │                 └ killed -9: the reaper ends COMMAND and server    │
//!        └────────────── server stopped, folder removed, COMMAND's status returned
//! ```
//!
//! The command runs in a process group of its own and has no standard input.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{ExitCode, ExitStatus};
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};
use tokio_postgres::Client;

use crate::Error;
use crate::process::{Process, Signal};
use crate::server::{FRESH, SUPERUSER, Server, Shutdown};

/// How long a command that was told to end may take.
const FAREWELL: Duration = Duration::from_secs(90);
/// No command outlives this; a test run takes minutes, `./dev run` is meant to stay.
const FOREVER: Duration = Duration::from_secs(60 * 60 * 24 * 365 * 10);

/// What to run, and on which server.
#[derive(Debug)]
pub struct Errand {
    pub command: Vec<OsString>,
    /// Where the data is kept; none: it goes with the command.
    pub keep: Option<PathBuf>,
    /// The database the address names; made if it is not there.
    pub database: String,
    pub variable: String,
}

/// Starts a server, runs the command beside it, stops the server.
pub async fn run(errand: Errand) -> Result<ExitCode, Error> {
    let mut server = match &errand.keep {
        Some(folder) => Server::open(folder).await?,
        None => Server::start_for_a_run().await?,
    };
    ensure_database(&server.connect(SUPERUSER).await?, &errand.database).await?;
    let mut words = errand.command.into_iter();
    let program = words.next().unwrap_or_default();
    let command = Process::build(program.to_string_lossy(), &program)
        .args(words)
        .env(&errand.variable, server.url(&errand.database))
        .env(FRESH, server.fresh())
        .ends_by(Signal::SIGTERM)
        .prints_through()
        .start()?;
    let status = accompany(&command).await?;
    let end = if errand.keep.is_some() { Shutdown::Fast } else { Shutdown::Immediate };
    server.stop(end).await?;
    Ok(exit_code(status))
}

/// Waits for the command and passes on to it what we are told.
async fn accompany(command: &Process) -> Result<ExitStatus, Error> {
    let listen = |kind| signal(kind).map_err(Error::io("listen to signals"));
    let mut interrupted = listen(SignalKind::interrupt())?;
    let mut terminated = listen(SignalKind::terminate())?;
    let mut hung_up = listen(SignalKind::hangup())?;
    let mut patience = FOREVER;
    loop {
        let told = tokio::select! {
            status = command.exit(patience) => return status,
            _ = interrupted.recv() => Signal::SIGINT,
            _ = terminated.recv() => Signal::SIGTERM,
            _ = hung_up.recv() => Signal::SIGHUP,
        };
        command.signal_group(told);
        patience = FAREWELL;
    }
}

async fn ensure_database(admin: &Client, name: &str) -> Result<(), Error> {
    let known = admin
        .query_opt("select 1 from pg_database where datname = $1", &[&name])
        .await
        .map_err(Error::database("look for the database"))?;
    if known.is_none() {
        let ident = name.replace('"', "\"\"");
        admin
            .batch_execute(&format!("create database \"{ident}\""))
            .await
            .map_err(Error::database(format!("create the database {name}")))?;
    }
    Ok(())
}

/// The command's own status; 128 and the signal's number if it was killed, as shells say it.
fn exit_code(status: ExitStatus) -> ExitCode {
    use std::os::unix::process::ExitStatusExt;
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default());
    ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX))
}
