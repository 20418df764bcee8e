//! What the active instance does with what was set aside: tries it again, or drops it.
//!
//! ```text
//!   update: dead letter ── retry ──> a new row of the inbox, pending, never tried
//!                       └─ drop ───> off the list, kept until its time is over
//!   send:   dead | in doubt ── retry ──> ready, never tried
//!                           └─ drop ───> off the list
//! ```
//!
//! A retried update gets a new number of ours. Its old one was never done, so nothing was ever written
//! under it; and should it be set aside once more, that is another dead letter with another reference,
//! and the person who has the old one still finds theirs.
//!
//! On failure: nothing happened; each of these is part of the commit that answers the request.

use domain::{ChatId, InboxId};

use super::dead::DeadId;
use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// What came of a retry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revived {
    /// The update waits again, under this number.
    Update(InboxId),
    /// It waits to be said again, in this chat.
    Send(ChatId),
}

/// Why nothing was done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Look at the list.
    #[error("nothing of this id is set aside")]
    NotThere,
    /// Nothing: an operator was here before.
    #[error("it was {0} before")]
    Ended(String),
    /// Wait until the other one has left, after three days.
    #[error("Telegram has used the number of this update for another one, which is still here")]
    NumberTaken,
    /// Nothing: the money is back, or the result is there.
    #[error("the generation it delivers is {0}")]
    GenerationOver(String),
}

impl OperatorsTx<'_> {
    /// Makes what was set aside wait again, as if it had never been tried.
    pub async fn revive(
        &mut self,
        id: &DeadId,
        reason: &str,
    ) -> Result<Result<Revived, Refusal>, StoreError> {
        match id {
            DeadId::Send(id) => self.revive_send(*id).await,
            DeadId::Update(_) | DeadId::Reference(_) => self.revive_update(id, reason).await,
        }
    }

    /// Takes something that was set aside off the list.
    pub async fn drop_dead(
        &mut self,
        id: &DeadId,
        reason: &str,
    ) -> Result<Result<(), Refusal>, StoreError> {
        let DeadId::Send(send) = id else {
            return match self.lock_letter(id).await? {
                Err(refusal) => Ok(Err(refusal)),
                Ok((letter, _)) => self.end_letter(letter, "dropped", reason).await.map(Ok),
            };
        };
        if let Err(refusal) = self.lock_send(*send).await? {
            return Ok(Err(refusal));
        }
        let drop = sqlx::query!(
            "update outbox set dropped_at = trt_now(), drop_reason = $2 where id = $1",
            send,
            reason,
        );
        answered(drop.execute(self.connection())).await?;
        Ok(Ok(()))
    }

    async fn revive_update(
        &mut self,
        id: &DeadId,
        reason: &str,
    ) -> Result<Result<Revived, Refusal>, StoreError> {
        let (letter, inbox) = match self.lock_letter(id).await? {
            Ok(found) => found,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let leave = sqlx::query!("delete from inbox where id = $1 and state = 3", inbox);
        answered(leave.execute(self.connection())).await?;
        let again = sqlx::query_scalar!(
            r#"
            insert into inbox (update_id, lane, payload)
            select
                update_id,
                lane,
                payload
            from dead_letters
            where id = $1
            on conflict on constraint inbox_update_once do nothing
            returning id
            "#,
            letter,
        );
        let Some(again) = answered(again.fetch_optional(self.connection())).await? else {
            return Ok(Err(Refusal::NumberTaken));
        };
        self.end_letter(letter, "retried", reason).await?;
        Ok(Ok(Revived::Update(InboxId::new(again))))
    }

    async fn revive_send(&mut self, id: i64) -> Result<Result<Revived, Refusal>, StoreError> {
        let chat = match self.lock_send(id).await? {
            Ok(chat) => chat,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let revive = sqlx::query_scalar!(
            r#"
            update outbox
            set state = 0,
                attempts = 0,
                not_before = null,
                ended_at = null
            where id = $1
                and not exists (
                    select
                    from generations
                    where generations.id = outbox.generation_id
                        and (generations.state <> 'succeeded' or generations.failure is not null)
                )
            returning id
            "#,
            id,
        );
        if answered(revive.fetch_optional(self.connection())).await?.is_some() {
            return Ok(Ok(Revived::Send(chat)));
        }
        let over = sqlx::query_scalar!(
            r#"
            select coalesce(generations.failure, generations.state) as "over!"
            from outbox
            inner join generations on generations.id = outbox.generation_id
            where outbox.id = $1
            "#,
            id,
        );
        let over = answered(over.fetch_one(self.connection())).await?;
        Ok(Err(Refusal::GenerationOver(over)))
    }

    /// A dead letter that nobody has ended, locked: its number and that of its update.
    async fn lock_letter(
        &mut self,
        id: &DeadId,
    ) -> Result<Result<(i64, i64), Refusal>, StoreError> {
        let (number, reference) = match id {
            DeadId::Update(number) => (Some(*number), None),
            DeadId::Reference(reference) => (None, Some(reference.as_str())),
            DeadId::Send(_) => return Ok(Err(Refusal::NotThere)),
        };
        let lock = sqlx::query!(
            r#"
            select
                id,
                inbox_id,
                ended_as
            from dead_letters
            where id = $1
                or reference = $2
            for update
            "#,
            number,
            reference,
        );
        let found = answered(lock.fetch_optional(self.connection())).await?;
        Ok(match found.map(|row| (row.id, row.inbox_id, row.ended_as)) {
            None => Err(Refusal::NotThere),
            Some((_, _, Some(ended))) => Err(Refusal::Ended(ended)),
            Some((id, inbox, None)) => Ok((id, inbox)),
        })
    }

    /// A send that is dead or in doubt for good, and that nobody has dropped, locked: its chat.
    async fn lock_send(&mut self, id: i64) -> Result<Result<ChatId, Refusal>, StoreError> {
        let lock = sqlx::query!(
            r#"
            select
                chat_id,
                dropped_at is not null as "dropped!"
            from outbox
            where id = $1
                and state in (3, 6)
            for update
            "#,
            id,
        );
        let found = answered(lock.fetch_optional(self.connection())).await?;
        Ok(match found.map(|row| (row.chat_id, row.dropped)) {
            None => Err(Refusal::NotThere),
            Some((_, true)) => Err(Refusal::Ended("dropped".to_owned())),
            Some((chat, false)) => Ok(ChatId::new(chat)),
        })
    }

    async fn end_letter(&mut self, id: i64, how: &str, reason: &str) -> Result<(), StoreError> {
        let end = sqlx::query!(
            r#"
            update dead_letters
            set ended_at = trt_now(),
                ended_as = $2,
                end_reason = $3
            where id = $1
            "#,
            id,
            how,
            reason,
        );
        self.run(end).await
    }
}
