//! What is counted about generations: what was ordered, how it ended, what is open, what is closed, what was lost.

use std::time::Duration;

use dialogue::PriceList;
use domain::ModelKey;
use domain::catalogue::Output;
use domain::generation::{Failure, GenerationState, LossCause};

use super::table::{Active, Label, Metric, Own, Shared, Words};
use super::{known, rows, seconds};
use crate::status::Readings;

const OPEN: &str = "trt_generations";
const OLDEST: &str = "trt_generations_oldest_age_seconds";
const ORDERED: &str = "trt_generations_ordered_total";
const ENDED: &str = "trt_generations_ended_total";
const TOOK: &str = "trt_generation_seconds";
const LATE: &str = "trt_generations_late_total";
const CLOSURES: &str = "trt_closures";
const LOSSES: &str = "trt_losses_credits";
const BUDGET: &str = "trt_losses_budget_credits";
const PROMPTS_REFUSED: &str = "trt_prompts_refused_total";

/// The states from which something is still to come.
const STATES: [GenerationState; 4] = [
    GenerationState::Requested,
    GenerationState::Submitting,
    GenerationState::Submitted,
    GenerationState::Succeeded,
];

const STATE: Label = Label::of("state", || STATES.map(GenerationState::word).to_vec());

const OUTPUT: Label = Label::of("output", || Output::ALL.iter().map(|one| one.word()).collect());

/// What can be closed: a model, a part of what it offers, what costs more than is left, or everything.
pub(crate) const SCOPES: [&str; 4] = ["model", "variant", "dear", "everything"];

const TIMES: &[f64] =
    &[5.0, 10.0, 20.0, 30.0, 45.0, 60.0, 90.0, 120.0, 180.0, 300.0, 600.0, 900.0, 1800.0, 3600.0];

pub(super) const METRICS: &[Metric] = &[
    Metric::gauge(
        OPEN,
        &[STATE],
        Shared,
        "open ones, by their state, counted up to 10,001; `succeeded` are those not delivered yet",
    ),
    Metric::gauge(
        OLDEST,
        &[STATE],
        Shared,
        "age of the oldest of them, since it was ordered, or made (`succeeded`); 0 when there is none",
    ),
    Metric::counter(ORDERED, &[OUTPUT], Active, "orders that began"),
    Metric::counter(
        ENDED,
        &[
            Label { name: "model", words: Words::Models },
            Label::of("end", || {
                let ends = ["succeeded", "late", "cancelled"];
                ends.into_iter().chain(Failure::ALL.map(Failure::word)).collect()
            }),
        ],
        Active,
        "generations that ended, by how",
    ),
    Metric::histogram(TOOK, (&[OUTPUT], TIMES), Active, "from the order to its delivered result"),
    Metric::counter(
        LATE,
        &[],
        Active,
        "results that came after the money went back, delivered for nothing",
    ),
    Metric::gauge(
        CLOSURES,
        &[Label::these("scope", &SCOPES)],
        Shared,
        "what cannot be ordered now, or is half open; counted up to 100",
    ),
    Metric::gauge(
        LOSSES,
        &[Label::of("cause", || LossCause::ALL.map(LossCause::word).to_vec())],
        Shared,
        "what KIE charged today without income, in credits",
    ),
    Metric::gauge(BUDGET, &[], Own, "what may be lost in a day, in credits"),
    Metric::counter(PROMPTS_REFUSED, &[], Active, "words of orders that were refused"),
];

/// An order began.
pub(super) fn ordered(output: Output) {
    metrics::counter!(ORDERED, "output" => output.word()).increment(1);
}

/// A result reached its person.
pub(super) fn delivered(output: Output, took: Duration) {
    metrics::histogram!(TOOK, "output" => output.word()).record(took.as_secs_f64());
}

/// Counts the end of a generation. One of a model that this release does not know counts as `other`.
pub(crate) fn generation_ended(prices: &PriceList, model: &str, end: &'static str) {
    let known = ModelKey::new(model).filter(|key| prices.catalogue.model(key).is_some());
    let model = if known.is_some() { model } else { "other" };
    metrics::counter!(ENDED, "model" => model.to_owned(), "end" => end).increment(1);
}

/// Counts a result that came too late to be paid for.
pub(crate) fn late_success() {
    metrics::counter!(LATE).increment(1);
}

/// Counts words of an order that were refused.
pub(crate) fn prompt_refused() {
    metrics::counter!(PROMPTS_REFUSED).increment(1);
}

/// So much may be lost in a day, in millionths of a credit.
pub(crate) fn losses_budget(budget: domain::Credits) {
    metrics::gauge!(BUDGET).set(budget.get() as f64 / 1_000_000.0);
}

pub(super) fn show(read: &Readings) {
    for state in STATES {
        let (count, oldest) = read.generations(state).map_or((None, None), |depth| {
            (Some(depth.rows), Some(depth.oldest.unwrap_or_default()))
        });
        metrics::gauge!(OPEN, "state" => state.word()).set(rows(count));
        metrics::gauge!(OLDEST, "state" => state.word()).set(seconds(oldest));
    }
    for (scope, count) in SCOPES.into_iter().zip(read.closures()) {
        metrics::gauge!(CLOSURES, "scope" => scope).set(known(count.map(|count| count as f64)));
    }
    for cause in LossCause::ALL {
        let lost = read.lost_today(cause).map(|lost| lost as f64 / 1_000_000.0);
        metrics::gauge!(LOSSES, "cause" => cause.word()).set(known(lost));
    }
}

/// Emits each of them once.
#[cfg(test)]
pub(super) fn one_of_each(prices: &PriceList) {
    generation_ended(prices, "z-image", "succeeded");
    generation_ended(prices, "of-another-release", "succeeded");
    late_success();
    prompt_refused();
    losses_budget(domain::Credits::new(5_000_000));
}
