//! Lanes: the order of a person's updates, in memory, within a bounded window.
//!
//! ```text
//!   offered ──> waiting in its lane ── head, lane free ──> in hand ──┬── done ──> forgotten
//!                        ^                                  ^        ├── again at t ──> head again
//!                        └──────────────────────────────────┼────────┤
//!                                                           └────────┴── aside: its lane is held
//! ```
//!
//! A lane hands out its head and nothing else until that is settled, so that what one person did is
//! handled in order, and a head that must be tried again holds up only its own lane. Rows are offered
//! again and again by whoever looks at the table; those already held are passed over.
//!
//! Pure: time comes in as an argument.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use domain::{InboxId, UpdateId};
use store::Pending;
use tokio::time::Instant;

/// At most this many rows of one lane are held.
pub(crate) const PER_LANE: usize = 32;

/// At most this many rows are held in all.
pub(crate) const WINDOW: usize = 8_192;

/// Tried this often, a row is not tried beside others while the last holder's end is unexplained.
const SUSPECT: i16 = 2;

/// The lanes that have something in them.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    lanes: HashMap<i64, Lane>,
    held: HashSet<InboxId>,
    /// Lanes whose head may be taken, in the order in which they became so.
    ready: VecDeque<i64>,
    /// Lanes whose head waits for its time.
    resting: BTreeMap<(Instant, i64), ()>,
    in_hand: usize,
    alone: bool,
}

#[derive(Debug, Default)]
struct Lane {
    waiting: BTreeMap<UpdateId, Pending>,
    in_hand: Option<Pending>,
}

/// How carefully rows are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Care {
    /// As many at once as there are hands.
    Usual,
    /// Suspects one at a time: if the process dies, exactly one of them is to blame.
    SuspectsAlone,
}

impl Lanes {
    /// How many more rows there is room for.
    pub(crate) fn room(&self) -> usize {
        WINDOW.saturating_sub(self.held.len())
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.held.len()
    }

    /// The lanes of which nothing more is wanted.
    pub(crate) fn full(&self) -> Vec<i64> {
        let full = self.lanes.iter().filter(|(_, lane)| lane.len() >= PER_LANE);
        full.map(|(lane, _)| *lane).collect()
    }

    /// Takes in a row that was seen in the table.
    pub(crate) fn offer(&mut self, row: Pending) {
        if self.room() == 0 || self.held.contains(&row.id) {
            return;
        }
        let lane = self.lanes.entry(row.lane).or_default();
        if lane.len() >= PER_LANE {
            return;
        }
        let was_empty = lane.len() == 0;
        lane.waiting.insert(row.update_id, row);
        self.held.insert(row.id);
        if was_empty {
            self.ready.push_back(row.lane);
        }
    }

    /// Hands out the next head, if there is one and a hand may take it.
    pub(crate) fn next(&mut self, now: Instant, care: Care) -> Option<Pending> {
        self.wake(now);
        if self.alone && self.in_hand > 0 {
            return None;
        }
        let place = match care {
            Care::Usual => 0,
            // A suspect waits for empty hands, and whoever comes after it waits with it.
            Care::SuspectsAlone => {
                let suspect = self.ready.iter().position(|lane| self.is_suspect(*lane));
                match suspect {
                    Some(_) if self.in_hand > 0 => return None,
                    found => found.unwrap_or_default(),
                }
            }
        };
        let number = self.ready.remove(place)?;
        let lane = self.lanes.get_mut(&number)?;
        let (_, row) = lane.waiting.pop_first()?;
        self.alone = care == Care::SuspectsAlone && row.attempts >= SUSPECT;
        lane.in_hand = Some(row);
        self.in_hand += 1;
        Some(row)
    }

    /// The row in hand steps aside: its hand is free, and nothing of its lane overtakes it.
    pub(crate) fn step_aside(&mut self) {
        self.in_hand -= 1;
    }

    /// Takes a row in hand again that had stepped aside, if a hand may take it.
    pub(crate) fn step_back(&mut self, row: &Pending, care: Care) -> bool {
        let alone = care == Care::SuspectsAlone && row.attempts >= SUSPECT;
        if (alone || self.alone) && self.in_hand > 0 {
            return false;
        }
        self.alone = alone;
        self.in_hand += 1;
        true
    }

    /// When the next resting lane may go on.
    pub(crate) fn next_wake(&self) -> Option<Instant> {
        self.resting.first_key_value().map(|((at, _), ())| *at)
    }

    /// The row in hand is settled: done, set aside, or no longer ours.
    pub(crate) fn settle(&mut self, number: i64) {
        let Some(lane) = self.put_down(number) else { return };
        if lane.len() == 0 {
            self.lanes.remove(&number);
        } else {
            self.ready.push_back(number);
        }
    }

    /// The row in hand is tried again at `at`, with this many tries behind it.
    pub(crate) fn again(&mut self, number: i64, attempts: i16, at: Instant) {
        let Some(lane) = self.lanes.get_mut(&number) else { return };
        let Some(row) = lane.in_hand.take() else { return };
        self.in_hand -= 1;
        // Back to the front: nothing of this lane overtakes it, not even what came late.
        lane.waiting.insert(row.update_id, Pending { attempts, ..row });
        self.resting.insert((at, number), ());
    }

    fn put_down(&mut self, number: i64) -> Option<&Lane> {
        let lane = self.lanes.get_mut(&number)?;
        let row = lane.in_hand.take()?;
        self.held.remove(&row.id);
        self.in_hand -= 1;
        Some(lane)
    }

    /// Lets lanes whose time has come be taken again.
    fn wake(&mut self, now: Instant) {
        while let Some(((at, lane), ())) = self.resting.first_key_value() {
            if *at > now {
                break;
            }
            let (at, lane) = (*at, *lane);
            self.resting.remove(&(at, lane));
            self.ready.push_back(lane);
        }
    }

    fn is_suspect(&self, lane: i64) -> bool {
        let head = self.lanes.get(&lane).and_then(|lane| lane.waiting.first_key_value());
        head.is_some_and(|(_, row)| row.attempts >= SUSPECT)
    }
}

impl Lane {
    fn len(&self) -> usize {
        self.waiting.len() + usize::from(self.in_hand.is_some())
    }
}

#[cfg(test)]
mod tests;
