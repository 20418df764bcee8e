//! Pictures on their way: what is drawn is kept as text until the message that carries it was sent.
//!
//! ```text
//!   keep_chart ──> its number stands in the message ── the sender: chart ──> drawn and sent
//!                                                         └── after two days ──> forgotten
//! ```
//!
//! On failure: a picture that is forgotten is not sent; the words that it belongs to were.

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::OutboxTx;

/// So many are forgotten with each that is kept, so that there are never many of them.
const FORGOTTEN: i64 = 20;

impl OutboxTx<'_> {
    /// Keeps what is drawn; its number.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep_chart(&mut self, chart: &str) -> Result<i64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from charts
            where id in (
                select id
                from charts
                where made_at < trt_now() - interval '2 days'
                order by made_at
                limit $1
                for update skip locked
            )
            "#,
            FORGOTTEN,
        );
        self.run(forget).await?;
        let keep =
            sqlx::query_scalar!("insert into charts (chart) values ($1) returning id", chart);
        Ok(answered(keep.fetch_one(self.connection())).await?)
    }
}

impl Store {
    /// What is drawn under this number; none: it is forgotten.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn chart(&self, id: i64) -> Result<Option<String>, StoreError> {
        self.reading(async |connection| {
            sqlx::query_scalar!("select chart from charts where id = $1", id)
                .fetch_optional(connection)
                .await
        })
        .await
    }
}
