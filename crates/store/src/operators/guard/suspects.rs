//! Fresh accounts that live on what is free: who they are, and what speaks for it.
//!
//! Only those who used something for nothing within a week, came within a month and never paid. The score is a reason
//! to look, never a decision: nothing happens by it. On failure: asking again is always safe.

use domain::PersonId;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::UpkeepTx;

/// Somebody who lives on what is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suspect {
    /// Who.
    pub person: PersonId,
    /// How much speaks for it: two for each free order, five for each refusal, three for each of `siblings`.
    pub score: i64,
    /// What they ordered for nothing within a week.
    pub free: i64,
    /// How often their words were refused.
    pub refused: i64,
    /// For how many days they have been here.
    pub days: i64,
    /// How many others came by the same link and never paid.
    pub siblings: i64,
}

impl UpkeepTx<'_> {
    /// Those for whom most speaks, so many at most.
    pub async fn suspects(&mut self, zone: &str, most: i64) -> Result<Vec<Suspect>, StoreError> {
        let read = sqlx::query!(
            r#"
            with free as (
                select
                    person_id,
                    count(*) as orders
                from generations
                where free_day > (trt_now() at time zone $1)::date - 7
                group by person_id
            ),
            seen as (
                select
                    free.person_id,
                    free.orders as free,
                    coalesce(guard_refusals.refused, 0) as refused,
                    extract(day from trt_now() - conversations.created_at)::bigint as days,
                    (
                        select count(*)
                        from referrals as own
                        join referrals as other on other.referrer_id = own.referrer_id
                        where own.invited_id = free.person_id
                            and other.invited_id <> free.person_id
                            and other.charge_id is null
                    ) as siblings
                from free
                join conversations on conversations.person_id = free.person_id
                left join guard_refusals on guard_refusals.person_id = free.person_id
                where conversations.created_at > trt_now() - interval '30 days'
                    and not exists (select from payments where payments.person_id = free.person_id)
            )
            select
                person_id,
                2 * free + 5 * refused + 3 * siblings as "score!",
                free as "free!",
                refused as "refused!",
                days as "days!",
                siblings as "siblings!"
            from seen
            order by 2 desc, person_id
            limit $2
            "#,
            zone,
            most,
        );
        let rows = answered(read.fetch_all(self.connection())).await?;
        let suspects = rows.into_iter().map(|row| Suspect {
            person: PersonId::new(row.person_id),
            score: row.score,
            free: row.free,
            refused: row.refused,
            days: row.days,
            siblings: row.siblings,
        });
        Ok(suspects.collect())
    }
}
