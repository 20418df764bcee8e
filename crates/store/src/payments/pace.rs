//! How fast money goes: what a person spent of late, and how many payments went back.
//!
//! Whoever decides by it has locked the accounts of the person before, in the same transaction: nobody else can have
//! spent, or given back, what is not counted here. On failure: part of the caller's commit.

use std::time::Duration;

use domain::offers::{Limit, Limits, Rest, Spent};
use domain::{Money, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::BooksTx;

impl BooksTx<'_> {
    /// What a person spent within a day and did not get back, minute by minute; what was spent in one minute counts as
    /// long as the last of it.
    pub async fn spent(&mut self, person: PersonId) -> Result<Vec<Spent>, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                sum(amount)::bigint as "amount!",
                min(extract(epoch from trt_now() - created_at))::float8 as "ago!"
            from holds
            where person_id = $1
                and state in (0, 1)
                and created_at > trt_now() - interval '1 day'
            group by date_trunc('minute', created_at)
            "#,
            person.get(),
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        let spent = |amount: i64, ago: f64| Spent { amount: Money::new(amount), ago: seconds(ago) };
        Ok(rows.into_iter().map(|row| spent(row.amount, row.ago)).collect())
    }

    /// Why one more payment of a person has to wait before this admin gives it back, if it has to. What Telegram refused
    /// to give back does not count, and what went back by itself neither.
    pub async fn refund_rest(
        &mut self,
        person: PersonId,
        admin: PersonId,
        limits: &Limits,
    ) -> Result<Option<Rest>, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                (
                    select extract(epoch from trt_now() - refunds.asked_at)::float8
                    from refunds
                    join payments on payments.charge_id = refunds.charge_id
                    where payments.person_id = $1
                        and refunds.actor like 'admin:%'
                        and refunds.state <> 'refused'
                        and refunds.asked_at > trt_now() - interval '1 day'
                    order by refunds.asked_at desc
                    offset $3
                    limit 1
                ) as of_person,
                (
                    select extract(epoch from trt_now() - asked_at)::float8
                    from refunds
                    where actor = 'admin:' || $2::bigint
                        and state <> 'refused'
                        and asked_at > trt_now() - interval '1 hour'
                    order by asked_at desc
                    offset $4
                    limit 1
                ) as by_admin
            "#,
            person.get(),
            admin.get(),
            i64::from(limits.refunds_per_person.saturating_sub(1)),
            i64::from(limits.refunds_per_admin.saturating_sub(1)),
        );
        let row = answered(read.fetch_one(self.connection())).await?;
        let rest = |limit: Limit, ago: Option<f64>| {
            Some(Rest { limit, wait: limit.window().saturating_sub(seconds(ago?)) })
        };
        let rests = [
            rest(Limit::RefundsPerPerson, row.of_person),
            rest(Limit::RefundsPerAdmin, row.by_admin),
        ];
        Ok(rests.into_iter().flatten().max_by_key(|rest| rest.wait))
    }
}

/// A clock that was set back makes nothing younger than now.
fn seconds(ago: f64) -> Duration {
    Duration::try_from_secs_f64(ago.max(0.0)).unwrap_or_default()
}
