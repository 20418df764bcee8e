//! Payments: Stars that came in, and Stars that went back.
//!
//! ```text
//!   paid ── begin_refund ──> refunding ──┬── finish_refund ──> refunded
//!                                        └── reverse_refund ──> paid, and may be asked for again
//!   told of, and nothing books it ──> unbooked: kept, and shown to operators
//! ```
//!
//! A payment is known by Telegram's name for the charge and happens once, whoever tells of it how
//! often. A refund takes the balance back before Telegram is asked, so that nobody spends what is
//! about to be returned; should Telegram refuse, it is reversed. Each decision has a number and keys of its
//! own; those that were refused are kept beside the one that counts.

use domain::ledger::{Actor, Taken, rules};
use domain::{InboxId, Money, PersonId, Stars};

use crate::error::StoreError;
use crate::ledger::Posted;
use crate::transaction::answered;
use crate::views::BooksTx;

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

/// What became of a step of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refund {
    /// It happened now, and took this.
    Done(Taken),
    /// It had happened before; nothing changed.
    Already,
    /// There is no such payment.
    Unknown,
}

impl BooksTx<'_> {
    /// Books a payment.
    pub async fn pay(&mut self, payment: NewPayment<'_>) -> Result<Posted, StoreError> {
        let purse = self.purse(payment.person).await?;
        let keep = sqlx::query!(
            r#"
            insert into payments (charge_id, person_id, stars, amount)
            values ($1, $2, $3, $4)
            on conflict on constraint payments_pkey do nothing
            "#,
            payment.charge,
            payment.person.get(),
            payment.stars.get(),
            payment.amount.get(),
        );
        if answered(keep.execute(self.connection())).await?.rows_affected() == 0 {
            return Ok(Posted::Already);
        }
        let posting = rules::purchase(&purse, payment.charge, payment.stars, payment.amount);
        self.post(&posting.map_err(|_| StoreError::Broken("a payment of nothing"))?).await
    }

    /// Takes the balance of a payment back, before Telegram is asked to return its Stars.
    pub async fn begin_refund(
        &mut self,
        charge: &str,
        actor: Actor,
        reason: &str,
    ) -> Result<Refund, StoreError> {
        let Some(payment) = self.payment(charge).await? else { return Ok(Refund::Unknown) };
        let purse = self.purse(PersonId::new(payment.person_id)).await?;
        let no = self.keep_refusal(charge).await? + 1;
        let refund = rules::refund(&purse, charge, no, Money::new(payment.amount), actor);
        let (posting, taken) = refund.map_err(|_| StoreError::Broken("a refund of nothing"))?;
        // One decision at a time: only one that Telegram refused makes room for another.
        let ask = sqlx::query!(
            r#"
            insert into refunds (charge_id, no, taken, owed, actor, reason)
            values ($1, $2, $3, $4, $5, $6)
            on conflict on constraint refunds_pkey
            do update set
                no = excluded.no,
                taken = excluded.taken,
                owed = excluded.owed,
                state = 'asked',
                actor = excluded.actor,
                reason = excluded.reason,
                asked_at = trt_now(),
                ended_at = null
            where refunds.state = 'refused'
            "#,
            charge,
            no,
            taken.taken.get(),
            taken.owed.get(),
            actor.to_string(),
            reason,
        );
        if answered(ask.execute(self.connection())).await?.rows_affected() == 0 {
            return Ok(Refund::Already);
        }
        if !self.move_payment(charge, "paid", "refunding").await? {
            return Err(StoreError::Broken("a payment is refunded without a decision"));
        }
        self.post(&posting).await?;
        Ok(Refund::Done(taken))
    }

    /// Telegram gave the Stars back.
    pub async fn finish_refund(&mut self, charge: &str) -> Result<Refund, StoreError> {
        let Some((payment, taken, no)) = self.refund_in_hand(charge).await? else {
            return Ok(Refund::Unknown);
        };
        if !self.move_payment(charge, "refunding", "refunded").await? {
            return Ok(Refund::Already);
        }
        let posting = rules::refunded(charge, no, Stars::new(payment.stars));
        self.post(&posting.map_err(|_| StoreError::Broken("a payment of no Stars"))?).await?;
        self.end_refund(charge, "done").await?;
        Ok(Refund::Done(taken))
    }

    /// Telegram refused to give the Stars back: the balance is as it was.
    pub async fn reverse_refund(&mut self, charge: &str) -> Result<Refund, StoreError> {
        let Some((payment, taken, no)) = self.refund_in_hand(charge).await? else {
            return Ok(Refund::Unknown);
        };
        let purse = self.purse(PersonId::new(payment.person_id)).await?;
        if !self.move_payment(charge, "refunding", "paid").await? {
            return Ok(Refund::Already);
        }
        let posting = rules::unrefund(&purse, charge, no, taken);
        self.post(&posting.map_err(|_| StoreError::Broken("a refund of nothing"))?).await?;
        self.end_refund(charge, "refused").await?;
        Ok(Refund::Done(taken))
    }

    /// Keeps the decision that Telegram refused, since another follows; the number of the last one so
    /// far. The person's accounts are locked by now, and with them the decisions.
    async fn keep_refusal(&mut self, charge: &str) -> Result<i16, StoreError> {
        let keep = sqlx::query_scalar!(
            r#"
            insert into refused_refunds (
                charge_id, no, taken, owed, actor, reason, asked_at, ended_at
            )
            select
                charge_id, no, taken, owed, actor, reason, asked_at, ended_at
            from refunds
            where charge_id = $1
                and state = 'refused'
            returning no
            "#,
            charge,
        );
        Ok(answered(keep.fetch_optional(self.connection())).await?.unwrap_or_default())
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
            "select person_id, stars, amount from payments where charge_id = $1",
            charge,
        );
        Ok(answered(find.fetch_optional(self.connection())).await?)
    }

    async fn refund_in_hand(
        &mut self,
        charge: &str,
    ) -> Result<Option<(Payment, Taken, i16)>, StoreError> {
        let Some(payment) = self.payment(charge).await? else { return Ok(None) };
        let find = sqlx::query!("select taken, owed, no from refunds where charge_id = $1", charge);
        let refund = answered(find.fetch_optional(self.connection())).await?;
        Ok(refund.map(|row| {
            let taken = Taken { taken: Money::new(row.taken), owed: Money::new(row.owed) };
            (payment, taken, row.no)
        }))
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

    async fn end_refund(&mut self, charge: &str, state: &str) -> Result<(), StoreError> {
        let end = sqlx::query!(
            "update refunds set state = $2, ended_at = trt_now() where charge_id = $1",
            charge,
            state,
        );
        self.run(end).await
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
}
