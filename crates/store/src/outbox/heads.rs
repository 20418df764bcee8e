//! What the sender reads: where something waits to be said, the first rows of each line, and the row that an
//! edit changes.
//!
//! Of two edits of one message the one with the higher revision is the latest. A row says by itself whether a
//! later one is there, for that one may stand in the other line, or behind what was read.
//!
//! On failure: nothing is changed here; what was not read is read again.

use domain::{ChatId, GenerationId, MessageId, OutboxId};
use uuid::Uuid;

use super::{Line, OnDoubt, Outgoing, Priority, Standpoint, Target};
use crate::error::StoreError;
use crate::pool::Store;

impl Store {
    /// The next chats, after this one, that something is to be said in.
    pub async fn chats_waiting(&self, after: ChatId, most: i64) -> Result<Vec<ChatId>, StoreError> {
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
        let chats = self.reading(async |read| chats.fetch_all(read).await).await?;
        Ok(chats.into_iter().map(ChatId::new).collect())
    }

    /// The first rows of each of these lines, in order.
    pub async fn outgoing(
        &self,
        lines: &[(ChatId, Line)],
        per_line: i64,
    ) -> Result<Vec<Outgoing>, StoreError> {
        let rows = sqlx::query_file_as!(
            Row,
            "src/outbox/heads.sql",
            &chats_of(lines, Line::Answers),
            &chats_of(lines, Line::Results),
            per_line,
            &chats_of(lines, Line::News),
        );
        let rows = self.reading(async |read| rows.fetch_all(read).await).await?;
        Ok(rows.into_iter().map(Outgoing::from).collect())
    }

    /// The row that an edit changes, as it stands now; none when it has left.
    pub async fn edited_by(&self, edit: OutboxId) -> Result<Option<Target>, StoreError> {
        let target = sqlx::query!(
            r#"
            select
                target.id,
                target.message_id,
                target.state in (0, 1) as "is_open!"
            from outbox as edit
            inner join outbox as target on target.id = edit.edits
            where edit.id = $1
            "#,
            edit.get(),
        );
        let target = self.reading(async |read| target.fetch_optional(read).await).await?;
        Ok(target.map(|target| Target {
            id: OutboxId::new(target.id),
            message: target.message_id.map(MessageId::new),
            is_open: target.is_open,
        }))
    }
}

/// The chats of which this line is wanted.
fn chats_of(lines: &[(ChatId, Line)], line: Line) -> Vec<i64> {
    let wanted = lines.iter().filter(|(_, own)| *own == line);
    wanted.map(|(chat, _)| chat.get()).collect()
}

/// A row as the database has it.
struct Row {
    id: i64,
    chat_id: i64,
    line: i16,
    priority: i16,
    on_doubt: i16,
    epoch: Option<i64>,
    attempt: Option<Uuid>,
    edits: Option<i64>,
    target_message: Option<i64>,
    target_open: bool,
    revision: i32,
    is_outdated: bool,
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
        let target = row.edits.map(|id| Target {
            id: OutboxId::new(id),
            message: row.target_message.map(MessageId::new),
            is_open: row.target_open,
        });
        Self {
            id: OutboxId::new(row.id),
            chat: ChatId::new(row.chat_id),
            line: Line::of(row.line),
            priority: Priority::of(row.priority),
            on_doubt: if row.on_doubt == 0 { OnDoubt::Again } else { OnDoubt::Never },
            standpoint,
            target,
            revision: row.revision,
            is_outdated: row.is_outdated,
            attempts: row.attempts,
            wait_ms: row.wait_ms.unwrap_or_default(),
            generation: row.generation_id.map(GenerationId::new),
            body: row.body,
        }
    }
}
