//! What can go wrong with the database in general, named after what the caller can do.

mod cause;

pub use cause::Cause;
use sqlx::error::DatabaseError;
use sqlx::postgres::{PgDatabaseError, PgSeverity};

use crate::transaction::CommitError;

/// Work that the database did not do.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Stop: another instance is, or may be, the active one. Only work of a term ends so.
    #[error("the term is over")]
    TermOver,
    /// Try again later, for as long as it takes: the server does not answer, is starting, stopping or
    /// full, or somebody else's lock was in the way. It says nothing about what was asked of it. A
    /// commit whose outcome is not known ends so as well: what is tried again finds it done.
    #[error("the database cannot be reached now: {0}")]
    Away(#[source] sqlx::Error),
    /// Look at the message: trying again will bring the same.
    #[error("the database refuses: {0}")]
    Refused(#[source] sqlx::Error),
    /// Run `trt books audit`: something is not as it always is, and nothing was written.
    #[error("the books are not in order: {0}")]
    Broken(&'static str),
}

impl From<CommitError> for StoreError {
    fn from(error: CommitError) -> Self {
        match error {
            CommitError::Refused(error) => error.into(),
            CommitError::Unknown(error) => Self::Away(error),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            error if code(&error).as_deref() == Some(TERM_OVER) => Self::TermOver,
            sqlx::Error::Tls(problem) => Self::Refused(sqlx::Error::Configuration(
                format!(
                    "{problem}: turn encryption on at the server, or write sslmode=disable into the \
                     address if nobody else can listen on the way there"
                )
                .into(),
            )),
            error if is_passing(&error) => Self::Away(error),
            error => Self::Refused(error),
        }
    }
}

/// The SQLSTATE with which the fence turns a transaction away.
pub(crate) const TERM_OVER: &str = "LE001";

/// An error that says: there was no answer in time.
pub(crate) fn no_answer() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "no answer in time"))
}

/// The SQLSTATE of an error that the server sent.
pub(crate) fn code(error: &sqlx::Error) -> Option<String> {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.map(std::borrow::Cow::into_owned)
}

/// A lock that did not come in time, a statement that took too long (mostly because it waited), a
/// deadlock, a serialization failure, and a server that takes no writes for the moment.
const IN_THE_WAY: [&str; 5] = ["55P03", "57014", "40P01", "40001", "25006"];

/// Whether the server takes no writes: a standby, an old primary, or one that was told so.
pub(crate) fn is_read_only(error: &sqlx::Error) -> bool {
    code(error).as_deref() == Some("25006")
}

/// Whether the trouble is the database's and passes by itself, whatever was asked.
pub(crate) fn is_passing(error: &sqlx::Error) -> bool {
    is_lost(error) || code(error).is_some_and(|code| IN_THE_WAY.contains(&code.as_str()))
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
                | sqlx::Error::Tls(_)
                | sqlx::Error::InvalidArgument(_)
        );
    };
    let code = answer.code().unwrap_or_default();
    // 08: the connection; 53: out of connections, memory or disk; 57P: shutting down or starting;
    // 58: the machine below the server, such as a disk that cannot be read.
    let passing = ["08", "53", "57P", "58"].iter().any(|class| code.starts_with(class));
    let severity = answer.try_downcast_ref::<PgDatabaseError>().map(PgDatabaseError::severity);
    // 28 and 3D end the session as well, and stay as they are: a wrong password or database.
    let hung_up = matches!(severity, Some(PgSeverity::Fatal | PgSeverity::Panic))
        && !code.starts_with("28")
        && !code.starts_with("3D");
    passing || hung_up
}

#[cfg(test)]
mod tests {
    use super::{StoreError, is_lost, no_answer};

    #[test]
    fn a_server_that_does_not_answer_is_lost_and_a_bad_address_is_refused() {
        assert!(is_lost(&no_answer()));
        let bad = || sqlx::Error::Configuration("no such mode".into());
        assert!(!is_lost(&bad()));
        assert!(matches!(StoreError::from(bad()), StoreError::Refused(_)));
    }
}
