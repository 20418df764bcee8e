//! What any instance may write: updates, bodies that are none, late facts, and the bell for the active one.
//!
//! ```text
//!   accept(batch) ──┬──> stored, or known already: both are answered 200
//!                   ├── a deadlock, a race for the same update, a dead session ──> once more
//!                   └── refused ──> row by row: one poisoned row costs its neighbours nothing
//! ```
//!
//! An [`Intake`] has three connections of its own, so that accepting never waits for handling and a
//! passive instance costs the server no more than that: two store updates, and one, at its side, serves
//! everything else (doorbells, links, surveys, the bell, notices, late facts). Who has no secret reaches
//! that one at most, and updates never wait for it. Nothing here passes the fence: inserting what is
//! unique by Telegram's own number commutes, whoever does it and how often.
//!
//! On failure: an insert whose answer was lost counts as not stored. Telegram delivers it again, and
//! the unique number makes that harmless.

use std::time::Duration;

use bytes::Bytes;
use domain::{MessageId, UpdateId};
use sqlx::PgConnection;

use crate::error::{StoreError, code, is_lost, is_read_only};
use crate::leader_tx::Told;
use crate::options::DatabaseUrl;
use crate::outbox::Fact;
use crate::pool::{Occupied, PoolSettings, Store};
use crate::transaction::answered;

/// Where the active instance listens for updates that another one stored.
pub(crate) const BELL: &str = "trt_inbox";

/// One connection writes while the other's batch is on its way to the disk.
const UPDATES: PoolSettings = PoolSettings { connections: 2, acquire: Duration::from_secs(3) };

/// Everything that is not an update.
const SIDE: PoolSettings = PoolSettings { connections: 1, acquire: Duration::from_secs(3) };

/// Deadlock, serialization failure, and an update that another session stored in this very moment:
/// whoever comes second may try again. The latter is known by then, and no news.
const LOST_A_RACE: [&str; 3] = ["40P01", "40001", "23505"];

/// The way into the inbox, on every instance; cheap to clone.
#[derive(Debug, Clone)]
pub struct Intake {
    updates: Store,
    side: Store,
}

/// An update on its way into the inbox.
#[derive(Debug, Clone)]
pub struct Arrival {
    /// Telegram's number of it.
    pub update_id: UpdateId,
    /// Whose it is.
    pub lane: i64,
    /// Whether anybody is to handle it.
    pub standing: ArrivalState,
    /// Its bytes as they came.
    pub payload: Bytes,
}

/// What is still to be done about an arriving update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrivalState {
    /// The active instance handles it.
    Pending,
    /// It was answered already.
    Done,
    /// It was turned away and is never handled.
    Rejected,
}

/// How a single arrival fared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// It is in the inbox now.
    New,
    /// It had been there before.
    Known,
}

impl Intake {
    /// The way into the inbox of this database, which need not be there yet.
    pub fn new(url: &DatabaseUrl) -> Self {
        Self { updates: Store::lazy(url, UPDATES), side: Store::lazy(url, SIDE) }
    }

    /// Lets somebody count how long sessions are waited for.
    #[must_use]
    pub fn telling(self, told: fn(Told)) -> Self {
        Self { updates: self.updates.telling(told), side: self.side.telling(told) }
    }

    /// How many sessions there are: those that store updates, and the one at their side.
    pub fn occupied(&self) -> [Occupied; 2] {
        [self.updates.occupied(), self.side.occupied()]
    }

    /// The connection at its side, for the other things any instance may do.
    pub(crate) fn side(&self) -> &Store {
        &self.side
    }

    /// The connections that store updates, for what Telegram waits for as it waits for those.
    pub(crate) fn updates(&self) -> &Store {
        &self.updates
    }

    /// Closes them.
    pub async fn close(&self) {
        self.updates.close().await;
        self.side.close().await;
    }

    /// Stores a batch in one commit; says for how many it was news.
    ///
    /// # Errors
    /// When nothing of it is known to be stored: try it [row by row](Self::accept_one).
    pub async fn accept(&self, batch: &[Arrival]) -> Result<u64, StoreError> {
        let outcome = match self.insert(batch).await {
            // A lost one is perhaps only a session that had died in the pool, one that is read only leads to
            // an old primary: the next one is new.
            // Whether the first try was stored does not matter, since the second finds it.
            Err(StoreError::Away(error) | StoreError::Refused(error))
                if lost_a_race(&error) || is_lost(&error) || is_read_only(&error) =>
            {
                self.insert(batch).await
            }
            outcome => outcome,
        };
        // Whoever loses the race twice goes row by row: a row alone has nobody to race with.
        outcome.map_err(|error| match error {
            StoreError::Away(error) if lost_a_race(&error) => StoreError::Refused(error),
            error => error,
        })
    }

