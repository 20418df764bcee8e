//! The books beside what Telegram and KIE say: what each has that the other has not.
//!
//! ```text
//!   Stars in the books - of payments the list has not yet + of the list that is not settled = Telegram's balance
//!   credits in the books +- what is under way ~ KIE's balance
//! ```
//!
//! Each question is one statement, so that all of its numbers are of one moment: a payment that comes between two
//! questions makes no difference.
//!
//! On failure: nothing is written here.

use std::time::Duration;

use domain::{Credits, Stars};

use super::settling::GRACE;
use crate::error::StoreError;
use crate::pool::Store;

/// What KIE should have, and how exactly that can be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KieStanding {
    /// What the books have.
    pub prepaid: Credits,
    /// Put down for what is lost, and perhaps not charged.
    pub suspense: Credits,
    /// By the list: what is at KIE, or was until lately.
    pub under_way: Credits,
}

/// What KIE charged for a model above its list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// The model's key.
    pub model: String,
    /// How many were made.
    pub made: i64,
    /// How many of them were charged above the list.
    pub above: i64,
    /// What those should have cost.
    pub listed: Credits,
    /// What KIE charged for them.
    pub charged: Credits,
}

/// Something that only our books have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnlyOurs {
    /// The charge.
    pub charge: String,
    /// Its Stars.
    pub stars: Stars,
    /// It went back, and that is what the list has not.
    pub is_refund: bool,
    /// Since when, as it is shown.
    pub since: String,
}

impl Store {
    /// How many Stars Telegram should have by the books and by what of its list was read.
    pub async fn expected_stars(&self) -> Result<Stars, StoreError> {
        let sum = sqlx::query_scalar!(
            r#"
            select (
                (select coalesce(sum(amount), 0) from transfers where credit_id = 21)
                - (select coalesce(sum(amount), 0) from transfers where debit_id = 21)
                - (select coalesce(sum(stars), 0) from payments where listed_at is null)
                + (
                    select coalesce(sum(payments.stars), 0)
                    from refunds
                    inner join payments on payments.charge_id = refunds.charge_id
                    where refunds.state = 'done'
                        and refunds.listed_at is null
                )
                + (
                    select
                        coalesce(sum(case direction when 'in' then amount else -amount end), 0)
                    from star_transactions
                    where booked_as is null
                )
            )::bigint as "sum!"
            "#,
        );
        self.reading(async |read| sum.fetch_one(read).await).await.map(Stars::new)
    }

    /// Payments and refunds that should be in the list by now.
    pub async fn stars_only_ours(&self, most: i64) -> Result<Vec<OnlyOurs>, StoreError> {
        let find = sqlx::query!(
            r#"
            select
                charge_id as "charge!",
                stars as "stars!",
                false as "is_refund!",
                paid_at as "since!",
                to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') as "shown!"
            from payments
            where listed_at is null
                and paid_at < trt_now() - make_interval(secs => $1)
            union all
            select
                refunds.charge_id,
                payments.stars,
                true,
                refunds.ended_at,
                to_char(refunds.ended_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')
            from refunds
            inner join payments on payments.charge_id = refunds.charge_id
            where refunds.state = 'done'
                and refunds.listed_at is null
                and refunds.ended_at < trt_now() - make_interval(secs => $1)
            order by 4
            limit $2
            "#,
            GRACE.as_secs_f64(),
            most,
        );
        let rows = self.reading(async |read| find.fetch_all(read).await).await?;
        let one = |charge, stars, is_refund, since| OnlyOurs {
            charge,
            stars: Stars::new(stars),
            is_refund,
            since,
        };
        Ok(rows
            .into_iter()
            .map(|row| one(row.charge, row.stars, row.is_refund, row.shown))
            .collect())
    }

    /// Payments that are older than the books: how many, and their Stars.
    pub async fn earlier_payments(&self) -> Result<(i64, Stars), StoreError> {
        let sum = sqlx::query!(
            r#"
            select
                count(*) as "count!",
                coalesce(sum(amount), 0)::bigint as "sum!"
            from star_transactions
            where booked_as = 'earlier'
                and class = 'payment'
            "#,
        );
        let row = self.reading(async |read| sum.fetch_one(read).await).await?;
        Ok((row.count, Stars::new(row.sum)))
    }

    /// What KIE should have.
    pub async fn kie_standing(&self, settles_within: Duration) -> Result<KieStanding, StoreError> {
        let sum = sqlx::query!(
            r#"
            select
                (
                    (select coalesce(sum(amount), 0) from transfers where credit_id = 41)
                    - (select coalesce(sum(amount), 0) from transfers where debit_id = 41)
                )::bigint as "prepaid!",
                (
                    (select coalesce(sum(amount), 0) from transfers where credit_id = 43)
                    - (select coalesce(sum(amount), 0) from transfers where debit_id = 43)
                )::bigint as "suspense!",
                (
                    select coalesce(sum(greatest(generations.cost, coalesce(attempts.cost, 0))), 0)
                    from attempts
                    inner join generations on generations.id = attempts.generation_id
                    where attempts.state in ('submitting', 'submitted', 'ambiguous')
                        or attempts.ended_at > trt_now() - make_interval(secs => $1)
                )::bigint as "under_way!"
            "#,
            settles_within.as_secs_f64(),
        );
        let row = self.reading(async |read| sum.fetch_one(read).await).await?;
        Ok(KieStanding {
            prepaid: Credits::new(row.prepaid),
            suspense: Credits::new(row.suspense),
            under_way: Credits::new(row.under_way),
        })
    }

    /// The models for which KIE charged more than a hundredth above its list, within so many days and since an
    /// operator last took that over.
    pub async fn drifts(&self, days: u32) -> Result<Vec<Drift>, StoreError> {
        let find = sqlx::query!(
            r#"
            with taken_over as (
                select
                    subject,
                    max(resolved_at) as at
                from differences
                where kind = 'price-drift'
                    and resolved_by <> 'bot'
                group by subject
            ),
            made as (
                select
                    generations.model,
                    attempts.cost as charged,
                    generations.cost as listed,
                    attempts.cost > generations.cost + generations.cost / 100 as is_above
                from attempts
                inner join generations on generations.id = attempts.generation_id
                left join taken_over on taken_over.subject = generations.model
                where attempts.state = 'succeeded'
                    and not attempts.estimated
                    and attempts.cost is not null
                    and attempts.ended_at > trt_now() - make_interval(days => $1)
                    and (taken_over.at is null or attempts.ended_at > taken_over.at)
            )
            select
                model,
                count(*) as "made!",
                count(*) filter (where is_above) as "above!",
                coalesce(sum(listed) filter (where is_above), 0)::bigint as "listed!",
                coalesce(sum(charged) filter (where is_above), 0)::bigint as "charged!"
            from made
            group by model
            having bool_or(is_above)
            order by model
            "#,
            i32::try_from(days).unwrap_or(i32::MAX),
        );
        let rows = self.reading(async |read| find.fetch_all(read).await).await?;
        let one = |row: (String, i64, i64, i64, i64)| Drift {
            model: row.0,
            made: row.1,
            above: row.2,
            listed: Credits::new(row.3),
            charged: Credits::new(row.4),
        };
        let rows = rows.into_iter();
        Ok(rows.map(|row| one((row.model, row.made, row.above, row.listed, row.charged))).collect())
    }
}
