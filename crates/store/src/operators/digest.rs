//! What a day came to: the figures of the daily digest, and whether it is time for one.
//!
//! ```text
//!   a row of periodic work ── due at a fixed hour of the time zone ──┬── the first time ever: only put down for the next
//!                                                                    └── a day that was not told ──> told, once
//! ```
//!
//! A day is one of the business's time zone. Money is what the transfers of that day say: Stars in and back, what was
//! captured and not paid back, what KIE charged or probably did. A day that nobody was there to tell of is not told
//! later. On failure: part of the caller's commit.

use domain::{Credits, Money, Stars};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::{OperatorsTx, UpkeepTx};

/// So many models that failed are named.
const FAILING: i64 = 4;

/// What a day came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayFigures {
    /// The day, as `2026-03-01`.
    pub day: String,
    /// How many payments in Stars.
    pub payments: i64,
    /// What they came to.
    pub stars: Stars,
    /// What went back.
    pub stars_back: Stars,
    /// What came by bank transfers.
    pub transferred: Money,
    /// What people spent: captured, less what was paid back.
    pub spent: Money,
    /// The part of it that they had bought.
    pub bought: Money,
    /// What KIE charged, or probably did.
    pub cost: Credits,
    /// People who came for the first time.
    pub new: i64,
    /// People who did something.
    pub active: i64,
    /// People who paid.
    pub paying: i64,
    /// Generations that were delivered.
    pub delivered: i64,
    /// Generations that failed.
    pub failed: i64,
    /// How often the role was taken from a dead or silent holder.
    pub takeovers: i64,
    /// Differences of the books that wait for somebody, now.
    pub differences: i64,
    /// What was set aside and waits for somebody, now.
    pub dead: i64,
    /// What KIE has left for us, now.
    pub credits: Option<Credits>,
    /// What a day takes at the present pace.
    pub daily_use: Option<Credits>,
}

/// What the database answers.
struct Row {
    day: String,
    payments: i64,
    stars: i64,
    stars_back: i64,
    transferred: i64,
    spent: i64,
    bought: i64,
    cost: i64,
    new: i64,
    active: i64,
    paying: i64,
    delivered: i64,
    failed: i64,
    takeovers: i64,
    differences: i64,
    dead: i64,
    credits: Option<i64>,
    daily_use: Option<i64>,
}

impl OperatorsTx<'_> {
    /// What the day so many days ago came to, in this time zone; today, up to now.
    pub async fn day_figures(&mut self, zone: &str, days: i32) -> Result<DayFigures, StoreError> {
        let lock = self.term().name().to_owned();
        let figures = sqlx::query_file_as!(Row, "src/operators/sql/day.sql", zone, days, lock);
        let row = answered(figures.fetch_one(self.connection())).await?;
        Ok(DayFigures::from(row))
    }

    /// The models that failed most on that day, with how often.
    pub async fn failing_models(
        &mut self,
        zone: &str,
        days: i32,
    ) -> Result<Vec<(String, i64)>, StoreError> {
        let failing = sqlx::query!(
            r#"
            select
                model,
                count(*) as "times!"
            from generations
            where state in ('failed', 'lost')
                and ended_at >= ((trt_now() at time zone $1)::date - $2::int)::timestamp at time zone $1
                and ended_at < ((trt_now() at time zone $1)::date - $2::int + 1)::timestamp at time zone $1
            group by model
            order by count(*) desc, model
            limit $3
            "#,
            zone,
            days,
            FAILING,
        );
        let rows = answered(failing.fetch_all(self.connection())).await?;
        Ok(rows.into_iter().map(|row| (row.model, row.times)).collect())
    }
}

impl UpkeepTx<'_> {
    /// Whether a digest of yesterday is to be told now by the row of this name: it was put down for this hour
    /// before, the hour has come, and nobody has told of that day.
    pub async fn may_tell_of_day(
        &mut self,
        name: &str,
        zone: &str,
        hour: i32,
    ) -> Result<bool, StoreError> {
        let claim = sqlx::query!(
            r#"
            insert into operator_watches (subject, state, told)
            select
                $1,
                ((trt_now() at time zone $2)::date - 1)::text,
                true
            from periodic_work
            where name = $1
                and last_run_at is not null
                and extract(hour from trt_now() at time zone $2) >= $3::int
            on conflict on constraint operator_watches_pkey
            do update set
                state = excluded.state,
                since = excluded.since
            where operator_watches.state < excluded.state
            "#,
            name,
            zone,
            hour,
        );
        Ok(answered(claim.execute(self.connection())).await?.rows_affected() > 0)
    }

    /// The work was done in this transaction, and is due again at this hour of the time zone.
    pub async fn due_at_hour(
        &mut self,
        name: &str,
        zone: &str,
        hour: i32,
    ) -> Result<(), StoreError> {
        let due = sqlx::query!(
            r#"
            update periodic_work
            set next_run_at = (
                    (trt_now() at time zone $2)::date
                    + case when extract(hour from trt_now() at time zone $2) >= $3::int then 1 else 0 end
                    + make_time($3::int, 0, 0)
                ) at time zone $2,
                last_run_at = trt_now(),
                failures = 0,
                last_problem = null
            where name = $1
            "#,
            name,
            zone,
            hour,
        );
        self.run(due).await
    }
}

impl From<Row> for DayFigures {
    fn from(row: Row) -> Self {
        Self {
            day: row.day,
            payments: row.payments,
            stars: Stars::new(row.stars),
            stars_back: Stars::new(row.stars_back),
            transferred: Money::new(row.transferred),
            spent: Money::new(row.spent),
            bought: Money::new(row.bought),
            cost: Credits::new(row.cost),
            new: row.new,
            active: row.active,
            paying: row.paying,
            delivered: row.delivered,
            failed: row.failed,
            takeovers: row.takeovers,
            differences: row.differences,
            dead: row.dead,
            credits: row.credits.map(Credits::new),
            daily_use: row.daily_use.map(Credits::new),
        }
    }
}
