//! What was ordered and made, for as long as an operator says it is kept: `[retention]` of the offers.
//!
//! ```text
//!   ended, so many days ago ──> the words of an order, and what came of it as text ──> gone
//!   made, so many days ago ───> Telegram's id of a file, and its address ────────────> gone
//! ```
//!
//! The order stays with its model, its price and its state: the books and receipts need no more. On failure: a batch
//! is part of the caller's commit, and the next one goes on with what is left.

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::UpkeepTx;

impl UpkeepTx<'_> {
    /// Forgets what was asked for in orders that ended more than so many days ago; so many at most.
    pub async fn forget_words(&mut self, days: i32, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            update generations
            set input = '',
                uploads = null,
                result = case when result is null then null else '' end
            where id in (
                select id
                from generations
                where ended_at is not null
                    and (input <> '' or uploads is not null)
                    and ended_at < trt_now() - make_interval(days => $1)
                limit $2
            )
            "#,
            days,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }

    /// Forgets the orders that payments would have begun, a day after it was too late.
    pub async fn forget_kept_orders(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            update invoices
            set kept = null,
                kept_until = null
            where id in (
                select id
                from invoices
                where kept is not null
                    and kept_until < trt_now() - interval '1 day'
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }

    /// Forgets the files that were made more than so many days ago; so many at most. Samples that an admin shows have
    /// a copy of their own.
    pub async fn forget_files(&mut self, days: i32, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            update results
            set file_id = null,
                url = ''
            from (
                select
                    results.generation_id,
                    results.no
                from results
                join generations on generations.id = results.generation_id
                where (results.file_id is not null or results.url <> '')
                    and results.created_at < trt_now() - make_interval(days => $1)
                    and generations.state <> 'succeeded'
                limit $2
            ) as old
            where results.generation_id = old.generation_id
                and results.no = old.no
            "#,
            days,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}
