//! The stub of KIE: a task is done when it is begun, or never.
//!
//! ```text
//!   create ──> a name ──> Quick: it rings at once, the record is a success with one picture
//!                     └─> Slow:  the record says that it is being made, for ever
//! ```
//!
//! It counts tasks and questions, and keeps no more of them.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::Uri;
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::bell::Bell;

/// One white dot.
const PICTURE: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00, 0x00, 0x3a, 0x7e, 0x9b,
    0x55, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0x0f, 0x00, 0x01,
    0x01, 0x01, 0x00, 0x1b, 0xb6, 0xee, 0x56, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae,
    0x42, 0x60, 0x82,
];

/// How soon tasks end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    /// At once.
    Quick,
    /// Never.
    Slow,
}

/// A running stub; ends when it is dropped.
#[derive(Debug)]
pub(super) struct Maker {
    shared: Arc<Shared>,
    serving: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    mood: Mood,
    address: SocketAddr,
    tasks: AtomicU64,
    questions: AtomicU64,
    bell: Bell,
}

type Answer = ([(HeaderName, &'static str); 1], String);

impl Maker {
    pub(super) async fn start(mood: Mood) -> Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let address = listener.local_addr()?;
        let (tasks, questions) = (AtomicU64::new(0), AtomicU64::new(0));
        let shared = Arc::new(Shared { mood, address, tasks, questions, bell: Bell::hang() });
        let routes = Router::new()
            .route("/api/v1/jobs/createTask", post(create))
            .route("/api/v1/jobs/recordInfo", get(record))
            .route("/api/v1/chat/credit", get(credits))
            .route("/picture.png", get(picture))
            .with_state(Arc::clone(&shared));
        let serving = tokio::spawn(async move {
            // An error would show as orders that are never made.
            let _ = axum::serve(listener, routes).await;
        });
        Ok(Self { shared, serving })
    }

    /// What the bot takes as the address of KIE.
    pub(super) fn url(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// Where the bot is that it rings at.
    pub(super) fn rings_at(&self, bot: SocketAddr) {
        self.shared.bell.at(bot);
    }

    /// Tasks that were begun.
    pub(super) fn tasks(&self) -> u64 {
        self.shared.tasks.load(Ordering::Relaxed)
    }

    /// Questions that were asked.
    pub(super) fn questions(&self) -> u64 {
        self.shared.questions.load(Ordering::Relaxed)
    }
}

impl Drop for Maker {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn create(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    let number = shared.tasks.fetch_add(1, Ordering::Relaxed);
    let task = format!("bench{number:010}");
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if shared.mood == Mood::Quick
        && let Some(url) = body["callBackUrl"].as_str()
    {
        shared.bell.ring(path(url), &task);
    }
    said(&json!({ "taskId": task, "recordId": task }))
}

async fn record(State(shared): State<Arc<Shared>>, uri: Uri) -> Answer {
    shared.questions.fetch_add(1, Ordering::Relaxed);
    let task = uri.query().and_then(|query| query.strip_prefix("taskId=")).unwrap_or_default();
    let result = json!({ "resultUrls": [format!("http://{}/picture.png", shared.address)] });
    let (state, result) = match shared.mood {
        Mood::Quick => ("success", result.to_string()),
        Mood::Slow => ("generating", String::new()),
    };
    said(&json!({
        "taskId": task,
        "model": "google/imagen4",
        "state": state,
        "param": "{}",
        "resultJson": result,
        "failCode": Value::Null,
        "failMsg": Value::Null,
        "createTime": 1_u64,
    }))
}

async fn credits() -> Answer {
    said(&json!(1_000_000))
}

async fn picture() -> ([(HeaderName, &'static str); 1], &'static [u8]) {
    ([(CONTENT_TYPE, "image/png")], PICTURE)
}

fn said(data: &Value) -> Answer {
    let body = json!({ "code": 200, "msg": "success", "data": data });
    ([(CONTENT_TYPE, "application/json")], body.to_string())
}

/// The path of an address, whatever host it names.
fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or("/", |slash| &rest[slash..])
}

#[cfg(test)]
mod tests {
    use super::path;

    #[test]
    fn a_ring_goes_to_the_path_and_not_to_the_host() {
        assert_eq!(path("https://bot.example.org/kie-callback/1/2"), "/kie-callback/1/2");
        assert_eq!(path("https://bot.example.org"), "/");
    }
}
