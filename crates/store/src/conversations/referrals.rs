//! Newcomers: who says `/start` for the first time, who invited them, and what that brought.
//!
//! ```text
//!   nobody ── /start ──> welcomed ──┬── by a link of another ──> came ── first payment ──> paid
//!                                   └── by any other way                                    └── refunded ──> taken back
//! ```
//!
//! New is who never said `/start` and has ordered and paid nothing, or was deleted since; the latter are given nothing. The conversation is locked by then, so that of
//! many who ask at once one is told yes, and the commit that greets them ends it. A later link changes nothing.
//!
//! A person's code is ten random digits, made at the first look and kept: it tells nothing about its owner. Should
//! two ever be equal, the database refuses the second, and the update is tried again with another one.
//!
//! On failure: everything is part of the caller's commit, and rolled back with it.

use domain::ledger::{Grant, Purse, rules};
use domain::{Money, PersonId};

use crate::error::StoreError;
use crate::ledger::Posted;
use crate::transaction::answered;
use crate::views::{BooksTx, PeopleTx};

/// A reward that moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rewarded {
    /// Who invited.
    pub referrer: PersonId,
    /// What they were given, or what was taken back.
    pub amount: Money,
}

/// What a person's invitations came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitations {
    /// The code in their link.
    pub code: String,
    /// How many came by it.
    pub came: u32,
    /// How many of those paid.
    pub paid: u32,
}

impl PeopleTx<'_> {
    /// Whether a person whose conversation is locked is new: never greeted, nothing ordered, nothing paid.
    pub async fn is_newcomer(&mut self, person: PersonId) -> Result<bool, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select
                welcomed_at is null
                and (
                    deleted_at is not null
                    or (
                        not exists (select from generations where generations.person_id = $1)
                        and not exists (select from payments where payments.person_id = $1)
                        and not exists (
                            select
                            from unbooked_payments
                            where unbooked_payments.person_id = $1
                        )
                    )
                ) as "is_newcomer!"
            from conversations
            where conversations.person_id = $1
            "#,
            person.get(),
        );
        Ok(answered(read.fetch_optional(self.connection())).await?.unwrap_or_default())
    }

    /// Whether a person was deleted once: whoever writes again is new, and is given nothing for it.
    pub async fn was_deleted(&mut self, person: PersonId) -> Result<bool, StoreError> {
        let read = sqlx::query_scalar!(
            r#"
            select deleted_at is not null as "was_deleted!"
            from conversations
            where person_id = $1
            "#,
            person.get(),
        );
        Ok(answered(read.fetch_optional(self.connection())).await?.unwrap_or_default())
    }

    /// Remembers that a newcomer was greeted: they are new no longer.
    pub async fn keep_welcome(&mut self, person: PersonId) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            update conversations
            set welcomed_at = coalesce(welcomed_at, trt_now()),
                updated_at = trt_now()
            where person_id = $1
            "#,
            person.get(),
        );
        self.run(keep).await
    }

    /// Remembers whose link a newcomer came by; whether that is anybody's but their own.
    pub async fn keep_referrer(
        &mut self,
        invited: PersonId,
        code: &str,
    ) -> Result<bool, StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into referrals (invited_id, referrer_id)
            select
                $1,
                person_id
            from invite_codes
            where code = $2
                and person_id <> $1
                -- Who was deleted and comes back was invited by nobody.
                and not exists (
                    select
                    from conversations
                    where conversations.person_id = $1
                        and conversations.deleted_at is not null
                )
            on conflict on constraint referrals_pkey do nothing
            "#,
            invited.get(),
            code,
        );
        Ok(answered(keep.execute(self.connection())).await?.rows_affected() == 1)
    }

    /// The code of a person whose conversation is locked, made at the first look, and what came of it.
    pub async fn invitations(&mut self, person: PersonId) -> Result<Invitations, StoreError> {
        let find =
            sqlx::query_scalar!("select code from invite_codes where person_id = $1", person.get());
        let code = match answered(find.fetch_optional(self.connection())).await? {
            Some(code) => code,
            None => self.make_code(person).await?,
        };
        let count = sqlx::query!(
            r#"
            select
                count(*) as "came!",
                count(charge_id) as "paid!"
            from referrals
            where referrer_id = $1
            "#,
            person.get(),
        );
        let counts = answered(count.fetch_one(self.connection())).await?;
        let number = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        Ok(Invitations { code, came: number(counts.came), paid: number(counts.paid) })
    }

    /// The code of a person, if they ever looked at their link.
    pub async fn invite_code(&mut self, person: PersonId) -> Result<Option<String>, StoreError> {
        let find =
            sqlx::query_scalar!("select code from invite_codes where person_id = $1", person.get());
        Ok(answered(find.fetch_optional(self.connection())).await?)
    }

    async fn make_code(&mut self, person: PersonId) -> Result<String, StoreError> {
        // Of these bytes nothing is fixed by the kind of the number.
        let make = sqlx::query_scalar!(
            r#"
            insert into invite_codes (person_id, code)
            values ($1, encode(substring(uuid_send(gen_random_uuid()) from 1 for 5), 'hex'))
            returning code
            "#,
            person.get(),
        );
        Ok(answered(make.fetch_one(self.connection())).await?)
    }
}

