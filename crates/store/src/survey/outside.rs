//! What the active instance learned about the world outside, for every instance to show.
//!
//! ```text
//!   active: asks KIE and Telegram ── fenced write ──> one row each ──> the survey of every instance
//!   credits: one balance an hour is kept for a day ──> the pace at which they are used
//! ```
//!
//! On failure: the rows stay as they were, with the time at which they were true.

use std::time::Duration;

use domain::Credits;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::UpkeepTx;

/// What is known of KIE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KieStatus {
    /// How it answers, in a word.
    pub status: String,
    /// What is left; none if it never said.
    pub credits: Option<Credits>,
    /// What a day takes at the present pace.
    pub daily_use: Option<Credits>,
    /// How old that is.
    pub age: Duration,
}

/// What Telegram says about the webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookStatus {
    /// Whether it leads to us.
    pub fits: bool,
    /// What is not delivered yet.
    pub pending: Option<i64>,
    /// What went wrong last.
    pub problem: Option<String>,
    /// How old that is.
    pub age: Duration,
}

/// What was left at some time of the last day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditSample {
    /// How long ago.
    pub age: Duration,
    /// What was left.
    pub credits: Credits,
}

impl UpkeepTx<'_> {
    /// Writes down what was learned about KIE; credits it did not name stay as they were.
    pub async fn keep_kie(
        &mut self,
        status: &str,
        credits: Option<Credits>,
        daily_use: Option<Credits>,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into outside_status (service, status, credits, daily_use)
            values ('kie', $1, $2, $3)
            on conflict on constraint outside_status_pkey
            do update set
                status = excluded.status,
                credits = coalesce(excluded.credits, outside_status.credits),
                daily_use = coalesce(excluded.daily_use, outside_status.daily_use),
                asked_at = trt_now()
            "#,
            status,
            credits.map(Credits::get),
            daily_use.map(Credits::get),
        );
        self.run(keep).await
    }

    /// Asks for leave to tell the admins that credits run out; who gets it tells them. It is given once a day.
    pub async fn may_tell_of_credits(&mut self) -> Result<bool, StoreError> {
        let claim = sqlx::query!(
            r#"
            update outside_status
            set told_at = trt_now()
            where service = 'kie'
                and coalesce(told_at < trt_now() - interval '1 day', true)
            "#,
        );
        Ok(answered(claim.execute(self.connection())).await?.rows_affected() > 0)
    }

    /// Writes down what Telegram says about the webhook.
    pub async fn keep_webhook(
        &mut self,
        fits: bool,
        pending: Option<i64>,
        problem: Option<&str>,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into outside_status (service, status, pending, problem)
            values ('webhook', $1, $2, $3)
            on conflict on constraint outside_status_pkey
            do update set
                status = excluded.status,
                pending = excluded.pending,
                problem = excluded.problem,
                asked_at = trt_now()
            "#,
            if fits { "ok" } else { "wrong" },
            pending,
            problem,
        );
        self.run(keep).await
    }

    /// Keeps what is left, once an hour, forgets what is older than a day, and says what was left since then,
    /// oldest first.
    pub async fn sample_credits(
        &mut self,
        credits: Credits,
    ) -> Result<Vec<CreditSample>, StoreError> {
        let forget = sqlx::query!(
            "delete from credit_samples where asked_at < trt_now() - interval '1 day'"
        );
        answered(forget.execute(self.connection())).await?;
        let keep = sqlx::query!(
            r#"
            insert into credit_samples (credits)
            select $1
            where not exists (
                select
                from credit_samples
                where asked_at > trt_now() - interval '1 hour'
            )
            "#,
            credits.get(),
        );
        answered(keep.execute(self.connection())).await?;
        let samples = sqlx::query!(
            r#"
            select
                (extract(epoch from trt_now() - asked_at) * 1000)::bigint as "age_ms!",
                credits
            from credit_samples
            order by asked_at
            "#,
        );
        let samples = answered(samples.fetch_all(self.connection())).await?;
        let sample =
            |age_ms, credits| CreditSample { age: millis(age_ms), credits: Credits::new(credits) };
        Ok(samples.into_iter().map(|row| sample(row.age_ms, row.credits)).collect())
    }
}

/// A time that the server counted; none of them is negative.
pub(crate) fn millis(count: i64) -> Duration {
    Duration::from_millis(u64::try_from(count).unwrap_or_default())
}
