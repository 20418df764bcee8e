//! What the sender does with rows: claims them, ends them, parks them.
//!
//! Rows are reached by their ids alone. A join with the arrays, or a plain `state = 0`, invites a plan
//! that walks everything that waits to be said: it looks cheap while that is next to nothing, and it
//! is kept when a hundred thousand wait. Hence `state + 0`, which no index of open rows promises.

use std::time::Duration;

use domain::{ChatId, MessageId, OutboxId};
use uuid::Uuid;

use crate::error::StoreError;
use crate::inbox::{Batch, Forgotten};
use crate::leader_tx::Deed;
use crate::outbox::Line;
use crate::survey::millis;
use crate::transaction::answered;
use crate::views::OutboxTx;

/// The state of what was said.
const SENT: i16 = 2;

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// It was made; this is its message, where it makes one.
    Sent(Option<MessageId>),
    /// It was made and delivered a generation: its message, and Telegram's copies of the files.
    Delivered(Option<MessageId>, Vec<String>),
    /// It was surely not made: again after this pause.
    Again {
        /// The pause.
        after: Duration,
        /// Why.
        problem: String,
    },
    /// Nobody will ever make it.
    Dead(String),
    /// Nobody will ever make it: the files that it carries are gone.
    Gone(String),
    /// The person cannot be reached now.
    Parked,
    /// Nobody knows, and it must not be made twice.
    Doubtful(String),
}

impl OutboxTx<'_> {
    /// Claims rows that are ready; with this transaction their calls may be made. Returns those it
    /// got.
    pub async fn claim_outgoing(
        &mut self,
        claims: &[(OutboxId, Uuid)],
    ) -> Result<Vec<OutboxId>, StoreError> {
        let ids: Vec<i64> = claims.iter().map(|(id, _)| id.get()).collect();
        let attempts: Vec<Uuid> = claims.iter().map(|(_, attempt)| *attempt).collect();
        let epoch = self.term().epoch();
        let claim = sqlx::query_scalar!(
            r#"
            update outbox
            set state = 1,
                epoch = $3,
                attempt = ($2::uuid[])[array_position($1::bigint[], id)],
                attempts = attempts + 1,
                claimed_at = trt_now()
            where id = any ($1::bigint[])
                and state + 0 = 0
            returning id
            "#,
            &ids,
            &attempts,
            epoch,
        );
        let got = answered(claim.fetch_all(self.connection())).await?;
        Ok(got.into_iter().map(OutboxId::new).collect())
    }

    /// Writes down what became of claimed rows.
    pub async fn end_outgoing(
        &mut self,
        endings: &[(OutboxId, Uuid, Ending)],
    ) -> Result<(), StoreError> {
        let ids: Vec<i64> = endings.iter().map(|(id, _, _)| id.get()).collect();
        let attempts: Vec<Uuid> = endings.iter().map(|(_, attempt, _)| *attempt).collect();
        let states: Vec<i16> = endings.iter().map(|(_, _, ending)| ending.state()).collect();
        let messages: Vec<Option<i64>> =
            endings.iter().map(|(_, _, ending)| ending.message()).collect();
        let pauses: Vec<i64> = endings.iter().map(|(_, _, ending)| ending.pause_ms()).collect();
        let problems: Vec<Option<&str>> =
            endings.iter().map(|(_, _, ending)| ending.problem()).collect();
        let end = sqlx::query!(
            r#"
            update outbox
            set (state, message_id, not_before, ended_at, problem) = (
                select
                    ending.state,
                    coalesce(ending.message_id, outbox.message_id),
                    case
                        when ending.state = 0
                        then trt_now() + ending.pause_ms * interval '1 ms'
                    end,
                    case when ending.state not in (0, 4) then trt_now() end,
                    ending.problem
                from (
                    select
                        ($3::smallint[])[place] as state,
                        ($4::bigint[])[place] as message_id,
                        ($5::bigint[])[place] as pause_ms,
                        ($6::text[])[place] as problem
                    from array_position($1::bigint[], outbox.id) as place
                ) as ending
            )
            where id = any ($1::bigint[])
                and state + 0 = 1
                and attempt = ($2::uuid[])[array_position($1::bigint[], id)]
            returning
                state,
                line,
                (extract(epoch from trt_now() - created_at) * 1000)::bigint as "waited_ms!"
            "#,
            &ids,
            &attempts,
            &states,
            &messages as &[Option<i64>],
            &pauses,
            &problems as &[Option<&str>],
        );
        for row in answered(end.fetch_all(self.connection())).await? {
            if row.state == SENT {
                self.note(Deed::Said(Line::of(row.line), millis(row.waited_ms)));
            }
        }
        Ok(())
    }

    /// Ends rows that nobody needs to send, since a later edit says it all.
    pub async fn supersede_outgoing(&mut self, rows: &[OutboxId]) -> Result<(), StoreError> {
        let ids: Vec<i64> = rows.iter().map(|id| id.get()).collect();
        let supersede = sqlx::query!(
            "update outbox set state = 5, ended_at = trt_now() where id = any ($1) and state + 0 = 0",
            &ids,
        );
        self.run(supersede).await
    }

    /// Parks everything that waits for a chat.
    pub async fn park(&mut self, chat: ChatId) -> Result<u64, StoreError> {
        let park = sqlx::query!(
            "update outbox set state = 4 where chat_id = $1 and state = 0",
            chat.get(),
        );
        Ok(answered(park.execute(self.connection())).await?.rows_affected())
    }

    /// Makes everything that was parked for a chat ready again; news that could not be said are old by then.
    pub async fn unpark(&mut self, chat: ChatId) -> Result<u64, StoreError> {
        let unpark = sqlx::query!(
            r#"
            update outbox
            set state = 0,
                not_before = null
            where chat_id = $1
                and state = 4
                and broadcast_id is null
            "#,
            chat.get(),
        );
        Ok(answered(unpark.execute(self.connection())).await?.rows_affected())
    }

    /// Removes, of the next rows in the table, those that were written longer than `age` ago and have
    /// ended. What is parked stays; what died, or is in doubt for good, stays until an operator had time
    /// to see it: 90 days from its end, or 14 from when it was dropped.
    pub async fn forget_outgoing(&mut self, batch: Batch) -> Result<Forgotten, StoreError> {
        let forget = sqlx::query_as!(
            Forgotten,
            r#"
            with looked as (
                select
                    id,
                    created_at < trt_now() - make_interval(secs => $1) as old,
                    case
                        when state in (3, 6)
                        then ended_at < trt_now() - interval '90 days'
                            or dropped_at < trt_now() - interval '14 days'
                        else ended_at is not null
                    end as over
                from outbox
                where id > $2
                order by id
                limit $3
            ), gone as (
                delete from outbox
                using looked
                where outbox.id = looked.id
                    and looked.over
                    and looked.old
                returning outbox.id
            )
            select
                (select count(*) from gone) as "rows!",
                (select max(id) from looked where old) as last
            "#,
            batch.age.as_secs_f64(),
            batch.after,
            batch.rows,
        );
        Ok(answered(forget.fetch_one(self.connection())).await?)
    }

    /// Removes late facts that were learned longer than `age` ago.
    pub async fn forget_facts(&mut self, age: Duration) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            "delete from outbox_facts where learned_at < trt_now() - make_interval(secs => $1)",
            age.as_secs_f64(),
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}

