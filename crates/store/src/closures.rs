//! What cannot be ordered now: models that fail, variants that KIE overcharges, or everything.
//!
//! ```text
//!   open ── failures in a row ──> closed for a while ── a success ──> open
//!   open ── charged too much twice ──> closed until an operator says otherwise
//!   '*'  ── out of credits, key refused ──> closed, tried again by itself ──> open
//! ```
//!
//! A subject is a model's key, a variant (`key condition`) or [`EVERYTHING`].

use std::time::Duration;

use crate::error::StoreError;
use crate::leader_tx::LeaderTx;
use crate::pool::Store;
use crate::transaction::answered;

/// The subject that stands for everything.
pub const EVERYTHING: &str = "*";

impl Store {
    /// What is closed now.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn closed(&self) -> Result<Vec<String>, StoreError> {
        let mut read = self.read().await?;
        let closed =
            sqlx::query_scalar!("select subject from closures where closed_until > trt_now()");
        let closed = answered(closed.fetch_all(read.connection())).await?;
        read.end().await;
        Ok(closed)
    }
}

impl LeaderTx<'_> {
    /// What is closed now.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn closed(&mut self) -> Result<Vec<String>, StoreError> {
        let closed =
            sqlx::query_scalar!("select subject from closures where closed_until > trt_now()");
        Ok(answered(closed.fetch_all(self.connection())).await?)
    }

    /// Counts a failure of a model; how many there are now in a row.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn count_failure(&mut self, subject: &str) -> Result<u32, StoreError> {
        let count = sqlx::query_scalar!(
            r#"
            insert into closures (subject, failures)
            values ($1, 1)
            on conflict on constraint closures_pkey
            do update set failures = closures.failures + 1
            returning failures
            "#,
            subject,
        );
        let failures = answered(count.fetch_one(self.connection())).await?;
        Ok(u32::try_from(failures).unwrap_or_default())
    }

    /// Counts a charge that was too high; how many there were.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn count_overcharge(&mut self, subject: &str) -> Result<u32, StoreError> {
        let count = sqlx::query_scalar!(
            r#"
            insert into closures (subject, overcharges)
            values ($1, 1)
            on conflict on constraint closures_pkey
            do update set overcharges = closures.overcharges + 1
            returning overcharges
            "#,
            subject,
        );
        let overcharges = answered(count.fetch_one(self.connection())).await?;
        Ok(u32::try_from(overcharges).unwrap_or_default())
    }

    /// Closes a subject, for a while or until an operator says otherwise; whether it was open. Of two
    /// closures the longer one counts, with its reason.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn close_subject(
        &mut self,
        subject: &str,
        pause: Option<Duration>,
        reason: &str,
    ) -> Result<bool, StoreError> {
        // Many find out at the same moment, and one of them is to raise the alarm: the row has to be
        // there to be locked.
        let meet = sqlx::query!(
            r#"
            insert into closures (subject)
            values ($1)
            on conflict on constraint closures_pkey do nothing
            "#,
            subject,
        );
        answered(meet.execute(self.connection())).await?;
        let close = sqlx::query_scalar!(
            r#"
            with before as (
                select
                    subject,
                    coalesce(closed_until > trt_now(), false) as closed,
                    coalesce(trt_now() + make_interval(secs => $2), 'infinity') as until
                from closures
                where subject = $1
                for update
            )
            update closures
            set closed_until = greatest(closed_until, until),
                reason = case when closed_until > until then reason else $3 end
            from before
            where closures.subject = before.subject
            returning before.closed as "was_closed!"
            "#,
            subject,
            pause.map(|pause| pause.as_secs_f64()),
            reason,
        );
        Ok(!answered(close.fetch_one(self.connection())).await?)
    }

    /// Something of this subject worked: failures no longer count. Whether it had been closed.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn open_subject(&mut self, subject: &str) -> Result<bool, StoreError> {
        let open = sqlx::query_scalar!(
            r#"
            with before as (
                select
                    subject,
                    coalesce(closed_until > trt_now(), false) as closed
                from closures
                where subject = $1
                    and (failures > 0 or closed_until is not null)
                    and closed_until is distinct from 'infinity'
                for update
            )
            update closures
            set failures = 0,
                closed_until = null
            from before
            where closures.subject = before.subject
            returning before.closed as "closed!"
            "#,
            subject,
        );
        Ok(answered(open.fetch_optional(self.connection())).await?.unwrap_or(false))
    }
}
