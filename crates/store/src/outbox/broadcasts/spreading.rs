//! How a broadcast reaches its people: along their numbers, a window of it at a time.
//!
//! ```text
//!   people, in the order of their numbers
//!   ├── have a row, which was counted ──┼── have a row in the outbox ──┼── are not looked at yet ──>
//!                                                                after_person
//! ```
//!
//! One commit writes the rows of some people and how far that is, so each of them gets one row, whoever is active.
//! Rows that ended are counted and leave: sent, refused, and those of people who have blocked the bot. A row that may
//! or may not have been sent is counted and stays for an operator, with the reason why nobody has to look at it.
//!
//! On failure: rolled back, and begun again by whoever is active then.

use domain::broadcast::Segment;
use domain::{BroadcastId, ChatId, Language, PersonId};

use super::BroadcastBody;
use crate::error::StoreError;
use crate::leader_tx::Deed;
use crate::outbox::{Line, OnDoubt, Priority};
use crate::pool::Store;
use crate::transaction::answered;
use crate::views::BroadcastsTx;

/// So many people are looked at in one batch, whether they are among those it is for or not.
const LOOKED_AT: i64 = 4_000;

/// So many rows are counted in one batch.
const COUNTED: i64 = 4_000;

/// A broadcast that is going out, locked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spreading {
    /// Whom it is for.
    pub segment: Segment,
    /// What it says.
    pub body: BroadcastBody,
    /// Everybody has their row.
    pub is_written: bool,
    /// How many rows wait, or are just being said.
    pub waiting: u32,
}

/// Somebody who is to have a broadcast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipient {
    /// Who.
    pub person: PersonId,
    /// The language they are spoken to in.
    pub language: Language,
}

/// The next people of a broadcast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// Those whom it is for.
    pub people: Vec<Recipient>,
    /// Up to whom everybody was looked at.
    pub up_to: i64,
    /// Those were the last.
    pub is_last: bool,
}

/// How many messages of a broadcast ended, by how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// They were said.
    pub delivered: i64,
    /// Telegram refused them.
    pub failed: i64,
    /// The person cannot be reached.
    pub blocked: i64,
    /// Nobody knows.
    pub doubtful: i64,
}

impl Store {
    /// The broadcasts that have something to do: they are due, or something of them is not counted yet.
    pub async fn broadcasts_due(&self) -> Result<Vec<BroadcastId>, StoreError> {
        let due = sqlx::query_scalar!(
            r#"
            select id
            from broadcasts
            where (state = 'on' and coalesce(starts_at <= trt_now(), true))
                or (
                    state = 'stopped'
                    and exists (select from outbox where outbox.broadcast_id = broadcasts.id)
                )
            order by id
            "#,
        );
        let due = self.reading(async |read| due.fetch_all(read).await).await?;
        Ok(due.into_iter().map(BroadcastId::new).collect())
    }
}

