//! One transaction, from begin to a commit whose outcome is known or known to be unknown.
//!
//! ```text
//!   begin ──> open ── commit ──┬──> committed
//!               │              ├──> CommitError::Refused   rolled back, for certain
//!               │              └──> CommitError::Unknown   the answer never came
//!               ├── rollback ──> rolled back, the session is handed on if it still takes writes
//!               └── dropped ───> the session is closed, the server rolls back
//! ```
//!
//! Why not sqlx's own: PostgreSQL answers COMMIT in a transaction that has failed with a friendly
//! ROLLBACK, and sqlx takes that for a success. Here a statement goes ahead of COMMIT in the same
//! message; in a failed transaction it is an error, and costs no round trip. Besides, a begin that
//! is dropped half-way must not leave an open transaction in the pool.
//!
//! On failure: each step waits for its answer for [`ANSWER`] at most, a rollback for [`UNDOING`], for a
//! connection that is cut off silently would not say anything for a quarter of an hour.

use std::future::Future;
use std::time::Duration;

use sqlx::{PgConnection, Row, SqlSafeStr};

use crate::error::{is_lost, no_answer};
use crate::pool::{Session, Sessions};

/// Longer than any statement may take on the server.
const ANSWER: Duration = Duration::from_secs(15);

/// How long a rollback is waited for: to close the session comes to the same.
const UNDOING: Duration = Duration::from_secs(1);

/// Ends a transaction that is given up, and asks whether the server takes writes.
const UNDO: &str = "rollback; show transaction_read_only";

/// A transaction that was not confirmed.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// Nothing of it happened: begin anew, or give up.
    #[error("the transaction was refused and rolled back: {0}")]
    Refused(#[source] sqlx::Error),
    /// Read back whether it happened: both is possible.
    #[error("the connection was lost in the commit, so that its outcome is not known: {0}")]
    Unknown(#[source] sqlx::Error),
}

/// An open transaction.
#[derive(Debug)]
pub(crate) struct Transaction {
    session: Session,
}

impl Transaction {
    /// Begins one with `statement`, a `begin` that may bring more along.
    pub(crate) async fn begin(
        sessions: &Sessions,
        statement: impl SqlSafeStr,
    ) -> Result<Self, sqlx::Error> {
        let mut transaction = Self { session: sessions.take().await? };
        let begun = answered(sqlx::raw_sql(statement).execute(transaction.connection())).await;
        match begun {
            Ok(_) => Ok(transaction),
            Err(error) => {
                if !is_lost(&error) {
                    transaction.rollback().await;
                }
                Err(error)
            }
        }
    }

    /// Where statements of this transaction go.
    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        self.session.connection()
    }

    /// Commits.
    pub(crate) async fn commit(mut self) -> Result<(), CommitError> {
        // The first statement fails where an earlier one has: see the module's doc.
        let outcome = answered(sqlx::raw_sql("select 1; commit").execute(self.connection())).await;
        match outcome {
            Ok(_) => {
                self.session.hand_on();
                Ok(())
            }
            Err(error) if is_lost(&error) => Err(CommitError::Unknown(error)),
            Err(error) => {
                self.rollback().await;
                Err(CommitError::Refused(error))
            }
        }
    }

    /// Rolls back; should that not succeed, the session is closed, which comes to the same.
    ///
    /// What failed may have failed because its server is the primary no longer, which it says in the same
    /// breath: such a session is nobody's any more.
    pub(crate) async fn rollback(mut self) {
        let undone = sqlx::raw_sql(UNDO).fetch_all(self.connection());
        let Ok(Ok(said)) = tokio::time::timeout(UNDOING, undone).await else { return };
        let writes = said.last().and_then(|row| row.try_get::<String, _>(0).ok());
        match writes.as_deref() {
            Some("off") => self.session.hand_on(),
            _ => self.session.renounce(),
        }
    }
}

/// Waits for the answer to a statement, but not for ever.
pub(crate) async fn answered<T>(
    statement: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    tokio::time::timeout(ANSWER, statement).await.unwrap_or_else(|_| Err(no_answer()))
}
