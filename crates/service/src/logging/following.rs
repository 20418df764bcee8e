//! Spans: by them every line about one update, one generation or one row of the outbox can be found,
//! whichever loop prints it.
//!
//! ```text
//!   update (lane) ── an order: a line with update and generation
//!   generation    ── submitting, looking, telling, keeping
//!   outbox        ── a message on its way, with the generation whose result it carries
//! ```
//!
//! They have the level of errors, so that a line has these fields whatever `LOG_LEVEL` is.

use domain::GenerationId;
use store::{Outgoing, Pending};
use tracing::{Span, error_span};

/// Around the handling of an update.
pub(crate) fn update(row: &Pending) -> Span {
    error_span!("update", update = row.id.get(), lane = row.lane)
}

/// Around a step of a generation.
pub(crate) fn generation(id: GenerationId) -> Span {
    error_span!("generation", generation = id.get())
}

/// Around a row of the outbox.
pub(crate) fn outbox(row: &Outgoing) -> Span {
    error_span!("outbox", outbox = row.id.get(), generation = row.generation.map(GenerationId::get))
}
