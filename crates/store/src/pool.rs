//! The work pool: the connections of the active instance, opened at activation.
//!
//! ```text
//!   Store::open ──> open ── close ──> closed: every begin is refused
//! ```
//!
//! Every session is bounded by the server itself, so that a frozen process holds nothing for long:
//! a statement takes 10 s at most, a wait for a lock 5 s, a transaction that says nothing 5 s (in a
//! term the fence makes it 3).
//!
//! Every transaction is read committed, whatever the role, the database or the address would have it
//! be. In the others a transaction sees the database as it was at its first statement, which in a term
//! is the wait for the fence: it would go on believing in a term that ended while it waited.
//!
//! Behind a pooler in transaction mode no session is ours. There the same settings travel with each
//! `begin`. Prepared statements are left over from whoever had the session before, under the very
//! names sqlx is about to use (it names them even with its cache off): they are cleared first.
//!
//! On failure: `open` answers within the acquire timeout. A pool whose server went away recovers by
//! itself, on whichever host is the primary then; until then each begin fails within the acquire timeout.

mod sessions;

use std::time::Duration;

use sqlx::AssertSqlSafe;
use sqlx::postgres::PgConnectOptions;

pub use self::sessions::Occupied;
pub(crate) use self::sessions::{Session, Sessions};
use crate::error::StoreError;
use crate::leader_tx::Told;
use crate::options::DatabaseUrl;
use crate::transaction::Transaction;
use crate::way::Way;

/// Statements are planned once in a session, not each time for the values at hand: ours have what their
/// plan depends on in their text, and planning those with arrays took as long as running them.
///
/// Such a plan may be older than the rows: made beside an empty table it would read the whole table
/// for a single row until somebody analyzes it. So the planner is told what all of ours are meant to
/// do, which is to go along an index, row by row. What has no index counts as very dear then, and
/// would be compiled for it.
const PLANS: [(&str, &str); 6] = [
    ("plan_cache_mode", "force_generic_plan"),
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("jit", "off"),
];

/// What bounds a session; the pooled form of `begin` below says the same.
const SETTINGS: [(&str, &str); 3] = [
    ("statement_timeout", "10s"),
    ("lock_timeout", "5s"),
    ("idle_in_transaction_session_timeout", "5s"),
];

/// For statements that are a transaction of their own; the others say it themselves.
const ISOLATION: [(&str, &str); 1] = [("default_transaction_isolation", "read committed")];

const BEGIN: &str = "begin isolation level read committed";
const BEGIN_POOLED: &str = "begin isolation level read committed; \
    set local statement_timeout = '10s'; \
    set local lock_timeout = '5s'; \
    set local idle_in_transaction_session_timeout = '5s'; \
    deallocate all";

/// The size of the work pool and its patience.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolSettings {
    /// How many connections there are at most.
    pub connections: u32,
    /// How long to wait for one.
    pub acquire: Duration,
}

/// Everything TRT keeps, through the work pool; cheap to clone.
#[derive(Debug, Clone)]
pub struct Store {
    sessions: Sessions,
    begin: &'static str,
    /// Somebody who counts.
    pub(crate) told: fn(Told),
}

impl Default for PoolSettings {
    fn default() -> Self {
        Self { connections: 8, acquire: Duration::from_secs(5) }
    }
}

impl Store {
    /// Opens the work pool and its first connection.
    pub async fn open(url: &DatabaseUrl, settings: PoolSettings) -> Result<Self, StoreError> {
        let store = Self::lazy(url, settings);
        store.sessions.take().await?.hand_on();
        Ok(store)
    }

    /// A pool that connects when it is first used.
    pub(crate) fn lazy(url: &DatabaseUrl, settings: PoolSettings) -> Self {
        let (way, begin) = if url.is_pooled() {
            (Way::new(url), BEGIN_POOLED)
        } else {
            // After the settings of the address, so that ours win.
            let say = |options: PgConnectOptions| {
                options.options(SETTINGS).options(ISOLATION).options(PLANS)
            };
            (Way::new(url).with(say), BEGIN)
        };
        let sessions = Sessions::new(way, settings.connections, settings.acquire);
        Self { sessions, begin, told: |_| {} }
    }

    /// Lets somebody count how long sessions are waited for, how transactions of terms end and what they do.
    #[must_use]
    pub fn telling(self, told: fn(Told)) -> Self {
        Self { told, sessions: self.sessions.telling(told), ..self }
    }

    /// Tells whoever counts.
    pub(crate) fn tell(&self, told: Told) {
        (self.told)(told);
    }

    /// How many sessions there are, to be asked at any time.
    pub fn occupied(&self) -> Occupied {
        self.sessions.occupied()
    }

    /// Closes the pool: refuses everything from now on, and waits a moment for what is in hand.
    pub async fn close(&self) {
        self.sessions.close().await;
    }

    /// A session for single statements, each a transaction of its own. None behind a pooler, where
    /// settings and prepared statements need a transaction to travel in.
    pub(crate) async fn session(&self) -> Result<Option<Session>, sqlx::Error> {
        if self.begin == BEGIN { self.sessions.take().await.map(Some) } else { Ok(None) }
    }

    /// The sessions, where one of them can listen.
    pub(crate) fn sessions_to_listen(&self) -> Option<&Sessions> {
        (self.begin == BEGIN).then_some(&self.sessions)
    }

    /// Begins a transaction whose first statement, in the same message as its `begin`, is this one.
    pub(crate) async fn transaction_with(&self, first: &str) -> Result<Transaction, sqlx::Error> {
        let statement = AssertSqlSafe(format!("{}; {first}", self.begin));
        Transaction::begin(&self.sessions, statement).await
    }

    /// Begins a transaction without a fence: for what a passive instance may do.
    pub(crate) async fn transaction(&self) -> Result<Transaction, sqlx::Error> {
        Transaction::begin(&self.sessions, self.begin).await
    }
}

#[cfg(test)]
mod tests {
    use super::{BEGIN_POOLED, SETTINGS};

    #[test]
    fn a_pooled_transaction_has_the_settings_of_a_session() {
        for (name, value) in SETTINGS {
            assert!(BEGIN_POOLED.contains(&format!("set local {name} = '{value}'")), "{name}");
        }
    }
}