    /// Stores one update by itself.
    pub async fn accept_one(&self, arrival: &Arrival) -> Result<Stored, StoreError> {
        let stored = self.accept(std::slice::from_ref(arrival)).await?;
        Ok(if stored == 0 { Stored::Known } else { Stored::New })
    }

    /// Keeps a body that has no readable number, for an operator to look at.
    pub async fn keep_unreadable(&self, hash: &[u8], payload: &[u8]) -> Result<(), StoreError> {
        let mut transaction = self.updates.transaction().await?;
        let keep = sqlx::query!(
            r#"
            insert into inbox_unreadable (hash, payload)
            values ($1, $2)
            on conflict on constraint inbox_unreadable_pkey
            do update set seen = inbox_unreadable.seen + 1
            "#,
            hash,
            payload,
        );
        answered(keep.execute(transaction.connection())).await?;
        Ok(transaction.commit().await?)
    }

    /// Tells the active instance that there is something new. Nothing depends on it arriving.
    pub async fn ring(&self) -> Result<(), StoreError> {
        let mut transaction = self.side.transaction().await?;
        let ring = sqlx::query!("select pg_notify($1, '')", BELL);
        answered(ring.execute(transaction.connection())).await?;
        Ok(transaction.commit().await?)
    }

    /// Keeps what this instance learned about a call of its own after it had lost the role.
    pub async fn learned(&self, fact: Fact) -> Result<(), StoreError> {
        let mut transaction = self.side.transaction().await?;
        let keep = sqlx::query!(
            r#"
            insert into outbox_facts (outbox_id, attempt, message_id)
            values ($1, $2, $3)
            on conflict on constraint outbox_facts_pkey do nothing
            "#,
            fact.id.get(),
            fact.attempt,
            fact.message.map(MessageId::get),
        );
        answered(keep.execute(transaction.connection())).await?;
        Ok(transaction.commit().await?)
    }

    async fn insert(&self, batch: &[Arrival]) -> Result<u64, StoreError> {
        if let Some(mut session) = self.updates.session().await? {
            // One statement is a transaction of its own: its answer comes after the commit.
            let stored = insert(session.connection(), batch).await;
            match &stored {
                Err(error) if is_lost(error) => {}
                Err(error) if is_read_only(error) => session.renounce(),
                Ok(_) | Err(_) => session.hand_on(),
            }
            return Ok(stored?);
        }
        let mut transaction = self.updates.transaction().await?;
        let stored = insert(transaction.connection(), batch).await?;
        transaction.commit().await?;
        Ok(stored)
    }
}

impl ArrivalState {
    /// The number of the state it is stored in.
    const fn state(self) -> i16 {
        match self {
            Self::Pending => 0,
            Self::Done => 1,
            Self::Rejected => 2,
        }
    }
}

async fn insert(connection: &mut PgConnection, batch: &[Arrival]) -> Result<u64, sqlx::Error> {
    // Sorted, for two instances that insert the same rows in opposite orders would deadlock. Here and
    // not by the server, which would copy every payload to do so: it takes arrays in their order.
    let mut batch: Vec<&Arrival> = batch.iter().collect();
    batch.sort_by_key(|arrival| arrival.update_id.get());
    batch.dedup_by_key(|arrival| arrival.update_id.get());
    let update_ids: Vec<i64> = batch.iter().map(|arrival| arrival.update_id.get()).collect();
    let lanes: Vec<i64> = batch.iter().map(|arrival| arrival.lane).collect();
    let states: Vec<i16> = batch.iter().map(|arrival| arrival.standing.state()).collect();
    let payloads: Vec<&[u8]> = batch.iter().map(|arrival| arrival.payload.as_ref()).collect();
    // What is known is looked for first. To leave that to `on conflict` costs each row a second record
    // in the log of the server, for a race that is rare.
    let insert = sqlx::query!(
        r#"
        insert into inbox (update_id, lane, state, done_at, payload)
        select
            update_id,
            lane,
            state,
            case when state <> 0 then trt_now() end,
            payload
        from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bytea[])
            as arrival (update_id, lane, state, payload)
        where not exists (select from inbox where inbox.update_id = arrival.update_id)
        "#,
        &update_ids,
        &lanes,
        &states,
        &payloads as &[&[u8]],
    );
    Ok(answered(insert.execute(connection)).await?.rows_affected())
}

/// Whether the same again may succeed at once.
fn lost_a_race(error: &sqlx::Error) -> bool {
    code(error).is_some_and(|code| LOST_A_RACE.contains(&code.as_str()))
}

impl StoreError {
    /// Whether only what was to be written is at fault (SQLSTATE 22, 23, 54, or a trigger's P0): the same
    /// database stores another row.
    pub fn blames_the_row(&self) -> bool {
        let Self::Refused(error) = self else { return false };
        let classes = ["22", "23", "54", "P0"];
        code(error).is_some_and(|code| classes.iter().any(|class| code.starts_with(class)))
    }
}