impl Ending {
    /// Surely not made: again after this pause.
    pub fn again(after: Duration, problem: &str) -> Self {
        Self::Again { after, problem: problem.to_owned() }
    }

    const fn state(&self) -> i16 {
        match self {
            Self::Again { .. } => 0,
            Self::Sent(_) | Self::Delivered(..) => SENT,
            Self::Dead(_) | Self::Gone(_) => 3,
            Self::Parked => 4,
            Self::Doubtful(_) => 6,
        }
    }

    fn message(&self) -> Option<i64> {
        match self {
            Self::Sent(message) | Self::Delivered(message, _) => message.map(MessageId::get),
            Self::Again { .. }
            | Self::Dead(_)
            | Self::Gone(_)
            | Self::Parked
            | Self::Doubtful(_) => None,
        }
    }

    fn pause_ms(&self) -> i64 {
        match self {
            Self::Again { after, .. } => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
            Self::Sent(_)
            | Self::Delivered(..)
            | Self::Dead(_)
            | Self::Gone(_)
            | Self::Parked
            | Self::Doubtful(_) => 0,
        }
    }

    fn problem(&self) -> Option<&str> {
        match self {
            Self::Again { problem, .. }
            | Self::Dead(problem)
            | Self::Gone(problem)
            | Self::Doubtful(problem) => Some(problem),
            Self::Sent(_) | Self::Delivered(..) | Self::Parked => None,
        }
    }
}
