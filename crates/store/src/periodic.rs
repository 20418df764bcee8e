//! Periodic work as rows: when each kind is due by the time of the business, and how it went.
//!
//! ```text
//!   known ──> due ── take, in the transaction that does it ──┬── done ──> due again after its pause
//!                                                            ├── more ──> still due
//!                                                            └── failed: rolled back, then put off
//! ```
//!
//! The row is locked by the transaction that does the work and moved on by the very same commit: work
//! that is not committed is due as before, and of two instances the fence lets one. A clock that was
//! set back would leave rows that are due in a year; what was last done in the future is due as well.
//!
//! [`mod@forgetting`] is the larger part of what is done: old rows leave.
//!
//! On failure: [`UpkeepTx::put_off_work`] writes down why, in a transaction of its own.

pub mod forgetting;

use std::time::Duration;

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::UpkeepTx;

impl Store {
    /// The names of what is due.
    pub async fn due_work(&self) -> Result<Vec<String>, StoreError> {
        let due = sqlx::query_scalar!(
            r#"
            select name
            from periodic_work
            where next_run_at <= trt_now()
                or last_run_at > trt_now()
            order by next_run_at, name
            "#,
        );
        self.reading(async |read| due.fetch_all(read).await).await
    }
}

impl UpkeepTx<'_> {
    /// Remembers how long after its last beat this instance counts as silent, for whoever audits.
    pub async fn keep_lock_timing(&mut self, stale_after: Duration) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into lock_timing (stale_after)
            values (make_interval(secs => $1))
            on conflict on constraint lock_timing_pkey
            do update set stale_after = excluded.stale_after
            "#,
            stale_after.as_secs_f64(),
        );
        self.run(keep).await
    }

    /// Writes the rows of work that has none yet; it is due at once.
    pub async fn know_work(&mut self, names: &[&str]) -> Result<(), StoreError> {
        let know = sqlx::query!(
            r#"
            insert into periodic_work (name)
            select name
            from unnest($1::text[]) as known (name)
            on conflict on constraint periodic_work_pkey do nothing
            "#,
            names as &[&str],
        );
        self.run(know).await
    }

    /// Writes the row of work that has none yet; whether that was so.
    pub async fn is_new_work(&mut self, name: &str) -> Result<bool, StoreError> {
        let know = sqlx::query!(
            r#"
            insert into periodic_work (name)
            values ($1)
            on conflict on constraint periodic_work_pkey do nothing
            "#,
            name,
        );
        Ok(answered(know.execute(self.connection())).await?.rows_affected() > 0)
    }

    /// Makes work due now, whenever it would have been.
    pub async fn hasten_work(&mut self, name: &str) -> Result<(), StoreError> {
        let hasten = sqlx::query!(
            r#"
            update periodic_work
            set next_run_at = least(next_run_at, trt_now())
            where name = $1
            "#,
            name,
        );
        self.run(hasten).await
    }

    /// Takes work that is due, to do it in this transaction; false when it no longer is.
    pub async fn take_work(&mut self, name: &str) -> Result<bool, StoreError> {
        let take = sqlx::query_scalar!(
            r#"
            select name
            from periodic_work
            where name = $1
                and (next_run_at <= trt_now() or last_run_at > trt_now())
            for update
            "#,
            name,
        );
        Ok(answered(take.fetch_optional(self.connection())).await?.is_some())
    }

    /// The work was done in this transaction, and is due again after this pause.
    pub async fn work_done(&mut self, name: &str, pause: Duration) -> Result<(), StoreError> {
        let done = sqlx::query!(
            r#"
            update periodic_work
            set next_run_at = trt_now() + make_interval(secs => $2),
                last_run_at = trt_now(),
                failures = 0,
                last_problem = null
            where name = $1
            "#,
            name,
            pause.as_secs_f64(),
        );
        self.run(done).await
    }

    /// The work failed: it is tried again after a pause that doubles with every failure in a row.
    pub async fn put_off_work(
        &mut self,
        name: &str,
        problem: &str,
        first: Duration,
        longest: Duration,
    ) -> Result<(), StoreError> {
        let put_off = sqlx::query!(
            r#"
            update periodic_work
            set next_run_at = trt_now() + make_interval(
                    secs => least($4::float8, $3::float8 * 2 ^ least(failures, 20))
                ),
                last_run_at = trt_now(),
                failures = failures + 1,
                last_problem = $2
            where name = $1
            "#,
            name,
            problem,
            first.as_secs_f64(),
            longest.as_secs_f64(),
        );
        self.run(put_off).await
    }
}
