//! Who is connected, and who goes first when there is no room.
//!
//! ```text
//!   accepted ──> waits for headers ── complete ──> a stranger's request ── a secret fits ──> vouched for
//!                     ^                                    │                                    │
//!                     └────────────── answered ────────────┴────────────────────────────────────┘
//!
//!   full, and somebody comes: 1. strangers who wait   2. strangers in a request   3. known ones who wait;
//!                             of these the one that has been so for the longest
//! ```
//!
//! A connection costs little as long as nothing is done for it, and those who have a secret must always
//! find room. So a newcomer never waits in the kernel's queue behind sockets that only sit there: somebody
//! without a secret goes. A request with one is never cut off; only when all places are taken by such
//! requests the newcomer waits.
//!
//! A request changes one word of its own connection and takes no lock. The list is locked when a connection
//! begins and ends.
//!
//! On failure: a connection whose other end reads nothing is found by [`Visitors::sweep`].

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// The bits of a visitor's word below its time: a request is in hand, a secret fitted it, and a secret
/// fitted an earlier one.
const IN_REQUEST: u64 = 1;
const VOUCHED: u64 = 2;
const KNOWN: u64 = 4;
const TIME: u32 = 3;

/// What the visitors together may take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    pub(super) all: usize,
    /// So many strangers from one address, where the address is the client's own.
    pub(super) strangers_of_one_address: usize,
    /// Who waits for longer does not read what we answered; headers have a limit of their own.
    pub(super) longest_wait: Duration,
    /// No request takes longer.
    pub(super) longest_request: Duration,
}

/// Everybody who is connected.
#[derive(Debug)]
pub(super) struct Visitors {
    room: Room,
    origin: Instant,
    present: Mutex<Present>,
    left: Notify,
}

#[derive(Debug, Default)]
struct Present {
    next: u64,
    visitors: BTreeMap<u64, Arc<Visitor>>,
}

/// One connection.
#[derive(Debug)]
pub(super) struct Visitor {
    pub(super) peer: IpAddr,
    /// The same if it is the client's own and may be limited.
    own_address: Option<IpAddr>,
    end: CancellationToken,
    origin: Instant,
    word: AtomicU64,
}

/// A place among the visitors, free again when it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) visitor: Arc<Visitor>,
    visitors: Arc<Visitors>,
    number: u64,
}

impl Visitors {
    /// Nobody yet.
    pub(super) fn new(room: Room) -> Arc<Self> {
        let (present, left) = (Mutex::default(), Notify::new());
        Arc::new(Self { room, origin: Instant::now(), present, left })
    }

    /// A place for a newcomer, at somebody's cost if need be; waits while there is none to be had.
    pub(super) async fn enter(
        self: &Arc<Self>,
        peer: IpAddr,
        own_address: Option<IpAddr>,
        end: CancellationToken,
    ) -> Place {
        let word = AtomicU64::new(0);
        let visitor = Arc::new(Visitor { peer, own_address, end, origin: self.origin, word });
        visitor.waits();
        loop {
            let left = self.left.notified();
            if let Some(number) = self.place(&visitor) {
                crate::metrics::connected();
                return Place { visitor, visitors: Arc::clone(self), number };
            }
            left.await;
        }
    }

    fn place(&self, visitor: &Arc<Visitor>) -> Option<u64> {
        let mut present = self.present.lock();
        if let Some(address) = visitor.own_address {
            let from_there =
                |other: &Visitor| other.own_address == Some(address) && !other.is_known();
            let strangers = present.visitors.values().filter(|other| from_there(other)).count();
            if strangers >= self.room.strangers_of_one_address {
                present.send_away(from_there);
            }
        }
        if present.visitors.len() >= self.room.all {
            warn!(repeats = "room", "[HTTP] no room: those without a secret are sent away");
            if !present.send_away(|_| true) {
                return None;
            }
        }
        let number = present.next;
        present.next += 1;
        present.visitors.insert(number, Arc::clone(visitor));
        Some(number)
    }

