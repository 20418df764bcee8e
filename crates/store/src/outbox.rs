//! What is to be said, in three lines for each chat: answers, results with what belongs to them, and news. Order is
//! kept inside a line, and none waits for another.
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
//! sender is gone, [`mod@heads`] what the sender reads.

pub mod broadcasts;
mod claims;
mod doubt;
mod heads;

use domain::{ChatId, GenerationId, MessageId, OutboxId};
use uuid::Uuid;

pub use claims::Ending;
pub use doubt::{Fact, Settled};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::OutboxTx;

/// Something to be said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saying {
    /// To whom.
    pub chat: ChatId,
    /// In which line of the chat.
    pub line: Line,
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

/// The line of a chat in which something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Line {
    /// What a person did is answered here, and everything else that is about no result.
    Answers,
    /// Everything about a generation after its first message.
    Results,
    /// What was said to many people at once; written and counted by [`crate::outbox::broadcasts`].
    News,
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
    /// In which line of the chat.
    pub line: Line,
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
    /// A later edit of the same message is there, perhaps not among what was read.
    pub is_outdated: bool,
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
    /// It is still to be sent, or being sent.
    pub is_open: bool,
}

impl OutboxTx<'_> {
    /// Writes down something to be said. An edit of a row that has left the table edits none.
    pub async fn say(&mut self, saying: &Saying) -> Result<OutboxId, StoreError> {
        let say = sqlx::query_scalar!(
            r#"
            insert into outbox (chat_id, priority, on_doubt, edits, revision, body, generation_id, line)
            values ($1, $2, $3, (select id from outbox where id = $4), $5, $6, $7, $8)
            returning id
            "#,
            saying.chat.get(),
            saying.priority.number(),
            saying.on_doubt.number(),
            saying.edits.map(OutboxId::get),
            saying.revision,
            &saying.body,
            saying.generation.map(GenerationId::get),
            saying.line.number(),
        );
        Ok(OutboxId::new(answered(say.fetch_one(self.connection())).await?))
    }

    /// Writes down several things to be said, in this order.
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
        let lines: Vec<i16> = sayings.iter().map(|one| one.line.number()).collect();
        let say = sqlx::query!(
            r#"
            insert into outbox (chat_id, priority, on_doubt, edits, revision, body, generation_id, line)
            select
                chat_id,
                priority,
                on_doubt,
                (select id from outbox where id = saying.edits),
                revision,
                body,
                generation_id,
                line
            from unnest(
                $1::bigint[], $2::smallint[], $3::smallint[], $4::bigint[],
                $5::int[], $6::bytea[], $7::bigint[], $8::smallint[]
            ) as saying (chat_id, priority, on_doubt, edits, revision, body, generation_id, line)
            "#,
            &chats,
            &priorities,
            &doubts,
            &edits as &[Option<i64>],
            &revisions,
            &bodies as &[&[u8]],
            &generations as &[Option<i64>],
            &lines,
        );
        self.run(say).await
    }
}

impl Line {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Answers, Self::Results, Self::News];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Answers => "answers",
            Self::Results => "results",
            Self::News => "news",
        }
    }

    /// The one whose messages this one may change, and that may change messages of this one.
    #[must_use]
    pub const fn other(self) -> Option<Self> {
        match self {
            Self::Answers => Some(Self::Results),
            Self::Results => Some(Self::Answers),
            Self::News => None,
        }
    }

    pub(crate) const fn number(self) -> i16 {
        match self {
            Self::Answers => 0,
            Self::Results => 1,
            Self::News => 2,
        }
    }

    pub(crate) const fn of(number: i16) -> Self {
        match number {
            1 => Self::Results,
            2 => Self::News,
            _ => Self::Answers,
        }
    }
}

impl Priority {
    pub(crate) const fn number(self) -> i16 {
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
    pub(crate) const fn number(self) -> i16 {
        match self {
            Self::Again => 0,
            Self::Never => 1,
        }
    }
}
