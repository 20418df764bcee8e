//! How full the inbox and the outbox are, and what this instance did with them.

use serde_json::{Value, json};
use store::Depth;
use tokio::time::Instant;

use super::Board;

/// What is known about both queues.
#[derive(Debug, Default)]
pub(super) struct Queues {
    received: u64,
    processed: u64,
    /// The inbox, the outbox, and when somebody looked.
    seen: Option<(Depth, Depth, Instant)>,
}

impl Queues {
    /// Somebody looked how full they are.
    pub(super) fn seen(&mut self, inbox: Depth, outbox: Depth) {
        self.seen = Some((inbox, outbox, Instant::now()));
    }

    pub(super) fn inbox(&self, now: Instant) -> Value {
        let (depth, oldest) = self.shown(now, |inbox, _| inbox);
        json!({
            "depth": depth,
            "oldest_age_seconds": oldest,
            "total_received": self.received,
            "total_processed": self.processed,
            // Part of the contract with operators. There is no code that could raise it: what is not
            // stored is refused, and what cannot be handled is set aside.
            "total_dropped": 0,
        })
    }

    pub(super) fn outbox(&self, now: Instant) -> Value {
        let (depth, oldest) = self.shown(now, |_, outbox| outbox);
        json!({ "depth": depth, "oldest_age_seconds": oldest })
    }

    /// Rows and the age of the oldest, which has aged since somebody looked.
    fn shown(
        &self,
        now: Instant,
        which: impl Fn(Depth, Depth) -> Depth,
    ) -> (Option<i64>, Option<f64>) {
        let Some((inbox, outbox, at)) = self.seen else { return (None, None) };
        let (depth, since) = (which(inbox, outbox), now.saturating_duration_since(at));
        (Some(depth.rows), depth.oldest.map(|oldest| (oldest + since).as_secs_f64()))
    }
}

/// The numbers of both queues that metrics show.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueueNumbers {
    /// The inbox: rows, and seconds.
    pub inbox: (Option<i64>, Option<f64>),
    /// The outbox: rows, and seconds.
    pub outbox: (Option<i64>, Option<f64>),
}

impl Board {
    /// This many updates were stored that had not been there.
    pub fn received(&self, news: u64) {
        self.facts.lock().queues.received += news;
    }

    /// An update was handled.
    pub fn processed(&self) {
        self.facts.lock().queues.processed += 1;
    }

    pub fn queue_numbers(&self) -> QueueNumbers {
        let (facts, now) = (self.facts.lock(), Instant::now());
        QueueNumbers {
            inbox: facts.queues.shown(now, |inbox, _| inbox),
            outbox: facts.queues.shown(now, |_, outbox| outbox),
        }
    }
}
