//! Faults that a test has armed.
//!
//! ```text
//!   armed ── something it concerns ──> fires ── n times ──> spent
//!     └── disarm ──> gone
//! ```
//!
//! A fault that was armed and never fired is listed among the violations, so that a test cannot
//! pass because its fault never happened.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

#[derive(Debug, Clone, Copy)]
struct Count {
    left: usize,
    fired: usize,
    is_released: bool,
    is_gone: bool,
}

#[derive(Debug)]
pub(crate) struct Board<Concern> {
    slots: Vec<(Concern, Arc<watch::Sender<Count>>)>,
    patience: Duration,
}

impl<Concern: Clone + std::fmt::Debug> Board<Concern> {
    pub(crate) fn new(patience: Duration) -> Self {
        Self { slots: Vec::new(), patience }
    }

    pub(crate) fn arm(&mut self, concern: Concern, times: usize) -> Armed {
        self.slots.retain(|(_, count)| !count.borrow().is_gone);
        let count = Count { left: times, fired: 0, is_released: false, is_gone: false };
        let count = Arc::new(watch::Sender::new(count));
        self.slots.push((concern, Arc::clone(&count)));
        Armed { count, patience: self.patience }
    }

    /// Lets the first fault fire that is wanted and not spent.
    pub(crate) fn fire(
        &mut self,
        is_wanted: impl Fn(&Concern) -> bool,
    ) -> Option<(Concern, Armed)> {
        let mut ready = self.slots.iter().filter(|(_, count)| count.borrow().left > 0);
        let (concern, count) = ready.find(|(concern, _)| is_wanted(concern))?;
        count.send_modify(|count| (count.left, count.fired) = (count.left - 1, count.fired + 1));
        Some((concern.clone(), Armed { count: Arc::clone(count), patience: self.patience }))
    }

    pub(crate) fn never_fired(&self) -> impl Iterator<Item = &Concern> {
        let is_silent = |count: Count| count.fired == 0 && !count.is_gone;
        let silent = self.slots.iter().filter(move |(_, count)| is_silent(*count.borrow()));
        silent.map(|(concern, _)| concern)
    }
}

/// A fault that is armed. Dropping it changes nothing.
#[derive(Debug, Clone)]
pub struct Armed {
    count: Arc<watch::Sender<Count>>,
    patience: Duration,
}

impl Armed {
    pub async fn fired(&self) {
        self.fired_times(1).await;
    }

    /// Waits until it has fired so often; panics after the fake's patience.
    pub async fn fired_times(&self, times: usize) {
        let mut count = self.count.subscribe();
        let enough = count.wait_for(|count| count.fired >= times);
        let enough = tokio::time::timeout(self.patience, enough).await;
        assert!(enough.is_ok(), "waited in vain for a fault to fire {times} times");
    }

    pub fn times(&self) -> usize {
        self.count.borrow().fired
    }

    /// Lets held answers go, and holds no more.
    pub fn release(&self) {
        self.count.send_modify(|count| (count.left, count.is_released) = (0, true));
    }

    /// Takes the fault back, fired or not.
    pub fn disarm(self) {
        self.release();
        self.count.send_modify(|count| count.is_gone = true);
    }

    /// Waits until held answers may go.
    pub(crate) async fn is_released(&self) {
        // The sender lives in self, so this cannot be an error.
        let _ = self.count.subscribe().wait_for(|count| count.is_released).await;
    }
}
