//! What is counted about people with power, what they are told, and the log they read.

use domain::{AdminAction, News};
use store::outbox::broadcasts::spreading::Counted;
use tracing::Level;

use super::table::{Active, Label, Metric, Own};

const NOTICES: &str = "trt_notices_sent_total";
const BROADCAST: &str = "trt_broadcast_messages_total";
const ACTS: &str = "trt_admin_acts_total";
const LOG_LINES: &str = "trt_log_lines_total";
const LOG_SUPPRESSED: &str = "trt_log_suppressed_total";

pub(super) const METRICS: &[Metric] = &[
    Metric::counter(
        NOTICES,
        &[Label::of("kind", || News::ALL.iter().map(|news| news.word()).collect())],
        Active,
        "notices to operators, by the kinds of [notices](notices.md)",
    ),
    Metric::counter(
        BROADCAST,
        &[Label::these("outcome", &["delivered", "failed", "blocked", "doubtful"])],
        Active,
        "messages of broadcasts that ended; `blocked`: the person cannot be reached",
    ),
    Metric::counter(
        ACTS,
        &[Label::of("act", || AdminAction::ALL.iter().map(|act| act.word()).collect())],
        Active,
        "acts of people with power, by the words of the audit log",
    ),
    Metric::counter(
        LOG_LINES,
        &[Label::these("level", &["error", "warn"])],
        Own,
        "lines of the log",
    ),
    Metric::counter(
        LOG_SUPPRESSED,
        &[],
        Own,
        "lines that repeated one of the last minute, and were counted instead of written",
    ),
];

/// Operators were told of a kind of news, wherever they read.
pub(crate) fn noticed(news: News) {
    metrics::counter!(NOTICES, "kind" => news.word()).increment(1);
}

/// So many messages of broadcasts ended so.
pub(super) fn spread(counted: Counted) {
    let counts = [
        ("delivered", counted.delivered),
        ("failed", counted.failed),
        ("blocked", counted.blocked),
        ("doubtful", counted.doubtful),
    ];
    for (outcome, count) in counts {
        let count = u64::try_from(count).unwrap_or_default();
        metrics::counter!(BROADCAST, "outcome" => outcome).increment(count);
    }
}

pub(super) fn acted(action: AdminAction) {
    metrics::counter!(ACTS, "act" => action.word()).increment(1);
}

/// A line was written.
pub(crate) fn log_line(level: Level) {
    let word = match level {
        Level::ERROR => "error",
        Level::WARN => "warn",
        _ => return,
    };
    metrics::counter!(LOG_LINES, "level" => word).increment(1);
}

/// A line was not written, since it repeats another.
pub(crate) fn log_suppressed() {
    metrics::counter!(LOG_SUPPRESSED).increment(1);
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    noticed(News::Sale);
    log_line(Level::WARN);
    log_suppressed();
}
