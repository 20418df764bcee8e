//! What is counted on the way from an update to its reply.

use std::time::Duration;

use domain::offers::Limit;
use store::{Ending, Settled, Stored};
use telegram::client::{CallError, Reply};
use telegram::request::Method;

use super::{
    HTTP_TURNED_AWAY, INBOX_HANDLE_SECONDS, INBOX_HANDLED, INBOX_RECEIVED, LIMITS_REACHED,
    OUTBOX_DOUBTS, OUTBOX_ENDED, PASSIVE_TOLD, PROMPTS_REFUSED, TASK_RESTARTS, TELEGRAM_REQUESTS,
    WEBHOOK_REFUSED,
};

/// Counts a client without a secret that was turned away, to make or to keep room for others.
pub(crate) fn http_turned_away(why: &'static str) {
    metrics::counter!(HTTP_TURNED_AWAY, "why" => why).increment(1);
}

pub(crate) fn webhook_refused(reason: &'static str) {
    metrics::counter!(WEBHOOK_REFUSED, "reason" => reason).increment(1);
}

/// Counts updates that were stored, and those that had been before.
pub(crate) fn received(news: u64, known: u64) {
    metrics::counter!(INBOX_RECEIVED, "result" => "new").increment(news);
    metrics::counter!(INBOX_RECEIVED, "result" => "known").increment(known);
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

/// Counts that money would have gone faster than it may.
pub(crate) fn limit_reached(limit: Limit) {
    let limit = match limit {
        Limit::SpendPerHour => "spend_per_hour",
        Limit::SpendPerDay => "spend_per_day",
        Limit::RefundsPerPerson => "refunds_per_person",
        Limit::RefundsPerAdmin => "refunds_per_admin",
    };
    metrics::counter!(LIMITS_REACHED, "limit" => limit).increment(1);
}

/// Counts words of an order that were refused.
pub(crate) fn prompt_refused() {
    metrics::counter!(PROMPTS_REFUSED).increment(1);
}

/// Counts a try to handle an update; the time counts when it is done.
pub(crate) fn handled(outcome: &'static str, took: Duration) {
    metrics::counter!(INBOX_HANDLED, "outcome" => outcome).increment(1);
    if !took.is_zero() {
        metrics::histogram!(INBOX_HANDLE_SECONDS).record(took.as_secs_f64());
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

pub(crate) fn called(method: Method, outcome: &Result<Reply, CallError>) {
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
    metrics::counter!(TELEGRAM_REQUESTS, "method" => method.name(), "result" => result)
        .increment(1);
}

pub(crate) fn task_restarted(task: &'static str) {
    metrics::counter!(TASK_RESTARTS, "task" => task).increment(1);
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each() {
    http_turned_away("room");
    webhook_refused("secret");
    received(1, 1);
    unreadable();
    rejected(Stored::New);
    passive_told("notice");
    prompt_refused();
    limit_reached(Limit::SpendPerHour);
    handled("done", Duration::from_millis(1));
    said(&Ending::Parked);
    doubt_settled(Settled::Again);
    called(Method::GetMe, &Err(CallError::Unauthorized));
    task_restarted("a task");
}
