//! What can go wrong with the database in general, named after what the caller can do.

use sqlx::error::DatabaseError;
use sqlx::postgres::{PgDatabaseError, PgSeverity};

/// A call to the database that brought no answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Try again later: nobody answers, or the server is starting, stopping or full.
    #[error("the database cannot be reached now: {0}")]
    Unreachable(#[source] sqlx::Error),
    /// Look at the message: trying again will bring the same.
    #[error("the database refuses: {0}")]
    Refused(#[source] sqlx::Error),
    /// Roll back and run `trt books audit`: the books are not as this transaction left them.
    #[error("the books are not in order: {0}")]
    Books(&'static str),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if is_lost(&error) { Self::Unreachable(error) } else { Self::Refused(error) }
    }
}

/// An error that says: there was no answer in time.
pub(crate) fn no_answer() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "no answer in time"))
}

/// The SQLSTATE of an error that the server sent.
pub(crate) fn code(error: &sqlx::Error) -> Option<String> {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.map(std::borrow::Cow::into_owned)
}

/// Whether the connection is gone or was never there, as opposed to an answer of the server.
///
/// A fatal error is the server's last word before it hangs up: an administrator or a timer has
/// ended the session, which says nothing about the statement it was in.
pub(crate) fn is_lost(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(answer) = error else {
        return !matches!(
            error,
            sqlx::Error::RowNotFound
                | sqlx::Error::TypeNotFound { .. }
                | sqlx::Error::ColumnIndexOutOfBounds { .. }
                | sqlx::Error::ColumnNotFound(_)
                | sqlx::Error::ColumnDecode { .. }
                | sqlx::Error::Encode(_)
                | sqlx::Error::Decode(_)
                | sqlx::Error::Configuration(_)
                | sqlx::Error::InvalidArgument(_)
        );
    };
    let code = answer.code().unwrap_or_default();
    // 08: the connection; 53: out of connections, memory or disk; 57P: shutting down or starting.
    let passing = ["08", "53", "57P"].iter().any(|class| code.starts_with(class));
    let severity = answer.try_downcast_ref::<PgDatabaseError>().map(PgDatabaseError::severity);
    // 28 and 3D end the session as well, and stay as they are: a wrong password or database.
    let hung_up = matches!(severity, Some(PgSeverity::Fatal | PgSeverity::Panic))
        && !code.starts_with("28")
        && !code.starts_with("3D");
    passing || hung_up
}
