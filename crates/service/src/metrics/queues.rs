//! What is counted on the way from an update to its reply: the inbox, the outbox, and people told while passive.

use std::time::Duration;

use store::outbox::Line;
use store::{Ending, Settled, Stored};

use super::table::{Active, Label, Metric, Own, Shared};
use super::{known, rows};
use crate::status::Readings;

const INBOX_RECEIVED: &str = "trt_inbox_received_total";
const INBOX_BATCH: &str = "trt_inbox_batch_rows";
const INBOX_HANDLED: &str = "trt_inbox_handled_total";
const INBOX_HANDLE_SECONDS: &str = "trt_inbox_handle_seconds";
const INBOX_WAIT: &str = "trt_inbox_wait_seconds";
const INBOX_DEPTH: &str = "trt_inbox_depth";
const INBOX_OLDEST: &str = "trt_inbox_oldest_age_seconds";
const PASSIVE_TOLD: &str = "trt_passive_told_total";
const DEAD_LETTERS: &str = "trt_dead_letters";
const OUTBOX_DEPTH: &str = "trt_outbox_depth";
const OUTBOX_OLDEST: &str = "trt_outbox_oldest_age_seconds";
const OUTBOX_WAIT: &str = "trt_outbox_wait_seconds";
const OUTBOX_ENDED: &str = "trt_outbox_ended_total";
const OUTBOX_DOUBTS: &str = "trt_outbox_doubts_total";

const HANDLING: &[f64] = &[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0];

/// From an answer at once to one after a night.
const WAITS: &[f64] =
    &[0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0, 3600.0];

const BATCHES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

pub(super) const METRICS: &[Metric] = &[
    Metric::counter(
        INBOX_RECEIVED,
        &[Label::these("result", &["new", "known", "unreadable", "rejected"])],
        Own,
        "updates that came in: `new`, `known`, `unreadable`, `rejected`",
    ),
    Metric::histogram(INBOX_BATCH, (&[], BATCHES), Own, "updates stored by one commit"),
    Metric::counter(
        INBOX_HANDLED,
        &[Label::these("outcome", &["done", "failed", "set_aside"])],
        Active,
        "tries to handle one: `done`, `failed`, `set_aside`",
    ),
    Metric::histogram(
        INBOX_HANDLE_SECONDS,
        (&[], HANDLING),
        Active,
        "how long handling an update took",
    ),
    Metric::histogram(
        INBOX_WAIT,
        (&[], WAITS),
        Active,
        "how long an update waited from being stored to being handled",
    ),
    Metric::gauge(
        INBOX_DEPTH,
        &[],
        Shared,
        "updates that wait to be handled, counted up to 10,001",
    ),
    Metric::gauge(INBOX_OLDEST, &[], Shared, "age of the oldest of those counted"),
    Metric::counter(
        PASSIVE_TOLD,
        &[Label::these("what", &["notice", "tap", "menu"])],
        Own,
        "people told something while passive: `notice`, `tap`, `menu`",
    ),
    Metric::gauge(
        DEAD_LETTERS,
        &[Label::these("kind", &["update", "send"])],
        Shared,
        "what was set aside and waits for an operator",
    ),
    Metric::gauge(OUTBOX_DEPTH, &[], Shared, "requests that wait to be sent, counted up to 10,001"),
    Metric::gauge(OUTBOX_OLDEST, &[], Shared, "age of the oldest of those counted"),
    Metric::histogram(
        OUTBOX_WAIT,
        (&[Label::of("line", || Line::ALL.map(Line::word).to_vec())], WAITS),
        Active,
        "from the commit that decided it to Telegram's answer, of what was sent",
    ),
    Metric::counter(
        OUTBOX_ENDED,
        &[Label::these("outcome", &["sent", "again", "dead", "parked", "doubtful"])],
        Active,
        "what became of calls: `sent`, `again`, `dead`, `parked`, `doubtful`",
    ),
    Metric::counter(
        OUTBOX_DOUBTS,
        &[Label::these("settled", &["sent", "again", "doubtful", "not_there"])],
        Active,
        "rows in doubt after a crash: `sent`, `again`, `doubtful`, `not_there`",
    ),
];

