//! Days and weeks in numbers: who came and came back, and what the books have of that time.
//!
//! ```text
//!   transfers of the time ──> Stars in, bank transfers, captured, charged by KIE ──┐
//!   people and their orders ──> came, paid, returned, active ──────────────────────┴──> a Period each
//! ```
//!
//! A period is a day or a week of the operator's time zone. Sums are those of transfers and of nothing else; the part of
//! a capture that had been bought is what its hold says.
//!
//! On failure: nothing is written here.

use domain::stats::{Failing, Period, Span, Stats};
use domain::{Credits, Money, Stars};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::BooksTx;

/// So many models that fail are named.
const FAILING: i64 = 5;

impl BooksTx<'_> {
    /// The last so many days or weeks, the present one included.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn stats(&mut self, span: Span, count: u32, zone: &str) -> Result<Stats, StoreError> {
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        let find = sqlx::query_file_as!(Row, "src/growth/periods.sql", span.word(), count, zone);
        let rows = answered(find.fetch_all(self.connection())).await?;
        let failing = sqlx::query_as!(
            FailingRow,
            r#"
            select
                model,
                count(*) filter (where state in ('failed', 'lost')) as "failed!",
                count(*) as "ended!"
            from generations
            where created_at >= trt_day($1, $2, $3)
                and ended_at is not null
                and state <> 'cancelled'
            group by model
            having count(*) filter (where state in ('failed', 'lost')) > 0
            order by 2 desc, model
            limit $4
            "#,
            span.word(),
            count,
            zone,
            FAILING,
        );
        let failing = answered(failing.fetch_all(self.connection())).await?;
        let number = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        let failing = failing.into_iter().map(|row| Failing {
            model: row.model,
            failed: number(row.failed),
            ended: number(row.ended),
        });
        Ok(Stats {
            span,
            periods: rows.into_iter().map(Period::from).collect(),
            failing: failing.collect(),
        })
    }
}

/// A model that failed, as the database has it.
struct FailingRow {
    model: String,
    failed: i64,
    ended: i64,
}

/// A period as the database has it.
struct Row {
    begins: String,
    came: i64,
    paid: i64,
    returned: i64,
    active: i64,
    stars: i64,
    transferred: i64,
    revenue: i64,
    bought: i64,
    cost: i64,
}

impl From<Row> for Period {
    fn from(row: Row) -> Self {
        let number = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        Self {
            begins: row.begins,
            came: number(row.came),
            paid: number(row.paid),
            returned: number(row.returned),
            active: number(row.active),
            stars: Stars::new(row.stars),
            transferred: Money::new(row.transferred),
            revenue: Money::new(row.revenue),
            bought: Money::new(row.bought),
            cost: Credits::new(row.cost),
        }
    }
}
