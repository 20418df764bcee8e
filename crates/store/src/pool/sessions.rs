//! The sessions of a pool: bare connections, handed on from one user to the next.
//!
//! ```text
//!   take ── a place ──┬── an idle session, or one handed on ──┐
//!                     └── none: connect, two at once ─────────┴──> in use ── hand_on ──> idle
//!                                                                    │                     │
//!                  closed <── dropped: what is still on its way ─────┘                     │
//!                     ^       there is not known                                           │
//!                     └── idle or alive for too long, or the pool is closed ───────────────┘
//! ```
//!
//! A place is the right to one session. It is given back in the moment its session is dropped or
//! handed on, so nothing that a server does or fails to do can keep it: a session is never asked for a
//! sign of life, never rolled back and never closed with a wait. Whoever got the last answer hands the
//! session on as it is; everybody else drops it, which closes the socket.
//!
//! Sessions are opened two at a time. Who waits for that takes what is handed on meanwhile, which is
//! sooner: so a burst does not open as many as there are places, a server that comes back is not stormed,
//! and one that ends has fewer sessions to clear away before it frees the lock of a killed process.
//!
//! On failure: a session whose server turns out to take no writes is closed, and all that are idle with it:
//! after a failover the old primary may answer again. A session that died while it was idle is found out by
//! whoever takes it next, which costs that one user the wait for one answer. A server that cannot be reached
//! costs the pool's patience.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::PgConnection;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use crate::leader_tx::Told;
use crate::way::Way;

/// An idle session older than this is closed rather than believed: firewalls forget quiet connections.
const LONGEST_IDLE: Duration = Duration::from_secs(60);

/// A session older than this is closed: what the server keeps for it grows with its age, and after a
/// change of the server behind a name the new one is found.
const LONGEST_LIFE: Duration = Duration::from_secs(30 * 60);

/// So many sessions are opened at once.
const OPENING: usize = 2;

/// Those who have a session in hand get this long to hand it on when the pool is closed.
const CLOSING: Duration = Duration::from_secs(1);

/// The sessions of one pool; cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Sessions {
    way: Way,
    most: u32,
    patience: Duration,
    places: Arc<Semaphore>,
    opening: Arc<Semaphore>,
    idle: Arc<Idle>,
    told: fn(Told),
}

/// How many sessions of a pool there are, read without waiting for anything; cheap to clone.
#[derive(Debug, Clone)]
pub struct Occupied {
    most: usize,
    places: Arc<Semaphore>,
    idle: Arc<Idle>,
}

/// The sessions that wait for a user.
#[derive(Debug)]
struct Idle {
    /// The last used at the end; none any more once the pool is closed.
    sessions: Mutex<Option<Vec<Waiting>>>,
    handed_on: Notify,
}

/// A session in use. Dropped, it is closed.
#[derive(Debug)]
pub(crate) struct Session {
    connection: PgConnection,
    born: Instant,
    idle: Arc<Idle>,
    place: OwnedSemaphorePermit,
}

#[derive(Debug)]
struct Waiting {
    connection: PgConnection,
    born: Instant,
    since: Instant,
}

impl Sessions {
    /// At most so many sessions by this way; each is waited for so long.
    pub(super) fn new(way: Way, most: u32, patience: Duration) -> Self {
        Self {
            way,
            most,
            patience,
            places: Arc::new(Semaphore::new(usize::try_from(most).unwrap_or_default())),
            opening: Arc::new(Semaphore::new(OPENING)),
            idle: Arc::new(Idle {
                sessions: Mutex::new(Some(Vec::new())),
                handed_on: Notify::new(),
            }),
            told: |_| {},
        }
    }

    /// Tells somebody how long sessions are waited for.
    pub(super) fn telling(self, told: fn(Told)) -> Self {
        Self { told, ..self }
    }

    /// How many there are, to be asked at any time.
    pub(super) fn occupied(&self) -> Occupied {
        let most = usize::try_from(self.most).unwrap_or_default();
        Occupied { most, places: Arc::clone(&self.places), idle: Arc::clone(&self.idle) }
    }