/// Counts updates that were stored, and those that had been before.
pub(crate) fn received(news: u64, known: u64) {
    metrics::counter!(INBOX_RECEIVED, "result" => "new").increment(news);
    metrics::counter!(INBOX_RECEIVED, "result" => "known").increment(known);
}

/// So many were stored by one commit.
pub(crate) fn stored_together(rows: u64) {
    metrics::histogram!(INBOX_BATCH).record(rows as f64);
}

pub(crate) fn unreadable() {
    metrics::counter!(INBOX_RECEIVED, "result" => "unreadable").increment(1);
}

pub(crate) fn rejected(stored: Stored) {
    let result = match stored {
        Stored::New => "rejected",
        Stored::Known => "known",
    };
    metrics::counter!(INBOX_RECEIVED, "result" => result).increment(1);
}

/// Counts somebody who was told something while we were passive.
pub(crate) fn passive_told(what: &'static str) {
    metrics::counter!(PASSIVE_TOLD, "what" => what).increment(1);
}

/// Counts a try to handle an update; the time counts when it is done.
pub(crate) fn handled(outcome: &'static str, took: Duration) {
    metrics::counter!(INBOX_HANDLED, "outcome" => outcome).increment(1);
    if !took.is_zero() {
        metrics::histogram!(INBOX_HANDLE_SECONDS).record(took.as_secs_f64());
    }
}

pub(super) fn inbox_waited(waited: Duration) {
    metrics::histogram!(INBOX_WAIT).record(waited.as_secs_f64());
}

pub(super) fn outbox_waited(line: Line, waited: Duration) {
    let waited = waited.as_secs_f64();
    match line {
        // The one that comes by the thousand: its key is made once.
        Line::Answers => metrics::histogram!(OUTBOX_WAIT, "line" => "answers").record(waited),
        line => metrics::histogram!(OUTBOX_WAIT, "line" => line.word()).record(waited),
    }
}

pub(crate) fn said(ending: &Ending) {
    let outcome = match ending {
        Ending::Sent(_) | Ending::Delivered(..) => "sent",
        Ending::Again { .. } => "again",
        Ending::Dead(_) | Ending::Gone(_) => "dead",
        Ending::Parked => "parked",
        Ending::Doubtful(_) => "doubtful",
    };
    metrics::counter!(OUTBOX_ENDED, "outcome" => outcome).increment(1);
}

pub(crate) fn doubt_settled(settled: Settled) {
    let word = match settled {
        Settled::Sent => "sent",
        Settled::Again => "again",
        Settled::Doubtful => "doubtful",
        Settled::NotThere => "not_there",
    };
    metrics::counter!(OUTBOX_DOUBTS, "settled" => word).increment(1);
}

pub(super) fn show(read: &Readings) {
    let queues = &read.queues;
    metrics::gauge!(INBOX_DEPTH).set(rows(queues.inbox.0));
    metrics::gauge!(INBOX_OLDEST).set(queues.inbox.1.unwrap_or_default());
    metrics::gauge!(OUTBOX_DEPTH).set(rows(queues.outbox.0));
    metrics::gauge!(OUTBOX_OLDEST).set(queues.outbox.1.unwrap_or_default());
    let (updates, sends) = read.dead.unzip();
    metrics::gauge!(DEAD_LETTERS, "kind" => "update").set(known(updates.map(|rows| rows as f64)));
    metrics::gauge!(DEAD_LETTERS, "kind" => "send").set(known(sends.map(|rows| rows as f64)));
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    received(1, 1);
    stored_together(3);
    unreadable();
    rejected(Stored::New);
    passive_told("notice");
    handled("done", Duration::from_millis(1));
    said(&Ending::Parked);
    doubt_settled(Settled::Again);
}
