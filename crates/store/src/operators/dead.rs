//! What was set aside, as an operator sees it: updates and sends in one list, with one kind of id.
//!
//! ```text
//!   u12   dead letter 12: an update that could not be handled
//!   s34   row 34 of the outbox: a request that Telegram refused for good, or in doubt for good
//!   8 characters in capitals: the reference that the person of an update was given
//! ```
//!
//! Reading changes nothing. What a person wrote is read only by [`Intake::dead`], for one at a time.

use std::fmt;

use ::time::OffsetDateTime;
use sqlx::PgConnection;

use crate::error::StoreError;
use crate::intake::Intake;
use crate::transaction::answered;
use crate::views::OperatorsTx;

/// How many characters a reference has.
const REFERENCE: usize = 8;

/// Which one is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeadId {
    /// An update, by its own number.
    Update(i64),
    /// An update, by the reference its person was given.
    Reference(String),
    /// Something to be said.
    Send(i64),
}

/// Something that was set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dead {
    /// Its id in the list.
    pub id: DeadId,
    /// Whose it is: a person, or the chat it was to be said in.
    pub person: i64,
    /// When it was set aside.
    pub at: OffsetDateTime,
    /// How often it was tried.
    pub tries: i16,
    /// Why it was set aside.
    pub problem: String,
    /// The reference that its person was given.
    pub reference: Option<String>,
    /// How many bytes it has.
    pub bytes: i64,
    /// What an operator did with it.
    pub end: Option<DeadEnd>,
}

/// What an operator did with something that was set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadEnd {
    /// When.
    pub at: OffsetDateTime,
    /// `retried` or `dropped`.
    pub what: String,
    /// Why.
    pub reason: String,
}

/// One of them, with what it carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadPart {
    /// What is known of it.
    pub dead: Dead,
    /// Its bytes.
    pub payload: Vec<u8>,
}

/// What waits for an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadList {
    /// The newest, the newest first.
    pub shown: Vec<Dead>,
    /// How many there are in all.
    pub total: i64,
    /// How many of these are something to be said.
    pub sends: i64,
}

impl DeadId {
    /// Reads an id or a reference; none when it is neither.
    pub fn parse(text: &str) -> Option<Self> {
        let number = |rest: &str| {
            let plain = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| rest.parse::<i64>().ok()).flatten()
        };
        let id = match (text.strip_prefix('u'), text.strip_prefix('s')) {
            (Some(rest), _) => number(rest).map(Self::Update),
            (_, Some(rest)) => number(rest).map(Self::Send),
            (None, None) => None,
        };
        let is_reference =
            text.len() == REFERENCE && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        id.or_else(|| is_reference.then(|| Self::Reference(text.to_ascii_uppercase())))
    }
}

impl fmt::Display for DeadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Update(id) => write!(f, "u{id}"),
            Self::Reference(reference) => f.write_str(reference),
            Self::Send(id) => write!(f, "s{id}"),
        }
    }
}

impl Intake {
    /// What waits for an operator, the newest first and so many at most.
    pub async fn dead_list(&self, most: i64) -> Result<DeadList, StoreError> {
        let mut read = self.side().read().await?;
        let list = list(read.connection(), most).await?;
        read.end().await;
        Ok(list)
    }

    /// One of them with its bytes, whatever an operator did with it; none when there is none.
    pub async fn dead(&self, id: &DeadId) -> Result<Option<DeadPart>, StoreError> {
        let mut read = self.side().read().await?;
        let part = part(read.connection(), id).await?;
        read.end().await;
        Ok(part)
    }
}

impl OperatorsTx<'_> {
    /// What waits for an operator, as [`Intake::dead_list`] says.
    pub async fn dead_list(&mut self, most: i64) -> Result<DeadList, StoreError> {
        list(self.connection(), most).await
    }

    /// One of them, as [`Intake::dead`] says.
    pub async fn dead(&mut self, id: &DeadId) -> Result<Option<DeadPart>, StoreError> {
        part(self.connection(), id).await
    }
}

