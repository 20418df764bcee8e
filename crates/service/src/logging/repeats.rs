//! Repeats of one event: the first is printed at once, then one a minute with a count.
//!
//! An event is told apart by the place in the code that reports it and by the value of its field
//! `repeats`, so that one place can report on several things. What is kept is bounded: when there
//! are too many, those that may be printed again anyway are forgotten, and their counts with them.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;
use tracing::callsite::Identifier;

/// How long an event stays silent after it was printed.
const SILENCE: Duration = Duration::from_secs(60);

/// How many events are told apart.
const MOST: usize = 1024;

/// When each event was last printed, and how often it has come since.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    seen: Mutex<HashMap<(Identifier, String), Seen>>,
}

#[derive(Debug)]
struct Seen {
    printed: Instant,
    suppressed: u64,
}

impl Repeats {
    /// Whether the event is to be printed now; if so, how many were not since the last one.
    pub(super) fn due(&self, place: Identifier, key: String, now: Instant) -> Option<u64> {
        let mut seen = self.seen.lock();
        if seen.len() >= MOST {
            seen.retain(|_, seen| now.duration_since(seen.printed) < SILENCE);
        }
        let Some(known) = seen.get_mut(&(place.clone(), key.clone())) else {
            // Without room the event is printed and not remembered: too many lines, but bounded
            // memory.
            if seen.len() < MOST {
                seen.insert((place, key), Seen { printed: now, suppressed: 0 });
            }
            return Some(0);
        };
        if now.duration_since(known.printed) < SILENCE {
            known.suppressed += 1;
            return None;
        }
        known.printed = now;
        Some(std::mem::take(&mut known.suppressed))
    }
}
