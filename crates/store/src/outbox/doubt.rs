//! What becomes of rows whose sender is gone.
//!
//! ```text
//!   sending, of another term ──┬── that term was sealed ──> settled at once
//!                              └── it was not: its holder may still be at it ──> doubt_left ──> settled
//! ```
//!
//! A row that an earlier term was sending may have been sent. If the instance that sent it lived on
//! and learned the outcome, it has left a [`Fact`]; otherwise the row's own rule decides. Whether
//! somebody may still be at it is a question about the row's own term, not about the last one: a term
//! that ended without a seal may be followed by short ones that were sealed.

use std::time::Duration;

use domain::{MessageId, OutboxId};
use leadership::Term;
use uuid::Uuid;

use crate::error::StoreError;
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::OutboxTx;

/// What an instance learned about a call of its own after it had lost the role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// The row.
    pub id: OutboxId,
    /// The attempt, which was made.
    pub attempt: Uuid,
    /// Its message, where it makes one.
    pub message: Option<MessageId>,
}

/// How a doubt was settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// It was sent: somebody left word.
    Sent,
    /// It is sent again, at the risk of saying it twice.
    Again,
    /// It is never sent again; an operator may look.
    Doubtful,
    /// There was no doubt any more.
    NotThere,
}

impl Store {
    /// How long the holder of another term, `epoch`, may still be at a call, when a call lives for
    /// `longest` after the role is lost.
    ///
    /// Counted by the server's clock from the first claim after that term; of a term that history no
    /// longer knows, from the beginning of ours.
    pub async fn doubt_left(
        &self,
        term: &Term,
        epoch: i64,
        longest: Duration,
    ) -> Result<Duration, StoreError> {
        let left = sqlx::query_scalar!(
            r#"
            with theirs as (
                select
                    count(*) filter (where event = 'claimed') > 0 as known,
                    count(*) filter (where event = 'sealed') > 0 as sealed
                from leader_history
                where name = $1
                    and epoch = $2
            ), next as (
                select at
                from leader_history
                where name = $1
                    and epoch > $2
                    and event = 'claimed'
                order by epoch
                limit 1
            )
            select
                case
                    when theirs.sealed then 0
                    else $3::float8 - extract(
                        epoch from clock_timestamp() - case
                            when theirs.known then coalesce(next.at, ours.claimed_at)
                            else ours.claimed_at
                        end
                    )::float8
                end as "left!"
            from leader_term as ours
            cross join theirs
            left join next on true
            where ours.name = $1
            "#,
            term.name(),
            epoch,
            longest.as_secs_f64(),
        );
        let left = self.reading(async |read| left.fetch_optional(read).await).await?;
        let left = left.unwrap_or_default().clamp(0.0, longest.as_secs_f64());
        Ok(Duration::from_secs_f64(left))
    }
}

impl OutboxTx<'_> {
    /// Settles a row that an earlier term was sending in this attempt.
    pub async fn settle_doubt(
        &mut self,
        id: OutboxId,
        attempt: Uuid,
    ) -> Result<Settled, StoreError> {
        let settle = sqlx::query_scalar!(
            r#"
            with settled as (
                select
                    doubted.id,
                    fact.message_id,
                    case
                        when fact.outbox_id is not null then 2
                        when doubted.on_doubt = 0 then 0
                        else 6
                    end::smallint as state
                from outbox as doubted
                left join outbox_facts as fact
                    on fact.outbox_id = doubted.id
                    and fact.attempt = doubted.attempt
                where doubted.id = $1
                    and doubted.state = 1
                    and doubted.attempt = $2
            )
            update outbox
            set state = settled.state,
                message_id = settled.message_id,
                ended_at = case when settled.state <> 0 then trt_now() end,
                problem = case
                    when settled.state <> 2 then 'in doubt after its sender was gone'
                end
            from settled
            where outbox.id = settled.id
            returning outbox.state
            "#,
            id.get(),
            attempt,
        );
        let state = answered(settle.fetch_optional(self.connection())).await?;
        Ok(match state {
            Some(0) => Settled::Again,
            Some(2) => Settled::Sent,
            Some(_) => Settled::Doubtful,
            None => Settled::NotThere,
        })
    }

    /// Makes rows ready again that this term claimed without knowing it: the answer to the claim was
    /// lost, so that their calls were never made.
    pub async fn unclaim(&mut self, id: OutboxId, attempt: Uuid) -> Result<(), StoreError> {
        let epoch = self.term().epoch();
        let unclaim = sqlx::query!(
            r#"
            update outbox
            set state = 0,
                attempts = attempts - 1
            where id = $1
                and state = 1
                and attempt = $2
                and epoch = $3
            "#,
            id.get(),
            attempt,
            epoch,
        );
        self.run(unclaim).await
    }
}
