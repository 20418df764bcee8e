//! What is counted about generations.

use kie::{NotCreated, TaskId};

use super::{GENERATIONS, KIE_CREATES, LATE};

pub(crate) fn kie_created(outcome: &Result<TaskId, NotCreated>) {
    let result = match outcome {
        Ok(_) => "ok",
        Err(NotCreated::NotSent(_)) => "not_sent",
        Err(NotCreated::Busy { .. }) => "busy",
        Err(NotCreated::Maintenance) => "maintenance",
        Err(NotCreated::OutOfCredits) => "out_of_credits",
        Err(NotCreated::KeyRefused) => "key_refused",
        Err(NotCreated::Invalid(_)) => "invalid",
        Err(NotCreated::Policy(_)) => "policy",
        Err(NotCreated::InputGone(_)) => "input_gone",
        Err(NotCreated::ModelGone(_)) => "model_gone",
        Err(NotCreated::Failed(_)) => "failed",
        Err(NotCreated::Unknown(_)) => "unknown",
    };
    metrics::counter!(KIE_CREATES, "result" => result).increment(1);
}

/// Counts the end of a generation; models are those of the catalogue.
pub(crate) fn generation_ended(model: &str, end: &'static str) {
    metrics::counter!(GENERATIONS, "model" => model.to_owned(), "end" => end).increment(1);
}

/// Counts a result that came too late to be paid for.
pub(crate) fn late_success() {
    metrics::counter!(LATE).increment(1);
}

/// Emits each of them once, for the test of the table.
#[cfg(test)]
pub(super) fn one_of_each() {
    kie_created(&Err(NotCreated::Maintenance));
    generation_ended("z-image", "succeeded");
    late_success();
}
