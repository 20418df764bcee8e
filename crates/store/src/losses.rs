//! What KIE charged without income: attempt by attempt, and a total for each day.
//!
//! ```text
//!   lost ──> put down at the list's price, today
//!     └── the truth comes ──> what was put down is replaced, on its own day; what is above it, today
//!   anything else without income ──> put down as it was charged, today
//! ```
//!
//! A day is one of the offers' time zone. Its total is one row, which whoever adds to it locks: before
//! any closure, so that two who meet never lock each other out.
//!
//! [`mod@giving`] is what is given away with open eyes: free use and gifts, each with a budget of its own.
//!
//! On failure: everything is part of the caller's commit, and rolled back with it.

mod giving;

use std::time::Duration;

use domain::Credits;
use domain::generation::Loss;
use sqlx::types::time::Date;
use uuid::Uuid;

pub use giving::Gifted;

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::BooksTx;

/// The present day after something was put down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LossDay {
    /// Its total before.
    pub before: Credits,
    /// Its total now.
    pub total: Credits,
    /// Until the next day begins.
    pub rest: Duration,
}

/// What could still be lost today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtStake {
    /// Lost today.
    pub lost: Credits,
    /// At KIE, or made and not delivered yet; by the list.
    pub running: Credits,
}

impl Store {
    /// What could still be lost on the present day of a time zone.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn at_stake(&self, zone: &str) -> Result<AtStake, StoreError> {
        let mut read = self.read().await?;
        let stake = sqlx::query!(
            r#"
            select
                coalesce(
                    (
                        select credits
                        from loss_days
                        where day = (trt_now() at time zone $1)::date
                    ),
                    0
                ) as "lost!",
                (
                    select coalesce(sum(generations.cost), 0)
                    from attempts
                    inner join generations on generations.id = attempts.generation_id
                    where attempts.state in ('submitting', 'submitted', 'ambiguous')
                )::bigint as "at_kie!",
                (
                    select coalesce(sum(cost), 0)
                    from generations
                    where state = 'succeeded'
                        and failure is null
                        and price > 0
                        and ended_at > trt_now() - interval '1 hour'
                        and not exists (
                            select
                            from outbox
                            where outbox.generation_id = generations.id
                                and outbox.state = 4
                        )
                )::bigint as "undelivered!"
            "#,
            zone,
        );
        let row = answered(stake.fetch_one(read.connection())).await?;
        read.end().await;
        let running = Credits::new(row.at_kie.saturating_add(row.undelivered));
        Ok(AtStake { lost: Credits::new(row.lost), running })
    }
}

impl BooksTx<'_> {
    /// Puts down what of an attempt's charge is lost, in place of what was put down for it before.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn book_losses(
        &mut self,
        attempt: Uuid,
        model: &str,
        losses: &[Loss],
        zone: &str,
    ) -> Result<LossDay, StoreError> {
        let earlier = self.take_back_losses(attempt).await?;
        let today = sqlx::query!(
            r#"
            select
                (trt_now() at time zone $1)::date as "day!",
                extract(
                    epoch from
                    (((trt_now() at time zone $1)::date + 1)::timestamp at time zone $1) - trt_now()
                )::bigint as "rest!"
            "#,
            zone,
        );
        let today = answered(today.fetch_one(self.connection())).await?;
        let (mut days, mut causes, mut credits) = (Vec::new(), Vec::new(), Vec::new());
        let (on, mut left) = earlier.unwrap_or((today.day, 0));
        for loss in losses {
            // As much as was known then belongs to that day; what is above it is today's news.
            let then = loss.credits.get().min(left);
            left -= then;
            for (day, part) in [(on, then), (today.day, loss.credits.get() - then)] {
                if part > 0 {
                    days.push(day);
                    causes.push(loss.cause.word().to_owned());
                    credits.push(part);
                }
            }
        }
        let put_down = sqlx::query!(
            r#"
            insert into losses (attempt_id, day, cause, model, credits)
            select
                $1,
                day,
                cause,
                $2,
                sum(credits)
            from unnest($3::date[], $4::text[], $5::bigint[]) as loss (day, cause, credits)
            group by day, cause
            "#,
            attempt,
            model,
            &days,
            &causes,
            &credits,
        );
        answered(put_down.execute(self.connection())).await?;
        let sum = |wanted: Date| -> i64 {
            days.iter().zip(&credits).filter(|(day, _)| **day == wanted).map(|(_, part)| part).sum()
        };
        if on != today.day {
            self.add_to_day(on, sum(on)).await?;
        }
        let added = sum(today.day);
        let total = self.add_to_day(today.day, added).await?;
        Ok(LossDay {
            before: Credits::new(total.saturating_sub(added)),
            total: Credits::new(total),
            rest: Duration::from_secs(u64::try_from(today.rest).unwrap_or_default().max(1)),
        })
    }

    /// Takes back what was put down for an attempt; the first day, and how much on it.
    async fn take_back_losses(&mut self, attempt: Uuid) -> Result<Option<(Date, i64)>, StoreError> {
        let take = sqlx::query!(
            r#"
            with gone as (
                delete from losses
                where attempt_id = $1
                returning day, credits
            )
            select
                day,
                sum(credits)::bigint as "credits!"
            from gone
            group by day
            order by day
            "#,
            attempt,
        );
        let gone = answered(take.fetch_all(self.connection())).await?;
        for row in &gone {
            let less = sqlx::query!(
                "update loss_days set credits = credits - $2 where day = $1",
                row.day,
                row.credits,
            );
            answered(less.execute(self.connection())).await?;
        }
        Ok(gone.first().map(|row| (row.day, row.credits)))
    }

    /// Adds to the total of a day; what it is then.
    async fn add_to_day(&mut self, day: Date, credits: i64) -> Result<i64, StoreError> {
        let add = sqlx::query_scalar!(
            r#"
            insert into loss_days (day, credits)
            values ($1, $2)
            on conflict on constraint loss_days_pkey
            do update set credits = loss_days.credits + excluded.credits
            returning credits
            "#,
            day,
            credits,
        );
        Ok(answered(add.fetch_one(self.connection())).await?)
    }

    /// The models that lost something today, but for what was free: that stops by itself.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn losing_models(&mut self, zone: &str) -> Result<Vec<String>, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select distinct model
            from losses
            where day = (trt_now() at time zone $1)::date
                and cause <> 'free'
            order by model
            "#,
            zone,
        );
        Ok(answered(read.fetch_all(self.connection())).await?)
    }

    /// Whether the admins are to be told now that the budget of the day is spent: once.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn may_tell_of_losses(&mut self, zone: &str) -> Result<bool, StoreError> {
        let tell = sqlx::query!(
            r#"
            update loss_days
            set told_at = trt_now()
            where day = (trt_now() at time zone $1)::date
                and told_at is null
            "#,
            zone,
        );
        Ok(answered(tell.execute(self.connection())).await?.rows_affected() == 1)
    }
}
