//! What operators are told once when it changes, or when it lasts: trouble outside, findings, takeovers.
//!
//! ```text
//!   watch(subject, state, patience)
//!     another state ──> kept, since now ──┐
//!     the same, not told ─────────────────┴── for `patience` or longer ──> true, once
//!     the same, told ──> false
//! ```
//!
//! It is a row, so whoever leads next neither forgets nor repeats it. On failure: part of the caller's commit.

use std::time::Duration;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// A new term of the lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTerm {
    /// Its number.
    pub epoch: i64,
    /// Why it began.
    pub reason: String,
    /// Clean hand-overs within the hour before its beginning, itself included.
    pub handovers: i64,
}

impl OperatorsTx<'_> {
    /// Remembers how something stands; whether it has stood so for as long as `patience` and nobody was told.
    pub async fn watch(
        &mut self,
        subject: &str,
        state: &str,
        patience: Duration,
    ) -> Result<bool, StoreError> {
        let see = sqlx::query!(
            r#"
            insert into operator_watches (subject, state)
            values ($1, $2)
            on conflict on constraint operator_watches_pkey
            do update set
                state = excluded.state,
                since = excluded.since,
                told = false
            where operator_watches.state <> excluded.state
            "#,
            subject,
            state,
        );
        self.run(see).await?;
        let tell = sqlx::query!(
            r#"
            update operator_watches
            set told = true
            where subject = $1
                and not told
                and since <= trt_now() - make_interval(secs => $2)
            "#,
            subject,
            patience.as_secs_f64(),
        );
        Ok(answered(tell.execute(self.connection())).await?.rows_affected() > 0)
    }

    /// The books were audited just now, for whoever asks how long ago that was.
    pub async fn audited(&mut self) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into operator_watches (subject, state, told)
            values ('audited', 'done', true)
            on conflict on constraint operator_watches_pkey
            do update set since = trt_now()
            "#,
        );
        self.run(keep).await
    }

    /// Whether something that is watched under a prefix was not told yet.
    pub async fn has_untold(&mut self, prefix: &str) -> Result<bool, StoreError> {
        let untold = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from operator_watches
                where starts_with(subject, $1)
                    and not told
            ) as "untold!"
            "#,
            prefix,
        );
        Ok(answered(untold.fetch_one(self.connection())).await?)
    }

    /// Forgets what is watched under a prefix, but for these subjects.
    pub async fn unwatch_all_but(
        &mut self,
        prefix: &str,
        subjects: &[String],
    ) -> Result<(), StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from operator_watches
            where starts_with(subject, $1)
                and subject <> all ($2)
            "#,
            prefix,
            subjects,
        );
        self.run(forget).await
    }

    /// The terms of this lock that began since operators were last told of terms, oldest first; from now on they
    /// count as told. At the first look only the present one.
    pub async fn new_terms(&mut self, lock: &str) -> Result<Vec<NewTerm>, StoreError> {
        let present = self.term().epoch();
        let known = sqlx::query_scalar!(
            "select state::bigint from operator_watches where subject = 'term' for update"
        );
        let known = answered(known.fetch_optional(self.connection())).await?.flatten();
        let keep = sqlx::query!(
            r#"
            insert into operator_watches (subject, state, told)
            values ('term', $1::bigint::text, true)
            on conflict on constraint operator_watches_pkey
            do update set
                state = excluded.state,
                since = excluded.since
            "#,
            present,
        );
        self.run(keep).await?;
        let terms = sqlx::query_as!(
            NewTerm,
            r#"
            select
                began.epoch,
                began.reason,
                (
                    select count(*)
                    from leader_history as other
                    where other.name = began.name
                        and other.event = 'claimed'
                        and other.reason = 'released'
                        and other.at between began.at - interval '1 hour' and began.at
                ) as "handovers!"
            from leader_history as began
            where began.name = $1
                and began.event = 'claimed'
                and began.epoch > $2
                and began.epoch <= $3
            order by began.epoch
            "#,
            lock,
            known.unwrap_or(present - 1),
            present,
        );
        Ok(answered(terms.fetch_all(self.connection())).await?)
    }
}
