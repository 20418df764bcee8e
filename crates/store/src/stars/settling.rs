//! What of Telegram's list the books did not know at once: settled one by one, with its person.
//!
//! ```text
//!   waiting_stars ──> take_stars, the person locked ──┬── a payment: credited, or of another size
//!                                                     ├── a refund: taken back
//!                                                     └── anything else: to an account of its own ──> settled
//! ```
//!
//! A payment or a refund waits [`GRACE`] for its own event, which begins a kept order where this may not.
//!
//! On failure: part of the caller's commit; what is not settled waits.

use std::time::Duration;

use domain::ledger::{House, outside};
use domain::payment::{StarClass, StarDirection};
use domain::{PersonId, Stars};

use super::StarEntry;
use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::BooksTx;

/// For so long Telegram's own event is waited for: what is on its way is no difference.
pub const GRACE: Duration = Duration::from_secs(600);

/// Where a walk over what waits has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingStars {
    /// Telegram's name of it.
    pub id: String,
    /// Whether Stars came or went.
    pub direction: StarDirection,
    /// Whose it is, if it is a payment or a refund.
    pub person: Option<PersonId>,
    at: sqlx::types::time::OffsetDateTime,
}

impl Store {
    /// What waits and may be settled now, oldest first, from after that one on.
    pub async fn waiting_stars(
        &self,
        after: Option<&WaitingStars>,
        most: i64,
    ) -> Result<Vec<WaitingStars>, StoreError> {
        let find = sqlx::query!(
            r#"
            select
                id,
                direction,
                person_id,
                at
            from star_transactions
            where booked_as is null
                and (
                    class not in ('payment', 'refund')
                    or at < trt_now() - make_interval(secs => $1)
                )
                and ($2::timestamptz is null or (at, id, direction) > ($2, $3, $4))
            order by at, id, direction
            limit $5
            "#,
            GRACE.as_secs_f64(),
            after.map(|one| one.at),
            after.map_or("", |one| one.id.as_str()),
            after.map_or("", |one| one.direction.word()),
            most,
        );
        let rows = self.reading(async |read| find.fetch_all(read).await).await?;
        let waiting = rows.into_iter().map(|row| {
            Some(WaitingStars {
                id: row.id,
                direction: StarDirection::from_word(&row.direction)?,
                person: row.person_id.map(PersonId::new),
                at: row.at,
            })
        });
        waiting.collect::<Option<_>>().ok_or(StoreError::Broken("Stars in no direction"))
    }
}

impl BooksTx<'_> {
    /// Takes a transaction to settle it here; none when it no longer waits.
    pub async fn take_stars(
        &mut self,
        id: &str,
        direction: StarDirection,
    ) -> Result<Option<StarEntry>, StoreError> {
        let take = sqlx::query!(
            r#"
            select
                amount,
                class,
                partner,
                person_id,
                payload,
                period,
                extract(epoch from at)::bigint as "at!"
            from star_transactions
            where id = $1
                and direction = $2
                and booked_as is null
            for update
            "#,
            id,
            direction.word(),
        );
        let Some(row) = answered(take.fetch_optional(self.connection())).await? else {
            return Ok(None);
        };
        let class = StarClass::from_word(&row.class);
        Ok(Some(StarEntry {
            id: id.to_owned(),
            direction,
            stars: Stars::new(row.amount),
            class: class.ok_or(StoreError::Broken("Stars of no kind"))?,
            partner: row.partner,
            person: row.person_id.map(PersonId::new),
            payload: row.payload,
            period: row.period,
            at: Some(row.at),
        }))
    }

    /// How many Stars the books have for a payment, if they know it.
    pub async fn stars_of_payment(&mut self, charge: &str) -> Result<Option<Stars>, StoreError> {
        let find = sqlx::query_scalar!("select stars from payments where charge_id = $1", charge);
        Ok(answered(find.fetch_optional(self.connection())).await?.map(Stars::new))
    }

    /// Whether an invoice was paid before.
    pub async fn is_paid_before(
        &mut self,
        invoice: domain::payment::InvoiceId,
    ) -> Result<bool, StoreError> {
        let find = sqlx::query_scalar!(
            r#"select exists (select from payments where invoice_id = $1) as "is_paid!""#,
            crate::invoices::uuid(invoice),
        );
        Ok(answered(find.fetch_one(self.connection())).await?)
    }

    /// Whether a payment is older than the books.
    pub async fn is_earlier_payment(&mut self, charge: &str) -> Result<bool, StoreError> {
        let find = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from star_transactions
                where id = $1
                    and direction = 'in'
                    and booked_as = 'earlier'
            ) as "is_earlier!"
            "#,
            charge,
        );
        Ok(answered(find.fetch_one(self.connection())).await?)
    }

    /// A payment or a refund is in the books with so many Stars; what the list has more or less is of others.
    pub async fn settle_stars(
        &mut self,
        entry: &StarEntry,
        booked: Stars,
    ) -> Result<(), StoreError> {
        let listed = match entry.class {
            StarClass::Refund => sqlx::query!(
                "update refunds set listed_at = trt_now() where charge_id = $1",
                entry.id,
            ),
            StarClass::Payment | StarClass::Withdrawal | StarClass::Gift | StarClass::Other => {
                sqlx::query!(
                    "update payments set listed_at = trt_now() where charge_id = $1",
                    entry.id,
                )
            }
        };
        self.run(listed).await?;
        let more = entry.stars.minus(booked).ok_or(StoreError::Broken("Stars beyond counting"))?;
        if more != Stars::new(0) {
            let extra = StarEntry { stars: more, ..entry.clone() };
            self.move_stars(&extra, House::OtherStars).await?;
        }
        self.mark_stars(entry, entry.class.word()).await
    }

    /// Stars that are neither payment nor refund went to their own account, or came from it.
    pub async fn settle_other_stars(
        &mut self,
        entry: &StarEntry,
        house: House,
    ) -> Result<(), StoreError> {
        if entry.stars != Stars::new(0) {
            self.move_stars(entry, house).await?;
        }
        let word = if house == House::EarlierStars { "earlier" } else { entry.class.word() };
        self.mark_stars(entry, word).await
    }

    async fn move_stars(&mut self, entry: &StarEntry, house: House) -> Result<(), StoreError> {
        let came = match entry.direction {
            StarDirection::In => Some(entry.stars),
            StarDirection::Out => Stars::new(0).minus(entry.stars),
        };
        let came = came.ok_or(StoreError::Broken("Stars beyond counting"))?;
        let what = format!("{}:{}", entry.direction, entry.id);
        let posting = outside::stars_moved(&what, house, came);
        self.post(&posting.map_err(|_| StoreError::Broken("Stars of nothing"))?).await?;
        Ok(())
    }

    async fn mark_stars(&mut self, entry: &StarEntry, word: &str) -> Result<(), StoreError> {
        let mark = sqlx::query!(
            "update star_transactions set booked_as = $3 where id = $1 and direction = $2",
            entry.id,
            entry.direction.word(),
            word,
        );
        self.run(mark).await
    }
}
