//! What `trt check` and `trt smoke` ask of the database, beside what the bot itself asks.
//!
//! | question | changes |
//! | --- | --- |
//! | which server is this, what time is it there | nothing |
//! | is there such a time zone | nothing |
//! | when the last payment came | nothing |
//! | can it be written to and read back | one row, gone again afterwards |
//! | how far is the reply to an update | nothing |
//! | a holder that says nothing | a scratch lock, see [`SilentHolder`] |
//!
//! Nothing here passes the fence, and nothing here touches a row of the product. A scratch lock has
//! a name of its own that begins with [`SCRATCH`]; its rows are removed by
//! [`Store::forget_scratch`], those of a rehearsal that was killed by the next one.
//!
//! On failure: the error goes to whoever asked; a command that checks has nothing to retry for.

use std::time::Duration;

use domain::{ChatId, UpdateId};
use leadership::LockKey;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::error::StoreError;
use crate::options::DatabaseUrl;
use crate::pool::Store;
use crate::transaction::answered;
use crate::way::Way;

/// How the name of every scratch lock begins.
pub const SCRATCH: &str = "scratch/";

/// The server at the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Server {
    /// Its version as a number: 170002 is 17.2.
    pub version: i32,
    /// Whether it follows another one and takes no writes.
    pub standby: bool,
    /// Whether our role writes nothing there unless it asks to.
    pub read_only: bool,
    /// What time it is there, in seconds since 1970.
    pub unix: i64,
}

/// The payments that were ever booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentsSoFar {
    /// How many.
    pub count: i64,
    /// The day of the last one, to be shown.
    pub last: Option<String>,
}

/// How far the reply to an update is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyState {
    /// There is no such update.
    NoUpdate,
    /// Nobody has handled it yet.
    Waiting,
    /// It was turned away by a passive instance, which answers in another way.
    Rejected,
    /// It could not be handled and lies aside.
    SetAside,
    /// It was handled, and nothing is to be said.
    Silent,
    /// The reply is written and not sent.
    Written,
    /// Telegram has the reply.
    Sent,
}

/// A session that holds a scratch lock and gives no sign of life, as a frozen instance does.
///
/// The server ends it after the stale time, as it ends the session of a real holder.
#[derive(Debug)]
pub struct SilentHolder {
    _connection: PgConnection,
}

impl Store {
    /// The payments that were ever booked.
    pub async fn payments_so_far(&self) -> Result<PaymentsSoFar, StoreError> {
        let count = sqlx::query_as!(
            PaymentsSoFar,
            r#"
            select
                count(*) as "count!",
                to_char(max(paid_at), 'YYYY-MM-DD') as last
            from payments
            "#,
        );
        self.reading(async |read| count.fetch_one(read).await).await
    }

    /// Which server this is.
    pub async fn server(&self) -> Result<Server, StoreError> {
        let server = sqlx::query_as!(
            Server,
            r#"
            select
                current_setting('server_version_num')::int as "version!",
                pg_is_in_recovery() as "standby!",
                current_setting('default_transaction_read_only')::boolean as "read_only!",
                extract(epoch from clock_timestamp())::bigint as "unix!"
            "#,
        );
        self.reading(async |read| server.fetch_one(read).await).await
    }

    /// Whether the server knows a time zone by exactly this name.
    pub async fn knows_time_zone(&self, name: &str) -> Result<bool, StoreError> {
        let known = sqlx::query_scalar!(
            r#"
            select exists (
                select
                from pg_timezone_names
                where name = $1
            ) as "known!"
            "#,
            name,
        );
        self.reading(async |read| known.fetch_one(read).await).await
    }

    /// Commits a row, reads it back in another transaction and removes it; whether it came back.
    pub async fn round_trip(&self, mark: Uuid) -> Result<bool, StoreError> {
        let mut writing = self.transaction().await?;
        let write = sqlx::query!(
            r#"
            insert into inbox_unreadable (hash, payload)
            values ($1, $1)
            "#,
            mark.as_bytes(),
        );
        answered(write.execute(writing.connection())).await?;
        writing.commit().await?;
        let mut reading = self.transaction().await?;
        let read = sqlx::query_scalar!(
            r#"
            delete from inbox_unreadable
            where hash = $1
            returning payload
            "#,
            mark.as_bytes(),
        );
        let read = answered(read.fetch_optional(reading.connection())).await?;
        reading.commit().await?;
        Ok(read.as_deref() == Some(mark.as_bytes().as_slice()))
    }

    /// How far the reply to an update is, in this chat.
    ///
    /// A reply is written in the commit that makes its update done, and what that commit writes has
    /// the time at which it began.
    pub async fn reply_to(&self, update: UpdateId, chat: ChatId) -> Result<ReplyState, StoreError> {
        let found = sqlx::query!(
            r#"
            select
                inbox.state,
                reply.state as "reply?"
            from inbox
            left join lateral (
                select outbox.state
                from outbox
                where outbox.chat_id = $2
                    and outbox.created_at >= inbox.done_at
                order by outbox.id
                limit 1
            ) as reply on true
            where inbox.update_id = $1
            "#,
            update.get(),
            chat.get(),
        );
        let found = self.reading(async |read| found.fetch_optional(read).await).await?;
        Ok(match found.map(|row| (row.state, row.reply)) {
            None => ReplyState::NoUpdate,
            Some((0, _)) => ReplyState::Waiting,
            Some((2, _)) => ReplyState::Rejected,
            Some((3, _)) => ReplyState::SetAside,
            Some((_, None)) => ReplyState::Silent,
            Some((_, Some(2))) => ReplyState::Sent,
            Some((_, Some(_))) => ReplyState::Written,
        })
    }

    /// Removes the rows of a scratch lock, and of those that a killed rehearsal has left.
    pub async fn forget_scratch(&self, name: &str) -> Result<(), StoreError> {
        let mut transaction = self.transaction().await?;
        let forget = sqlx::query!(
            r#"
            with gone as (
                delete from leader_term
                where name = $1
                    or (
                        starts_with(name, $2)
                        and claimed_at < clock_timestamp() - interval '1 hour'
                    )
                returning name
            ),
            beats as (
                delete from leader_beat
                where name in (select name from gone)
            ),
            requests as (
                delete from leader_request
                where name in (select name from gone)
            )
            delete from leader_history
            where name in (select name from gone)
            "#,
            name,
            SCRATCH,
        );
        answered(forget.execute(transaction.connection())).await?;
        Ok(transaction.commit().await?)
    }
}

impl SilentHolder {
    /// Takes a scratch lock, claims its first term, and falls silent.
    pub async fn claim(
        url: &DatabaseUrl,
        name: &str,
        key: LockKey,
        stale: Duration,
    ) -> Result<Self, StoreError> {
        let isolation = [("default_transaction_isolation", "read committed")];
        let way = Way::to(url, "scratch").with(|options| options.options(isolation));
        let mut connection = answered(way.connect()).await?;
        let patience = stale.as_millis().to_string();
        let claim = sqlx::query!(
            r#"
            select set_config('idle_session_timeout', $5, false)
            from leader_await($2, $3, '1s') as granted
            cross join leader_claim(
                $1, $2, $3, $4, 'a silent holder', clock_timestamp(), make_interval(secs => 1)
            )
            where granted
            "#,
            name,
            key.class,
            key.object,
            Uuid::new_v4(),
            patience,
        );
        answered(claim.fetch_one(&mut connection)).await?;
        Ok(Self { _connection: connection })
    }
}
