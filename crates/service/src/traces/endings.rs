//! How what the loops know of an end is called in a trace.

use kie::{NoAnswer, NotCreated, TaskId};
use store::{Ending, Settled};
use telegram::client::{CallError, Reply};

use super::words::Outcome;

/// Of a call of the Bot API.
pub(crate) const fn called(outcome: &Result<Reply, CallError>) -> Outcome {
    match outcome {
        Ok(_) => Outcome::Ok,
        Err(CallError::RetryAfter(_)) => Outcome::Busy,
        Err(CallError::NotSent(_)) => Outcome::NotSent,
        Err(CallError::Unknown(_)) => Outcome::Unknown,
        Err(_) => Outcome::Refused,
    }
}

/// Of a row of the outbox.
pub(crate) const fn said(ending: &Ending) -> Outcome {
    match ending {
        Ending::Sent(_) | Ending::Delivered(..) => Outcome::Sent,
        Ending::Again { .. } => Outcome::Again,
        Ending::Dead(_) | Ending::Gone(_) => Outcome::Dead,
        Ending::Parked => Outcome::Parked,
        Ending::Doubtful(_) => Outcome::Doubtful,
    }
}

/// Of a row of the outbox that was in doubt.
pub(crate) const fn settled(settled: Settled) -> Outcome {
    match settled {
        Settled::Sent => Outcome::Sent,
        Settled::Again => Outcome::Again,
        Settled::Doubtful => Outcome::Doubtful,
        Settled::NotThere => Outcome::NotThere,
    }
}

/// Of a question to KIE to make something.
pub(crate) const fn created(outcome: &Result<TaskId, NotCreated>) -> Outcome {
    match outcome {
        Ok(_) => Outcome::Ok,
        Err(NotCreated::Busy { .. }) => Outcome::Busy,
        Err(NotCreated::NotSent(_)) => Outcome::NotSent,
        Err(NotCreated::Unknown(_)) => Outcome::Unknown,
        Err(_) => Outcome::Refused,
    }
}

/// Of a question to KIE what became of a task.
pub(crate) const fn looked<T>(answer: &Result<T, NoAnswer>) -> Outcome {
    match answer {
        Ok(_) => Outcome::Ok,
        Err(NoAnswer::Busy { .. }) => Outcome::Busy,
        Err(NoAnswer::KeyRefused) => Outcome::Refused,
        Err(NoAnswer::Later(_)) => Outcome::Unknown,
    }
}
