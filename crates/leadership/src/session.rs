//! The statements of the guard's session, prepared: each is one round trip.
//!
//! Preparing a beat anew each time would double its way, and with it halve the slowest link on which
//! a term can be kept.

use std::time::Duration;

use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};
use uuid::Uuid;

use crate::elector::Settings;
use crate::key::LockKey;
use crate::probe::{self, Refusal};
use crate::term::Term;

/// Below `deadlock_timeout`, so that waiting starts no deadlock check.
const SLICE: &str = "800ms";

/// A session that has just sealed its term answers at once or not at all.
const FAREWELL: Duration = Duration::from_secs(1);

/// What the database says to a claim when it belongs to another name.
const OWNED: &str = "LE002";

type Asked<T> = Result<T, tokio_postgres::Error>;
type Values<'a, const N: usize> = [&'a (dyn ToSql + Sync); N];

/// The session that holds the lock, or waits for it.
#[derive(Debug)]
pub(crate) struct Session {
    client: Client,
    wait: Statement,
    claim: Statement,
    beat: Statement,
    seal: Statement,
}

/// What a waiting instance sees of the holder.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sighting {
    /// The newest term's number; 0: there was none yet.
    pub epoch: i64,
    /// Whether it has a holder (a sealed one has none).
    pub held: bool,
    /// Who claimed it.
    pub instance: Option<String>,
    /// Its last beat's number.
    pub beat: i64,
    /// How long ago that was, by the server's clock.
    pub beat_age: Option<Duration>,
    pub(crate) lock_session: Option<LockSession>,
}

/// The session that holds the lock, as far as the server shows it to us.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LockSession {
    pid: i32,
    /// None: it belongs to a role whose sessions we may not look at.
    started: Option<String>,
}

/// What came of ending the session of a silent holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndedSilent {
    Ended,
    /// It was another one, or has given a sign of life.
    NotThatOne,
    /// The server does not let us.
    MayNot,
}

/// What came of a claim.
#[derive(Debug, Clone)]
pub(crate) enum Claim {
    Recorded {
        epoch: i64,
        timeline: i32,
        reason: Reason,
        silent: Option<Duration>,
    },
    /// The stored key is another one.
    OtherKey,
    /// Transactions of the old term stand in the way.
    Blocked,
    /// The database is another's.
    Refused(Refusal),
}

/// Why the role was free to be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Nobody has ever held it.
    Free,
    /// The last holder sealed its term.
    Released,
    /// The last holder's session ended without a seal.
    HolderDied,
    /// The last holder had been silent for longer than the stale time.
    HolderSilent,
}

impl Reason {
    /// The word for rows, logs and metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Released => "released",
            Self::HolderDied => "holder_died",
            Self::HolderSilent => "holder_silent",
        }
    }

    fn read(word: &str) -> Self {
        match word {
            "free" => Self::Free,
            "released" => Self::Released,
            "holder_died" => Self::HolderDied,
            _ => Self::HolderSilent,
        }
    }
}

impl Session {
    pub(crate) async fn prepare(client: Client) -> Asked<Self> {
        let wait = "with wait as materialized (select leader_await($2, $3, $4) as granted) \
                    select wait.granted, look.* from wait \
                    left join lateral leader_look($1, $2, $3) as look on not wait.granted";
        let claim = "select epoch, timeline, reason, silent_ms from leader_claim(\
                     $1, $2, $3, $4, $5, $6::text::timestamptz, $7::text::interval)";
        let beat = "select handover_requested from leader_beat_once($1, $2, $3)";
        let seal = "select leader_seal($1, $2, $3, $4)";
        let (wait, claim, beat, seal) = tokio::try_join!(
            client.prepare(wait),
            client.prepare(claim),
            client.prepare(beat),
            client.prepare(seal),
        )?;
        Ok(Self { client, wait, claim, beat, seal })
    }

    /// Waits a slice for the lock; tells whether it came, and what was seen of its holder.
    pub(crate) async fn wait_slice(&self, name: &str, key: LockKey) -> Asked<(bool, Sighting)> {
        let values: Values<'_, 4> = [&name, &key.class, &key.object, &SLICE];
        let row = self.client.query_one(&self.wait, &values).await?;
        let granted = row.get(0);
        // Who has the lock need not look for its holder: that would only cost time.
        let seen = if granted { Sighting::default() } else { sighting(&row, 1) };
        Ok((granted, seen))
    }

    /// Runs what a hand-over will need once, undone: the first time of each costs milliseconds.
    pub(crate) async fn warm_up(&self) -> Asked<()> {
        let warm_up = format!(
            "begin; \
             select leader_claim('warm-up/{holder}', 0, 0, '{holder}', '', now(), '1s'); \
             select leader_beat_once('warm-up/{holder}', 1, '{holder}'); \
             select leader_seal('warm-up/{holder}', 1, '{holder}', ''); \
             select leader_look('warm-up/{holder}', 0, 0); \
             rollback",
            holder = Uuid::new_v4()
        );
        self.client.batch_execute(&warm_up).await
    }

