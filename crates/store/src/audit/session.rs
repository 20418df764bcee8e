//! The connection that the books are read through: one, its own, and unable to write.
//!
//! ```text
//!   open ──> idle ── begin ──> one snapshot ── end ──> idle ── close
//! ```
//!
//! The work pool gives a statement 10 s, which suits the bot and not a look through years of
//! transfers: here it is [`LONGEST`]. A process that falls asleep inside a snapshot is cut off after
//! 5 s all the same, for a snapshot that is kept holds up the whole server's vacuum.
//!
//! Behind a pooler no session is ours, so the settings travel with each begin and what others have
//! prepared is cleared first, as in the work pool.
//!
//! On failure: dropping the session ends what it was in.

use std::future::Future;
use std::time::Duration;

use sqlx::{Connection, PgConnection};

use crate::error::no_answer;
use crate::options::DatabaseUrl;
use crate::transaction::answered;
use crate::way::Way;

/// How long one question may take; [`BEGIN`] tells the server the same.
const LONGEST: Duration = Duration::from_secs(300);

/// For the server's own refusal to arrive before we give up.
const MARGIN: Duration = Duration::from_secs(5);

const BEGIN: &str = "begin isolation level repeatable read, read only; \
    set local statement_timeout = '300s'; \
    set local lock_timeout = '5s'; \
    set local idle_in_transaction_session_timeout = '5s'";

/// A connection that only reads.
#[derive(Debug)]
pub(super) struct Session {
    connection: PgConnection,
    pooled: bool,
}

impl Session {
    /// Connects, under a name of its own for whoever looks at the server.
    pub(super) async fn open(url: &DatabaseUrl, purpose: &str) -> Result<Self, sqlx::Error> {
        let connection = answered(Way::to(url, purpose).connect()).await?;
        Ok(Self { connection, pooled: url.is_pooled() })
    }

    /// Begins a snapshot, and gives what to ask in it.
    pub(super) async fn begin(&mut self) -> Result<&mut PgConnection, sqlx::Error> {
        answered(sqlx::raw_sql(BEGIN).execute(&mut self.connection)).await?;
        if self.pooled {
            answered(sqlx::raw_sql("deallocate all").execute(&mut self.connection)).await?;
        }
        Ok(&mut self.connection)
    }

    /// Lets the snapshot go.
    pub(super) async fn end(&mut self) -> Result<(), sqlx::Error> {
        answered(sqlx::raw_sql("rollback").execute(&mut self.connection)).await?;
        Ok(())
    }

    /// Says good-bye; a server that does not hear it notices by itself.
    pub(super) async fn close(self) {
        let _ = answered(self.connection.close()).await;
    }
}

/// Waits for the answer to a question about all of the books, but not for ever.
pub(super) async fn patiently<T>(
    question: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    tokio::time::timeout(LONGEST + MARGIN, question).await.unwrap_or_else(|_| Err(no_answer()))
}

#[cfg(test)]
mod tests {
    use super::{BEGIN, LONGEST};

    #[test]
    fn the_server_gives_a_question_up_before_we_do() {
        assert!(BEGIN.contains(&format!("statement_timeout = '{}s'", LONGEST.as_secs())));
    }
}