impl BroadcastsTx<'_> {
    /// Locks a broadcast that is going out; none: it no longer is.
    pub async fn spreading(&mut self, id: BroadcastId) -> Result<Option<Spreading>, StoreError> {
        let lock = sqlx::query!(
            r#"
            update broadcasts
            set begun_at = coalesce(begun_at, trt_now())
            where id = $1
                and state = 'on'
            returning
                segment,
                detail,
                words,
                styles,
                file_kind,
                file,
                buttons,
                is_written
            "#,
            id.get(),
        );
        let Some(row) = answered(lock.fetch_optional(self.connection())).await? else {
            return Ok(None);
        };
        let waiting = sqlx::query_scalar!(
            r#"
            select count(*) as "count!"
            from outbox
            where broadcast_id = $1
                and state in (0, 1)
            "#,
            id.get(),
        );
        let waiting = answered(waiting.fetch_one(self.connection())).await?;
        // Whom only a later release can name gets nothing.
        let segment = Segment::of(&row.segment, &row.detail)
            .ok_or(StoreError::Broken("a broadcast is for nobody that is known"))?;
        Ok(Some(Spreading {
            segment,
            body: BroadcastBody {
                words: row.words,
                styles: row.styles,
                file: row.file_kind.zip(row.file),
                buttons: row.buttons,
            },
            is_written: row.is_written,
            waiting: u32::try_from(waiting).unwrap_or(u32::MAX),
        }))
    }

    /// How many people a segment has now: those who can be reached and want news.
    pub async fn people_of(&mut self, segment: &Segment) -> Result<u64, StoreError> {
        let count = sqlx::query_scalar!(
            r#"
            select count(*) as "count!"
            from conversations as person
            where wants_news(person)
                and is_of_segment(person, $1, $2)
            "#,
            segment.kind(),
            segment.detail(),
        );
        let count = answered(count.fetch_one(self.connection())).await?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// The next people of a broadcast, at most so many.
    pub async fn next_people(
        &mut self,
        id: BroadcastId,
        segment: &Segment,
        most: i64,
    ) -> Result<Next, StoreError> {
        let look = sqlx::query!(
            r#"
            with looked as materialized (
                select person as who, person.person_id
                from broadcasts
                join conversations as person on person.person_id > broadcasts.after_person
                where broadcasts.id = $1
                    and person.created_at <= broadcasts.begun_at
                order by person.person_id
                limit $5
            ), chosen as (
                select
                    person_id,
                    (who).language as language,
                    (who).language_tag as language_tag
                from looked
                where wants_news(who)
                    and is_of_segment(who, $2, $3)
                order by person_id
                limit $4
            )
            select
                chosen.person_id as "person_id?",
                chosen.language as "language?",
                chosen.language_tag as "language_tag?",
                (select max(person_id) from looked) as last,
                (select count(*) from looked) as "looked!"
            from (select) as once
            left join chosen on true
            order by chosen.person_id
            "#,
            id.get(),
            segment.kind(),
            segment.detail(),
            most,
            LOOKED_AT,
        );
        let rows = answered(look.fetch_all(self.connection())).await?;
        let first = rows.first();
        let (last, looked) = first.map_or((None, 0), |row| (row.last, row.looked));
        let people: Vec<Recipient> = rows
            .iter()
            .filter_map(|row| {
                let chosen = row.language.as_deref().and_then(Language::from_code);
                let guessed = || Language::guess(row.language_tag.as_deref());
                let person = PersonId::new(row.person_id?);
                Some(Recipient { person, language: chosen.unwrap_or_else(guessed) })
            })
            .collect();
        // Where there was no room for all, it goes on behind the last who found some.
        let is_full = i64::try_from(people.len()).unwrap_or(i64::MAX) >= most;
        let up_to = match people.last() {
            Some(last) if is_full => last.person.get(),
            _ => last.unwrap_or_default(),
        };
        Ok(Next { people, up_to, is_last: looked < LOOKED_AT && !is_full })
    }

    /// Writes down what these people get, and how far that is.
    pub async fn write_people(
        &mut self,
        id: BroadcastId,
        next: &Next,
        bodies: &[Vec<u8>],
    ) -> Result<(), StoreError> {
        let chats: Vec<i64> = next.people.iter().map(|one| one.person.get()).collect();
        let bodies: Vec<&[u8]> = bodies.iter().map(Vec::as_slice).collect();
        let write = sqlx::query!(
            r#"
            insert into outbox (chat_id, priority, on_doubt, line, body, broadcast_id)
            select chat_id, $3, $4, $5, body, $6
            from unnest($1::bigint[], $2::bytea[]) as saying (chat_id, body)
            "#,
            &chats,
            &bodies as &[&[u8]],
            Priority::Broadcast.number(),
            OnDoubt::Never.number(),
            Line::News.number(),
            id.get(),
        );
        self.run(write).await?;
        let keep = sqlx::query!(
            r#"
            update broadcasts
            set after_person = greatest(after_person, $2),
                is_written = $3
            where id = $1
            "#,
            id.get(),
            next.up_to,
            next.is_last,
        );
        self.run(keep).await
    }

    /// Counts rows that ended; those leave. How many there were.
    pub async fn count_ended(&mut self, id: BroadcastId) -> Result<u64, StoreError> {
        let counted = sqlx::query_as!(
            Counted,
            r#"
            with ended as (
                select outbox.id, outbox.state
                from outbox
                join broadcasts on broadcasts.id = outbox.broadcast_id
                where outbox.broadcast_id = $1
                    and (
                        outbox.state in (2, 3, 6)
                        or (outbox.state = 4 and broadcasts.state <> 'paused')
                    )
                limit $2
            ), gone as (
                delete from outbox
                using ended
                where outbox.id = ended.id
                    and outbox.state = ended.state
                    and ended.state <> 6
                returning outbox.state
            ), kept as (
                update outbox
                set broadcast_id = null,
                    dropped_at = trt_now(),
                    drop_reason = 'counted as in doubt in its broadcast'
                from ended
                where outbox.id = ended.id
                    and ended.state = 6
                returning outbox.state
            ), counted as (
                select state from gone
                union all
                select state from kept
            ), told as (
                update broadcasts
                set delivered = delivered + (select count(*) from counted where state = 2),
                    failed = failed + (select count(*) from counted where state = 3),
                    blocked = blocked + (select count(*) from counted where state = 4),
                    doubtful = doubtful + (select count(*) from counted where state = 6)
                where id = $1
                    and exists (select from counted)
                returning id
            )
            select
                count(*) filter (where state = 2) + 0 * (select count(*) from told) as "delivered!",
                count(*) filter (where state = 3) as "failed!",
                count(*) filter (where state = 4) as "blocked!",
                count(*) filter (where state = 6) as "doubtful!"
            from counted
            "#,
            id.get(),
            COUNTED,
        );
        let counted = answered(counted.fetch_one(self.connection())).await?;
        self.note(Deed::Spread(counted));
        let Counted { delivered, failed, blocked, doubtful } = counted;
        Ok(u64::try_from(delivered + failed + blocked + doubtful).unwrap_or_default())
    }

    /// Nobody is left: it is done.
    pub async fn is_done(&mut self, id: BroadcastId) -> Result<(), StoreError> {
        let end = sqlx::query!(
            r#"
            update broadcasts
            set state = 'done',
                ended_at = trt_now()
            where id = $1
                and state = 'on'
            "#,
            id.get(),
        );
        self.run(end).await
    }
}

impl Recipient {
    /// Their private chat.
    pub fn chat(&self) -> ChatId {
        ChatId::new(self.person.get())
    }
}
