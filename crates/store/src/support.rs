//! What people ask operators, and what they are answered.
//!
//! ```text
//!   a message ── ask ──> open ── the operators' copies of it go out by the outbox
//!      another one ────>  │ ^
//!                  answer v │ another one
//!                      answered ── close ──> closed        what comes then begins a new request
//! ```
//!
//! One person has one conversation about a topic that is not closed; what they add goes to it. A reply is found by the
//! message it replies to, on both sides: the outbox knows its number for a week, and [`learn_support_copies`] keeps it
//! after that. What operators look at is in [`mod@listing`].
//!
//! On failure: part of the caller's commit.
//!
//! [`learn_support_copies`]: crate::views::UpkeepTx::learn_support_copies

pub mod listing;

use domain::{ChatId, MessageId, OutboxId, PersonId, SupportTopic};

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
    /// Who asked; none: it left with its person, who had themselves deleted.
    pub person: Option<PersonId>,
    /// About what.
    pub topic: SupportTopic,
    /// How it stands.
    pub standing: SupportStanding,
    /// It was found by what an operator answered, not by what operators were told.
    pub is_letter: bool,
}

/// How a request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SupportStanding {
    /// Somebody has to answer.
    Open,
    /// Somebody has; the person may go on.
    Answered,
    /// It is over.
    Closed,
}

impl PeopleTx<'_> {
    /// Keeps what a person, whose conversation is locked, asks or adds; the number of the request.
    pub async fn ask_support(
        &mut self,
        person: PersonId,
        topic: SupportTopic,
        name: &str,
        message: SupportMessage<'_>,
    ) -> Result<i64, StoreError> {
        let go_on = sqlx::query_scalar!(
            r#"
            update support_requests
            set state = 'open',
                name = $3
            where id = (
                    select id
                    from support_requests
                    where person_id = $1
                        and topic = $2
                        and state <> 'closed'
                    order by state = 'open' desc, id desc
                    limit 1
                )
                and state <> 'closed'
            returning id
            "#,
            person.get(),
            topic.word(),
            name,
        );
        let known = answered(go_on.fetch_optional(self.connection())).await?;
        let request = match known {
            Some(request) => request,
            None => {
                let begin = sqlx::query_scalar!(
                    r#"
                    insert into support_requests (person_id, topic, name)
                    values ($1, $2, $3)
                    returning id
                    "#,
                    person.get(),
                    topic.word(),
                    name,
                );
                answered(begin.fetch_one(self.connection())).await?
            }
        };
        self.keep_support_message(request, None, message).await?;
        Ok(request)
    }

    /// How many messages of a person wait for an answer, whatever they are about.
    pub async fn unanswered(&mut self, person: PersonId) -> Result<u32, StoreError> {
        let count = sqlx::query_scalar!(
            r#"
            select count(*) as "count!"
            from support_requests as request
            join support_messages as message on message.request_id = request.id
            where request.person_id = $1
                and request.state = 'open'
                and message.admin_id is null
                and not exists (
                    select
                    from support_messages as answer
                    where answer.request_id = request.id
                        and answer.id > message.id
                        and answer.admin_id is not null
                )
            "#,
            person.get(),
        );
        let count = answered(count.fetch_one(self.connection())).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Remembers a message by which operators were told of a request, or the letter by which its person was.
    pub async fn keep_support_copy(
        &mut self,
        request: i64,
        chat: ChatId,
        row: OutboxId,
        is_letter: bool,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            insert into support_copies (outbox_id, request_id, chat_id, is_letter)
            values ($1, $2, $3, $4)
            "#,
            row.get(),
            request,
            chat.get(),
            is_letter,
        );
        self.run(keep).await
    }

    /// The request of which a message told the operators or its person, if it is one of those.
    pub async fn request_of_copy(
        &mut self,
        chat: ChatId,
        message: MessageId,
    ) -> Result<Option<SupportRequest>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                found.request_id as "id!",
                request.person_id as "person_id?",
                request.topic as "topic?",
                request.state as "state?",
                found.is_letter as "is_letter!"
            from (
                select request_id, is_letter
                from support_copies
                where chat_id = $1
                    and message_id = $2
                union all
                select support_copies.request_id, support_copies.is_letter
                from support_copies
                join outbox on outbox.id = support_copies.outbox_id
                where support_copies.chat_id = $1
                    and support_copies.message_id is null
                    and outbox.message_id = $2
            ) as found
            left join support_requests as request on request.id = found.request_id
            limit 1
            "#,
            chat.get(),
            message.get(),
        );
        Ok(answered(find.fetch_optional(self.connection())).await?.map(Row::read))
    }

    /// The request with this number, locked.
    pub async fn support_request(&mut self, id: i64) -> Result<Option<SupportRequest>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                id,
                person_id as "person_id?",
                topic as "topic?",
                state as "state?",
                false as "is_letter!"
            from support_requests
            where id = $1
            for update
            "#,
            id,
        );
        Ok(answered(find.fetch_optional(self.connection())).await?.map(Row::read))
    }

    /// Closes a request; false: it was closed already.
    pub async fn close_support(
        &mut self,
        request: i64,
        admin: PersonId,
    ) -> Result<bool, StoreError> {
        let close = sqlx::query!(
            r#"
            update support_requests
            set state = 'closed',
                closed_at = trt_now(),
                closed_by = $2
            where id = $1
                and state <> 'closed'
            "#,
            request,
            admin.get(),
        );
        Ok(answered(close.execute(self.connection())).await?.rows_affected() > 0)
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

    /// Removes requests that ended more than a year ago with all that was said, and by which messages operators were
    /// told of them.
    pub async fn forget_support(&mut self, rows: i64) -> Result<u64, StoreError> {
        let forget = sqlx::query_scalar!(
            r#"
            with gone as (
                delete from support_requests
                where id in (
                    select id
                    from support_requests
                    where state <> 'open'
                        and coalesce(closed_at, answered_at) < trt_now() - interval '400 days'
                    limit $1
                )
                returning id
            ), untold as (
                delete from support_copies
                where request_id in (select id from gone)
                    or (
                        told_at < trt_now() - interval '400 days'
                        and not exists (
                            select
                            from support_requests
                            where support_requests.id = support_copies.request_id
                        )
                    )
            )
            select count(*) as "count!"
            from gone
            "#,
            rows,
        );
        let gone = answered(forget.fetch_one(self.connection())).await?;
        Ok(u64::try_from(gone).unwrap_or_default())
    }
}

/// A request as the database has it.
struct Row {
    id: i64,
    person_id: Option<i64>,
    topic: Option<String>,
    state: Option<String>,
    is_letter: bool,
}

impl Row {
    fn read(self) -> SupportRequest {
        SupportRequest {
            id: self.id,
            person: self.person_id.map(PersonId::new),
            topic: self
                .topic
                .and_then(|topic| SupportTopic::from_word(&topic))
                .unwrap_or(SupportTopic::General),
            standing: SupportStanding::of(self.state.as_deref().unwrap_or("closed")),
            is_letter: self.is_letter,
        }
    }
}

impl SupportStanding {
    fn of(state: &str) -> Self {
        match state {
            "open" => Self::Open,
            "closed" => Self::Closed,
            _ => Self::Answered,
        }
    }
}