    /// A session for whoever hands it on afterwards.
    pub(crate) async fn take(&self) -> Result<Session, sqlx::Error> {
        let began = Instant::now();
        let taken = async {
            let place = self.place().await?;
            let (connection, born) = self.idle_or_new().await?;
            Ok(Session { connection, born, idle: Arc::clone(&self.idle), place })
        };
        let taken = timeout(self.patience, taken).await;
        let taken = taken.unwrap_or(Err(sqlx::Error::PoolTimedOut));
        if !matches!(taken, Err(sqlx::Error::PoolClosed)) {
            (self.told)(Told::Waited(began.elapsed()));
        }
        taken
    }

    /// An idle session with the time of its birth, or a new one if none is handed on before.
    async fn idle_or_new(&self) -> Result<(PgConnection, Instant), sqlx::Error> {
        loop {
            if let Some(waiting) = self.idle_one() {
                return Ok((waiting.connection, waiting.born));
            }
            tokio::select! {
                biased;
                opening = self.opening.acquire() => {
                    let _opening = opening.map_err(|_| sqlx::Error::PoolClosed)?;
                    return Ok((self.way.connect().await?, Instant::now()));
                }
                () = self.idle.handed_on.notified() => {}
            }
        }
    }

    /// What to connect with and the place to do it, for whoever keeps a session for good.
    pub(crate) async fn room(
        &self,
    ) -> Result<(PgConnectOptions, OwnedSemaphorePermit), sqlx::Error> {
        let place = timeout(self.patience, self.place()).await;
        let place = place.unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
        drop(self.idle_one());
        let options = timeout(self.patience, self.way.options()).await;
        Ok((options.unwrap_or(Err(sqlx::Error::PoolTimedOut))?, place))
    }

    /// How long a session is waited for.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    /// Refuses everything from now on, closes what is idle, and waits a moment for what is in hand.
    pub(super) async fn close(&self) {
        drop(self.idle.lock().take());
        // The one who holds every place knows that nobody has a session. Should it take longer, the
        // sessions in hand are closed by those who have them: they find no pool to hand them to.
        let _ = timeout(CLOSING, self.places.acquire_many(self.most)).await;
        self.places.close();
    }

    async fn place(&self) -> Result<OwnedSemaphorePermit, sqlx::Error> {
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(|_| sqlx::Error::PoolClosed)?;
        if self.idle.lock().is_none() { Err(sqlx::Error::PoolClosed) } else { Ok(place) }
    }

    /// The one that was used last, for it is the least likely to have died.
    fn idle_one(&self) -> Option<Waiting> {
        let mut idle = self.idle.lock();
        let idle = idle.as_mut()?;
        let now = Instant::now();
        idle.retain(|waiting| !waiting.is_stale(now));
        idle.pop()
    }
}

impl Occupied {
    /// Sessions in use or being opened.
    pub fn busy(&self) -> usize {
        self.most.saturating_sub(self.places.available_permits())
    }

    /// Sessions that wait for a user.
    pub fn idle(&self) -> usize {
        self.idle.lock().as_ref().map_or(0, Vec::len)
    }
}

impl Session {
    /// Where statements go.
    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Its server takes no writes any more, as one that was the primary: nobody may have it, nor those that
    /// were opened to the same server and wait for a user.
    pub(crate) fn renounce(self) {
        if let Some(sessions) = self.idle.lock().as_mut() {
            sessions.clear();
        }
    }

    /// Everything was answered, and no transaction is open: the next one may have it.
    pub(crate) fn hand_on(self) {
        let Self { connection, born, idle, place } = self;
        let since = Instant::now();
        let waiting = Waiting { connection, born, since };
        if !waiting.is_stale(since)
            && let Some(sessions) = idle.lock().as_mut()
        {
            sessions.push(waiting);
        }
        idle.handed_on.notify_one();
        // Only now, so that whoever gets the place finds the session.
        drop(place);
    }
}

impl Waiting {
    fn is_stale(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.since) >= LONGEST_IDLE
            || now.saturating_duration_since(self.born) >= LONGEST_LIFE
    }
}

impl Idle {
    fn lock(&self) -> MutexGuard<'_, Option<Vec<Waiting>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
