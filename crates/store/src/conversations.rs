//! People, and where the conversation with each of them stands.
//!
//! Every transaction about a person begins, right after the fence, with the lock on that person's
//! row: updates, payments and finished generations of one person meet there and go on one by one.

pub mod referrals;
mod taps;

use domain::{Language, MessageId, OutboxId, PersonId};

pub use taps::LastTap;

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::PeopleTx;

/// A person as far as we know them; locked until the transaction ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// Whom it is with.
    pub person: PersonId,
    /// The language they chose.
    pub language: Option<Language>,
    /// The language their Telegram is set to, when we last heard.
    pub language_tag: Option<String>,
    /// Where the dialogue stands, in its own words.
    pub state: String,
    /// Whether Telegram delivers our messages to them.
    pub reach: Reach,
    /// They want files as they were made.
    pub full_quality: bool,
    /// They do not want news.
    pub news_off: bool,
    /// The row of the outbox that was last said to them, unless it has been forgotten.
    pub said: Option<OutboxId>,
    /// The button that they tapped last, if they did nothing else since.
    pub tapped: Option<LastTap>,
    /// What Telegram called them when we last heard.
    pub name: String,
    /// The same, without `@`.
    pub username: Option<String>,
    /// An admin banned them.
    pub is_banned: bool,
    /// Grows with each change of the words that orders must not hold.
    pub guard_version: i64,
    /// The models that admins made free or no longer free: `key per-day per-hour`, by comma.
    pub free_models: String,
}

/// Somebody else than the one whose update is handled, as far as writing to them needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Acquaintance {
    /// The language they are spoken to in.
    pub speaks: Language,
    /// Whether Telegram delivers our messages to them.
    pub reach: Reach,
}

/// Whether Telegram delivers our messages to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// As far as we know.
    Reachable,
    /// They blocked the bot, or are gone.
    Unreachable,
}

impl Conversation {
    /// The language they are spoken to in: the one they chose, else what their Telegram suggests.
    pub fn speaks(&self) -> Language {
        self.language.unwrap_or_else(|| Language::guess(self.language_tag.as_deref()))
    }
}

