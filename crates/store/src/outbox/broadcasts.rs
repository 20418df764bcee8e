//! Messages to many people: their rows, from a draft to what became of them.
//!
//! ```text
//!   draft ── turn ──> on ── [`mod@spreading`], batch by batch ──> done
//!     │                │ ^
//!     │                v │ turn: what is still to be said is parked, and ready again
//!     └────────────> paused ──> stopped: what is still to be said leaves
//! ```
//!
//! What becomes of each person's message is a row of the outbox as long as it is new; then it is counted here and
//! leaves. So the outbox holds a window of a broadcast, however many people it is for.
//!
//! On failure: part of the caller's commit. A term that ends half-way leaves a row that says how far it was.

pub mod spreading;

use domain::broadcast::{BroadcastState, Segment};
use domain::{BroadcastId, PersonId};

use crate::error::StoreError;
use crate::transaction::answered;
use crate::views::BroadcastsTx;

/// What a broadcast says and shows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BroadcastBody {
    /// Its words; empty: only a file.
    pub words: String,
    /// How parts of them look.
    pub styles: String,
    /// What its file was sent as, and Telegram's id.
    pub file: Option<(String, String)>,
    /// What can be tapped below it, as it was typed.
    pub buttons: String,
}

/// A broadcast as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broadcast {
    /// Which.
    pub id: BroadcastId,
    /// How far it is.
    pub state: BroadcastState,
    /// Whom it is for.
    pub segment: Segment,
    /// What it says.
    pub body: BroadcastBody,
    /// How many people it was for when it was started.
    pub aimed_at: u64,
    /// When it begins, ready to be shown; none: at once.
    pub starts: Option<String>,
    /// That time has come.
    pub is_due: bool,
    /// When it was drafted, ready to be shown.
    pub at: String,
    /// What became of it so far.
    pub counts: Counts,
}

/// What became of a broadcast so far, in people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Have it.
    pub delivered: i64,
    /// Have blocked the bot.
    pub blocked: i64,
    /// Will not have it.
    pub failed: i64,
    /// May have it.
    pub doubtful: i64,
    /// Wait in the outbox.
    pub waiting: i64,
}

/// When a broadcast begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begins<'a> {
    /// So many minutes from now; none: at once.
    In(i32),
    /// At this moment of a time zone: `2026-10-01 18:00`, `Europe/Moscow`.
    At(&'a str, &'a str),
}

