//! What is counted about HTTP: answers, how long they took, who was turned away.

use std::time::Duration;

use super::table::{Label, Metric, Own};

const REQUESTS: &str = "trt_http_requests_total";
const REQUEST: &str = "trt_http_request_seconds";
const CONNECTIONS: &str = "trt_http_connections";
const TURNED_AWAY: &str = "trt_http_turned_away_total";
const WEBHOOK_REFUSED: &str = "trt_webhook_refused_total";

/// The patterns of our routes; what matches none is `other`.
const ROUTES: &[&str] = &[
    "/webhook",
    "/kie-callback/{attempt}/{token}",
    "/r/{token}",
    "/health",
    "/live",
    "/ready",
    "/metrics",
    "/diag",
    "/",
    OTHER,
];

/// What we answer with; anything else is `other`.
const CODES: &[&str] = &[
    "200", "206", "302", "307", "400", "401", "404", "405", "410", "413", "416", "429", "500",
    "503", OTHER,
];

const OTHER: &str = "other";

const TIMES: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

pub(super) const METRICS: &[Metric] = &[
    Metric::counter(
        REQUESTS,
        &[Label::these("route", ROUTES), Label::these("code", CODES)],
        Own,
        "answered HTTP requests",
    ),
    Metric::histogram(
        REQUEST,
        (&[Label::these("route", ROUTES)], TIMES),
        Own,
        "how long a request took, from its headers to the beginning of the answer",
    ),
    Metric::gauge(CONNECTIONS, &[], Own, "open connections"),
    Metric::counter(
        TURNED_AWAY,
        &[Label::these("why", &["room", "address", "busy"])],
        Own,
        "clients without a secret turned away: `room`, `address`, `busy`",
    ),
    Metric::counter(
        WEBHOOK_REFUSED,
        &[Label::these("reason", &["secret", "not_stored"])],
        Own,
        "updates that were not taken: `secret`, `not_stored`",
    ),
];

/// Counts an answered request; `route` is the pattern, not the path.
pub(crate) fn http_request(route: &str, code: u16, took: Duration) {
    let took = took.as_secs_f64();
    if (route, code) == ("/webhook", 200) {
        // The one that comes by the thousand: its keys are made once.
        metrics::counter!(REQUESTS, "route" => "/webhook", "code" => "200").increment(1);
        metrics::histogram!(REQUEST, "route" => "/webhook").record(took);
        return;
    }
    let digits = code.to_string();
    let word = |words: &[&'static str], word: &str| {
        words.iter().copied().find(|known| *known == word).unwrap_or(OTHER)
    };
    let (route, code) = (word(ROUTES, route), word(CODES, &digits));
    metrics::counter!(REQUESTS, "route" => route, "code" => code).increment(1);
    metrics::histogram!(REQUEST, "route" => route).record(took);
}

/// A connection was accepted, and has a place.
pub(crate) fn connected() {
    metrics::gauge!(CONNECTIONS).increment(1.0);
}

/// It has ended.
pub(crate) fn disconnected() {
    metrics::gauge!(CONNECTIONS).decrement(1.0);
}

/// Counts a client without a secret that was turned away, to make or to keep room for others.
pub(crate) fn http_turned_away(why: &'static str) {
    metrics::counter!(TURNED_AWAY, "why" => why).increment(1);
}

pub(crate) fn webhook_refused(reason: &'static str) {
    metrics::counter!(WEBHOOK_REFUSED, "reason" => reason).increment(1);
}

pub(super) fn begin() {
    metrics::gauge!(CONNECTIONS).set(0.0);
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    http_request("/health", 200, Duration::from_millis(1));
    http_request("/what/somebody/asked/for", 418, Duration::from_millis(1));
    connected();
    http_turned_away("room");
    webhook_refused("secret");
}
