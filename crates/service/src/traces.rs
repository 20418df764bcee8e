//! Traces: an update from its arrival to its reply and an order from its tap to its delivery, each as one
//! trace, whichever instances had a hand in it.
//!
//! ```text
//!   update:  webhook ── handle ── say ── telegram          order:  order ── submit ── kie
//!            (stored)     └── links to ──────────────────────────────┤         look ── kie
//!                                                                    └──────── deliver ── telegram
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | `ids` | the names of traces and spans, which every instance derives alike |
//! | `words` | everything that a span can say, closed lists all of them |
//! | [`endings`] | how what loops know of an end is called here |
//! | `span` | a span while it lasts |
//! | `encoding` | a batch as the collector reads it |
//! | `exporting` | the queue to the collector, which slows nobody |
//!
//! Off, as long as `OTEL_EXPORTER_OTLP_ENDPOINT` is not set, everything here is one look at a word in memory.
//!
//! A span hangs below another that may have been begun elsewhere. Of the first spans of updates and
//! orders the ids are derived. Of everything that was decided for the outbox the place is written behind the
//! request, in the row that is written anyway. Nothing else is kept.
//!
//! On failure: spans are for looking at. One that finds the queue full, the collector away or the process
//! killed is not there, and nothing else changes.

pub(crate) mod endings;

mod encoding;
mod exporting;
mod ids;
mod span;
mod words;

use std::sync::OnceLock;

use domain::{GenerationId, UpdateId};
use store::{Outgoing, Pending};
use telegram::request::Request;
use tokio::sync::mpsc;

use crate::config::{Config, Share};
use crate::metrics;
use crate::process::instance::InstanceId;
use ids::{Place, TraceId};
use span::Ended;

pub(crate) use exporting::{Exporting, NotStarted};
pub(crate) use span::{Began, Span, child, committed, mark, moment, ordered, outcome};
pub(crate) use words::{Moment, Name, Number, Outcome};

/// What spans are made with; there while traces are on.
static TRACER: OnceLock<Tracer> = OnceLock::new();

#[derive(Debug)]
struct Tracer {
    bot: i64,
    share: Share,
    queue: mpsc::Sender<Ended>,
}

impl Tracer {
    fn keeps(&self, trace: TraceId) -> bool {
        self.share.keeps(trace.drawn())
    }

    fn keep(&self, ended: Ended) {
        if self.queue.try_send(ended).is_err() {
            metrics::spans_dropped(1);
        }
    }
}

/// Turns traces on, if the configuration says where they go.
pub(crate) fn start(
    config: &Config,
    instance: &InstanceId,
) -> Result<Option<Exporting>, NotStarted> {
    let Some(settings) = &config.traces else { return Ok(None) };
    let bot = config.bot.id().get();
    let (queue, exporting) = exporting::start(settings, bot, instance)?;
    // Whoever was first in this process goes on.
    let _ = TRACER.set(Tracer { bot, share: settings.share, queue });
    Ok(Some(exporting))
}

/// When something begins that may become a span; nothing while traces are off.
pub(crate) fn now() -> Option<Began> {
    TRACER.get().map(|_| Began::now())
}

/// An update came in by a request or a poll, and this is how it fared.
pub(crate) fn arrived(began: Option<Began>, name: Name, update: UpdateId, outcome: Outcome) {
    let (Some(began), Some(tracer)) = (began, TRACER.get()) else { return };
    let place = Place::of_update(tracer.bot, update);
    let span = match outcome {
        // Somebody else was first, perhaps on another instance.
        Outcome::Known | Outcome::NotStored => Span::below(tracer, name, place, began),
        _ => Span::first(tracer, name, place, began),
    };
    span.with(Number::UpdateId, update.get()).end(outcome);
}

/// Around a try to handle an update.
pub(crate) fn handling(row: &Pending, epoch: i64) -> Span {
    let Some(tracer) = TRACER.get() else { return Span::NONE };
    let update = Place::of_update(tracer.bot, row.update_id);
    Span::below(tracer, Name::Handle, update, Began::now())
        .with(Number::Epoch, epoch)
        .with(Number::UpdateId, row.update_id.get())
        .with(Number::Update, row.id.get())
        .with(Number::Retries, row.attempts.into())
}

/// Around a step of an order.
pub(crate) fn step(name: Name, generation: GenerationId, epoch: i64) -> Span {
    let Some(tracer) = TRACER.get() else { return Span::NONE };
    let order = Place::of_order(tracer.bot, generation);
    Span::below(tracer, name, order, Began::now())
        .with(Number::Epoch, epoch)
        .with(Number::Generation, generation.get())
}

/// Around a row of the outbox on its way; nothing if it was not decided in a trace.
pub(crate) fn saying(row: Option<&Outgoing>, epoch: i64) -> Span {
    let (Some(tracer), Some(row)) = (TRACER.get(), row) else { return Span::NONE };
    let Some(decided) = Request::within(&row.body).and_then(Place::from_text) else {
        return Span::NONE;
    };
    let name = if row.generation.is_some() { Name::Deliver } else { Name::Say };
    let span = Span::below(tracer, name, decided, Began::now())
        .with(Number::Epoch, epoch)
        .with(Number::Outbox, row.id.get())
        .with(Number::Retries, row.attempts.into());
    match row.generation {
        Some(generation) => span.with(Number::Generation, generation.get()),
        None => span,
    }
}

/// A request as it is stored: with the place of the present span behind it, if there is one.
pub(crate) fn stored(request: &Request) -> Vec<u8> {
    match mark() {
        Some(mark) => request.to_bytes_within(&mark),
        None => request.to_bytes(),
    }
}

#[cfg(test)]
mod tests;
