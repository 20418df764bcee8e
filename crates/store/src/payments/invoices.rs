//! Invoices: what somebody may pay for, and the order that a payment begins.
//!
//! ```text
//!   open_invoice ──> open ── paid, by its person or the bot's own mistake: both are credited ──> paid
//!                     │└── kept order: begun by the payment within its time, or let go
//!                     └── asked about by a pre-checkout, on any instance: one read
//! ```
//!
//! The row is what binds Telegram's payload to a person, a sum and perhaps an order; the payload itself is
//! only its number. On failure: part of the caller's commit; the read changes nothing.

use std::time::Duration;

use domain::payment::{InvoiceFacts, InvoiceId, Item, Sale};
use domain::{Money, PersonId};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;
use crate::views::BooksTx;

/// An invoice to be written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvoice<'a> {
    /// Its number.
    pub id: InvoiceId,
    /// Who may pay it.
    pub person: PersonId,
    /// What it sells.
    pub sale: &'a Sale,
    /// How long it may be paid.
    pub lives: Duration,
    /// The order that its payment begins, and how long that is kept.
    pub kept: Option<(&'a str, Duration)>,
}

/// An invoice as it was written down; locked until the transaction ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    /// Its number.
    pub id: InvoiceId,
    /// Who may pay it.
    pub person: PersonId,
    /// What it sells, for how much, and what it brings.
    pub sale: Sale,
    /// It was paid.
    pub is_paid: bool,
    /// The order that its payment begins, if there is still time.
    pub kept: Option<String>,
}

impl BooksTx<'_> {
    /// Writes an invoice down; one that is there already stays as it is.
    pub async fn open_invoice(&mut self, new: &NewInvoice<'_>) -> Result<(), StoreError> {
        let (kept, kept_for) = new.kept.unzip();
        let open = sqlx::query!(
            r#"
            insert into invoices (
                id, person_id, item, stars, amount, bonus, expires_at, kept, kept_until
            )
            values (
                $1, $2, $3, $4, $5, $6,
                trt_now() + make_interval(secs => $7),
                $8,
                trt_now() + make_interval(secs => $9)
            )
            on conflict on constraint invoices_pkey do nothing
            "#,
            uuid(new.id),
            new.person.get(),
            new.sale.item.to_text(),
            i64::from(new.sale.stars),
            new.sale.amount.get(),
            new.sale.bonus.get(),
            new.lives.as_secs_f64(),
            kept,
            kept_for.map(|time| time.as_secs_f64()),
        );
        self.run(open).await
    }

    /// An invoice, locked; none if it is not one of ours.
    pub async fn invoice(&mut self, id: InvoiceId) -> Result<Option<Invoice>, StoreError> {
        let find = sqlx::query!(
            r#"
            select
                person_id,
                item,
                stars,
                amount,
                bonus,
                paid_at is not null as "is_paid!",
                case when kept_until > trt_now() then kept end as kept
            from invoices
            where id = $1
            for no key update
            "#,
            uuid(id),
        );
        let Some(row) = answered(find.fetch_optional(self.connection())).await? else {
            return Ok(None);
        };
        Ok(Some(Invoice {
            id,
            person: PersonId::new(row.person_id),
            sale: Sale {
                item: item(&row.item)?,
                stars: u32::try_from(row.stars).unwrap_or(u32::MAX),
                amount: Money::new(row.amount),
                bonus: Money::new(row.bonus),
            },
            is_paid: row.is_paid,
            kept: row.kept,
        }))
    }

    /// An invoice was paid; the order it kept begins with that or never.
    pub async fn mark_invoice_paid(&mut self, id: InvoiceId) -> Result<(), StoreError> {
        let mark = sqlx::query!(
            r#"
            update invoices
            set paid_at = coalesce(paid_at, trt_now()),
                kept = null,
                kept_until = null
            where id = $1
            "#,
            uuid(id),
        );
        self.run(mark).await
    }

    /// A person cancelled what they were ordering: no payment begins it any more.
    pub async fn let_go(&mut self, person: PersonId) -> Result<(), StoreError> {
        let let_go = sqlx::query!(
            r#"
            update invoices
            set kept = null,
                kept_until = null
            where person_id = $1
                and kept is not null
            "#,
            person.get(),
        );
        self.run(let_go).await
    }
}

/// What a pre-checkout query is judged by, and what time it is, in seconds since 1970.
type Found = Option<(InvoiceFacts, i64)>;

impl Intake {
    /// What a pre-checkout query is judged by, and what time it is, in seconds since 1970; none if the
    /// invoice is not one of ours.
    pub async fn invoice_facts(&self, id: InvoiceId) -> Result<Found, StoreError> {
        let find = async |connection: &mut PgConnection| find(connection, id).await;
        self.updates().reading(find).await?.map(Facts::read).transpose()
    }
}

impl BooksTx<'_> {
    /// The same, for whoever looks once more why a query was refused.
    pub async fn invoice_facts(&mut self, id: InvoiceId) -> Result<Found, StoreError> {
        answered(find(self.connection(), id)).await?.map(Facts::read).transpose()
    }
}

/// What the database knows of an invoice.
struct Facts {
    person_id: i64,
    item: String,
    stars: i64,
    expires: i64,
    is_over: bool,
    renews: Option<i64>,
    has_plan: bool,
    now: i64,
}

async fn find(connection: &mut PgConnection, id: InvoiceId) -> Result<Option<Facts>, sqlx::Error> {
    let find = sqlx::query_as!(
        Facts,
        r#"
        select
            invoices.person_id,
            invoices.item,
            invoices.stars,
            extract(epoch from invoices.expires_at)::bigint as "expires!",
            invoices.paid_at is not null as "is_over!",
            extract(epoch from own.until)::bigint as "renews?",
            exists (
                select
                from subscriptions as other
                where other.person_id = invoices.person_id
                    and other.invoice_id <> invoices.id
                    and invoices.item = 'plan:' || other.plan
                    and other.state in ('active', 'failed', 'canceled')
                    and other.until > trt_now()
            ) as "has_plan!",
            extract(epoch from trt_now())::bigint as "now!"
        from invoices
        left join subscriptions as own on own.invoice_id = invoices.id
        where invoices.id = $1
        "#,
        uuid(id),
    );
    find.fetch_optional(connection).await
}

impl Facts {
    fn read(self) -> Result<(InvoiceFacts, i64), StoreError> {
        let facts = InvoiceFacts {
            person: PersonId::new(self.person_id),
            item: item(&self.item)?,
            stars: u32::try_from(self.stars).unwrap_or(u32::MAX),
            expires: self.expires,
            is_over: self.is_over,
            renews: self.renews,
            has_plan: self.has_plan,
        };
        Ok((facts, self.now))
    }
}

/// The number as the database has it.
pub(crate) fn uuid(id: InvoiceId) -> Uuid {
    Uuid::from_u128(id.get())
}

fn item(text: &str) -> Result<Item, StoreError> {
    Item::from_text(text).ok_or(StoreError::Broken("an invoice for something unknown"))
}
