//! Payments: Stars that came in, and Stars that went back.
//!
//! ```text
//!   paid ── begin_refund ──> refunding ──┬── finish_refund ──> refunded
//!                                        └── reverse_refund ──> paid, and may be asked for again
//!   told of, and nothing books it ──> unbooked: kept, and shown to operators
//! ```
//!
//! A payment is known by Telegram's name for the charge and happens once, whoever tells of it how
//! often.
//!
//! | module | owns |
//! | --- | --- |
//! | [`invoices`] | what may be paid, and the order that a payment begins |
//! | [`subscriptions`] | plans that Telegram renews |
//! | [`refunds`] | how a payment goes back |
//! | [`money_calls`] | what Telegram is asked about all of these |
//! | [`pace`] | how fast money goes |
//! | [`records`] | payments as operators see them |
//! | [`transfer_requests`] | bank transfers that people say they made, and what admins decided |

pub mod invoices;
pub mod money_calls;
mod pace;
pub mod subscriptions;
pub mod transfer_requests;

mod records;
mod refunds;

use domain::ledger::rules;
use domain::payment::InvoiceId;
use domain::{InboxId, Money, PersonId, Stars};

use crate::error::StoreError;
use crate::ledger::Posted;
use crate::payments::invoices::uuid;
use crate::transaction::answered;
use crate::views::BooksTx;

pub use self::records::{PaidNow, PaymentRecord, PaymentState, RefundTies, UnbookedRecord};
pub use self::refunds::{GivenBack, Refund};

/// A payment as Telegram told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewPayment<'a> {
    /// Telegram's name for it.
    pub charge: &'a str,
    /// Who paid.
    pub person: PersonId,
    /// How many Stars.
    pub stars: Stars,
    /// What it adds to the balance.
    pub amount: Money,
    /// What is given on top.
    pub bonus: Money,
    /// The invoice that was paid, if it is one of ours.
    pub invoice: Option<InvoiceId>,
    /// Telegram renewed a subscription by it.
    pub is_renewal: bool,
    /// Until when that subscription runs, in seconds since 1970.
    pub until: Option<i64>,
    /// When it was paid, in seconds since 1970; now if nobody said.
    pub paid: Option<i64>,
    /// Who told of it.
    pub source: Source,
}

/// How a payment became known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// By its own update.
    Update,
    /// It was found among Telegram's transactions.
    Import,
}

impl Source {
    const fn word(self) -> &'static str {
        match self {
            Self::Update => "update",
            Self::Import => "import",
        }
    }
}

impl<'a> NewPayment<'a> {
    /// So many Stars for so much balance, and nothing more to say of it.
    pub const fn plain(charge: &'a str, person: PersonId, stars: Stars, amount: Money) -> Self {
        Self {
            charge,
            person,
            stars,
            amount,
            bonus: Money::ZERO,
            invoice: None,
            is_renewal: false,
            until: None,
            paid: None,
            source: Source::Update,
        }
    }
}

/// A payment or its return that nothing books yet, as Telegram told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unbooked<'a> {
    /// Telegram's name for the charge.
    pub charge: &'a str,
    /// It went back.
    pub is_refund: bool,
    /// Who paid.
    pub person: PersonId,
    /// Three letters.
    pub currency: &'a str,
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// What stood in the invoice.
    pub payload: &'a str,
    /// The update that told of it.
    pub update: InboxId,
}

impl BooksTx<'_> {
    /// Books a payment.
    pub async fn pay(&mut self, payment: NewPayment<'_>) -> Result<Posted, StoreError> {
        let purse = self.purse(payment.person).await?;
        let keep = sqlx::query!(
            r#"
            insert into payments (
                charge_id, person_id, stars, amount, bonus, invoice_id, renewal, until, paid_at, source
            )
            values (
                $1, $2, $3, $4, $5, $6, $7, to_timestamp($8::bigint),
                coalesce(to_timestamp($9::bigint), trt_now()), $10
            )
            on conflict on constraint payments_pkey do nothing
            "#,
            payment.charge,
            payment.person.get(),
            payment.stars.get(),
            payment.amount.get(),
            payment.bonus.get(),
            payment.invoice.map(uuid),
            payment.is_renewal,
            payment.until,
            payment.paid,
            payment.source.word(),
        );
        if answered(keep.execute(self.connection())).await?.rows_affected() == 0 {
            return Ok(Posted::Already);
        }
        let NewPayment { charge, stars, amount, bonus, .. } = payment;
        let posting = rules::purchase(&purse, charge, stars, amount, bonus);
        self.post(&posting.map_err(|_| StoreError::Broken("a payment of nothing"))?).await
    }

    /// Keeps what Telegram told of a payment or its return, and nothing here books yet; whether it is
    /// news.
    pub async fn keep_unbooked(&mut self, told: Unbooked<'_>) -> Result<bool, StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into unbooked_payments (
                charge_id, kind, person_id, currency, amount, payload, inbox_id
            )
            values ($1, $2, $3, $4, $5, $6, $7)
            on conflict on constraint unbooked_payments_pkey do nothing
            "#,
            plain(told.charge),
            if told.is_refund { "refund" } else { "payment" },
            told.person.get(),
            plain(told.currency),
            told.amount,
            plain(told.payload),
            told.update.get(),
        );
        Ok(answered(keep.execute(self.connection())).await?.rows_affected() == 1)
    }

    async fn payment(&mut self, charge: &str) -> Result<Option<Payment>, StoreError> {
        let find = sqlx::query_as!(
            Payment,
            "select person_id, stars, amount, bonus, state from payments where charge_id = $1",
            charge,
        );
        Ok(answered(find.fetch_optional(self.connection())).await?)
    }

    /// Moves a payment from one state to the next; whether it was in the first. Waits for whoever is
    /// moving it at this moment.
    async fn move_payment(
        &mut self,
        charge: &str,
        from: &str,
        to: &str,
    ) -> Result<bool, StoreError> {
        let step = sqlx::query!(
            "update payments set state = $3 where charge_id = $1 and state = $2",
            charge,
            from,
            to,
        );
        Ok(answered(step.execute(self.connection())).await?.rows_affected() == 1)
    }
}

/// A payload is at most this long; Telegram takes no more into an invoice.
const LONGEST_PAYLOAD: usize = 128;

/// What Telegram wrote, as the database can keep it.
fn plain(text: &str) -> String {
    let text = text.replace('\0', "");
    text[..text.floor_char_boundary(LONGEST_PAYLOAD)].to_owned()
}

/// A payment as the database has it.
struct Payment {
    person_id: i64,
    stars: i64,
    amount: i64,
    bonus: i64,
    state: String,
}
