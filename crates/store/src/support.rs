//! What people ask operators, and what they are answered.
//!
//! ```text
//!   a message ── ask ──> open ── the operators' copies of it go out by the outbox
//!      another one ────>  │ ^
//!                         v │ another one: a new request
//!                      answered <── a reply to a copy, or its number
//! ```
//!
//! One person has one open request about a topic; what they add goes to it. A reply is found by the message it
//! replies to: the outbox knows its number for a week, and [`learn_support_copies`] keeps it after that. On
//! failure: part of the caller's commit.
//!
//! [`learn_support_copies`]: crate::views::UpkeepTx::learn_support_copies

use domain::{ChatId, MessageId, OutboxId, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::{PeopleTx, UpkeepTx};

/// One message of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SupportMessage<'a> {
    /// What it says; empty: only a file.
    pub words: &'a str,
    /// Its file: what it was sent as, and Telegram's id.
    pub file: Option<(&'a str, &'a str)>,
}

/// A request as an operator deals with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportRequest {
    /// Its number.
    pub id: i64,
    /// Who asked.
    pub person: PersonId,
    /// About what.
    pub topic: String,
    /// Somebody has answered.
    pub is_answered: bool,
}

impl PeopleTx<'_> {
    /// Keeps what a person, whose conversation is locked, asks or adds; the number of the request.
    pub async fn ask_support(
        &mut self,
        person: PersonId,
        topic: &str,
        name: &str,
        message: SupportMessage<'_>,
    ) -> Result<i64, StoreError> {
        let open = sqlx::query_scalar!(
            r#"
            insert into support_requests (person_id, topic, name)
            values ($1, $2, $3)
            on conflict (person_id, topic) where state = 'open'
            do update set name = excluded.name
            returning id
            "#,
            person.get(),
            topic,
            name,
        );
        let request = answered(open.fetch_one(self.connection())).await?;
        self.keep_support_message(request, None, message).await?;
        Ok(request)
    }

    /// How many messages of a person wait for an answer.
    pub async fn unanswered(&mut self, person: PersonId, topic: &str) -> Result<u32, StoreError> {
        let count = sqlx::query_scalar!(
            r#"
            select count(*) as "count!"
            from support_requests
            join support_messages on support_messages.request_id = support_requests.id
            where support_requests.person_id = $1
                and support_requests.topic = $2
                and support_requests.state = 'open'
                and support_messages.admin_id is null
            "#,
            person.get(),
            topic,
        );
        let count = answered(count.fetch_one(self.connection())).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Remembers a message by which operators were told of a request.
    pub async fn keep_support_copy(
        &mut self,
        request: i64,
        chat: ChatId,
        row: OutboxId,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "insert into support_copies (outbox_id, request_id, chat_id) values ($1, $2, $3)",
            row.get(),
            request,
            chat.get(),
        );
        self.run(keep).await
    }

    /// The request of which a message told the operators, if it is one of those.
    pub async fn request_of_copy(
        &mut self,
        chat: ChatId,
        message: MessageId,
    ) -> Result<Option<SupportRequest>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                person_id,
                topic,
                state
            from support_requests
            where id in (
                select request_id
                from support_copies
                where chat_id = $1
                    and message_id = $2
                union all
                select support_copies.request_id
                from support_copies
                join outbox on outbox.id = support_copies.outbox_id
                where support_copies.chat_id = $1
                    and support_copies.message_id is null
                    and outbox.message_id = $2
            )
            "#,
            chat.get(),
            message.get(),
        );
        Ok(answered(find.fetch_optional(self.connection())).await?.map(Row::read))
    }

    /// The request with this number.
    pub async fn support_request(&mut self, id: i64) -> Result<Option<SupportRequest>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                person_id,
                topic,
                state
            from support_requests
            where id = $1
            "#,
            id,
        );
        Ok(answered(find.fetch_optional(self.connection())).await?.map(Row::read))
    }

    /// Keeps what an operator answers: the request is answered.
    pub async fn answer_support(
        &mut self,
        request: i64,
        admin: PersonId,
        message: SupportMessage<'_>,
    ) -> Result<(), StoreError> {
        let end = sqlx::query!(
            r#"
            update support_requests
            set state = 'answered',
                answered_at = trt_now()
            where id = $1
            "#,
            request,
        );
        self.run(end).await?;
        self.keep_support_message(request, Some(admin), message).await
    }

    async fn keep_support_message(
        &mut self,
        request: i64,
        admin: Option<PersonId>,
        message: SupportMessage<'_>,
    ) -> Result<(), StoreError> {
        let (kind, file) = message.file.unzip();
        let keep = sqlx::query!(
            r#"
            insert into support_messages (request_id, admin_id, words, file_kind, file)
            values ($1, $2, $3, $4, $5)
            "#,
            request,
            admin.map(PersonId::get),
            message.words,
            kind,
            file,
        );
        self.run(keep).await
    }
}

impl UpkeepTx<'_> {
    /// Takes over from the outbox, which forgets them, by which messages operators were told.
    pub async fn learn_support_copies(&mut self) -> Result<u64, StoreError> {
        let learn = sqlx::query!(
            r#"
            update support_copies
            set message_id = outbox.message_id
            from outbox
            where outbox.id = support_copies.outbox_id
                and support_copies.message_id is null
                and outbox.message_id is not null
            "#,
        );
        Ok(answered(learn.execute(self.connection())).await?.rows_affected())
    }

    /// Removes requests that were answered more than a year ago, with all that was said.
    pub async fn forget_support(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query!(
            r#"
            delete from support_requests
            where id in (
                select id
                from support_requests
                where state = 'answered'
                    and answered_at < trt_now() - interval '400 days'
                limit $1
            )
            "#,
            rows,
        );
        Ok(answered(forget.execute(self.connection())).await?.rows_affected())
    }
}

/// A request as the database has it.
struct Row {
    id: i64,
    person_id: i64,
    topic: String,
    state: String,
}

impl Row {
    fn read(self) -> SupportRequest {
        SupportRequest {
            id: self.id,
            person: PersonId::new(self.person_id),
            topic: self.topic,
            is_answered: self.state == "answered",
        }
    }
}
