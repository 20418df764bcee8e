//! The files of an order on their way to KIE, and what they change about it.
//!
//! ```text
//!   to bring ── keep_uploads ──> brought ──┬── submitted while the addresses are fresh
//!      ^                                   ├── older than half a day ──┐
//!      │                                   └── forget_uploads, once ───┤
//!      └───────────────────────────────────────────────────────────────┘
//! ```
//!
//! An order without files is never here. Of one that an earlier release wrote nobody knows whether it has
//! any: it is brought, and found to have none.

use std::time::Duration;

use domain::{Credits, GenerationId};

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::GenerationsTx;

/// KIE keeps an upload for a day; from half of that on it is brought again.
pub(crate) const FRESH: Duration = Duration::from_secs(12 * 3_600);

/// A generation whose files are to be brought to KIE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbrought {
    /// Its number.
    pub generation: GenerationId,
    /// The model's key.
    pub model: String,
    /// What was ordered.
    pub input: String,
}

impl Store {
    /// The generations whose files are to be brought to KIE, the oldest first. What is overdue or closed
    /// is not among them: that ends without its files.
    pub async fn unbrought(&self, most: i64) -> Result<Vec<Unbrought>, StoreError> {
        let rows = sqlx::query!(
            r#"
            select
                id,
                model,
                input
            from generations
            where state = 'requested'
                and has_files is not false
                and (uploads_at is null or uploads_at <= trt_now() - make_interval(secs => $2))
                and (not_before is null or not_before <= trt_now())
                and deadline_at >= trt_now()
                and not exists (
                    select
                    from closed_now
                    where (
                        subject in ('*', generations.model, generations.variant)
                        or generations.cost > above
                    )
                        and trial is distinct from generations.id
                )
            order by id
            limit $1
            "#,
            most,
            FRESH.as_secs_f64(),
        );
        let rows = self.reading(async |read| rows.fetch_all(read).await).await?;
        let unbrought = rows.into_iter().map(|row| Unbrought {
            generation: GenerationId::new(row.id),
            model: row.model,
            input: row.input,
        });
        Ok(unbrought.collect())
    }
}

impl GenerationsTx<'_> {
    /// The files of an order are at KIE under these addresses, and are what this brief says; none: it has
    /// no files. False: it no longer waits.
    pub async fn keep_uploads(
        &mut self,
        id: GenerationId,
        uploads: Option<&str>,
        input: &str,
    ) -> Result<bool, StoreError> {
        let keep = sqlx::query!(
            r#"
            update generations
            set has_files = $2::text is not null,
                uploads = $2,
                uploads_at = case when $2::text is not null then trt_now() end,
                input = $3
            where id = $1
                and state = 'requested'
            "#,
            id.get(),
            uploads,
            input,
        );
        Ok(answered(keep.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// KIE cannot fetch the files of an order: they are brought again.
    pub async fn forget_uploads(&mut self, id: GenerationId) -> Result<(), StoreError> {
        let forget = sqlx::query!(
            r#"
            update generations
            set uploads = null,
                uploads_at = null,
                uploads_gone = true
            where id = $1
            "#,
            id.get(),
        );
        self.run(forget).await
    }

    /// Writes down what an order truly is, whatever becomes of it.
    pub async fn correct_input(&mut self, id: GenerationId, input: &str) -> Result<(), StoreError> {
        let correct =
            sqlx::query!("update generations set input = $2 where id = $1", id.get(), input);
        self.run(correct).await
    }

    /// An order costs us this and not what it was written down with; the day of a free one gets the
    /// difference back.
    pub async fn recount(&mut self, id: GenerationId, cost: Credits) -> Result<(), StoreError> {
        let recount = sqlx::query!(
            r#"
            with before as (
                select
                    free_day,
                    cost
                from generations
                where id = $1
            ),
            counted as (
                update free_days
                set spent = greatest(free_days.spent - before.cost + $2, 0)
                from before
                where free_days.day = before.free_day
            )
            update generations
            set cost = $2
            from before
            where generations.id = $1
            "#,
            id.get(),
            cost.get(),
        );
        self.run(recount).await
    }
}