impl BroadcastsTx<'_> {
    /// Begins a draft; one that is there already stays as it is.
    pub async fn begin(&mut self, id: BroadcastId, admin: PersonId) -> Result<(), StoreError> {
        let begin = sqlx::query!(
            r#"
            insert into broadcasts (id, admin_id)
            values ($1, $2)
            on conflict on constraint broadcasts_pkey do nothing
            "#,
            id.get(),
            admin.get(),
        );
        self.run(begin).await
    }

    /// A broadcast, locked until the transaction ends.
    pub async fn broadcast(
        &mut self,
        id: BroadcastId,
        zone: &str,
    ) -> Result<Option<Broadcast>, StoreError> {
        let lock = sqlx::query!("select id from broadcasts where id = $1 for update", id.get());
        answered(lock.fetch_optional(self.connection())).await?;
        Ok(self.broadcasts(id.get()..=id.get(), 1, zone).await?.pop())
    }

    /// The last broadcasts, the latest first.
    pub async fn last_broadcasts(
        &mut self,
        most: i64,
        zone: &str,
    ) -> Result<Vec<Broadcast>, StoreError> {
        self.broadcasts(0..=i64::MAX, most, zone).await
    }

    async fn broadcasts(
        &mut self,
        ids: std::ops::RangeInclusive<i64>,
        most: i64,
        zone: &str,
    ) -> Result<Vec<Broadcast>, StoreError> {
        let find = sqlx::query_as!(
            Row,
            r#"
            select
                broadcasts.id,
                broadcasts.state,
                segment,
                detail,
                words,
                styles,
                file_kind,
                file,
                buttons,
                aimed_at,
                to_char(starts_at at time zone $4, 'DD.MM HH24:MI') as starts,
                coalesce(starts_at <= trt_now(), true) as "is_due!",
                to_char(broadcasts.created_at at time zone $4, 'DD.MM HH24:MI') as "at!",
                broadcasts.delivered + fresh.delivered as "delivered!",
                broadcasts.blocked + fresh.blocked as "blocked!",
                broadcasts.failed + fresh.failed as "failed!",
                broadcasts.doubtful + fresh.doubtful as "doubtful!",
                fresh.waiting as "waiting!"
            from broadcasts
            cross join lateral (
                select
                    count(*) filter (where outbox.state = 2) as delivered,
                    count(*) filter (where outbox.state = 4 and broadcasts.state <> 'paused') as blocked,
                    count(*) filter (where outbox.state = 3) as failed,
                    count(*) filter (where outbox.state = 6) as doubtful,
                    count(*) filter (
                        where outbox.state in (0, 1)
                            or (outbox.state = 4 and broadcasts.state = 'paused')
                    ) as waiting
                from outbox
                where outbox.broadcast_id = broadcasts.id
            ) as fresh
            where broadcasts.id between $1 and $2
            order by broadcasts.id desc
            limit $3
            "#,
            ids.start(),
            ids.end(),
            most,
            zone,
        );
        let rows = answered(find.fetch_all(self.connection())).await?;
        Ok(rows.into_iter().map(Row::read).collect())
    }

    /// Keeps what a draft says and shows; its buttons stay as they are.
    pub async fn say(
        &mut self,
        id: BroadcastId,
        words: &str,
        styles: &str,
        file: Option<(&str, &str)>,
    ) -> Result<(), StoreError> {
        let (kind, file) = file.unzip();
        let say = sqlx::query!(
            r#"
            update broadcasts
            set words = $2,
                file_kind = $3,
                file = $4,
                styles = $5
            where id = $1
                and state = 'draft'
            "#,
            id.get(),
            words,
            kind,
            file,
            styles,
        );
        self.run(say).await
    }

    /// Keeps whom a draft is for.
    pub async fn to(&mut self, id: BroadcastId, segment: &Segment) -> Result<(), StoreError> {
        let to = sqlx::query!(
            "update broadcasts set segment = $2, detail = $3 where id = $1 and state = 'draft'",
            id.get(),
            segment.kind(),
            segment.detail(),
        );
        self.run(to).await
    }

    /// Keeps what can be tapped below a draft.
    pub async fn buttons(&mut self, id: BroadcastId, buttons: &str) -> Result<(), StoreError> {
        let keep = sqlx::query!(
            "update broadcasts set buttons = $2 where id = $1 and state = 'draft'",
            id.get(),
            buttons,
        );
        self.run(keep).await
    }

    /// Keeps when a draft begins.
    pub async fn starts(&mut self, id: BroadcastId, begins: Begins<'_>) -> Result<(), StoreError> {
        let (minutes, at, zone) = match begins {
            Begins::In(minutes) => (minutes, None, "UTC"),
            Begins::At(at, zone) => (0, Some(at), zone),
        };
        let keep = sqlx::query!(
            r#"
            update broadcasts
            set starts_at = case
                when $3::text is not null then $3::text::timestamp at time zone $4
                when $2::int > 0 then trt_now() + make_interval(mins => $2::int)
            end
            where id = $1
                and state = 'draft'
            "#,
            id.get(),
            minutes,
            at,
            zone,
        );
        self.run(keep).await
    }

    /// Lets a broadcast that was locked go out, holds it or ends it. What waits in the outbox is made ready, parked or
    /// removed with that; what is just being said goes on.
    pub async fn turn(&mut self, id: BroadcastId, state: BroadcastState) -> Result<(), StoreError> {
        // What is parked while it is held must not be taken for people who cannot be reached.
        self.count_ended(id).await?;
        let turn = sqlx::query!(
            r#"
            update broadcasts
            set state = $2,
                ended_at = case when $2 in ('done', 'stopped') then trt_now() end
            where id = $1
                and state not in ('done', 'stopped')
            "#,
            id.get(),
            state.word(),
        );
        self.run(turn).await?;
        match state {
            BroadcastState::On => self.move_rows(id, 4, 0).await,
            BroadcastState::Paused => self.move_rows(id, 0, 4).await,
            BroadcastState::Stopped => {
                let leave = sqlx::query!(
                    "delete from outbox where broadcast_id = $1 and state in (0, 4)",
                    id.get(),
                );
                self.run(leave).await
            }
            BroadcastState::Draft | BroadcastState::Done => Ok(()),
        }
    }

    /// Remembers how many people a draft is for as it is started.
    pub async fn aim(&mut self, id: BroadcastId) -> Result<(), StoreError> {
        let aim = sqlx::query!(
            r#"
            update broadcasts
            set aimed_at = (
                select count(*)
                from conversations as person
                where wants_news(person)
                    and is_of_segment(person, broadcasts.segment, broadcasts.detail)
            )
            where id = $1
                and state = 'draft'
            "#,
            id.get(),
        );
        self.run(aim).await
    }

    async fn move_rows(&mut self, id: BroadcastId, from: i16, to: i16) -> Result<(), StoreError> {
        let turn = sqlx::query!(
            "update outbox set state = $3 where broadcast_id = $1 and state = $2",
            id.get(),
            from,
            to,
        );
        self.run(turn).await
    }
}

/// A broadcast as the database has it.
struct Row {
    id: i64,
    state: String,
    segment: String,
    detail: String,
    words: String,
    styles: String,
    file_kind: Option<String>,
    file: Option<String>,
    buttons: String,
    aimed_at: i64,
    starts: Option<String>,
    is_due: bool,
    at: String,
    delivered: i64,
    blocked: i64,
    failed: i64,
    doubtful: i64,
    waiting: i64,
}

impl Row {
    fn read(self) -> Broadcast {
        Broadcast {
            id: BroadcastId::new(self.id),
            // What only a later release knows goes nowhere.
            state: BroadcastState::from_word(&self.state).unwrap_or(BroadcastState::Stopped),
            segment: Segment::of(&self.segment, &self.detail).unwrap_or(Segment::All),
            body: BroadcastBody {
                words: self.words,
                styles: self.styles,
                file: self.file_kind.zip(self.file),
                buttons: self.buttons,
            },
            aimed_at: u64::try_from(self.aimed_at).unwrap_or_default(),
            starts: self.starts,
            is_due: self.is_due,
            at: self.at,
            counts: Counts {
                delivered: self.delivered,
                blocked: self.blocked,
                failed: self.failed,
                doubtful: self.doubtful,
                waiting: self.waiting,
            },
        }
    }
}
