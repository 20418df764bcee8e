//! Which faults are in force, and how often each has fired.
//!
//! Tests write on the board, connections read it. A change wakes every connection that waits for
//! one, so that a fault strikes links that are idle, too.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::hold::Holds;
use super::{Fault, Way};
use crate::{Error, wait};

#[derive(Debug)]
pub(super) struct Board {
    posted: Mutex<Vec<Arc<Posted>>>,
    changed: watch::Sender<u64>,
    holds: Holds,
    connections: AtomicUsize,
}

#[derive(Debug)]
struct Posted {
    fault: Fault,
    /// The version of the board it came with: connections born later are younger than the fault.
    since: u64,
    fired: AtomicU64,
    /// What is left to pass before a cut.
    budget: AtomicU64,
    /// Whether it may end without ever having fired.
    is_optional: AtomicBool,
}

/// What a fault does to a connection as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strike {
    Reset,
    HalfOpen,
    Silence,
}

/// How much of some bytes may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passage {
    All,
    /// This many, then the connection is cut.
    CutAt(usize),
}

/// A fault in force. Healing it, or dropping it, takes it away.
#[derive(Debug)]
#[must_use = "the fault is healed when this is dropped"]
pub struct Injected {
    board: Arc<Board>,
    posted: Arc<Posted>,
}

impl Board {
    pub(super) fn new() -> Self {
        Self {
            posted: Mutex::new(Vec::new()),
            changed: watch::Sender::new(0),
            holds: Holds::default(),
            connections: AtomicUsize::new(0),
        }
    }

    pub(super) fn inject(board: &Arc<Self>, fault: Fault) -> Injected {
        let budget = if let Fault::CutAfter { bytes, .. } = fault { bytes } else { 0 };
        let mut faults = board.posted();
        let posted = Arc::new(Posted {
            fault,
            since: board.version() + 1,
            fired: AtomicU64::new(0),
            budget: AtomicU64::new(budget),
            is_optional: AtomicBool::new(false),
        });
        faults.push(Arc::clone(&posted));
        board.announce();
        drop(faults);
        Injected { board: Arc::clone(board), posted }
    }

    pub(super) fn holds(&self) -> &Holds {
        &self.holds
    }

    pub(super) fn connections(&self) -> usize {
        self.connections.load(Ordering::Acquire)
    }

    /// Counts a connection as open until the returned value is dropped.
    pub(super) fn count_connection(&self) -> impl Drop + use<'_> {
        self.connections.fetch_add(1, Ordering::AcqRel);
        Counted(&self.connections)
    }

    pub(super) fn version(&self) -> u64 {
        *self.changed.borrow()
    }

    /// How much later bytes of this way arrive.
    pub(super) fn latency(&self, way: Way) -> Duration {
        self.matching(|posted| match posted.fault {
            Fault::Latency { way: delayed, delay } if delayed == way => Some(delay),
            _ => None,
        })
        .into_iter()
        .sum()
    }

    /// Returns once bytes of this way may arrive; counts each time they had to wait.
    pub(super) async fn until_flowing(&self, way: Way) {
        let mut news = self.changed.subscribe();
        loop {
            news.borrow_and_update();
            let stopped = self.matching(|posted| {
                let lost = [Fault::Blackhole, Fault::OneWayLoss(way)].contains(&posted.fault);
                lost.then_some(())
            });
            if stopped.is_empty() || news.changed().await.is_err() {
                return;
            }
        }
    }

    /// Takes `length` bytes of this way off the budgets of cuts.
    pub(super) fn passage(&self, way: Way, length: usize) -> Passage {
        for posted in self.posted().iter() {
            let Fault::CutAfter { way: counted, .. } = posted.fault else {
                continue;
            };
            if counted != way || posted.fired.load(Ordering::Acquire) > 0 {
                continue;
            }
            let left = posted.budget.load(Ordering::Acquire);
            let length = length as u64;
            if length < left {
                posted.budget.store(left - length, Ordering::Release);
            } else {
                posted.fired.store(1, Ordering::Release);
                // Not more than `length`, which came from a usize.
                return Passage::CutAt(usize::try_from(left).unwrap_or(usize::MAX));
            }
        }
        Passage::All
    }

    /// Waits for a fault that ends a connection `born` at that version of the board.
    ///
    /// A reset or a silence strikes every connection; only those older than a half-open fault lose
    /// their client.
    pub(super) async fn struck(&self, born: u64) -> Strike {
        let mut news = self.changed.subscribe();
        loop {
            news.borrow_and_update();
            let strikes = self.matching(|posted| match posted.fault {
                Fault::Reset => Some(Strike::Reset),
                Fault::Silence => Some(Strike::Silence),
                Fault::HalfOpen if posted.since > born => Some(Strike::HalfOpen),
                _ => None,
            });
            if let Some(strike) = strikes.first() {
                return *strike;
            }
            if news.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Returns once no such fault is in force.
    pub(super) async fn until_healed(&self, fault: Fault) {
        let mut news = self.changed.subscribe();
        loop {
            news.borrow_and_update();
            let healed = !self.posted().iter().any(|posted| posted.fault == fault);
            if healed || news.changed().await.is_err() {
                return;
            }
        }
    }

    /// What `choose` makes of the faults in force; each one chosen has fired.
    fn matching<T>(&self, choose: impl Fn(&Posted) -> Option<T>) -> Vec<T> {
        let posted = self.posted();
        let chosen = posted.iter().filter_map(|posted| {
            let chosen = choose(posted)?;
            posted.fired.fetch_add(1, Ordering::AcqRel);
            Some(chosen)
        });
        chosen.collect()
    }

    fn posted(&self) -> MutexGuard<'_, Vec<Arc<Posted>>> {
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn announce(&self) {
        self.changed.send_modify(|version| *version += 1);
    }
}

struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Injected {
    /// How often it has fired: pieces delayed or withheld, connections ended.
    pub fn fired(&self) -> u64 {
        self.posted.fired.load(Ordering::Acquire)
    }

    pub async fn strikes(&self, within: Duration) -> Result<(), Error> {
        let what = format!("{:?} to fire", self.posted.fault);
        wait::until(&what, within, async || (self.fired() > 0).then_some(())).await
    }

    /// Takes the fault away and tells how often it fired.
    #[expect(clippy::must_use_candidate, reason = "healing is the point, the count a bonus")]
    pub fn heal(self) -> u64 {
        self.fired()
    }
}

impl Injected {
    /// Lets it end without having fired: for a person who plays with it, where a test would be wrong.
    #[must_use = "the fault is healed when this is dropped"]
    pub fn that_may_miss(self) -> Self {
        self.posted.is_optional.store(true, Ordering::Release);
        self
    }
}

impl Drop for Injected {
    fn drop(&mut self) {
        self.board.posted().retain(|posted| !Arc::ptr_eq(posted, &self.posted));
        self.board.announce();
        if !std::thread::panicking() && !self.posted.is_optional.load(Ordering::Acquire) {
            assert!(self.fired() > 0, "{:?} was injected but never fired", self.posted.fault);
        }
    }
}
