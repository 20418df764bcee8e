//! What is to be said, in order for each chat.
//!
//! ```text
//!            claim, committed before the call         end
//!   ready ───────────────────────────────> sending ───────> sent | dead | ready again, later
//!     │ ^                                     │
//!     │ │  person comes back                  │ the instance died, or lost the role
//!     │ └───────────────── parked             v
//!     │                      ^              in doubt ── a late fact ──> sent
//!     ├── person unreachable ┘                ├── on_doubt: again ────> ready
//!     └── a later edit ──> superseded         └── on_doubt: never ────> doubtful, for an operator
//! ```
//!
//! A row is written in the commit that decided it and claimed in a commit before its call is made,
//! so that after a crash exactly the calls that may have been made are in doubt. Bodies are bytes of
//! the room that speaks with Telegram; nothing here looks into them.
//!
//! The parts: [`mod@claims`] what the sender does with rows, [`mod@doubt`] what becomes of rows whose
//! sender is gone.

mod claims;
mod doubt;

use domain::{ChatId, GenerationId, MessageId, OutboxId};
use uuid::Uuid;

pub use claims::Ending;
pub use doubt::{Fact, Settled};

use crate::error::StoreError;
use crate::leader_tx::LeaderTx;
use crate::pool::Store;
use crate::transaction::answered;

/// Something to be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saying {
    /// To whom.
    pub chat: ChatId,
    /// How urgent it is.
    pub priority: Priority,
    /// What to do when nobody knows whether it was said.
    pub on_doubt: OnDoubt,
    /// The earlier row whose message this one changes.
    pub edits: Option<OutboxId>,
    /// Among the edits of one message the highest is the latest.
    pub revision: i32,
    /// The generation whose result it carries.
    pub generation: Option<GenerationId>,
    /// The request.
    pub body: Vec<u8>,
}

/// How urgent something is; the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// The answer to what a person just did.
    Answer,
    /// A finished generation.
    Result,
    /// How a generation gets on.
    Progress,
    /// One message to many people.
    Broadcast,
}

/// What to do when nobody knows whether it was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDoubt {
    /// Say it again: twice is better than not at all.
    Again,
    /// Never say it again: an invoice could be paid twice.
    Never,
}

/// A row that is still to be said, as it was when it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Its number, rising within a chat in the order of saying.
    pub id: OutboxId,
    /// To whom.
    pub chat: ChatId,
    /// How urgent it is.
    pub priority: Priority,
    /// What to do when nobody knows whether it was said.
    pub on_doubt: OnDoubt,
    /// Whether somebody is at it.
    pub standpoint: Standpoint,
    /// The earlier row whose message this one changes.
    pub target: Option<Target>,
    /// Among the edits of one message the highest is the latest.
    pub revision: i32,
    /// How often it was tried.
    pub attempts: i16,
    /// How long it must wait before the next try, in milliseconds.
    pub wait_ms: i64,
    /// The generation whose result it carries.
    pub generation: Option<GenerationId>,
    /// The request.
    pub body: Vec<u8>,
}

/// Whether somebody is at a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standpoint {
    /// Nobody.
    Ready,
    /// The holder of this term, in this attempt.
    Sending {
        /// The term.
        epoch: i64,
        /// The attempt.
        attempt: Uuid,
    },
}

/// The row that an edit changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Its number.
    pub id: OutboxId,
    /// Its message, once it was sent.
    pub message: Option<MessageId>,
}

impl LeaderTx<'_> {
    /// Writes down something to be said. An edit of a row that has left the table edits none.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn say(&mut self, saying: &Saying) -> Result<OutboxId, StoreError> {
        let say = sqlx::query_scalar!(
            r#"
            insert into outbox (chat_id, priority, on_doubt, edits, revision, body, generation_id)
            values ($1, $2, $3, (select id from outbox where id = $4), $5, $6, $7)
            returning id
            "#,
            saying.chat.get(),
            saying.priority.number(),
            saying.on_doubt.number(),
            saying.edits.map(OutboxId::get),
            saying.revision,
            &saying.body,
            saying.generation.map(GenerationId::get),
        );
        Ok(OutboxId::new(answered(say.fetch_one(self.connection())).await?))
    }

    /// Writes down several things to be said, in this order.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn say_all(&mut self, sayings: &[Saying]) -> Result<(), StoreError> {
        let chats: Vec<i64> = sayings.iter().map(|one| one.chat.get()).collect();
        let priorities: Vec<i16> = sayings.iter().map(|one| one.priority.number()).collect();
        let doubts: Vec<i16> = sayings.iter().map(|one| one.on_doubt.number()).collect();
        let edits: Vec<Option<i64>> =
            sayings.iter().map(|one| one.edits.map(OutboxId::get)).collect();
        let revisions: Vec<i32> = sayings.iter().map(|one| one.revision).collect();
        let bodies: Vec<&[u8]> = sayings.iter().map(|one| one.body.as_slice()).collect();
        let generations: Vec<Option<i64>> =
            sayings.iter().map(|one| one.generation.map(GenerationId::get)).collect();
        let say = sqlx::query!(
            r#"
            insert into outbox (chat_id, priority, on_doubt, edits, revision, body, generation_id)
            select
                chat_id,
                priority,
                on_doubt,
                (select id from outbox where id = saying.edits),
                revision,
                body,
                generation_id
            from unnest(
                $1::bigint[], $2::smallint[], $3::smallint[], $4::bigint[],
                $5::int[], $6::bytea[], $7::bigint[]
            ) as saying (chat_id, priority, on_doubt, edits, revision, body, generation_id)
            "#,
            &chats,
            &priorities,
            &doubts,
            &edits as &[Option<i64>],
            &revisions,
            &bodies as &[&[u8]],
            &generations as &[Option<i64>],
        );
        answered(say.execute(self.connection())).await?;
        Ok(())
    }
}

