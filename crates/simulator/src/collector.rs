//! A collector of traces: takes OTLP in its JSON form and keeps what it got.
//!
//! ```text
//!   POST /v1/traces ──┬── 200 ── kept: the bytes, and every span in them
//!                     └── away ── 503, the bytes kept apart: they left, too
//! ```
//!
//! Whatever came is kept as text as well, headers included, to be searched for what must not be in it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use testbed::wait;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use crate::fake::{StartError, listen};

/// A running collector; ends when it is dropped.
#[derive(Debug)]
pub struct Collector {
    address: SocketAddr,
    kept: Arc<Kept>,
    serving: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Kept {
    is_away: AtomicBool,
    /// Requests as they came.
    texts: Mutex<Vec<String>>,
    spans: Mutex<Vec<Span>>,
}

/// A span as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    pub trace: String,
    pub id: String,
    pub parent: Option<String>,
    pub name: String,
    /// Who sent it.
    pub instance: String,
    /// Attributes, as texts.
    pub says: BTreeMap<String, String>,
    /// The names of its events, in order.
    pub events: Vec<String>,
    /// The traces that it is linked to.
    pub links: Vec<String>,
    /// Nanoseconds since 1970.
    pub began: u64,
    pub ended: u64,
}

impl Span {
    /// What it says under this name; nothing is an empty text.
    pub fn says(&self, name: &str) -> &str {
        self.says.get(name).map_or("", String::as_str)
    }
}

impl Collector {
    pub async fn start() -> Result<Self, StartError> {
        let (listener, address) = listen(0).await?;
        let kept = Arc::new(Kept::default());
        let keeps = Arc::clone(&kept);
        let serving = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(serve(socket, Arc::clone(&keeps)));
            }
        });
        Ok(Self { address, kept, serving })
    }

    /// Where it takes traces, as an operator writes it.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Whether it answers that it cannot take anything now.
    pub fn is_away(&self, away: bool) {
        self.kept.is_away.store(away, Ordering::SeqCst);
    }

    /// Everything that came, as text.
    pub fn texts(&self) -> Vec<String> {
        self.kept.texts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// All spans that were taken.
    pub fn spans(&self) -> Vec<Span> {
        self.kept.spans.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until the spans are as they should be, and returns what was found in them.
    ///
    /// # Panics
    /// When they never are.
    pub async fn until<T>(
        &self,
        what: &str,
        within: Duration,
        mut found: impl FnMut(&[Span]) -> Option<T>,
    ) -> T {
        let found = wait::until(what, within, async || found(&self.spans()));
        found.await.unwrap_or_else(|error| panic!("{error}: {:#?}", self.spans()))
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn serve(mut socket: TcpStream, kept: Arc<Kept>) {
    let mut bytes = Vec::new();
    while let Some(body_at) = read_request(&mut socket, &mut bytes).await {
        let request = String::from_utf8_lossy(&bytes).into_owned();
        let is_away = kept.is_away.load(Ordering::SeqCst);
        if !is_away && let Ok(batch) = serde_json::from_slice(&bytes[body_at..]) {
            let mut spans = kept.spans.lock().unwrap_or_else(PoisonError::into_inner);
            spans.extend(read_spans(&batch));
        }
        kept.texts.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let status = if is_away { "503 x" } else { "200 x" };
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 2\r\n\r\n{{}}");
        if socket.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
        bytes.clear();
    }
}

/// Reads a whole request; where its body begins. None: the connection has ended.
async fn read_request(socket: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<usize> {
    loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..at]).to_ascii_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
            let length: usize = length.and_then(|text| text.trim().parse().ok())?;
            while bytes.len() < at + 4 + length {
                if socket.read_buf(bytes).await.ok()? == 0 {
                    return None;
                }
            }
            return Some(at + 4);
        }
        if socket.read_buf(bytes).await.ok()? == 0 {
            return None;
        }
    }
}

fn read_spans(batch: &Value) -> Vec<Span> {
    let mut read = Vec::new();
    for of_one in batch["resourceSpans"].as_array().into_iter().flatten() {
        let instance = says(&of_one["resource"]).remove("service.instance.id").unwrap_or_default();
        for scope in of_one["scopeSpans"].as_array().into_iter().flatten() {
            let spans = scope["spans"].as_array().into_iter().flatten();
            read.extend(spans.map(|span| read_span(span, &instance)));
        }
    }
    read
}

fn read_span(span: &Value, instance: &str) -> Span {
    let text = |name: &str| span[name].as_str().unwrap_or_default().to_owned();
    let each = |name: &str, of: &str| {
        let all = span[name].as_array().into_iter().flatten();
        all.filter_map(|one| Some(one[of].as_str()?.to_owned())).collect()
    };
    Span {
        trace: text("traceId"),
        id: text("spanId"),
        parent: Some(text("parentSpanId")).filter(|parent| !parent.is_empty()),
        name: text("name"),
        instance: instance.to_owned(),
        says: says(span),
        events: each("events", "name"),
        links: each("links", "traceId"),
        began: text("startTimeUnixNano").parse().unwrap_or_default(),
        ended: text("endTimeUnixNano").parse().unwrap_or_default(),
    }
}

fn says(of: &Value) -> BTreeMap<String, String> {
    let attributes = of["attributes"].as_array().into_iter().flatten();
    let pair = |one: &Value| {
        let value = &one["value"];
        let text = value["stringValue"].as_str().or_else(|| value["intValue"].as_str());
        Some((one["key"].as_str()?.to_owned(), text?.to_owned()))
    };
    attributes.filter_map(pair).collect()
}
