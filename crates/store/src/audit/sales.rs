//! What each model brought and cost over some days.
//!
//! A generation counts on the day it ended, with everything it caused: the money that was captured
//! for it and not paid back, and what KIE charged for every try, the failed ones included. Where KIE
//! has not said what a try cost, one that had a result has the catalogue's cost, and one that may have
//! had one is put down at it, as in the books: a margin that is too good would be found out too late.

use domain::{Credits, Money};
use sqlx::PgConnection;

use super::session::{Session, patiently};
use crate::error::StoreError;
use crate::options::DatabaseUrl;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// What one model did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sales {
    /// The model's key.
    pub model: String,
    /// Generations that were delivered.
    pub delivered: i64,
    /// What was captured for them, and stayed.
    pub revenue: Money,
    /// The part of it that people had bought.
    pub bought: Money,
    /// What KIE charged.
    pub cost: Credits,
    /// Tries whose cost is the catalogue's word and not KIE's.
    pub estimated: i64,
}

/// What every model did that ended a generation in the last `days` days, by key.
pub async fn sales(url: &DatabaseUrl, days: u32) -> Result<Vec<Sales>, StoreError> {
    let mut session = Session::open(url, "margin").await?;
    let sales = patiently(query(session.begin().await?, days)).await?;
    session.end().await?;
    session.close().await;
    Ok(sales)
}

impl OperatorsTx<'_> {
    /// The same, as an admin looks at it.
    pub async fn sales(&mut self, days: u32) -> Result<Vec<Sales>, StoreError> {
        Ok(answered(query(self.connection(), days)).await?)
    }
}

async fn query(connection: &mut PgConnection, days: u32) -> Result<Vec<Sales>, sqlx::Error> {
    let sales = sqlx::query_as!(
        Row,
        r#"
        with ended as (
            select
                id,
                model,
                state,
                cost
            from generations
            where ended_at >= trt_now() - make_interval(days => $1)
        ),
        earned as (
            select
                holds.generation_id,
                holds.amount,
                holds.from_paid
            from holds
            join ended on ended.id = holds.generation_id
            where holds.state = 1
                and not exists (
                    select
                    from transfers
                    where transfers.operation = 'compensate:' || holds.generation_id
                )
        ),
        tried as (
            select
                attempts.generation_id,
                sum(
                    case
                        when attempts.cost is not null then attempts.cost
                        when attempts.state in ('succeeded', 'lost') then ended.cost
                        else 0
                    end
                ) as cost,
                count(*) filter (
                    where attempts.estimated
                        or (attempts.cost is null and attempts.state in ('succeeded', 'lost'))
                ) as estimated
            from attempts
            join ended on ended.id = attempts.generation_id
            group by attempts.generation_id
        )
        select
            ended.model,
            count(*) filter (where ended.state = 'delivered') as "delivered!",
            coalesce(sum(earned.amount), 0)::bigint as "revenue!",
            coalesce(sum(earned.from_paid), 0)::bigint as "bought!",
            coalesce(sum(tried.cost), 0)::bigint as "cost!",
            coalesce(sum(tried.estimated), 0)::bigint as "estimated!"
        from ended
        left join earned on earned.generation_id = ended.id
        left join tried on tried.generation_id = ended.id
        group by ended.model
        order by ended.model
        "#,
        i32::try_from(days).unwrap_or(i32::MAX),
    );
    let rows = sales.fetch_all(connection).await?;
    Ok(rows.into_iter().map(Sales::from).collect())
}

/// A model as the database has it.
struct Row {
    model: String,
    delivered: i64,
    revenue: i64,
    bought: i64,
    cost: i64,
    estimated: i64,
}

impl From<Row> for Sales {
    fn from(row: Row) -> Self {
        Self {
            model: row.model,
            delivered: row.delivered,
            revenue: Money::new(row.revenue),
            bought: Money::new(row.bought),
            cost: Credits::new(row.cost),
            estimated: row.estimated,
        }
    }
}