impl PeopleTx<'_> {
    /// Opens the conversation with a person, for the first time if need be, and locks it.
    ///
    /// Writes only what is new: a row that is merely locked leaves no dead copy of itself.
    pub async fn conversation(
        &mut self,
        person: PersonId,
        language_tag: Option<&str>,
    ) -> Result<Conversation, StoreError> {
        let known = sqlx::query_as!(
            Row,
            r#"
            select
                language,
                language_tag,
                state,
                full_quality,
                news_off,
                coalesce(seen_at < trt_now() - interval '12 hours', true) as "is_long_unseen!",
                (
                    select outbox.id
                    from outbox
                    where outbox.id = conversations.said
                ) as said,
                unreachable_since is not null as "unreachable!",
                tapped_message,
                tapped_hash,
                (extract(epoch from trt_now() - tapped_at) * 1000)::bigint as tapped_ms,
                name,
                username,
                exists (select from bans where bans.person_id = $1) as "is_banned!",
                (select coalesce(sum(id), 0)::bigint from guard_changes) as "guard_version!",
                (
                    select string_agg(concat_ws(' ', model, per_day, per_hour), ',' order by model)
                    from free_models
                ) as free_models
            from conversations
            where person_id = $1
            for update
            "#,
            person.get(),
        );
        let known = answered(known.fetch_optional(self.connection())).await?;
        let is_news =
            |row: &Row| language_tag.is_some() && row.language_tag.as_deref() != language_tag;
        if let Some(row) = known.filter(|row| !is_news(row)) {
            self.keep_seen(&row, person).await?;
            return Ok(row.of(person));
        }
        self.open_conversation(person, language_tag).await
    }

    /// Opens it, or keeps what is new. Somebody else may have come first meanwhile, and may have known the language.
    async fn open_conversation(
        &mut self,
        person: PersonId,
        language_tag: Option<&str>,
    ) -> Result<Conversation, StoreError> {
        let opened = sqlx::query_as!(
            Row,
            r#"
            insert into conversations (person_id, language_tag)
            values ($1, $2)
            on conflict on constraint conversations_pkey
            do update
            set language_tag = coalesce(excluded.language_tag, conversations.language_tag),
                updated_at = trt_now(),
                seen_at = trt_now()
            returning
                language,
                language_tag,
                state,
                full_quality,
                news_off,
                coalesce(seen_at < trt_now() - interval '12 hours', true) as "is_long_unseen!",
                (
                    select outbox.id
                    from outbox
                    where outbox.id = conversations.said
                ) as said,
                unreachable_since is not null as "unreachable!",
                tapped_message,
                tapped_hash,
                (extract(epoch from trt_now() - tapped_at) * 1000)::bigint as tapped_ms,
                name,
                username,
                exists (select from bans where bans.person_id = $1) as "is_banned!",
                (select coalesce(sum(id), 0)::bigint from guard_changes) as "guard_version!",
                (
                    select string_agg(concat_ws(' ', model, per_day, per_hour), ',' order by model)
                    from free_models
                ) as free_models
            "#,
            person.get(),
            language_tag,
        );
        Ok(answered(opened.fetch_one(self.connection())).await?.of(person))
    }

    /// Remembers that a person did something; twice a day is enough for who asks.
    async fn keep_seen(&mut self, row: &Row, person: PersonId) -> Result<(), StoreError> {
        if !row.is_long_unseen {
            return Ok(());
        }
        let keep = sqlx::query!(
            "update conversations set seen_at = trt_now() where person_id = $1",
            person.get(),
        );
        self.run(keep).await
    }

    /// Keeps whether a person wants news.
    pub async fn keep_news(&mut self, person: PersonId, wanted: bool) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update conversations set news_off = not $2::boolean where person_id = $1",
            person.get(),
            wanted,
        );
        self.run(keep).await
    }

    /// Remembers which row of the outbox was last said to a person.
    pub async fn keep_said(&mut self, person: PersonId, row: OutboxId) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update conversations set said = $2 where person_id = $1",
            person.get(),
            row.get(),
        );
        self.run(keep).await
    }

    /// Somebody else; none if the bot never met them.
    ///
    /// Nothing is locked: two people who deal with each other must not wait for each other's
    /// conversations. Their accounts are locked where money moves.
    pub async fn acquaintance(
        &mut self,
        person: PersonId,
    ) -> Result<Option<Acquaintance>, StoreError> {
        let read = sqlx::query_as!(
            Row,
            r#"
            select
                language,
                language_tag,
                state,
                full_quality,
                news_off,
                coalesce(seen_at < trt_now() - interval '12 hours', true) as "is_long_unseen!",
                said,
                unreachable_since is not null as "unreachable!",
                tapped_message,
                tapped_hash,
                (extract(epoch from trt_now() - tapped_at) * 1000)::bigint as tapped_ms,
                name,
                username,
                exists (select from bans where bans.person_id = $1) as "is_banned!",
                (select coalesce(sum(id), 0)::bigint from guard_changes) as "guard_version!",
                (
                    select string_agg(concat_ws(' ', model, per_day, per_hour), ',' order by model)
                    from free_models
                ) as free_models
            from conversations
            where person_id = $1
            "#,
            person.get(),
        );
        let row = answered(read.fetch_optional(self.connection())).await?;
        let met = |met: Conversation| Acquaintance { speaks: met.speaks(), reach: met.reach };
        Ok(row.map(|row| met(row.of(person))))
    }

    /// Keeps where the dialogue stands.
    pub async fn keep_state(&mut self, person: PersonId, state: &str) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update conversations set state = $2, updated_at = trt_now() where person_id = $1",
            person.get(),
            state,
        );
        self.run(keep).await
    }

    /// Keeps what Telegram calls a person.
    pub async fn keep_names(
        &mut self,
        person: PersonId,
        name: &str,
        username: Option<&str>,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update conversations set name = $2, username = $3 where person_id = $1",
            person.get(),
            name,
            username,
        );
        self.run(keep).await
    }

    /// Keeps the language a person chose.
    pub async fn keep_language(
        &mut self,
        person: PersonId,
        language: Language,
    ) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update conversations set language = $2, updated_at = trt_now() where person_id = $1",
            person.get(),
            language.code(),
        );
        self.run(keep).await
    }

    /// Keeps what the first deep link carried; a later one changes nothing.
    pub async fn keep_start(&mut self, person: PersonId, payload: &str) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            r#"
            update conversations
            set start_payload = coalesce(start_payload, $2),
                came_at = case when start_payload is null then trt_now() else came_at end,
                updated_at = trt_now()
            where person_id = $1
            "#,
            person.get(),
            payload,
        );
        self.run(keep).await
    }

    /// Keeps whether a person can be reached; what was parked for them goes out when they can.
    pub async fn keep_reach(&mut self, person: PersonId, reach: Reach) -> Result<(), StoreError> {
        let unreachable = reach == Reach::Unreachable;
        let keep = sqlx::query!(
            r#"
            update conversations
            set unreachable_since = case when $2 then coalesce(unreachable_since, trt_now()) end,
                updated_at = trt_now()
            where person_id = $1
            "#,
            person.get(),
            unreachable,
        );
        self.run(keep).await
    }

    /// Telegram says of this row that its person cannot be reached; false: they were heard of after the call had
    /// begun, so it says nothing about now. Of somebody who never wrote nothing was heard.
    pub async fn keep_unreached(
        &mut self,
        person: PersonId,
        row: OutboxId,
    ) -> Result<bool, StoreError> {
        let keep = sqlx::query_scalar!(
            r#"
            with kept as (
                update conversations
                set unreachable_since = coalesce(unreachable_since, trt_now())
                from outbox
                where conversations.person_id = $1
                    and outbox.id = $2
                    and (
                        conversations.unreachable_since is not null
                        or conversations.updated_at <= coalesce(outbox.claimed_at, 'infinity')
                    )
                returning conversations.person_id
            )
            select
                exists (select from kept)
                or not exists (select from conversations where person_id = $1) as "unreached!"
            "#,
            person.get(),
            row.get(),
        );
        Ok(answered(keep.fetch_one(self.connection())).await?)
    }
}

