//! How a command ends when it does not succeed: a sentence and an exit status.

use std::process::ExitCode;

use crate::config::Problems;
use crate::http::BindRefused;

/// What a command's caller can do about it.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Correct the configuration; starting again without that is of no use.
    #[error(transparent)]
    Configuration(#[from] Problems),
    /// Free the port or choose another.
    #[error(transparent)]
    Port(#[from] BindRefused),
    /// Correct what the sentence says about the database; starting again without that is of no use.
    #[error("{0}")]
    Database(String),
    /// Correct the settings files; starting again without that is of no use.
    #[error("{0}")]
    Settings(String),
    /// Read the sentence.
    #[error("{0}")]
    Other(String),
    /// Nothing: a second sign to stop came during the stop.
    #[error("stopped at once, as asked")]
    StoppedAtOnce,
}

impl Failure {
    /// Whatever went wrong, as its sentence.
    pub fn other(error: impl std::fmt::Display) -> Self {
        Self::Other(error.to_string())
    }

    /// The exit status: 2 for what the configuration must mend, 1 otherwise.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Configuration(_) | Self::Port(_) | Self::Database(_) | Self::Settings(_) => {
                ExitCode::from(2)
            }
            Self::Other(_) | Self::StoppedAtOnce => ExitCode::FAILURE,
        }
    }
}
