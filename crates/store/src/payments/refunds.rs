//! Refunds: Stars that go back, and the balance before them.
//!
//! ```text
//!   paid ── begin_refund ──> refunding ──┬── finish_refund ──> refunded
//!     │                                  └── reverse_refund ──> paid, and may be asked for again
//!     └── Telegram gave it back by itself: told_of_refund ──> refunded
//! ```
//!
//! The balance is taken back before Telegram is asked, so that nobody spends what is about to be returned;
//! should Telegram refuse, it is reversed. Each decision has a number and keys of its own; those that were
//! refused are kept beside the one that counts. On failure: part of the caller's commit.

use domain::ledger::{Actor, Taken, rules};
use domain::{Money, PersonId, Stars};

use super::Payment;
use crate::error::StoreError;
use crate::leader_tx::Deed;
use crate::transaction::answered;
use crate::views::BooksTx;

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

/// What Telegram's word that a payment went back changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenBack {
    /// It is booked now, and took this from this person.
    Done(PersonId, Taken),
    /// It had been booked before.
    Already,
    /// There is no such payment.
    Unknown,
}

impl BooksTx<'_> {
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
        let (amount, bonus) = (Money::new(payment.amount), Money::new(payment.bonus));
        let refund = rules::refund(&purse, charge, no, amount, bonus, actor);
        let (posting, taken) = refund.map_err(|_| StoreError::Broken("a refund of nothing"))?;
        // One decision at a time: only one that Telegram refused makes room for another.
        let ask = sqlx::query!(
            r#"
            insert into refunds (charge_id, no, taken, taken_bonus, owed, actor, reason)
            values ($1, $2, $3, $4, $5, $6, $7)
            on conflict on constraint refunds_pkey
            do update set
                no = excluded.no,
                taken = excluded.taken,
                taken_bonus = excluded.taken_bonus,
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
            taken.bonus.get(),
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

    /// Telegram says that the Stars went back, whoever decided that.
    pub async fn told_of_refund(&mut self, charge: &str) -> Result<GivenBack, StoreError> {
        let Some(payment) = self.payment(charge).await? else { return Ok(GivenBack::Unknown) };
        let by_us = payment.state != "paid";
        if !by_us {
            // Nobody here asked for it: it was decided in Telegram's own tools.
            self.begin_refund(charge, Actor::Telegram, "Telegram gave it back").await?;
        }
        Ok(match self.finish_refund(charge).await? {
            Refund::Done(taken) => {
                self.note(Deed::WentBack { by_us });
                GivenBack::Done(PersonId::new(payment.person_id), taken)
            }
            Refund::Already => GivenBack::Already,
            Refund::Unknown => GivenBack::Unknown,
        })
    }

    /// The admin who decided that a payment goes back, if it was one.
    pub async fn refunded_by(&mut self, charge: &str) -> Result<Option<PersonId>, StoreError> {
        let find = sqlx::query_scalar!("select actor from refunds where charge_id = $1", charge);
        let actor = answered(find.fetch_optional(self.connection())).await?;
        let admin = actor.as_deref().and_then(|actor| actor.strip_prefix("admin:"));
        Ok(admin.and_then(|id| id.parse().ok()).map(PersonId::new))
    }

    /// Keeps the decision that Telegram refused, since another follows; the number of the last one so
    /// far. The person's accounts are locked by now, and with them the decisions.
    async fn keep_refusal(&mut self, charge: &str) -> Result<i16, StoreError> {
        let keep = sqlx::query_scalar!(
            r#"
            insert into refused_refunds (
                charge_id, no, taken, taken_bonus, owed, actor, reason, asked_at, ended_at
            )
            select
                charge_id, no, taken, taken_bonus, owed, actor, reason, asked_at, ended_at
            from refunds
            where charge_id = $1
                and state = 'refused'
            returning no
            "#,
            charge,
        );
        Ok(answered(keep.fetch_optional(self.connection())).await?.unwrap_or_default())
    }

    async fn refund_in_hand(
        &mut self,
        charge: &str,
    ) -> Result<Option<(Payment, Taken, i16)>, StoreError> {
        let Some(payment) = self.payment(charge).await? else { return Ok(None) };
        let find = sqlx::query!(
            "select taken, taken_bonus, owed, no from refunds where charge_id = $1",
            charge,
        );
        let refund = answered(find.fetch_optional(self.connection())).await?;
        Ok(refund.map(|row| {
            let taken = Taken {
                taken: Money::new(row.taken),
                bonus: Money::new(row.taken_bonus),
                owed: Money::new(row.owed),
            };
            (payment, taken, row.no)
        }))
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