impl BooksTx<'_> {
    /// Everybody whose accounts a payment of this person may change: theirs, and those of who invited them. A
    /// transaction that books one locks them all with [`BooksTx::purses`] before anything else.
    pub async fn touched_by_payment(
        &mut self,
        payer: PersonId,
    ) -> Result<Vec<PersonId>, StoreError> {
        let find = sqlx::query_scalar!(
            "select referrer_id from referrals where invited_id = $1",
            payer.get(),
        );
        let referrer = answered(find.fetch_optional(self.connection())).await?;
        Ok([payer].into_iter().chain(referrer.map(PersonId::new)).collect())
    }

    /// Rewards whoever invited a person at that person's first payment, which was booked just now; none when nobody
    /// did, this was not the first one, or nothing is given.
    ///
    /// # Errors
    /// When the database does not answer, or the books are not in order.
    pub async fn reward_referrer(
        &mut self,
        invited: PersonId,
        charge: &str,
        amount: Money,
    ) -> Result<Option<Rewarded>, StoreError> {
        let Some((referrer, purse)) = self.referrer_of(invited).await? else { return Ok(None) };
        let keep = sqlx::query!(
            r#"
            update referrals
            set charge_id = $2,
                reward = $3,
                paid_at = trt_now()
            where invited_id = $1
                and charge_id is null
            "#,
            invited.get(),
            charge,
            amount.get(),
        );
        let is_first = answered(keep.execute(self.connection())).await?.rows_affected() == 1;
        if !is_first || !amount.is_positive() {
            return Ok(None);
        }
        let posting = rules::grant(&purse, Grant::Referral, &invited.to_string(), amount);
        let posting = posting.map_err(|_| StoreError::Broken("a reward of nothing"))?;
        match self.post(&posting).await? {
            Posted::Done => Ok(Some(Rewarded { referrer, amount })),
            Posted::Already => Err(StoreError::Broken("a reward was there before its payment")),
        }
    }

    /// Takes back the reward that this charge brought, since its Stars went back: as far as it was not spent, so that
    /// nobody owes anything for a friend's refund. None when there was no reward, nothing of it is left, or it was
    /// taken back before.
    ///
    /// # Errors
    /// When the database does not answer, or the books are not in order.
    pub async fn take_back_reward(&mut self, charge: &str) -> Result<Option<Rewarded>, StoreError> {
        let find = sqlx::query!(
            r#"
            select
                invited_id,
                reward as "reward!"
            from referrals
            where charge_id = $1
                and reward > 0
            "#,
            charge,
        );
        let Some(row) = answered(find.fetch_optional(self.connection())).await? else {
            return Ok(None);
        };
        let invited = PersonId::new(row.invited_id);
        let Some((referrer, purse)) = self.referrer_of(invited).await? else { return Ok(None) };
        let cause = invited.to_string();
        let back = rules::take_back(&purse, Grant::Referral, &cause, Money::new(row.reward));
        let back = back.map_err(|_| StoreError::Broken("a reward of nothing"))?;
        let taken = back.as_ref().map_or(Money::ZERO, |(_, taken)| *taken);
        let keep = sqlx::query!(
            r#"
            update referrals
            set taken_back = $2
            where charge_id = $1
                and taken_back is null
            "#,
            charge,
            taken.get(),
        );
        let is_news = answered(keep.execute(self.connection())).await?.rows_affected() == 1;
        let Some((posting, amount)) = back.filter(|_| is_news) else { return Ok(None) };
        match self.post(&posting).await? {
            Posted::Done => Ok(Some(Rewarded { referrer, amount })),
            Posted::Already => Err(StoreError::Broken("a reward was taken back before its refund")),
        }
    }

    /// Who invited a person, with their accounts; those of both are locked.
    async fn referrer_of(
        &mut self,
        invited: PersonId,
    ) -> Result<Option<(PersonId, Purse)>, StoreError> {
        let people = self.touched_by_payment(invited).await?;
        let Some(referrer) = people.get(1).copied() else { return Ok(None) };
        let purses = self.purses(&people).await?;
        let purse = purses.get(1).copied().ok_or(StoreError::Broken("no accounts"))?;
        Ok(Some((referrer, purse)))
    }
}