    /// Ends one connection that may go, if there is any.
    pub(super) fn make_room(&self) {
        self.present.lock().send_away(|_| true);
    }

    /// Ends connections that got stuck: nobody reads what was answered, or a request does not end.
    pub(super) fn sweep(&self) {
        let is_stuck = |visitor: &Visitor| {
            let (word, now) = (visitor.word.load(Ordering::Relaxed), visitor.now());
            let longest = if word & IN_REQUEST == 0 {
                self.room.longest_wait
            } else {
                self.room.longest_request
            };
            u128::from(now.saturating_sub(word >> TIME)) > longest.as_millis()
        };
        for visitor in self.present.lock().visitors.values().filter(|visitor| is_stuck(visitor)) {
            visitor.end.cancel();
        }
    }
}

impl Present {
    /// Sends away whoever goes first of those it may be; whether there was anybody.
    fn send_away(&mut self, may_be: impl Fn(&Visitor) -> bool) -> bool {
        let ranked = self.visitors.iter().filter(|(_, visitor)| may_be(visitor));
        let ranked = ranked.filter_map(|(number, visitor)| Some((visitor.rank()?, *number)));
        let Some((_, first)) = ranked.min() else { return false };
        if let Some(visitor) = self.visitors.remove(&first) {
            crate::metrics::http_turned_away("room");
            visitor.end.cancel();
        }
        true
    }
}

impl Visitor {
    /// Who sends a request that the router got.
    pub(super) fn of(request: &axum::extract::Request) -> Arc<Self> {
        request.extensions().get::<Arc<Self>>().map_or_else(Self::unseen, Arc::clone)
    }

    /// Somebody whose connection is not known, which no server of ours has.
    fn unseen() -> Arc<Self> {
        let (peer, end) = (IpAddr::from([0, 0, 0, 0]), CancellationToken::new());
        let (origin, word) = (Instant::now(), AtomicU64::new(0));
        Arc::new(Self { peer, own_address: None, end, origin, word })
    }

    /// Its headers are complete: a request is in hand, of which nothing is known yet.
    pub(super) fn begins(&self) {
        let known = self.word.load(Ordering::Relaxed) & KNOWN;
        self.word.store(self.now() << TIME | known | IN_REQUEST, Ordering::Relaxed);
    }

    /// A secret fits the request in hand.
    pub(super) fn is_vouched_for(&self) {
        self.word.fetch_or(VOUCHED | KNOWN, Ordering::Relaxed);
    }

    /// The request is answered, or there was none yet: the next one is awaited.
    pub(super) fn waits(&self) {
        let known = self.word.load(Ordering::Relaxed) & KNOWN;
        self.word.store(self.now() << TIME | known, Ordering::Relaxed);
    }

    /// Waits until it is to go.
    pub(super) fn end(&self) -> &CancellationToken {
        &self.end
    }

    fn is_known(&self) -> bool {
        self.word.load(Ordering::Relaxed) & KNOWN != 0
    }

    /// The least goes first; none may not go. Of equals the one that has been so for longer is less.
    fn rank(&self) -> Option<(u8, u64)> {
        let word = self.word.load(Ordering::Relaxed);
        let group = match (word & IN_REQUEST != 0, word & VOUCHED != 0, word & KNOWN != 0) {
            (false, _, false) => 0,
            (true, false, _) => 1,
            (false, _, true) => 2,
            (true, true, _) => return None,
        };
        Some((group, word >> TIME))
    }

    fn now(&self) -> u64 {
        u64::try_from(self.origin.elapsed().as_millis()).unwrap_or(u64::MAX >> TIME)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        crate::metrics::disconnected();
        self.visitors.present.lock().visitors.remove(&self.number);
        self.visitors.left.notify_one();
    }
}

#[cfg(test)]
mod tests;