async fn list(connection: &mut PgConnection, most: i64) -> Result<DeadList, StoreError> {
    let rows = sqlx::query_as!(
        Row,
        r#"
            with updates as (
                select
                    'u' as kind,
                    id,
                    lane as person,
                    set_aside_at as at,
                    attempts,
                    problem,
                    reference,
                    octet_length(payload) as bytes
                from dead_letters
                where ended_at is null
                order by id desc
                limit $1
            ),
            sends as (
                select
                    's' as kind,
                    id,
                    chat_id as person,
                    ended_at as at,
                    attempts,
                    coalesce(problem, '') as problem,
                    null::text as reference,
                    octet_length(body) as bytes
                from outbox
                where state in (3, 6)
                    and dropped_at is null
                order by id desc
                limit $1
            ),
            both_kinds as (
                select kind, id, person, at, attempts, problem, reference, bytes
                from updates
                union all
                select kind, id, person, at, attempts, problem, reference, bytes
                from sends
            )
            select
                kind as "kind!",
                id as "id!",
                person as "person!",
                at as "at!",
                attempts as "attempts!",
                problem as "problem!",
                reference,
                bytes::bigint as "bytes!",
                null::timestamptz as ended_at,
                null::text as ended_as,
                null::text as end_reason,
                null::bytea as payload,
                (select count(*) from dead_letters where ended_at is null) as "updates!",
                (select count(*) from outbox where state in (3, 6) and dropped_at is null) as "sends!"
            from both_kinds
            order by at desc, kind, id desc
            limit $1
            "#,
        most,
    );
    let rows = answered(rows.fetch_all(connection)).await?;
    let (updates, sends) = rows.first().map_or((0, 0), |row| (row.updates, row.sends));
    let shown = rows.into_iter().map(|row| row.into_part().dead).collect();
    Ok(DeadList { shown, total: updates + sends, sends })
}

async fn part(connection: &mut PgConnection, id: &DeadId) -> Result<Option<DeadPart>, StoreError> {
    let (update, reference, send) = match id {
        DeadId::Update(id) => (Some(*id), None, None),
        DeadId::Reference(reference) => (None, Some(reference.as_str()), None),
        DeadId::Send(id) => (None, None, Some(*id)),
    };
    let row = sqlx::query_as!(
        Row,
        r#"
            select
                'u' as "kind!",
                id as "id!",
                lane as "person!",
                set_aside_at as "at!",
                attempts as "attempts!",
                problem as "problem!",
                reference,
                octet_length(payload)::bigint as "bytes!",
                ended_at,
                ended_as,
                end_reason,
                payload,
                1::bigint as "updates!",
                0::bigint as "sends!"
            from dead_letters
            where id = $1
                or reference = $2
            union all
            select
                's',
                id,
                chat_id,
                ended_at,
                attempts,
                coalesce(problem, ''),
                null,
                octet_length(body)::bigint,
                dropped_at,
                case when dropped_at is not null then 'dropped' end,
                drop_reason,
                body,
                1::bigint,
                0::bigint
            from outbox
            where id = $3
                and state in (3, 6)
            "#,
        update,
        reference,
        send,
    );
    let row = answered(row.fetch_optional(connection)).await?;
    Ok(row.map(Row::into_part))
}

/// A row as the database has it.
struct Row {
    kind: String,
    id: i64,
    person: i64,
    at: OffsetDateTime,
    attempts: i16,
    problem: String,
    reference: Option<String>,
    bytes: i64,
    ended_at: Option<OffsetDateTime>,
    ended_as: Option<String>,
    end_reason: Option<String>,
    payload: Option<Vec<u8>>,
    updates: i64,
    sends: i64,
}

impl Row {
    fn into_part(self) -> DeadPart {
        let id = if self.kind == "u" { DeadId::Update(self.id) } else { DeadId::Send(self.id) };
        let end = self.ended_at.map(|at| DeadEnd {
            at,
            what: self.ended_as.unwrap_or_default(),
            reason: self.end_reason.unwrap_or_default(),
        });
        let dead = Dead {
            id,
            person: self.person,
            at: self.at,
            tries: self.attempts,
            problem: self.problem,
            reference: self.reference,
            bytes: self.bytes,
            end,
        };
        DeadPart { dead, payload: self.payload.unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::DeadId;

    #[test]
    fn an_id_or_a_reference_is_read_and_nothing_else() {
        let reference = |text: &str| Some(DeadId::Reference(text.to_owned()));
        let table = [
            ("u12", Some(DeadId::Update(12))),
            ("s34", Some(DeadId::Send(34))),
            ("S2345678", reference("S2345678")),
            ("abcd2345", reference("ABCD2345")),
            ("u", None),
            ("u-1", None),
            ("u99999999999999999999", None),
            ("12", None),
            ("", None),
            ("ABCD 345", None),
        ];
        for (text, expected) in table {
            assert_eq!(DeadId::parse(text), expected, "{text}");
        }
    }
}