impl Store {
    /// The next chats, after this one, that something is to be said in.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn chats_waiting(&self, after: ChatId, most: i64) -> Result<Vec<ChatId>, StoreError> {
        let mut read = self.read().await?;
        let chats = sqlx::query_scalar!(
            r#"
            with recursive chats as (
                (
                    select chat_id
                    from outbox
                    where state in (0, 1)
                        and chat_id > $1
                    order by chat_id
                    limit 1
                )
                union all
                select (
                    select chat_id
                    from outbox
                    where state in (0, 1)
                        and chat_id > chats.chat_id
                    order by chat_id
                    limit 1
                )
                from chats
                where chats.chat_id is not null
            )
            select chat_id as "chat_id!"
            from chats
            where chat_id is not null
            limit $2
            "#,
            after.get(),
            most,
        );
        let chats = answered(chats.fetch_all(read.connection())).await?;
        read.end().await;
        Ok(chats.into_iter().map(ChatId::new).collect())
    }

    /// The first rows of each of these chats, in order.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn outgoing(
        &self,
        chats: &[ChatId],
        per_chat: i64,
    ) -> Result<Vec<Outgoing>, StoreError> {
        let chats: Vec<i64> = chats.iter().map(|chat| chat.get()).collect();
        let mut read = self.read().await?;
        let rows = sqlx::query_as!(
            Row,
            r#"
            select
                first.id as "id!",
                first.chat_id as "chat_id!",
                first.priority as "priority!",
                first.on_doubt as "on_doubt!",
                first.epoch,
                case when first.state = 1 then first.attempt end as attempt,
                first.edits,
                target.message_id as "target_message?",
                first.revision as "revision!",
                first.attempts as "attempts!",
                greatest(
                    0, (extract(epoch from first.not_before - trt_now()) * 1000)::bigint
                ) as wait_ms,
                first.generation_id,
                first.body as "body!"
            from unnest($1::bigint[]) as wanted (chat_id)
            cross join lateral (
                select
                    id,
                    chat_id,
                    priority,
                    state,
                    on_doubt,
                    epoch,
                    attempt,
                    edits,
                    revision,
                    attempts,
                    not_before,
                    generation_id,
                    body
                from outbox
                where state in (0, 1)
                    and chat_id = wanted.chat_id
                order by id
                limit $2
            ) as first
            left join outbox as target on target.id = first.edits
            order by first.chat_id, first.id
            "#,
            &chats,
            per_chat,
        );
        let rows = answered(rows.fetch_all(read.connection())).await?;
        read.end().await;
        Ok(rows.into_iter().map(Outgoing::from).collect())
    }
}

/// A row as the database has it.
struct Row {
    id: i64,
    chat_id: i64,
    priority: i16,
    on_doubt: i16,
    epoch: Option<i64>,
    attempt: Option<Uuid>,
    edits: Option<i64>,
    target_message: Option<i64>,
    revision: i32,
    attempts: i16,
    wait_ms: Option<i64>,
    generation_id: Option<i64>,
    body: Vec<u8>,
}

impl From<Row> for Outgoing {
    fn from(row: Row) -> Self {
        let standpoint = match (row.epoch, row.attempt) {
            (Some(epoch), Some(attempt)) => Standpoint::Sending { epoch, attempt },
            _ => Standpoint::Ready,
        };
        let message = row.target_message.map(MessageId::new);
        Self {
            id: OutboxId::new(row.id),
            chat: ChatId::new(row.chat_id),
            priority: Priority::of(row.priority),
            on_doubt: if row.on_doubt == 0 { OnDoubt::Again } else { OnDoubt::Never },
            standpoint,
            target: row.edits.map(|id| Target { id: OutboxId::new(id), message }),
            revision: row.revision,
            attempts: row.attempts,
            wait_ms: row.wait_ms.unwrap_or_default(),
            generation: row.generation_id.map(GenerationId::new),
            body: row.body,
        }
    }
}

impl Priority {
    const fn number(self) -> i16 {
        match self {
            Self::Answer => 0,
            Self::Result => 1,
            Self::Progress => 2,
            Self::Broadcast => 3,
        }
    }

    const fn of(number: i16) -> Self {
        match number {
            0 => Self::Answer,
            1 => Self::Result,
            2 => Self::Progress,
            _ => Self::Broadcast,
        }
    }
}

impl OnDoubt {
    const fn number(self) -> i16 {
        match self {
            Self::Again => 0,
            Self::Never => 1,
        }
    }
}