/// A row as the database has it.
struct Row {
    language: Option<String>,
    language_tag: Option<String>,
    state: String,
    full_quality: bool,
    news_off: bool,
    is_long_unseen: bool,
    said: Option<i64>,
    unreachable: bool,
    tapped_message: Option<i64>,
    tapped_hash: Option<i64>,
    tapped_ms: Option<i64>,
    name: String,
    username: Option<String>,
    is_banned: bool,
    guard_version: i64,
    free_models: Option<String>,
}

impl Row {
    fn of(self, person: PersonId) -> Conversation {
        let reach = if self.unreachable { Reach::Unreachable } else { Reach::Reachable };
        Conversation {
            person,
            language: self.language.as_deref().and_then(Language::from_code),
            language_tag: self.language_tag,
            state: self.state,
            reach,
            full_quality: self.full_quality,
            news_off: self.news_off,
            said: self.said.map(OutboxId::new),
            tapped: self.tapped_hash.map(|hash| LastTap {
                message: self.tapped_message.map(MessageId::new),
                hash,
                age_ms: self.tapped_ms.unwrap_or_default(),
            }),
            name: self.name,
            username: self.username,
            is_banned: self.is_banned,
            guard_version: self.guard_version,
            free_models: self.free_models.unwrap_or_default(),
        }
    }
}
