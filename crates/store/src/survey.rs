//! What every instance reads about the whole of TRT, and how it learns whether updates can be stored.
//!
//! ```text
//!   survey: one statement, along indexes ──> health and metrics, answered from memory
//!   probe:  a row written and removed again in one commit ──> updates can be stored
//! ```
//!
//! On failure: nothing was learned but that. Whoever asked shows what it knew before, and that storing is in
//! doubt.

use std::time::Duration;

use uuid::Uuid;

use crate::error::StoreError;
use crate::intake::{Intake, not_stored};
use crate::transaction::answered;

/// More waiting rows than this are not counted.
const MOST_COUNTED: i64 = 10_001;

/// How full the inbox and the outbox are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Survey {
    /// Updates that wait to be handled.
    pub inbox: Depth,
    /// What waits to be said.
    pub outbox: Depth,
}

/// How full one of them is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth {
    /// Waiting rows, counted up to 10,001.
    pub rows: i64,
    /// The age of the oldest of those counted.
    pub oldest: Option<Duration>,
}

impl Intake {
    /// How full the inbox and the outbox are.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn survey(&self) -> Result<Survey, StoreError> {
        let mut read = self.store().read().await?;
        let survey = sqlx::query!(
            r#"
            select
                inbox.rows as "inbox_rows!",
                inbox.oldest_ms as inbox_oldest_ms,
                outbox.rows as "outbox_rows!",
                outbox.oldest_ms as outbox_oldest_ms
            from (
                select
                    count(*) as rows,
                    (extract(epoch from trt_now() - min(received_at)) * 1000)::bigint as oldest_ms
                from (
                    select received_at
                    from inbox
                    where state = 0
                    limit $1
                ) as counted
            ) as inbox
            cross join (
                select
                    count(*) as rows,
                    (extract(epoch from trt_now() - min(created_at)) * 1000)::bigint as oldest_ms
                from (
                    select created_at
                    from outbox
                    where state in (0, 1)
                    limit $1
                ) as counted
            ) as outbox
            "#,
            MOST_COUNTED,
        );
        let found = answered(survey.fetch_one(read.connection())).await?;
        read.end().await;
        Ok(Survey {
            inbox: Depth::of(found.inbox_rows, found.inbox_oldest_ms),
            outbox: Depth::of(found.outbox_rows, found.outbox_oldest_ms),
        })
    }

    /// Shows that updates can be stored: writes a row and removes it, in one commit that leaves nothing.
    ///
    /// # Errors
    /// When they cannot be stored now.
    pub async fn probe(&self) -> Result<(), StoreError> {
        let number = nobodys();
        let mut transaction = self.store().transaction().await?;
        let write = sqlx::query!(
            r#"
            insert into inbox (update_id, lane, state, done_at, payload)
            values ($1, 0, 1, trt_now(), '')
            "#,
            number,
        );
        answered(write.execute(transaction.connection())).await?;
        let remove = sqlx::query!("delete from inbox where update_id = $1", number);
        answered(remove.execute(transaction.connection())).await?;
        transaction.commit().await.map_err(not_stored)
    }
}

/// A number that no update has: far below those that Telegram gives, and new each time, so that no two instances
/// wait for one another.
fn nobodys() -> i64 {
    let (high, _) = Uuid::new_v4().as_u64_pair();
    i64::MIN.saturating_add_unsigned(high >> 2)
}

impl Depth {
    fn of(rows: i64, oldest_ms: Option<i64>) -> Self {
        let millis = |ms: i64| Duration::from_millis(u64::try_from(ms).unwrap_or_default());
        Self { rows, oldest: oldest_ms.map(millis) }
    }
}
