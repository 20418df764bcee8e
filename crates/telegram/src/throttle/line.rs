//! Who waits for a turn, in which order, and what was granted but not yet taken.
//!
//! ```text
//!   join ──> waiting ── grant ──> granted ── serve ──> gone
//!               └──── leave ─────────┴── leave: what was taken is given back
//! ```
//!
//! The order is by urgency, then by arrival. Granting goes down the line: a chat that is not free is
//! passed over with all behind it that want the same one, so that what is said in a chat keeps
//! its order. The first one that only lacks room in the common bucket ends the round, so that no
//! less urgent one takes the room it waits for.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::time::Duration;

use domain::ChatId;
use tokio::sync::oneshot;

use super::Priority;
use super::buckets::{Buckets, Rates, Refused};

/// A place in the line; the order of places is the order of turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    priority: Priority,
    arrival: u64,
}

struct Wish {
    chat: Option<ChatId>,
    items: u32,
    granted: oneshot::Sender<()>,
}

/// The buckets and those who wait for them.
pub(super) struct Line {
    buckets: Buckets,
    waiting: BTreeMap<Place, Wish>,
    granted: BTreeMap<Place, (Option<ChatId>, u32)>,
    arrivals: u64,
    has_timekeeper: bool,
}

impl Line {
    pub(super) fn new(rates: Rates) -> Self {
        Self {
            buckets: Buckets::new(rates),
            waiting: BTreeMap::new(),
            granted: BTreeMap::new(),
            arrivals: 0,
            has_timekeeper: false,
        }
    }

    pub(super) fn join(
        &mut self,
        priority: Priority,
        chat: Option<ChatId>,
        items: u32,
        granted: oneshot::Sender<()>,
    ) -> Place {
        self.arrivals += 1;
        let place = Place { priority, arrival: self.arrivals };
        self.waiting.insert(place, Wish { chat, items, granted });
        place
    }

    /// Grants what can be granted now; the next moment at which more might be.
    pub(super) fn grant(&mut self, now: Duration) -> Option<Duration> {
        let mut next: Option<Duration> = None;
        let mut ready = Vec::new();
        let mut passed_over = HashSet::new();
        for (place, wish) in &self.waiting {
            if wish.chat.is_some_and(|chat| passed_over.contains(&chat)) {
                continue;
            }
            let (later, ends) = match self.buckets.take(now, wish.chat, wish.items) {
                Ok(()) => {
                    ready.push(*place);
                    continue;
                }
                Err(Refused::Chat(later)) => (later, false),
                Err(Refused::All(later)) => (later, true),
            };
            next = Some(next.map_or(later, |next| next.min(later)));
            if ends {
                break;
            }
            passed_over.extend(wish.chat);
        }
        for place in ready {
            if let Some(wish) = self.waiting.remove(&place) {
                self.granted.insert(place, (wish.chat, wish.items));
                // One who has just gone gives it back when its place is left.
                let _ = wish.granted.send(());
            }
        }
        next
    }

    pub(super) fn is_waiting(&self, place: Place) -> bool {
        self.waiting.contains_key(&place)
    }

    /// Whether a timekeeper must be started: one is needed, and there is none.
    pub(super) fn hire_timekeeper(&mut self) -> bool {
        !std::mem::replace(&mut self.has_timekeeper, true)
    }

    /// Whether the timekeeper may go: the line is empty.
    pub(super) fn dismiss_timekeeper(&mut self) -> bool {
        self.has_timekeeper = !self.waiting.is_empty();
        !self.has_timekeeper
    }

    /// The grant of this place was taken.
    pub(super) fn serve(&mut self, place: Place) {
        self.granted.remove(&place);
    }

    /// The caller at this place has gone.
    pub(super) fn leave(&mut self, place: Place) {
        self.waiting.remove(&place);
        if let Some((chat, items)) = self.granted.remove(&place) {
            self.buckets.give_back(chat, items);
        }
    }

    /// Takes room for one without a chat, if nobody waits, the chat is not closed and there is plenty.
    pub(super) fn take_to_spare(&mut self, now: Duration, chat: ChatId) -> bool {
        let is_quiet = self.waiting.is_empty() && self.buckets.frozen_for(now, chat).is_zero();
        is_quiet && self.buckets.take(now, None, 1).is_ok()
    }

    pub(super) fn freeze(&mut self, now: Duration, chat: ChatId, wait: Duration) {
        self.buckets.freeze(now, chat, wait);
    }

    pub(super) fn frozen_for(&self, now: Duration, chat: ChatId) -> Duration {
        self.buckets.frozen_for(now, chat)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Line")
            .field("waiting", &self.waiting.len())
            .field("chats", &self.buckets.chats())
            .finish_non_exhaustive()
    }
}
