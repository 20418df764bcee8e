//! The sessions of a pool, handed on from one user to the next.
//!
//! ```text
//!   take ──> in use ── hand_on ──> kept ── take ──> in use
//!               │                   └── after TURN, and at the close ──> back to sqlx's pool
//!               └── dropped ──> closed, for nobody knows what is still on its way there
//! ```
//!
//! Why not straight from sqlx's pool and back: it asks a session for a sign of life whenever it comes
//! back, and nobody has it meanwhile. That is one more round trip for each transaction. Here whoever
//! got the last answer hands the session on as it is. Sqlx's pool opens them, and every minute looks
//! whether one is sound and how old it is.
//!
//! There are as many places as the pool has sessions, so whoever has a place finds a kept session or
//! room for another one.
//!
//! On failure: a session that died while it was kept is found out by whoever takes it next, within a
//! minute; one that was kept for longer is given back and asked.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// So long a session stays away from sqlx's pool.
const TURN: Duration = Duration::from_secs(60);

/// The sessions of one pool; cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Sessions {
    pool: PgPool,
    patience: Duration,
    places: Arc<Semaphore>,
    kept: Kept,
}

/// Those nobody uses; none any more once the pool is closed.
type Kept = Arc<Mutex<Option<Vec<Visit>>>>;

/// A session in use. Dropped, it is closed.
#[derive(Debug)]
pub(crate) struct Session {
    visit: Visit,
    kept: Kept,
    place: OwnedSemaphorePermit,
}

/// A session on its turn outside sqlx's pool.
#[derive(Debug)]
struct Visit {
    connection: PoolConnection<Postgres>,
    since: Instant,
    is_sound: bool,
}

impl Sessions {
    /// The sessions of this pool, which has so many and is waited for so long.
    pub(super) fn new(pool: PgPool, connections: u32, patience: Duration) -> Self {
        let places = usize::try_from(connections).unwrap_or(Semaphore::MAX_PERMITS);
        Self {
            pool,
            patience,
            places: Arc::new(Semaphore::new(places)),
            kept: Arc::new(Mutex::new(Some(Vec::new()))),
        }
    }

    /// A session for whoever hands it on afterwards.
    pub(crate) async fn take(&self) -> Result<Session, sqlx::Error> {
        let taken = async {
            let place = self.place().await?;
            let visit = match self.kept_one() {
                Some(visit) => visit,
                None => Visit::begin(self.pool.acquire().await?),
            };
            Ok(Session { visit: visit.in_use(), kept: Arc::clone(&self.kept), place })
        };
        tokio::time::timeout(self.patience, taken).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// The pool with room for one, for whoever keeps a session for good and the place with it.
    pub(crate) async fn room(&self) -> Result<(&PgPool, OwnedSemaphorePermit), sqlx::Error> {
        let place = tokio::time::timeout(self.patience, self.place()).await;
        let place = place.unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
        drop(self.kept_one());
        Ok((&self.pool, place))
    }

    /// Closes them: waits for what is in hand, and refuses everything from now on.
    pub(super) async fn close(&self) {
        self.places.close();
        drop(lock(&self.kept).take());
        self.pool.close().await;
    }

    async fn place(&self) -> Result<OwnedSemaphorePermit, sqlx::Error> {
        let place = Arc::clone(&self.places).acquire_owned().await;
        place.map_err(|_| sqlx::Error::PoolClosed)
    }

    /// The one that was used last, for it is the least likely to have died.
    fn kept_one(&self) -> Option<Visit> {
        let mut kept = lock(&self.kept);
        let kept = kept.as_mut()?;
        kept.retain(|visit| !visit.is_over());
        kept.pop()
    }
}

impl Session {
    /// Where statements go.
    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        &mut self.visit.connection
    }

    /// Everything was answered, and no transaction is open: the next one may have it.
    pub(crate) fn hand_on(self) {
        let Self { mut visit, kept, place } = self;
        visit.is_sound = true;
        if !visit.is_over()
            && let Some(kept) = lock(&kept).as_mut()
        {
            kept.push(visit);
        }
        // Only now, so that whoever gets the place finds the session.
        drop(place);
    }
}

impl Visit {
    fn begin(connection: PoolConnection<Postgres>) -> Self {
        Self { connection, since: Instant::now(), is_sound: true }
    }

    fn in_use(mut self) -> Self {
        self.is_sound = false;
        self
    }

    fn is_over(&self) -> bool {
        self.since.elapsed() >= TURN
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        if !self.is_sound {
            self.connection.close_on_drop();
        }
    }
}

fn lock(kept: &Kept) -> MutexGuard<'_, Option<Vec<Visit>>> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}
