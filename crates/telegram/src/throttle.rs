//! Whose turn it is to speak, within the limits of Telegram.
//!
//! A sender asks for a [`Turn`] and waits until the buckets allow it. Among those whose
//! chat is free the more urgent goes first, and among equals the one who came first; one whose
//! chat is not free holds up no other.
//!
//! ```text
//!   turn() ── buckets allow it ───────────────────────> Turn
//!     └─ waits in line ── granted by the timekeeper ──────┘
//!          └─ dropped: leaves the line, gives back what it was granted
//! ```
//!
//! The timekeeper is a task that lives while there is a line: a caller that is not polled for a while
//! holds up no other. Nothing is queued for a caller that has gone, so the line is as long as there
//! are callers. A limit that is met nevertheless (429) freezes one chat with
//! [`freeze`](Throttle::freeze); who asks for a frozen chat waits, and who does not want to can look
//! first with [`frozen_for`](Throttle::frozen_for).

pub mod buckets;
mod line;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::ChatId;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

pub use self::buckets::Rates;
use self::line::{Line, Place};

/// How urgent a send is; earlier ones go first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// A person has just asked for it.
    Answer,
    /// A person waits for it, and has paid.
    Result,
    /// It tells a person how far their result is.
    Progress,
    /// No person waits for it.
    Broadcast,
}

/// Leave to send once; only [`Throttle::turn`] gives it.
#[derive(Debug)]
#[must_use = "a turn that is not used is a message less"]
pub struct Turn(());

/// Gives turns; cheap to clone, and all clones are one.
#[derive(Clone)]
pub struct Throttle {
    shared: Arc<Shared>,
}

struct Shared {
    start: Instant,
    line: Mutex<Line>,
    /// The line has grown or shrunk: the timekeeper must look again.
    changed: Notify,
}

impl Throttle {
    /// A throttle with full buckets.
    pub fn new(rates: Rates) -> Self {
        let line = Mutex::new(Line::new(rates));
        let shared = Shared { start: Instant::now(), line, changed: Notify::new() };
        Self { shared: Arc::new(shared) }
    }

    /// Waits for leave to send `items` messages to a chat, or something that has no chat but counts.
    ///
    /// Dropping the wait costs nothing and holds up no other.
    pub async fn turn(&self, chat: Option<ChatId>, items: u32, priority: Priority) -> Turn {
        let (granted, grant) = oneshot::channel();
        let place = self.shared.line().join(priority, chat, items, granted);
        let waiting = Waiting { shared: &self.shared, place: Some(place) };
        let _ = self.shared.line().grant(self.shared.now());
        self.shared.wait_in_line(place);
        // The other end is in the line for as long as we are.
        let _ = grant.await;
        waiting.served();
        Turn(())
    }

    /// Leave to send something small right now, if nobody waits for a turn and no bucket would miss it; else none.
    ///
    /// It counts among all messages and not among those of its chat: nobody waits longer for what it shows.
    pub fn turn_to_spare(&self, chat: ChatId) -> Option<Turn> {
        let now = self.shared.now();
        self.shared.line().take_to_spare(now, chat).then_some(Turn(()))
    }

    /// Closes a chat for a while.
    pub fn freeze(&self, chat: ChatId, wait: Duration) {
        self.shared.line().freeze(self.shared.now(), chat, wait);
    }

    /// How long a chat is still frozen.
    pub fn frozen_for(&self, chat: ChatId) -> Duration {
        self.shared.line().frozen_for(self.shared.now(), chat)
    }
}

impl Shared {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Nothing in the line can panic half-way, so a poisoned one is as good as any.
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// If this place has to wait, makes sure that there is a timekeeper who knows of it.
    fn wait_in_line(self: &Arc<Self>, place: Place) {
        let mut line = self.line();
        if !line.is_waiting(place) {
            return;
        }
        if line.hire_timekeeper() {
            drop(tokio::spawn(Arc::clone(self).keep_time()));
        } else {
            drop(line);
            // It may sleep past the moment that we need.
            self.changed.notify_one();
        }
    }

    /// Grants turns as they become possible, until the line is empty.
    async fn keep_time(self: Arc<Self>) {
        loop {
            let next = {
                let mut line = self.line();
                let next = line.grant(self.now());
                if line.dismiss_timekeeper() {
                    return;
                }
                next
            };
            let Some(next) = next else {
                self.changed.notified().await;
                continue;
            };
            tokio::select! {
                () = tokio::time::sleep_until(self.start + next) => {}
                () = self.changed.notified() => {}
            }
        }
    }
}

impl Default for Throttle {
    fn default() -> Self {
        Self::new(Rates::default())
    }
}

impl fmt::Debug for Throttle {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Throttle").field("line", &*self.shared.line()).finish_non_exhaustive()
    }
}

/// A place in the line, given up when dropped.
struct Waiting<'a> {
    shared: &'a Shared,
    place: Option<Place>,
}

impl Waiting<'_> {
    /// The turn is used: there is nothing to give back.
    fn served(mut self) {
        if let Some(place) = self.place.take() {
            self.shared.line().serve(place);
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(place) = self.place.take() {
            self.shared.line().leave(place);
            // What was given back may be what the next in line waits for.
            self.shared.changed.notify_one();
        }
    }
}
