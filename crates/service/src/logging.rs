//! Logs: one JSON object per line on standard output, safe to keep and to search.
//!
//! ```text
//!   event ──> level ──> repeated lately? ──> line (JSON or pretty) ──> tokens blotted out ──> stdout
//!                             └─ yes: counted, and told as `suppressed` by the next line
//! ```
//!
//! * A line has `ts`, `level`, `message`, `instance_id`, then the fields of the event, then those of our
//!   own spans around it, the innermost first, each name once. So every line about an update, a
//!   generation or a row of the outbox carries `update`, `generation` or `outbox`, whoever prints it.
//! * An event with the field `repeats` is printed at most once per 60 s and value of the field:
//!   `warn!(repeats = "kie", "[KIE] does not answer")`. Transitions of the lock are always printed.
//! * Control characters and marks that turn the writing direction are escaped, so that no text of a
//!   user can forge a line; whatever looks like a bot token becomes `***`.
//! * A panic is an ERROR line as well, since nobody reads standard error.
//!
//! On failure: a line that cannot be written is dropped; a bot that stops because its log is full
//! helps nobody.

pub(crate) mod following;

mod levels;
mod line;
pub(crate) mod redaction;
mod repeats;

#[cfg(test)]
mod tests;

use std::io::Write;

use parking_lot::Mutex;
use tokio::time::Instant;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use crate::config::problems::Values;
use crate::config::values;
use crate::metrics;
use crate::process::instance::InstanceId;
use crate::process::wall_clock;
use line::Fields;
use repeats::Repeats;

#[derive(Debug, Clone)]
pub struct LogSettings {
    pub levels: Targets,
    pub format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Json,
    Pretty,
}

/// Somebody else has already set up the logs of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the logs of this process are already set up")]
pub struct AlreadyStarted;

impl LogSettings {
    pub(crate) fn read(values: &mut Values) -> Self {
        let cure = "choose error, warn, info, debug or trace, and by comma target=level for parts";
        let levels = values::read(values, "LOG_LEVEL", levels::parse, ("is not a level", cure));
        let formats = [("json", Format::Json), ("pretty", Format::Pretty)];
        let format = values::choice(values, "LOG_FORMAT", &formats);
        Self { levels: levels.unwrap_or_default(), format }
    }
}

/// Sends the events of the whole process to standard output from here on.
pub fn start(settings: &LogSettings, instance: &InstanceId) -> Result<(), AlreadyStarted> {
    let lines = Lines::new(settings.format, instance, std::io::stdout());
    let subscriber = tracing_subscriber::registry().with(settings.levels.clone()).with(lines);
    tracing::subscriber::set_global_default(subscriber).map_err(|_| AlreadyStarted)?;
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let why = panic.payload_as_str().unwrap_or("no reason given");
        tracing::error!(place, why, "[RUN] panic");
    }));
    Ok(())
}

struct Lines<W> {
    format: Format,
    instance: InstanceId,
    repeats: Repeats,
    to: Mutex<W>,
}

impl<W: Write> Lines<W> {
    fn new(format: Format, instance: &InstanceId, to: W) -> Self {
        Self { format, instance: instance.clone(), repeats: Repeats::default(), to: Mutex::new(to) }
    }

    /// The line of an event, unless it repeats one printed lately.
    fn line<S>(&self, event: &Event<'_>, around: &Context<'_, S>, now: Instant) -> Option<String>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        let mut fields = Fields::of(event);
        if let Some(key) = fields.repeats.take().filter(|_| !fields.is_transition()) {
            let suppressed = self.repeats.due(event.metadata().callsite(), key, now)?;
            fields.add("suppressed", suppressed);
        }
        for span in around.event_scope(event).into_iter().flatten() {
            if let Some(of_span) = span.extensions().get::<Fields>() {
                fields.inherit(of_span);
            }
        }
        let level = *event.metadata().level();
        let line = match self.format {
            Format::Json => fields.json(&wall_clock::now(), level, self.instance.as_str()),
            Format::Pretty => fields.pretty(&wall_clock::now(), level),
        };
        Some(redaction::without_tokens(&line))
    }
}

impl<S, W: Write + 'static> Layer<S> for Lines<W>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
    Mutex<W>: Send + Sync,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        // The spans of libraries say nothing that one of our lines is about.
        let is_ours = attributes.metadata().target().starts_with(env!("CARGO_CRATE_NAME"));
        if let Some(span) = context.span(id).filter(|_| is_ours) {
            span.extensions_mut().insert(Fields::of_span(attributes));
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let Some(span) = context.span(id) else { return };
        if let Some(fields) = span.extensions_mut().get_mut::<Fields>() {
            fields.learn(values);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let Some(mut line) = self.line(event, &context, Instant::now()) else {
            return metrics::log_suppressed();
        };
        metrics::log_line(*event.metadata().level());
        line.push('\n');
        let mut to = self.to.lock();
        // Nothing can be said about a log that cannot be written.
        let _ = to.write_all(line.as_bytes()).and_then(|()| to.flush());
    }
}