    /// The key that is stored for this lock.
    pub(crate) async fn stored_key(&self, name: &str) -> Asked<Option<LockKey>> {
        let query = "select lock_class, lock_object from leader_term where name = $1";
        let row = self.client.query_opt(query, &[&name]).await?;
        Ok(row.map(|row| LockKey { class: row.get(0), object: row.get(1) }))
    }

    /// Begins a term.
    pub(crate) async fn claim(
        &self,
        settings: &Settings,
        holder: Uuid,
        started_at: &str,
    ) -> Asked<Claim> {
        let (key, stale) = (settings.key, format!("{} ms", settings.timing.stale().as_millis()));
        let (name, instance) = (&settings.name, &settings.instance);
        let values: Values<'_, 7> =
            [name, &key.class, &key.object, &holder, instance, &started_at, &stale];
        match self.client.query_opt(&self.claim, &values).await {
            Ok(Some(row)) => Ok(Claim::Recorded {
                epoch: row.get(0),
                timeline: row.get(1),
                reason: Reason::read(row.get(2)),
                silent: row.get::<_, Option<i64>>(3).map(millis),
            }),
            Ok(None) => Ok(Claim::OtherKey),
            Err(error) if error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE) => Ok(Claim::Blocked),
            Err(error) if error.code().is_some_and(|code| code.code() == OWNED) => {
                // Not there any more: whose it was has changed meanwhile, and the next try will tell.
                let refusal = probe::refusal_of(&self.client, name).await?;
                refusal.map_or(Err(error), |refusal| Ok(Claim::Refused(refusal)))
            }
            Err(error) => Err(error),
        }
    }

    /// Gives a sign of life; None: the term is over; else whether somebody asks for the role.
    pub(crate) async fn beat(&self, term: &Term) -> Asked<Option<bool>> {
        let values: Values<'_, 3> = [&term.name(), &term.epoch(), &term.holder()];
        let row = self.client.query_opt(&self.beat, &values).await?;
        Ok(row.map(|row| row.get(0)))
    }

    /// Ends a term in order.
    pub(crate) async fn seal(&self, term: &Term, reason: &str) -> Asked<bool> {
        let values: Values<'_, 4> = [&term.name(), &term.epoch(), &term.holder(), &reason];
        Ok(self.client.query_one(&self.seal, &values).await?.get(0))
    }

    /// Frees every lock of the session.
    pub(crate) async fn unlock(&self) {
        let unlock = self.client.batch_execute("select pg_advisory_unlock_all()");
        // A session that cannot answer any more is about to be closed, which unlocks as well.
        let _ = tokio::time::timeout(FAREWELL, unlock).await;
    }

    /// Ends the session that was watched being silent while it held this key.
    pub(crate) async fn end_silent(
        &self,
        name: &str,
        key: LockKey,
        seen: &Sighting,
    ) -> Asked<EndedSilent> {
        let Some(LockSession { pid, started }) = &seen.lock_session else {
            return Ok(EndedSilent::NotThatOne);
        };
        // Who may not look at a session may not end it, either.
        let Some(started) = started else { return Ok(EndedSilent::MayNot) };
        let query = "select leader_end_silent($1, $2, $3, $4, $5, $6, $7)";
        let values: Values<'_, 7> =
            [&name, &key.class, &key.object, &seen.epoch, &seen.beat, pid, started];
        match self.client.query_one(query, &values).await {
            Ok(row) if row.get(0) => Ok(EndedSilent::Ended),
            Ok(_) => Ok(EndedSilent::NotThatOne),
            Err(error) if may_not(&error) => Ok(EndedSilent::MayNot),
            Err(error) => Err(error),
        }
    }

    /// Asks the holder to hand over; the number of its term, if it is asked now.
    pub(crate) async fn ask_handover(
        &self,
        settings: &Settings,
        started_at: &str,
    ) -> Asked<Option<i64>> {
        let query = "select leader_ask_handover($1, $2, $3::text::timestamptz)";
        let values: Values<'_, 3> = [&settings.name, &settings.instance, &started_at];
        Ok(self.client.query_one(query, &values).await?.get(0))
    }
}

/// Whether the server says that this role may not do that.
pub(crate) fn may_not(error: &tokio_postgres::Error) -> bool {
    error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE)
}

pub(crate) fn sighting(row: &Row, first: usize) -> Sighting {
    let pid: Option<i32> = row.get(first + 5);
    Sighting {
        epoch: row.get(first),
        held: row.get(first + 1),
        instance: row.get(first + 2),
        beat: row.get(first + 3),
        beat_age: row.get::<_, Option<i64>>(first + 4).map(millis),
        lock_session: pid.map(|pid| LockSession { pid, started: row.get(first + 6) }),
    }
}

fn millis(count: i64) -> Duration {
    Duration::from_millis(u64::try_from(count).unwrap_or_default())
}
