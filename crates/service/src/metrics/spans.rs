//! What is counted of traces on their way out.

use super::table::{Label, Metric, Own};

const SPANS: &str = "trt_trace_spans_total";

pub(super) const METRICS: &[Metric] = &[Metric::counter(
    SPANS,
    &[Label::these("outcome", &["sent", "dropped"])],
    Own,
    "spans of traces: taken by the collector, or dropped because the queue was full or it refused them",
)];

pub(crate) fn spans_sent(spans: u64) {
    metrics::counter!(SPANS, "outcome" => "sent").increment(spans);
}

/// Counts spans that nobody will see.
pub(crate) fn spans_dropped(spans: u64) {
    metrics::counter!(SPANS, "outcome" => "dropped").increment(spans);
}

/// Emits each of them once, for the test of the table.
#[cfg(test)]
pub(super) fn one_of_each() {
    spans_sent(1);
    spans_dropped(1);
}
