//! Attempts in the books: every charge of KIE is a transfer, whatever became of what it was for.
//!
//! ```text
//!   succeeded ──> cost: what KIE says, else what the catalogue says (and the attempt says `estimated`)
//!   failed ─────> cost: what KIE says, if anything
//!   lost ───────> suspense: what the catalogue says ── the truth comes ──> unsuspense, then as above
//!                 (nothing, if KIE said that it could not begin)
//! ```
//!
//! An attempt is booked in the commit that ends it. What a release left behind that does not do that is
//! found by an index and booked by the minute ([`BooksTx::book_left_behind`]).
//!
//! On failure: everything is part of the caller's commit. Keys happen once, so booking again is safe.

use domain::generation::AttemptState;
use domain::ledger::rules;
use domain::{Credits, GenerationId, Money};
use uuid::Uuid;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::BooksTx;

/// An attempt that is over, as the books have it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booked {
    /// The attempt.
    pub attempt: Uuid,
    /// Its generation.
    pub generation: GenerationId,
    /// The model's key.
    pub model: String,
    /// What became of it.
    pub end: BookedEnd,
    /// What KIE charged, or probably did.
    pub charge: Credits,
    /// What the catalogue says that it costs us.
    pub list: Credits,
    /// The paid part of what was captured for it and not given back.
    pub paid: Option<Money>,
    /// It was for nothing.
    pub is_free: bool,
    /// Its generation has a result that was in time.
    pub in_time: bool,
    /// Its result reached nobody.
    pub is_undelivered: bool,
    /// Something of it was put down as a loss before.
    pub has_losses: bool,
}

/// How an attempt ended, for the books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookedEnd {
    /// KIE made it.
    Succeeded,
    /// KIE failed.
    Failed,
    /// Nobody knows.
    Lost,
}

impl BooksTx<'_> {
    /// Books an attempt as it ended; none while it is alive, or if KIE surely never took it.
    ///
    /// # Errors
    /// When the database does not answer, or the books are not in order.
    pub async fn book_attempt(&mut self, attempt: Uuid) -> Result<Option<Booked>, StoreError> {
        let book = sqlx::query_as!(
            Row,
            r#"
            update attempts
            set booked_as = attempts.state,
                estimated = attempts.estimated
                    or (attempts.state = 'succeeded' and attempts.cost is null),
                cost = case
                    when attempts.state = 'succeeded' then coalesce(attempts.cost, generations.cost)
                    else attempts.cost
                end
            from generations
            left join holds on holds.generation_id = generations.id
            where attempts.id = $1
                and attempts.state in ('succeeded', 'failed', 'lost')
                and generations.id = attempts.generation_id
            returning
                attempts.state,
                attempts.cost,
                generations.id as generation_id,
                generations.model,
                generations.cost as list,
                generations.free_day is not null as "is_free!",
                generations.state in ('succeeded', 'delivered') as "in_time!",
                generations.failure is not distinct from 'undelivered' as "is_undelivered!",
                case when holds.state = 1 then holds.from_paid end as paid,
                (
                    select amount
                    from transfers
                    where operation = 'suspense:' || attempts.id
                ) as suspense,
                exists (select from losses where losses.attempt_id = attempts.id) as "has_losses!"
            "#,
            attempt,
        );
        match answered(book.fetch_optional(self.connection())).await? {
            Some(row) => self.post_charge(attempt, row).await.map(Some),
            None => Ok(None),
        }
    }

    /// Posts what the books do not have of an attempt yet.
    async fn post_charge(&mut self, attempt: Uuid, row: Row) -> Result<Booked, StoreError> {
        let (key, list) = (attempt.to_string(), Credits::new(row.list));
        let end = match AttemptState::from_word(&row.state) {
            Some(AttemptState::Succeeded) => BookedEnd::Succeeded,
            Some(AttemptState::Failed) => BookedEnd::Failed,
            Some(AttemptState::Lost) => BookedEnd::Lost,
            Some(
                AttemptState::Submitting
                | AttemptState::Submitted
                | AttemptState::Ambiguous
                | AttemptState::Rejected,
            )
            | None => return Err(StoreError::Broken("an attempt was booked that has not ended")),
        };
        // A charge of nothing has no posting.
        let (charge, posting) = match end {
            BookedEnd::Lost => {
                let charge = row.cost.map_or(list, Credits::new);
                (charge, rules::suspense(&key, charge))
            }
            BookedEnd::Succeeded | BookedEnd::Failed => {
                let charge = Credits::new(row.cost.unwrap_or_default());
                (charge, rules::cost(&key, charge))
            }
        };
        if let Ok(posting) = posting {
            self.post(&posting).await?;
        }
        if let (Some(suspense), true) = (row.suspense, end != BookedEnd::Lost) {
            let posting = rules::unsuspense(&key, Credits::new(suspense));
            self.post(&posting.map_err(|_| StoreError::Broken("a suspense of nothing"))?).await?;
        }
        Ok(Booked {
            attempt,
            generation: GenerationId::new(row.generation_id),
            model: row.model,
            end,
            charge,
            list,
            paid: row.paid.map(Money::new).filter(|_| !row.is_undelivered),
            is_free: row.is_free,
            in_time: row.in_time,
            is_undelivered: row.is_undelivered,
            has_losses: row.has_losses,
        })
    }

    /// Books attempts that ended without it; how many.
    ///
    /// What they lost is no day's loss any more: it is of the time of the release that left them.
    ///
    /// # Errors
    /// When the database does not answer, or the books are not in order.
    pub async fn book_left_behind(&mut self, most: i64) -> Result<u64, StoreError> {
        let find = sqlx::query_scalar!(
            r#"
            select id
            from attempts
            where state in ('succeeded', 'failed', 'lost')
                and booked_as is distinct from state
            order by ended_at
            limit $1
            for update skip locked
            "#,
            most,
        );
        let left_behind = answered(find.fetch_all(self.connection())).await?;
        let mut booked = 0;
        for attempt in left_behind {
            self.book_attempt(attempt).await?;
            booked += 1;
        }
        Ok(booked)
    }

    /// The attempt that made a generation.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn made_by(&mut self, generation: GenerationId) -> Result<Option<Uuid>, StoreError> {
        let find = sqlx::query_scalar!(
            "select id from attempts where generation_id = $1 and state = 'succeeded'",
            generation.get(),
        );
        Ok(answered(find.fetch_optional(self.connection())).await?)
    }
}

/// An attempt as the database has it.
struct Row {
    state: String,
    cost: Option<i64>,
    generation_id: i64,
    model: String,
    list: i64,
    is_free: bool,
    in_time: bool,
    is_undelivered: bool,
    paid: Option<i64>,
    suspense: Option<i64>,
    has_losses: bool,
}
