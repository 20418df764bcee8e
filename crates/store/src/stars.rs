//! Telegram's list of Stars: read page by page, each transaction once, and settled with the books.
//!
//! ```text
//!   page ──> keep_star_page: rows, what is known already settled, how far it was read: one commit
//!               ├── known here, as large ────> settled
//!               ├── before these books began ─> settled, in one sum
//!               └── anything else ───────────> waits, see [`settling`]
//! ```
//!
//! A transaction is known by its id and its direction, for a refund has the id of its payment; a page that is
//! read again changes nothing. What the whole list comes to beside the books is in [`comparing`].
//!
//! On failure: a page is part of the caller's commit, and how far the list was read with it.

pub mod comparing;
pub mod settling;

use domain::ledger::{House, outside};
use domain::payment::{StarClass, StarDirection};
use domain::{PersonId, Stars};

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::BooksTx;

/// A transaction as Telegram's list has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StarEntry {
    /// Telegram's name of it.
    pub id: String,
    /// Whether Stars came or went.
    pub direction: StarDirection,
    /// How many.
    pub stars: Stars,
    /// What it is to us.
    pub class: StarClass,
    /// Telegram's name for the kind of partner.
    pub partner: String,
    /// Who paid, or got it back; payments and refunds have somebody.
    pub person: Option<PersonId>,
    /// What stood in the invoice.
    pub payload: Option<String>,
    /// The period of the subscription it belongs to, in seconds.
    pub period: Option<i64>,
    /// When, in seconds since 1970; now if it cannot be read.
    pub at: Option<i64>,
}

impl Store {
    /// How many transactions of the list were read so far.
    pub async fn stars_read_upto(&self) -> Result<u64, StoreError> {
        let read = sqlx::query_scalar!("select read_upto from star_list");
        let upto = self.reading(async |read_from| read.fetch_one(read_from).await).await?;
        Ok(u64::try_from(upto).unwrap_or_default())
    }
}

impl BooksTx<'_> {
    /// Keeps a page of the list, which is read up to there now; how many of its transactions are news.
    pub async fn keep_star_page(
        &mut self,
        page: &[StarEntry],
        upto: u64,
    ) -> Result<u64, StoreError> {
        let news = self.keep_stars(page).await?;
        if !news.is_empty() {
            self.settle_known_stars(&news).await?;
            self.settle_earlier_stars(&news).await?;
        }
        let move_on = sqlx::query!(
            "update star_list set read_upto = $1 where read_upto < $1",
            i64::try_from(upto).unwrap_or(i64::MAX),
        );
        self.run(move_on).await?;
        Ok(news.len() as u64)
    }

    /// Writes down those that are not there yet; their ids.
    async fn keep_stars(&mut self, page: &[StarEntry]) -> Result<Vec<String>, StoreError> {
        let column = |of: fn(&StarEntry) -> String| page.iter().map(of).collect::<Vec<_>>();
        let number = |of: fn(&StarEntry) -> Option<i64>| page.iter().map(of).collect::<Vec<_>>();
        let payloads: Vec<Option<String>> = page
            .iter()
            .map(|one| one.payload.as_deref().map(|text| text.replace('\0', "")))
            .collect();
        let keep = sqlx::query_scalar!(
            r#"
            insert into star_transactions (
                id, direction, amount, class, partner, person_id, payload, period, at
            )
            select
                id, direction, amount, class, partner, person_id, payload, period,
                coalesce(to_timestamp(at), trt_now())
            from unnest(
                $1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[],
                $6::bigint[], $7::text[], $8::bigint[], $9::bigint[]
            ) as entry (id, direction, amount, class, partner, person_id, payload, period, at)
            on conflict on constraint star_transactions_pkey do nothing
            returning id
            "#,
            &column(|one| one.id.replace('\0', "")),
            &column(|one| one.direction.word().to_owned()),
            &page.iter().map(|one| one.stars.get()).collect::<Vec<_>>(),
            &column(|one| one.class.word().to_owned()),
            &column(|one| one.partner.replace('\0', "")),
            &number(|one| one.person.map(PersonId::get)) as &[Option<i64>],
            &payloads as &[Option<String>],
            &number(|one| one.period) as &[Option<i64>],
            &number(|one| one.at) as &[Option<i64>],
        );
        Ok(answered(keep.fetch_all(self.connection())).await?)
    }

    /// Settles those of these ids that the books know, in the same size.
    pub async fn settle_known_stars(&mut self, ids: &[String]) -> Result<(), StoreError> {
        let payments = sqlx::query!(
            r#"
            with settled as (
                update star_transactions
                set booked_as = class
                from payments
                where star_transactions.id = any ($1)
                    and star_transactions.class = 'payment'
                    and star_transactions.booked_as is null
                    and payments.charge_id = star_transactions.id
                    and payments.charge_id = any ($1)
                    and payments.stars = star_transactions.amount
                returning star_transactions.id
            )
            update payments
            set listed_at = trt_now()
            from settled
            where payments.charge_id = settled.id
                and payments.charge_id = any ($1)
            "#,
            ids,
        );
        self.run(payments).await?;
        let refunds = sqlx::query!(
            r#"
            with settled as (
                update star_transactions
                set booked_as = class
                from payments
                where star_transactions.id = any ($1)
                    and star_transactions.class = 'refund'
                    and star_transactions.booked_as is null
                    and payments.charge_id = star_transactions.id
                    and payments.charge_id = any ($1)
                    and payments.stars = star_transactions.amount
                    and payments.state = 'refunded'
                returning star_transactions.id
            )
            update refunds
            set listed_at = trt_now()
            from settled
            where refunds.charge_id = settled.id
            "#,
            ids,
        );
        self.run(refunds).await
    }

    /// Books what of these ids is older than the books, in one sum: nobody is credited for it.
    async fn settle_earlier_stars(&mut self, ids: &[String]) -> Result<(), StoreError> {
        let settle = sqlx::query!(
            r#"
            update star_transactions
            set booked_as = 'earlier'
            from star_list
            where star_transactions.id = any ($1)
                and star_transactions.booked_as is null
                and star_transactions.at < star_list.begun_at - interval '1 minute'
            returning
                star_transactions.id,
                star_transactions.direction,
                star_transactions.amount
            "#,
            ids,
        );
        let settled = answered(settle.fetch_all(self.connection())).await?;
        let signed =
            |direction: &str, amount: i64| if direction == "in" { amount } else { -amount };
        let all = settled.iter().map(|row| i128::from(signed(&row.direction, row.amount)));
        let sum = i64::try_from(all.sum::<i128>());
        let sum = sum.map_err(|_| StoreError::Broken("Stars that cannot be counted"))?;
        // Each is settled once, so that the first of them names this sum and no other.
        let first = settled.iter().map(|row| format!("{}:{}", row.direction, row.id)).min();
        let Some(first) = first else { return Ok(()) };
        if sum == 0 {
            return Ok(());
        }
        let what = format!("earlier:{first}");
        let posting = outside::stars_moved(&what, House::EarlierStars, Stars::new(sum));
        self.post(&posting.map_err(|_| StoreError::Broken("Stars that cannot be counted"))?)
            .await?;
        Ok(())
    }
}
