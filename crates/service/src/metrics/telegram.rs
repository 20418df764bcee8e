//! What is counted about Telegram: calls, how long they took and waited for their turn, the webhook.

use std::time::Duration;

use telegram::client::{CallError, Reply};
use telegram::request::Method;
use tokio::time::Instant;

use super::known;
use super::table::{Active, Label, Metric, Own, Shared};
use crate::status::Readings;

const REQUESTS: &str = "trt_telegram_requests_total";
const REQUEST: &str = "trt_telegram_request_seconds";
const TURN: &str = "trt_telegram_turn_seconds";
const WEBHOOK_FITS: &str = "trt_webhook_fits";
const WEBHOOK_PENDING: &str = "trt_webhook_pending";
const POLL_CONFLICTS: &str = "trt_poll_conflicts_total";

const METHOD: Label =
    Label::of("method", || Method::ALL.iter().map(|method| method.name()).collect());

const RESULTS: &[&str] = &[
    "ok",
    "retry_after",
    "gone",
    "migrated",
    "not_parsed",
    "harmless",
    "message_missing",
    "file_refused",
    "conflict",
    "unauthorized",
    "refused",
    "not_sent",
    "unknown",
];

/// A poll lasts 10 s, an upload perhaps minutes.
const TIMES: &[f64] = &[0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];

const TURNS: &[f64] = &[0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0];

pub(super) const METRICS: &[Metric] = &[
    Metric::counter(
        REQUESTS,
        &[METHOD, Label::these("result", RESULTS)],
        Own,
        "calls of the Bot API",
    ),
    Metric::histogram(
        REQUEST,
        (&[METHOD], TIMES),
        Own,
        "how long a call took, from its turn to Telegram's answer",
    ),
    Metric::histogram(
        TURN,
        (&[], TURNS),
        Active,
        "how long a message waited for its turn in the throttle",
    ),
    Metric::gauge(
        WEBHOOK_FITS,
        &[],
        Shared,
        "1 if the webhook is as we set it, 0 if not; not known when polling, or when Telegram did not say for minutes",
    ),
    Metric::gauge(WEBHOOK_PENDING, &[], Shared, "updates that wait at Telegram"),
    Metric::counter(
        POLL_CONFLICTS,
        &[],
        Active,
        "polls that another program ended, by polling or by a webhook",
    ),
];

/// Counts a call that began then.
pub(crate) fn called(method: Method, began: Instant, outcome: &Result<Reply, CallError>) {
    let result = match outcome {
        Ok(_) => "ok",
        Err(CallError::RetryAfter(_)) => "retry_after",
        Err(CallError::Gone(_)) => "gone",
        Err(CallError::Migrated(_)) => "migrated",
        Err(CallError::NotParsed) => "not_parsed",
        Err(CallError::Harmless(_)) => "harmless",
        Err(CallError::MessageMissing) => "message_missing",
        Err(CallError::FileRefused(_)) => "file_refused",
        Err(CallError::Conflict(_)) => "conflict",
        Err(CallError::Unauthorized) => "unauthorized",
        Err(CallError::Refused { .. }) => "refused",
        Err(CallError::NotSent(_)) => "not_sent",
        Err(CallError::Unknown(_)) => "unknown",
    };
    let (method, took) = (method.name(), began.elapsed().as_secs_f64());
    metrics::counter!(REQUESTS, "method" => method, "result" => result).increment(1);
    metrics::histogram!(REQUEST, "method" => method).record(took);
}

/// A message had its turn, after this wait.
pub(crate) fn had_turn(waited: Duration) {
    metrics::histogram!(TURN).record(waited.as_secs_f64());
}

/// Another program ended our poll.
pub(crate) fn poll_ended() {
    metrics::counter!(POLL_CONFLICTS).increment(1);
}

pub(super) fn show(read: &Readings) {
    let (fits, pending) = (read.webhook.as_ref().map(|webhook| webhook.0), read.webhook);
    metrics::gauge!(WEBHOOK_FITS).set(known(fits.map(|fits| f64::from(u8::from(fits)))));
    let pending = pending.and_then(|(_, pending)| pending);
    metrics::gauge!(WEBHOOK_PENDING).set(known(pending.map(|rows| rows as f64)));
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    called(Method::GetMe, Instant::now(), &Err(CallError::Unauthorized));
    had_turn(Duration::from_millis(40));
    poll_ended();
}
