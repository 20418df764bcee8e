//! How much models are used: counted model by model from what people got, kept in a small table.
//!
//! ```text
//!   results of 30 days, along the index of each model ──┐
//!   favourites, along theirs ──────────────────────────┴──> one row for each model ──> read for lists
//! ```
//!
//! A person counts once for each span of 24 hours back from now, however much they ordered, and for what they got
//! only. What the counts come to is decided elsewhere: here are only numbers. A model that the catalogue no longer has
//! loses its row with the next round.

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::{GenerationsTx, UpkeepTx};

/// So many later days of one person count.
const REPEATS: i64 = 5;

/// How much a model is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Popularity {
    /// The model's key.
    pub model: String,
    /// People who got something of it in the last 30 days.
    pub people: u32,
    /// Later days on which they got more, few for each of them.
    pub repeats: u32,
    /// People who have it among their favourites.
    pub keepers: u32,
    /// People who got something of it in the last 7 days.
    pub week: u32,
    /// The same of the three weeks before, added up.
    pub earlier: u32,
}

impl UpkeepTx<'_> {
    /// Counts how much these models are used.
    pub async fn count_use(&mut self, models: &[&str]) -> Result<(), StoreError> {
        let count = sqlx::query!(
            r#"
            insert into model_use (model, people, repeats, keepers, week, earlier)
            select
                known.model,
                counted.people,
                counted.repeats,
                (select count(*) from favourites where favourites.model = known.model),
                counted.week,
                counted.earlier
            from unnest($1::text[]) as known (model)
            cross join lateral (
                select
                    count(*) as people,
                    coalesce(sum(least(days - 1, $2)), 0)::bigint as repeats,
                    count(*) filter (where latest < 7) as week,
                    coalesce(sum(weeks), 0)::bigint as earlier
                from (
                    select
                        count(*) as days,
                        min(days_ago) as latest,
                        count(distinct days_ago / 7) filter (where days_ago between 7 and 27) as weeks
                    from (
                        select distinct
                            person_id,
                            floor(extract(epoch from trt_now() - ended_at) / 86400)::int as days_ago
                        from generations
                        where generations.model = known.model
                            and state in ('succeeded', 'delivered')
                            and ended_at > trt_now() - interval '30 days'
                    ) as days
                    group by person_id
                ) as person
            ) as counted
            on conflict on constraint model_use_pkey
            do update set
                people = excluded.people,
                repeats = excluded.repeats,
                keepers = excluded.keepers,
                week = excluded.week,
                earlier = excluded.earlier,
                counted_at = excluded.counted_at
            "#,
            models as &[&str],
            REPEATS,
        );
        self.run(count).await
    }

    /// Forgets how much any other models are used.
    pub async fn forget_use(&mut self, known: &[&str]) -> Result<(), StoreError> {
        let forget = sqlx::query!(
            "delete from model_use where not model = any ($1::text[])",
            known as &[&str],
        );
        self.run(forget).await
    }
}

impl GenerationsTx<'_> {
    /// How much each model is used, as it was last counted; those that nobody used are left out.
    pub async fn popularity(&mut self) -> Result<Vec<Popularity>, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                model,
                people,
                repeats,
                keepers,
                week,
                earlier
            from model_use
            where people > 0
            order by model
            "#,
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        let number = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        let rows = rows.into_iter().map(|row| Popularity {
            model: row.model,
            people: number(row.people),
            repeats: number(row.repeats),
            keepers: number(row.keepers),
            week: number(row.week),
            earlier: number(row.earlier),
        });
        Ok(rows.collect())
    }
}
