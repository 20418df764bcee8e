//! What is given away: what free use really cost, and gifts within the budget of their day.
//!
//! ```text
//!   room_for_gift ── what is left, the day locked ── decided ── give_gift ──> Done
//! ```
//!
//! Whoever found room has it until their transaction ends: the next one waits, and finds what is left then. On a day
//! without room nobody waits for anybody.
//!
//! On failure: everything is part of the caller's commit, and rolled back with it.

use domain::ledger::{Grant, rules};
use domain::{Credits, GenerationId, Money, PersonId};

use crate::error::StoreError;
use crate::ledger::Posted;
use crate::transaction::answered;
use crate::views::BooksTx;

/// What became of a gift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gifted {
    /// It was given.
    Done,
    /// It had been given before; nothing changed.
    Already,
    /// The newcomers of today have had what a day may cost; nothing changed.
    BudgetUsed,
}

impl BooksTx<'_> {
    /// What a free generation really cost replaces its estimate in the total of its day.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep_free_cost(
        &mut self,
        generation: GenerationId,
        charge: Credits,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            with before as (
                select
                    id,
                    free_day,
                    coalesce(
                        free_cost,
                        case when state in ('failed', 'cancelled') then 0 else cost end
                    ) as counted
                from generations
                where id = $1
                    and free_day is not null
            ),
            kept as (
                update generations
                set free_cost = $2
                from before
                where generations.id = before.id
                returning before.free_day, before.counted
            )
            update free_days
            set spent = greatest(spent + $2 - kept.counted, 0)
            from kept
            where free_days.day = kept.free_day
            "#,
            generation.get(),
            charge.get(),
        );
        answered(keep.execute(self.connection())).await?;
        Ok(())
    }

    /// What newcomers may still be given today. If that is this much, the day is locked until the transaction ends.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn room_for_gift(
        &mut self,
        amount: Money,
        zone: &str,
        budget: Money,
    ) -> Result<Money, StoreError> {
        let look = sqlx::query_scalar!(
            r#"
            select given
            from gift_days
            where day = (trt_now() at time zone $1)::date
            "#,
            zone,
        );
        let given = answered(look.fetch_optional(self.connection())).await?.unwrap_or_default();
        let left = left_of(budget, given);
        // What was given only grows.
        if left < amount {
            return Ok(left);
        }
        let lock = sqlx::query_scalar!(
            r#"
            insert into gift_days (day, given)
            values ((trt_now() at time zone $1)::date, 0)
            on conflict on constraint gift_days_pkey
            do update set given = gift_days.given
            returning given
            "#,
            zone,
        );
        Ok(left_of(budget, answered(lock.fetch_one(self.connection())).await?))
    }

    /// Gives a newcomer something, once, as long as all of today's together stay within the budget.
    ///
    /// # Errors
    /// When the database does not answer, or the books are not in order.
    pub async fn give_gift(
        &mut self,
        person: PersonId,
        amount: Money,
        zone: &str,
        budget: Money,
    ) -> Result<Gifted, StoreError> {
        let purse = self.purse(person).await?;
        let posting = rules::grant(&purse, Grant::Gift, &person.to_string(), amount);
        let posting = posting.map_err(|_| StoreError::Broken("a gift of nothing"))?;
        if self.is_posted(posting.operation.as_str()).await? {
            return Ok(Gifted::Already);
        }
        let spend = sqlx::query!(
            r#"
            insert into gift_days (day, given)
            select
                (trt_now() at time zone $1)::date,
                $2
            where $2 <= $3::bigint
            on conflict on constraint gift_days_pkey
            do update set given = gift_days.given + excluded.given
            where gift_days.given + excluded.given <= $3
            "#,
            zone,
            amount.get(),
            budget.get(),
        );
        if answered(spend.execute(self.connection())).await?.rows_affected() == 0 {
            return Ok(Gifted::BudgetUsed);
        }
        match self.post(&posting).await? {
            Posted::Done => Ok(Gifted::Done),
            Posted::Already => Err(StoreError::Broken("a gift was posted while it was locked")),
        }
    }

    async fn is_posted(&mut self, operation: &str) -> Result<bool, StoreError> {
        let find = sqlx::query_scalar!(
            r#"select exists (select from transfers where operation = $1) as "is_posted!""#,
            operation,
        );
        Ok(answered(find.fetch_one(self.connection())).await?)
    }
}

fn left_of(budget: Money, given: i64) -> Money {
    budget.minus(Money::new(given)).unwrap_or(Money::ZERO)
}
