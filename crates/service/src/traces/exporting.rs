//! The way of spans to the collector: a bounded queue, batches, deadlines.
//!
//! ```text
//!   ended ──┬── queue ── batch: 512, or 100 ms ── POST ───────┬── taken ──> counted
//!           └── full ──> counted as dropped                     ├── not now ──> the same again, later
//!                                                               └── refused ──> dropped
//!   the end of the process ── what is left goes, within 2 s ──> dropped
//! ```
//!
//! Nobody ever waits for the collector but this task. While it is away or slow the batch in hand waits,
//! the queue fills, and what finds no room is dropped; all of it is one line a minute.

use std::time::Duration;

use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use secrecy::ExposeSecret;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};
use wire::{Body, Limits, Redactor, Sent};

use super::encoding;
use super::span::Ended;
use crate::config::TraceSettings;
use crate::metrics;
use crate::process::instance::InstanceId;

/// Spans that nobody has sent yet, about 3 MB.
const QUEUE: usize = 8_192;

/// The most spans of one request.
const BATCH: usize = 512;

/// So long a batch gathers.
const GATHER: Duration = Duration::from_millis(100);

/// What a request may take.
const LIMITS: Limits = Limits { time: Duration::from_secs(5), length: 64 * 1024 };

/// Pauses while the collector is away: twice as long each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// So long the end of the process waits for the last spans.
const LAST: Duration = Duration::from_secs(2);

/// Traces cannot be sent as they are configured.
#[derive(Debug, thiserror::Error)]
#[error("traces cannot be sent: {0}")]
pub(crate) struct NotStarted(String);

/// The task that sends; it goes on until it is stopped.
#[derive(Debug)]
pub(crate) struct Exporting {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

struct Exporter {
    http: reqwest::Client,
    url: Url,
    headers: HeaderMap,
    redactor: Redactor,
    begins: String,
    queue: mpsc::Receiver<Ended>,
    stop: CancellationToken,
}

/// What the collector made of a batch.
enum Answered {
    /// Taken, but for so many.
    Taken(u64),
    /// It may be taken later.
    Later(String),
    Refused(String),
}

/// Starts sending; the first part is where spans go in.
pub(super) fn start(
    settings: &TraceSettings,
    bot: i64,
    instance: &InstanceId,
) -> Result<(mpsc::Sender<Ended>, Exporting), NotStarted> {
    let url = wire::base_address(&settings.url);
    let url = url.ok_or_else(|| NotStarted("the endpoint is no web address".to_owned()))?;
    let http = wire::client(&url, None).map_err(|error| NotStarted(wire::reasons(error)))?;
    let secrets = settings.headers.iter().map(|(_, value)| value.expose_secret().to_owned());
    let (sender, queue) = mpsc::channel(QUEUE);
    let stop = CancellationToken::new();
    let exporter = Exporter {
        http,
        redactor: Redactor::new(secrets),
        begins: encoding::begins(&settings.service, instance.as_str(), bot),
        headers: headers(settings)?,
        url,
        queue,
        stop: stop.clone(),
    };
    info!(share = ?settings.share, "[RUN] traces are on");
    Ok((sender, Exporting { stop, task: tokio::spawn(exporter.run()) }))
}

/// What each request carries, marked so that nothing prints it.
fn headers(settings: &TraceSettings) -> Result<HeaderMap, NotStarted> {
    let mut headers = HeaderMap::new();
    for (name, value) in &settings.headers {
        let name = HeaderName::from_bytes(name.as_bytes());
        let value = HeaderValue::from_str(value.expose_secret());
        let (Ok(name), Ok(mut value)) = (name, value) else {
            return Err(NotStarted("a header cannot be sent".to_owned()));
        };
        value.set_sensitive(true);
        headers.append(name, value);
    }
    Ok(headers)
}

impl Exporting {
    /// Sends what is left, within two seconds.
    pub(crate) async fn stop(mut self) {
        self.stop.cancel();
        if tokio::time::timeout(LAST, &mut self.task).await.is_err() {
            self.task.abort();
            warn!("[RUN] the last spans were not sent: the collector is too slow");
        }
    }
}

impl Exporter {
    async fn run(mut self) {
        let mut batch = Vec::with_capacity(BATCH);
        while self.gather(&mut batch).await {
            self.send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH))).await;
        }
    }

    /// Waits for a batch; false when there is nothing left and nothing more will come.
    async fn gather(&mut self, batch: &mut Vec<Ended>) -> bool {
        tokio::select! {
            biased;
            _ = self.queue.recv_many(batch, BATCH) => {}
            () = self.stop.cancelled() => {}
        }
        if batch.len() < BATCH {
            // Nobody waits at the queue meanwhile, so that a span which ends wakes nobody.
            tokio::select! {
                () = tokio::time::sleep(GATHER) => {}
                () = self.stop.cancelled() => {}
            }
        }
        while batch.len() < BATCH {
            let Ok(span) = self.queue.try_recv() else { break };
            batch.push(span);
        }
        !batch.is_empty()
    }

    /// Sends a batch until it is taken or refused; at the end of the process once.
    async fn send(&self, batch: Vec<Ended>) {
        let spans = u64::try_from(batch.len()).unwrap_or_default();
        let body = encoding::body(&self.begins, &batch);
        drop(batch);
        let mut pause = FIRST_PAUSE;
        loop {
            let problem = match self.post(body.clone()).await {
                Answered::Taken(but) => {
                    metrics::spans_sent(spans.saturating_sub(but));
                    return metrics::spans_dropped(but);
                }
                Answered::Later(problem) if !self.stop.is_cancelled() => problem,
                Answered::Later(problem) | Answered::Refused(problem) => {
                    warn!(repeats = "traces", "[RUN] traces are dropped: {problem}");
                    return metrics::spans_dropped(spans);
                }
            };
            warn!(repeats = "traces", "[RUN] traces wait for their collector: {problem}");
            tokio::select! {
                () = self.stop.cancelled() => {}
                () = tokio::time::sleep(pause) => {}
            }
            pause = LONGEST_PAUSE.min(pause * 2);
        }
    }

    async fn post(&self, body: String) -> Answered {
        let on_its_way = Sent::default();
        let request = self.http.post(self.url.clone()).headers(self.headers.clone());
        let request = Body::json(body, on_its_way.clone()).onto(request);
        match wire::exchange(request, LIMITS, &on_its_way, &self.redactor).await {
            Ok(answer) if (200..300).contains(&answer.status) => {
                Answered::Taken(rejected(&answer.text))
            }
            Ok(answer) => {
                let problem = format!("it answered {}", answer.status);
                match answer.status {
                    429 | 502..=504 => Answered::Later(problem),
                    _ => Answered::Refused(problem),
                }
            }
            Err(broken) => Answered::Later(broken.reason),
        }
    }
}

/// How many spans of a batch that was taken the collector did not want.
fn rejected(answer: &str) -> u64 {
    let answer: serde_json::Value = serde_json::from_str(answer).unwrap_or_default();
    match &answer["partialSuccess"]["rejectedSpans"] {
        serde_json::Value::String(digits) => digits.parse().unwrap_or_default(),
        number => number.as_u64().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests;
