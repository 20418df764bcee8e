//! Metrics: counted where things happen, collected here, read at `/metrics`.
//!
//! ```text
//!   something happens ──> an emitter beside the table of its subject ──┐
//!   a transaction is committed ──> what it did (store::Deed) ──────────┼──> the collector ──> `/metrics`
//!   somebody asks ──> what the board knows is put into gauges ─────────┘
//! ```
//!
//! [`table`] has the list of all, of which `docs/metrics.md` is written; each subject has its part of the table and
//! its emitters in a file of its own. What the board knows is not counted again: gauges are taken from it when
//! somebody reads, and nothing is asked of anybody. A gauge has no word for "not known"; NaN is what Prometheus takes
//! for it.

use std::time::Duration;

use metrics_exporter_prometheus::{
    Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};

mod database;
mod generations;
mod http;
mod kie;
mod leader;
mod loops;
mod money;
mod operators;
mod process;
mod queues;
mod spans;
mod table;
mod telegram;

pub(crate) use database::{intake_pool, work_pool};
pub(crate) use generations::{
    SCOPES, generation_ended, late_success, losses_budget, prompt_refused,
};
pub(crate) use http::{connected, disconnected, http_request, http_turned_away, webhook_refused};
pub(crate) use kie::{doorbell, kie_created, kie_credits, kie_linked, kie_looked, kie_uploaded};
pub(crate) use leader::{beat, transition};
pub(crate) use loops::{Loop, round, task_begins, task_restarted};
pub(crate) use money::{limit_reached, pre_checkout};
pub(crate) use operators::{log_line, log_suppressed, noticed};
pub(crate) use queues::{
    doubt_settled, handled, passive_told, received, rejected, said, stored_together, unreadable,
};
pub(crate) use spans::{spans_dropped, spans_sent};
pub(crate) use telegram::{called, had_turn, poll_ended};

use crate::status::{Board, Readings};

/// How often the collector tidies up.
const UPKEEP: Duration = Duration::from_secs(5);

/// Somebody else collects the metrics of this process already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the metrics of this process are already collected")]
pub struct AlreadyStarted;

#[derive(Debug, Clone)]
pub struct Metrics {
    handle: PrometheusHandle,
}

impl Metrics {
    /// Collects the metrics of the whole process from here on.
    pub fn start() -> Result<Self, AlreadyStarted> {
        let (recorder, metrics) = Self::detached();
        metrics::set_global_recorder(recorder).map_err(|_| AlreadyStarted)?;
        begin();
        Ok(metrics)
    }

    /// A collector and the recorder that feeds it, not installed anywhere.
    pub(crate) fn detached() -> (PrometheusRecorder, Self) {
        let mut builder = PrometheusBuilder::new();
        for metric in table::all() {
            if let table::Kind::Histogram(buckets) = metric.kind {
                let matcher = Matcher::Full(metric.name.to_owned());
                // The only error is an empty list of buckets, which a test of the table finds.
                builder = builder
                    .set_buckets_for_metric(matcher, buckets)
                    .unwrap_or_else(|_| PrometheusBuilder::new());
            }
        }
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        (recorder, Self { handle })
    }

    /// Everything as Prometheus reads it, with what the board knows.
    pub fn text(&self, board: &Board) -> String {
        show(&board.readings());
        self.handle.render()
    }

    /// Keeps the collector tidy, for ever.
    pub async fn keep_tidy(self) {
        let mut ticks = tokio::time::interval(UPKEEP);
        loop {
            ticks.tick().await;
            self.handle.run_upkeep();
            process::look().await;
        }
    }
}

/// Puts what the board knows into gauges.
fn show(read: &Readings) {
    leader::show(read);
    database::show(read);
    queues::show(read);
    telegram::show(read);
    kie::show(read);
    generations::show(read);
    money::show(read);
    loops::show(read);
    process::show(read);
}

/// Describes everything, and begins what must be there from the first reading on.
fn begin() {
    table::begin();
    leader::begin();
    http::begin();
}

/// What is not known is NaN.
fn known(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::NAN)
}

fn rows(count: Option<i64>) -> f64 {
    known(count.map(|count| count as f64))
}

fn seconds(time: Option<Duration>) -> f64 {
    known(time.map(|time| time.as_secs_f64()))
}

#[cfg(test)]
mod tests;
