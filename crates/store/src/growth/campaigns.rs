//! Who came by which campaign, and what they brought.
//!
//! The first deep link of a person counts, and only that one. Who had ordered or paid before they came by it did so
//! without it: they count among those who came, and nowhere else.
//!
//! On failure: nothing is written here.

use domain::stats::Campaign;
use domain::{Money, Stars};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::PeopleTx;

impl PeopleTx<'_> {
    /// The campaigns by which most came, and how many there are in all.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn campaigns(&mut self, most: i64) -> Result<(Vec<Campaign>, u64), StoreError> {
        let find = sqlx::query!(
            r#"
            with came as (
                select
                    person_id,
                    substr(start_payload, length('c_') + 1) as name,
                    -- An earlier release did not write down when.
                    coalesce(came_at, welcomed_at, created_at) as at
                from conversations
                where starts_with(start_payload, 'c_')
            ),
            paid as (
                select
                    came.person_id,
                    sum(payments.stars) filter (where payments.state <> 'refunded') as stars,
                    sum(payments.amount) filter (where payments.state <> 'refunded') as amount
                from came
                join payments on payments.person_id = came.person_id
                left join transfers on transfers.operation = 'purchase:' || payments.charge_id
                    and transfers.leg = 0
                group by came.person_id, came.at
                -- Telegram dates a payment by the second, the books to the moment they heard of it.
                having min(least(payments.paid_at + interval '1 second', transfers.at)) >= came.at
            )
            select
                came.name as "name!",
                count(*) as "came!",
                count(*) filter (
                    where (
                        select min(generations.created_at)
                        from generations
                        where generations.person_id = came.person_id
                    ) >= came.at
                ) as "ordered!",
                count(paid.person_id) as "paid!",
                coalesce(sum(paid.stars), 0)::bigint as "stars!",
                coalesce(sum(paid.amount), 0)::bigint as "income!",
                count(*) over () as "all!"
            from came
            left join paid on paid.person_id = came.person_id
            group by came.name
            order by count(*) desc, came.name
            limit $1
            "#,
            most,
        );
        let rows = answered(find.fetch_all(self.connection())).await?;
        let all = rows.first().map_or(0, |row| row.all);
        let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        let found = rows.into_iter().map(|row| Campaign {
            name: row.name,
            came: count(row.came),
            ordered: count(row.ordered),
            paid: count(row.paid),
            stars: Stars::new(row.stars),
            income: Money::new(row.income),
        });
        Ok((found.collect(), u64::try_from(all).unwrap_or_default()))
    }
}
