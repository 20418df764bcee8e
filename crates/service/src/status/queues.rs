//! How full the inbox and the outbox are, and what this instance did with them.

use serde_json::{Value, json};
use store::{Depth, Survey};
use tokio::time::Instant;

use super::Board;

/// What is known about both queues.
#[derive(Debug, Default)]
pub(super) struct Queues {
    received: u64,
    processed: u64,
    survey: Option<(Survey, Instant)>,
}

impl Queues {
    /// The inbox, for health.
    pub(super) fn inbox(&self, now: Instant) -> Value {
        let (depth, oldest) = self.shown(now, |survey| survey.inbox);
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

    /// The outbox, for health.
    pub(super) fn outbox(&self, now: Instant) -> Value {
        let (depth, oldest) = self.shown(now, |survey| survey.outbox);
        json!({ "depth": depth, "oldest_age_seconds": oldest })
    }

    /// Rows and the age of the oldest, which has aged since somebody looked.
    fn shown(&self, now: Instant, which: impl Fn(&Survey) -> Depth) -> (Option<i64>, Option<f64>) {
        let Some((survey, at)) = &self.survey else { return (None, None) };
        let (depth, since) = (which(survey), now.saturating_duration_since(*at));
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
        self.facts().queues.received += news;
    }

    /// An update was handled.
    pub fn processed(&self) {
        self.facts().queues.processed += 1;
    }

    /// Somebody looked how full the queues are.
    pub fn surveyed(&self, survey: Survey) {
        self.facts().queues.survey = Some((survey, Instant::now()));
    }

    /// The numbers that metrics show.
    pub fn queue_numbers(&self) -> QueueNumbers {
        let (facts, now) = (self.facts(), Instant::now());
        QueueNumbers {
            inbox: facts.queues.shown(now, |survey| survey.inbox),
            outbox: facts.queues.shown(now, |survey| survey.outbox),
        }
    }
}
