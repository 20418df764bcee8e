//! What is open, late or unsettled, in numbers: the gauges that every instance shows alike.
//!
//! ```text
//!   stocks, every few seconds ──> generations by state, holds, work that is late, the state of the books
//!   bytes,  once a minute     ──> how large the database is
//! ```
//!
//! Each is read along an index that has only what is open, and counted up to a limit, so that a backlog makes none
//! of them slow. On failure: nothing was learned; what was read before stays, and grows old.

use std::time::Duration;

use super::{Depth, MOST_COUNTED, millis};
use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;

/// More kinds of periodic work than this are not read.
const MOST_WORK: i64 = 100;

/// What is open, late or unsettled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stocks {
    /// Generations that have not reached their end, by the word of their state.
    pub generations: Vec<OpenGenerations>,
    /// Money set apart.
    pub holds: Depth,
    /// By how much each kind of periodic work is overdue.
    pub late_work: Vec<(String, Duration)>,
    /// Invariants of the books that two audits in a row found broken.
    pub findings: i64,
    /// Since the last audit that came to its end.
    pub audited: Option<Duration>,
    /// Differences that operators see.
    pub differences: i64,
    /// Since all of Telegram's side was held against the books.
    pub reconciled_telegram: Option<Duration>,
    /// Since all of it was, KIE's side included.
    pub reconciled_kie: Option<Duration>,
    /// How long nobody led before the newest term, if the one before ended in order.
    pub gap: Option<Duration>,
}

/// The generations of one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenGenerations {
    /// The word of the state.
    pub state: String,
    /// How many, and since when the oldest is in it or ordered.
    pub depth: Depth,
}

/// What the audit and the reconciliations left behind.
struct Books {
    findings: i64,
    audited_ms: Option<i64>,
    differences: i64,
    telegram_ms: Option<i64>,
    kie_ms: Option<i64>,
}

impl Intake {
    /// Looks at what is open, late or unsettled.
    pub async fn stocks(&self, lock: &str) -> Result<Stocks, StoreError> {
        let generations = self.open_generations().await?;
        let (holds, late_work) = (self.open_holds().await?, self.late_work().await?);
        let (books, gap) = (self.books_stand().await?, self.gap(lock).await?);
        Ok(Stocks {
            generations,
            holds,
            late_work,
            findings: books.findings,
            audited: books.audited_ms.map(millis),
            differences: books.differences,
            reconciled_telegram: books.telegram_ms.map(millis),
            reconciled_kie: books.kie_ms.map(millis),
            gap,
        })
    }

    async fn open_holds(&self) -> Result<Depth, StoreError> {
        let mut read = self.side().read().await?;
        let holds = sqlx::query!(
            r#"
            select
                count(*) as "rows!",
                (extract(epoch from trt_now() - min(created_at)) * 1000)::bigint as oldest_ms
            from (
                select created_at
                from holds
                where state = 0
                limit $1
            ) as counted
            "#,
            MOST_COUNTED,
        );
        let holds = answered(holds.fetch_one(read.connection())).await?;
        read.end().await;
        Ok(Depth::of(holds.rows, holds.oldest_ms))
    }

    /// How the books stand, as the last audit and the last reconciliations left them.
    async fn books_stand(&self) -> Result<Books, StoreError> {
        let mut read = self.side().read().await?;
        let books = sqlx::query_as!(
            Books,
            r#"
            select
                (
                    select count(*)
                    from operator_watches
                    where starts_with(subject, 'audit:')
                        and told
                ) as "findings!",
                (
                    select (extract(epoch from trt_now() - since) * 1000)::bigint
                    from operator_watches
                    where subject = 'audited'
                ) as audited_ms,
                (
                    select count(*)
                    from differences
                    where resolved_at is null
                        and shown_at is not null
                ) as "differences!",
                (
                    select (extract(epoch from trt_now() - ended_at) * 1000)::bigint
                    from reconciliations
                    where problem is null
                        or problem like 'KIE%'
                    order by id desc
                    limit 1
                ) as telegram_ms,
                (
                    select (extract(epoch from trt_now() - ended_at) * 1000)::bigint
                    from reconciliations
                    where problem is null
                    order by id desc
                    limit 1
                ) as kie_ms
            "#,
        );
        let books = answered(books.fetch_one(read.connection())).await?;
        read.end().await;
        Ok(books)
    }

    /// How long nobody led before the newest term. Nobody knows when a holder died that sealed nothing.
    async fn gap(&self, lock: &str) -> Result<Option<Duration>, StoreError> {
        let mut read = self.side().read().await?;
        let gap = sqlx::query_scalar!(
            r#"
            select (extract(epoch from newest.at - before.at) * 1000)::bigint as "gap_ms!"
            from (
                select name, timeline, epoch, at
                from leader_history
                where name = $1
                    and event = 'claimed'
                order by name desc, timeline desc, epoch desc, event desc
                limit 1
            ) as newest
            cross join lateral (
                select event, at
                from leader_history as earlier
                where earlier.name = newest.name
                    and (earlier.timeline, earlier.epoch) < (newest.timeline, newest.epoch)
                order by earlier.name desc, earlier.timeline desc, earlier.epoch desc, earlier.event desc
                limit 1
            ) as before
            where before.event = 'sealed'
            "#,
            lock,
        );
        let gap = answered(gap.fetch_optional(read.connection())).await?;
        read.end().await;
        Ok(gap.map(millis))
    }

    /// Generations that have not reached their end. What was given up has: it is not owed any more.
    async fn open_generations(&self) -> Result<Vec<OpenGenerations>, StoreError> {
        let mut read = self.side().read().await?;
        let open = sqlx::query!(
            r#"
            select
                state as "state!",
                count(*) as "rows!",
                (extract(epoch from trt_now() - min(since)) * 1000)::bigint as oldest_ms
            from (
                (
                    select state, created_at as since
                    from generations
                    where state in ('requested', 'submitting', 'submitted')
                    limit $1
                )
                union all
                (
                    select state, ended_at as since
                    from generations
                    where state = 'succeeded'
                        and failure is null
                    order by ended_at
                    limit $1
                )
            ) as counted
            group by state
            order by state
            "#,
            MOST_COUNTED,
        );
        let open = answered(open.fetch_all(read.connection())).await?;
        read.end().await;
        let of =
            |state, rows, oldest_ms| OpenGenerations { state, depth: Depth::of(rows, oldest_ms) };
        Ok(open.into_iter().map(|row| of(row.state, row.rows, row.oldest_ms)).collect())
    }

    async fn late_work(&self) -> Result<Vec<(String, Duration)>, StoreError> {
        let mut read = self.side().read().await?;
        let late = sqlx::query!(
            r#"
            select
                name,
                greatest(0, (extract(epoch from trt_now() - next_run_at) * 1000)::bigint) as "late_ms!"
            from periodic_work
            order by name
            limit $1
            "#,
            MOST_WORK,
        );
        let late = answered(late.fetch_all(read.connection())).await?;
        read.end().await;
        Ok(late.into_iter().map(|row| (row.name, millis(row.late_ms))).collect())
    }

    /// How large the database is, in bytes: for once in a while, since the server looks at every file.
    pub async fn bytes(&self) -> Result<i64, StoreError> {
        let mut read = self.side().read().await?;
        let bytes =
            sqlx::query_scalar!(r#"select pg_database_size(current_database()) as "bytes!""#);
        let bytes = answered(bytes.fetch_one(read.connection())).await?;
        read.end().await;
        Ok(bytes)
    }
}
