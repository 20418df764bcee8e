//! One read: a single statement that changes nothing.
//!
//! ```text
//!   a session of ours ──> the statement, nothing around it
//!   behind a pooler   ──> begin ── the statement ── rollback
//! ```
//!
//! A statement is a transaction of its own, so a `begin` and a `rollback` around it would be two round
//! trips for nothing. Behind a pooler they carry the settings of the session: see the pool.
//!
//! On failure: a read that is dropped before its end closes its session.

use sqlx::PgConnection;

use crate::error::StoreError;
use crate::pool::{Session, Store};
use crate::transaction::{Transaction, answered};

/// A connection for one read.
#[derive(Debug)]
pub(crate) enum Read {
    /// A session of ours.
    Session(Session),
    /// One behind a pooler.
    Pooled(Transaction),
}

impl Store {
    /// What one statement that changes nothing answers.
    pub(crate) async fn reading<T>(
        &self,
        statement: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let mut read = self.read().await?;
        let answer = answered(statement(read.connection())).await?;
        read.end().await;
        Ok(answer)
    }

    /// A connection for one statement that changes nothing.
    pub(crate) async fn read(&self) -> Result<Read, sqlx::Error> {
        Ok(match self.session().await? {
            Some(session) => Read::Session(session),
            None => Read::Pooled(self.transaction().await?),
        })
    }
}

impl Read {
    /// Where the statement goes.
    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        match self {
            Self::Session(session) => session.connection(),
            Self::Pooled(transaction) => transaction.connection(),
        }
    }

    /// The statement was answered.
    pub(crate) async fn end(self) {
        match self {
            Self::Session(session) => session.hand_on(),
            Self::Pooled(transaction) => transaction.rollback().await,
        }
    }
}
