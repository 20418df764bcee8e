//! What is counted about KIE: calls, how long they took, what is left there, and who rings.

use kie::{NoAnswer, NoLink, NotCreated, NotUploaded, TaskId};
use tokio::time::Instant;

use super::known;
use super::table::{Active, Label, Metric, Own, Shared};
use crate::status::Readings;

const CREATES: &str = "trt_kie_creates_total";
const REQUESTS: &str = "trt_kie_requests_total";
const REQUEST: &str = "trt_kie_request_seconds";
const UP: &str = "trt_kie_up";
const CREDITS: &str = "trt_kie_credits";
const DAYS: &str = "trt_kie_credits_days";
const DOORBELLS: &str = "trt_kie_doorbells_total";

const CALLS: &[&str] = &["create", "look", "upload", "credits", "link"];

const CREATED: &[&str] = &[
    "ok",
    "not_sent",
    "busy",
    "maintenance",
    "out_of_credits",
    "key_refused",
    "invalid",
    "policy",
    "input_gone",
    "model_gone",
    "failed",
    "unknown",
];

const TIMES: &[f64] = &[0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 90.0, 300.0];

pub(super) const METRICS: &[Metric] = &[
    Metric::counter(
        CREATES,
        &[Label::these("result", CREATED)],
        Active,
        "requests to make something, by what KIE answered",
    ),
    Metric::counter(
        REQUESTS,
        &[Label::these("call", CALLS), Label::these("result", &["ok", "busy", "refused", "away"])],
        Own,
        "calls of KIE: `busy` asks us to wait, `refused` is an answer that is no, `away` is none",
    ),
    Metric::histogram(REQUEST, (&[Label::these("call", CALLS)], TIMES), Own, "how long they took"),
    Metric::gauge(
        UP,
        &[],
        Shared,
        "1 if KIE's status in `/health` is ok, 0 if it is another, not known before it answered",
    ),
    Metric::gauge(CREDITS, &[], Shared, "what is left at KIE"),
    Metric::gauge(
        DAYS,
        &[],
        Shared,
        "how many days that lasts at the pace of the last day; not known when nothing was used",
    ),
    Metric::counter(
        DOORBELLS,
        &[Label::these("result", &["known", "unknown", "unsigned"])],
        Own,
        "callbacks: of a task of ours, of none that we know, without a good signature",
    ),
];

/// How a call came out, whatever it was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heard {
    Ok,
    Busy,
    Refused,
    Away,
}

/// Counts a request to make something that began then.
pub(crate) fn kie_created(began: Instant, outcome: &Result<TaskId, NotCreated>) {
    let (result, heard) = match outcome {
        Ok(_) => ("ok", Heard::Ok),
        Err(NotCreated::NotSent(_)) => ("not_sent", Heard::Away),
        Err(NotCreated::Busy { .. }) => ("busy", Heard::Busy),
        Err(NotCreated::Maintenance) => ("maintenance", Heard::Busy),
        Err(NotCreated::OutOfCredits) => ("out_of_credits", Heard::Refused),
        Err(NotCreated::KeyRefused) => ("key_refused", Heard::Refused),
        Err(NotCreated::Invalid(_)) => ("invalid", Heard::Refused),
        Err(NotCreated::Policy(_)) => ("policy", Heard::Refused),
        Err(NotCreated::InputGone(_)) => ("input_gone", Heard::Refused),
        Err(NotCreated::ModelGone(_)) => ("model_gone", Heard::Refused),
        Err(NotCreated::Failed(_)) => ("failed", Heard::Refused),
        Err(NotCreated::Unknown(_)) => ("unknown", Heard::Away),
    };
    metrics::counter!(CREATES, "result" => result).increment(1);
    kie_called("create", began, heard);
}

/// Counts a look at a task that began then.
pub(crate) fn kie_looked<T>(began: Instant, outcome: &Result<T, NoAnswer>) {
    kie_called("look", began, heard(outcome));
}

/// Counts a question for what is left that began then.
pub(crate) fn kie_credits<T>(began: Instant, outcome: &Result<T, NoAnswer>) {
    kie_called("credits", began, heard(outcome));
}

/// Counts a file that began to be brought to KIE then.
pub(crate) fn kie_uploaded<T>(began: Instant, outcome: &Result<T, NotUploaded>) {
    let heard = match outcome {
        Ok(_) => Heard::Ok,
        Err(NotUploaded::TooLarge | NotUploaded::Refused(_) | NotUploaded::KeyRefused) => {
            Heard::Refused
        }
        Err(NotUploaded::Later(_)) => Heard::Away,
    };
    kie_called("upload", began, heard);
}

/// Counts a question for the address of a file that began then.
pub(crate) fn kie_linked<T>(began: Instant, outcome: &Result<T, NoLink>) {
    let heard = match outcome {
        Ok(_) => Heard::Ok,
        Err(NoLink::Gone) => Heard::Refused,
        Err(NoLink::NoAnswer(silence)) => silent(silence),
    };
    kie_called("link", began, heard);
}

fn heard<T>(outcome: &Result<T, NoAnswer>) -> Heard {
    outcome.as_ref().map_or_else(silent, |_| Heard::Ok)
}

fn silent(silence: &NoAnswer) -> Heard {
    match silence {
        NoAnswer::Busy { .. } => Heard::Busy,
        NoAnswer::KeyRefused => Heard::Refused,
        NoAnswer::Later(_) => Heard::Away,
    }
}

fn kie_called(call: &'static str, began: Instant, heard: Heard) {
    let result = match heard {
        Heard::Ok => "ok",
        Heard::Busy => "busy",
        Heard::Refused => "refused",
        Heard::Away => "away",
    };
    metrics::counter!(REQUESTS, "call" => call, "result" => result).increment(1);
    metrics::histogram!(REQUEST, "call" => call).record(began.elapsed().as_secs_f64());
}

/// Counts a callback.
pub(crate) fn doorbell(result: &'static str) {
    metrics::counter!(DOORBELLS, "result" => result).increment(1);
}

pub(super) fn show(read: &Readings) {
    metrics::gauge!(UP).set(known(read.kie_up.map(|up| f64::from(u8::from(up)))));
    metrics::gauge!(CREDITS).set(known(read.kie_credits));
    metrics::gauge!(DAYS).set(known(read.kie_days));
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    kie_created(Instant::now(), &Err(NotCreated::Maintenance));
    doorbell("known");
}
