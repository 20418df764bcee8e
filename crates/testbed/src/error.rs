//! What can go wrong in the testbed, named after what the caller can do about it.

use std::path::PathBuf;
use std::time::Duration;

/// A failure of the testbed itself, never of the program under test.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Install PostgreSQL, or say where it is.
    #[error(
        "PostgreSQL {minimum} or later was not found{detail}: install it (`apt-get install \
         postgresql`, `dnf install postgresql-server` or `brew install postgresql@17`) or set \
         PG_BIN_DIR to the folder that holds initdb and postgres"
    )]
    NoPostgres {
        minimum: u32,
        /// What was found instead, empty when there was nothing; starts with a space.
        detail: String,
    },
    /// Install the named program.
    #[error("{program} was not found: install it with `{install}`")]
    NoProgram { program: &'static str, install: &'static str },
    /// Run as root on Linux.
    #[error("only root on Linux may do this: {what}")]
    NotRoot { what: &'static str },
    /// Run as another user, or keep the data where the server's user can reach it.
    #[error(
        "PostgreSQL refuses to run as root and its user {user} cannot reach {}: use a folder \
         every user can enter, or run as an ordinary user", folder.display()
    )]
    Unreachable { user: String, folder: PathBuf },
    /// Create an ordinary user: there is none to drop to.
    #[error("PostgreSQL refuses to run as root and there is neither a user postgres nor nobody")]
    NoAccount,
    /// Read the log: the program ended before it was ready.
    #[error("{what} did not start ({outcome}):\n{log}")]
    DidNotStart { what: String, outcome: String, log: String },
    /// Look at what never happened.
    #[error("waited {within:?} for {what} in vain")]
    TimedOut { what: String, within: Duration },
    /// The process is no longer there to be signalled.
    #[error("{what} has already ended")]
    Ended { what: String },
    /// PostgreSQL refused a statement of the testbed.
    #[error("{what}: {source}")]
    Database { what: String, source: tokio_postgres::Error },
    /// The operating system refused.
    #[error("{what}: {source}")]
    Io { what: String, source: std::io::Error },
}

impl Error {
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }

    pub(crate) fn database(what: impl Into<String>) -> impl FnOnce(tokio_postgres::Error) -> Self {
        let what = what.into();
        move |source| Self::Database { what, source }
    }
}
