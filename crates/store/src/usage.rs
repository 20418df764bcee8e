//! What ordering looks at: how much a person has running, what they used for nothing, what they like,
//! and how long a model and its variants take of late.

use domain::generation::Pace;
use domain::payment::GRACE;
use domain::{Credits, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::GenerationsTx;

pub mod history;
pub mod last_used;
pub mod popularity;

/// So many of a model's last generations tell how long it takes.
const SAMPLE: i64 = 100;

/// Fewer tell nothing.
const LEAST_SAMPLE: i64 = 5;

/// What a person, and everybody together, used for nothing; and what the person has running.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Usage {
    /// The plans that count for the person now, their grace included.
    pub plans: Vec<String>,
    /// The person's generations that are alive, and those given up that KIE may still be at.
    pub jobs: u32,
    /// For nothing today, of all models.
    pub today: u32,
    /// For nothing in the last hour, of all models.
    pub hour: u32,
    /// For nothing today and in the last hour, of each model of which the person used any.
    pub models: Vec<FreeModel>,
    /// For nothing today by everybody, in our cost.
    pub spent: Credits,
    /// What KIE charged today without income, all of it.
    pub lost: Credits,
}

/// What a person used of one model for nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeModel {
    /// The model's key.
    pub model: String,
    /// Today.
    pub today: u32,
    /// In the last hour.
    pub hour: u32,
}

/// How long the last generations of a model took, of all of them and of each variant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Paces {
    /// Of all of them, if there are enough.
    pub model: Option<Pace>,
    /// Of the variants of which there are enough.
    pub variants: Vec<(String, Pace)>,
}

impl GenerationsTx<'_> {
    /// What a person has running and used for nothing, on the present day of a time zone.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn usage(&mut self, person: PersonId, zone: &str) -> Result<Usage, StoreError> {
        let read = sqlx::query!(
            r#"
            with today as (
                select (trt_now() at time zone $2)::date as day
            ),
            free as (
                select
                    generations.model,
                    count(*) filter (where generations.free_day = today.day) as today,
                    count(*) filter (
                        where generations.created_at > trt_now() - interval '1 hour'
                    ) as hour
                from generations
                join today on generations.free_day >= today.day - 1
                where generations.person_id = $1
                    and generations.state not in ('failed', 'cancelled')
                group by generations.model
            )
            select
                array(
                    select plan
                    from subscriptions
                    where person_id = $1
                        and state <> 'expired'
                        and until + make_interval(
                            secs => case when state in ('active', 'failed') then $3::float8 else 0 end
                        ) > trt_now()
                ) as "plans!",
                (
                    select count(*)
                    from generations
                    where person_id = $1
                        and state in ('requested', 'submitting', 'submitted')
                ) + (
                    select count(*)
                    from attempts
                    join generations as lost on lost.id = attempts.generation_id
                    where attempts.state = 'lost'
                        and attempts.next_look_at is not null
                        and attempts.started_at > trt_now() - interval '1 day'
                        and lost.person_id = $1
                ) as "jobs!",
                array(select model from free order by model) as "models!: Vec<String>",
                array(select today from free order by model) as "today!: Vec<i64>",
                array(select hour from free order by model) as "hour!: Vec<i64>",
                coalesce((select spent from free_days natural join today), 0) as "spent!",
                coalesce((select credits from loss_days natural join today), 0) as "lost!"
            "#,
            person.get(),
            zone,
            GRACE.as_secs_f64(),
        );
        let row = answered(read.fetch_one(self.connection())).await?;
        let models = used(row.models, row.today.into_iter().zip(row.hour));
        Ok(Usage {
            plans: row.plans,
            jobs: count(row.jobs),
            today: models.iter().map(|one| one.today).sum(),
            hour: models.iter().map(|one| one.hour).sum(),
            models,
            spent: Credits::new(row.spent),
            lost: Credits::new(row.lost),
        })
    }

    /// How long the last generations of a model took, if there are enough of them.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn pace(&mut self, model: &str) -> Result<Option<Pace>, StoreError> {
        Ok(self.paces(model).await?.model)
    }

    /// How long the last generations of a model took, and those of each of its variants, where there are enough.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn paces(&mut self, model: &str) -> Result<Paces, StoreError> {
        let read = sqlx::query!(
            r#"
            select
                variant as "variant?",
                percentile_cont(0.5) within group (order by seconds)::int as "usual!",
                percentile_cont(0.9) within group (order by seconds)::int as "slow!"
            from (
                select
                    variant,
                    extract(epoch from ended_at - created_at) as seconds
                from generations
                where model = $1
                    and state in ('succeeded', 'delivered')
                order by ended_at desc
                limit $2
            ) as latest
            group by grouping sets ((), (variant))
            having count(*) >= $3
            order by variant
            "#,
            model,
            SAMPLE,
            LEAST_SAMPLE,
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        let seconds = |number: i32| u32::try_from(number).unwrap_or_default();
        let mut paces = Paces::default();
        for row in rows {
            let pace = Pace { usual: seconds(row.usual), slow: seconds(row.slow) };
            match row.variant {
                Some(variant) => paces.variants.push((variant, pace)),
                None => paces.model = Some(pace),
            }
        }
        Ok(paces)
    }

    /// The models a person likes, the latest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn favourites(&mut self, person: PersonId) -> Result<Vec<String>, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select model
            from favourites
            where person_id = $1
            order by liked_at desc
            limit 20
            "#,
            person.get(),
        );
        Ok(answered(read.fetch_all(self.connection())).await?)
    }

    /// Keeps a model among a person's favourites, or no longer.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn favour(
        &mut self,
        person: PersonId,
        model: &str,
        kept: bool,
    ) -> Result<(), StoreError> {
        if kept {
            let like = sqlx::query!(
                r#"
                insert into favourites (person_id, model)
                values ($1, $2)
                on conflict on constraint favourites_pkey do nothing
                "#,
                person.get(),
                model,
            );
            answered(like.execute(self.connection())).await?;
        } else {
            let unlike = sqlx::query!(
                "delete from favourites where person_id = $1 and model = $2",
                person.get(),
                model,
            );
            answered(unlike.execute(self.connection())).await?;
        }
        Ok(())
    }

    /// Remembers whether a person wants files as they were made.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep_full_quality(
        &mut self,
        person: PersonId,
        wanted: bool,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update conversations set full_quality = $2 where person_id = $1",
            person.get(),
            wanted,
        );
        answered(keep.execute(self.connection())).await?;
        Ok(())
    }
}

/// What was used of each model, those left out of which nothing was.
fn used(models: Vec<String>, counted: impl Iterator<Item = (i64, i64)>) -> Vec<FreeModel> {
    let model = |(model, (today, hour)): (String, (i64, i64))| FreeModel {
        model,
        today: count(today),
        hour: count(hour),
    };
    let models = models.into_iter().zip(counted).map(model);
    models.filter(|used| used.today + used.hour > 0).collect()
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
