//! Payments: Stars that came in, and Stars that went back.
//!
//! ```text
//!   paid ── begin_refund ──> refunding ──┬── finish_refund ──> refunded
//!                                        └── reverse_refund ──> paid
//! ```
//!
//! A payment is known by Telegram's name for the charge and happens once, whoever tells of it how
//! often. A refund takes the balance back before Telegram is asked, so that nobody spends what is
//! about to be returned; should Telegram refuse, it is reversed and not asked for again.

use domain::ledger::{Actor, Taken, rules};
use domain::{Money, PersonId, Stars};

use crate::error::StoreError;
use crate::leader_tx::LeaderTx;
use crate::ledger::Posted;
use crate::transaction::answered;

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

impl LeaderTx<'_> {
    /// Books a payment.
    ///
    /// # Errors
    /// When the database does not answer, or the amounts make no sense.
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
        self.post(&posting.map_err(|_| StoreError::Books("a payment of nothing"))?).await
    }

    /// Takes the balance of a payment back, before Telegram is asked to return its Stars.
    ///
    /// # Errors
    /// When the database does not answer, or the books are not in order.
    pub async fn begin_refund(
        &mut self,
        charge: &str,
        actor: Actor,
        reason: &str,
    ) -> Result<Refund, StoreError> {
        let Some(payment) = self.payment(charge).await? else { return Ok(Refund::Unknown) };
        let purse = self.purse(PersonId::new(payment.person_id)).await?;
        let refund = rules::refund(&purse, charge, Money::new(payment.amount), actor);
        let (posting, taken) = refund.map_err(|_| StoreError::Books("a refund of nothing"))?;
        // One decision for each payment: also one that Telegram refused is not made a second time.
        let ask = sqlx::query!(
            r#"
            insert into refunds (charge_id, taken, owed, actor, reason)
            values ($1, $2, $3, $4, $5)
            on conflict on constraint refunds_pkey do nothing
            "#,
            charge,
            taken.taken.get(),
            taken.owed.get(),
            actor.to_string(),
            reason,
        );
        if answered(ask.execute(self.connection())).await?.rows_affected() == 0 {
            return Ok(Refund::Already);
        }
        if !self.move_payment(charge, "paid", "refunding").await? {
            return Err(StoreError::Books("a payment is refunded without a decision"));
        }
        self.post(&posting).await?;
        Ok(Refund::Done(taken))
    }

    /// Telegram gave the Stars back.
    ///
    /// # Errors
    /// When the database does not answer, or the books are not in order.
    pub async fn finish_refund(&mut self, charge: &str) -> Result<Refund, StoreError> {
        let Some((payment, taken)) = self.refund_in_hand(charge).await? else {
            return Ok(Refund::Unknown);
        };
        if !self.move_payment(charge, "refunding", "refunded").await? {
            return Ok(Refund::Already);
        }
        let posting = rules::refunded(charge, Stars::new(payment.stars));
        self.post(&posting.map_err(|_| StoreError::Books("a payment of no Stars"))?).await?;
        self.end_refund(charge, "done").await?;
        Ok(Refund::Done(taken))
    }

    /// Telegram refused to give the Stars back: the balance is as it was.
    ///
    /// # Errors
    /// When the database does not answer, or the books are not in order.
    pub async fn reverse_refund(&mut self, charge: &str) -> Result<Refund, StoreError> {
        let Some((payment, taken)) = self.refund_in_hand(charge).await? else {
            return Ok(Refund::Unknown);
        };
        let purse = self.purse(PersonId::new(payment.person_id)).await?;
        if !self.move_payment(charge, "refunding", "paid").await? {
            return Ok(Refund::Already);
        }
        let posting = rules::unrefund(&purse, charge, taken);
        self.post(&posting.map_err(|_| StoreError::Books("a refund of nothing"))?).await?;
        self.end_refund(charge, "refused").await?;
        Ok(Refund::Done(taken))
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
    ) -> Result<Option<(Payment, Taken)>, StoreError> {
        let Some(payment) = self.payment(charge).await? else { return Ok(None) };
        let find = sqlx::query!("select taken, owed from refunds where charge_id = $1", charge);
        let refund = answered(find.fetch_optional(self.connection())).await?;
        Ok(refund.map(|row| {
            (payment, Taken { taken: Money::new(row.taken), owed: Money::new(row.owed) })
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
        answered(end.execute(self.connection())).await?;
        Ok(())
    }
}

/// A payment as the database has it.
struct Payment {
    person_id: i64,
    stars: i64,
    amount: i64,
}
