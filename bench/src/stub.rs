//! The stub of the Bot API: who asks for its name or registers its webhook gets a yes.
//!
//! No server that is measured may call the real Telegram. Every method answers `true`, but those
//! whose answer must have a shape; that is enough to start with, and no more is promised. Messages
//! go into a journal, where there is one, with the instant at which they came.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::routing::any;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::answering::journal::Journal;
use crate::webhook::contestant::TOKEN;

/// A running stub; ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Stub {
    pub(crate) address: SocketAddr,
    serving: JoinHandle<()>,
}

impl Stub {
    pub(crate) async fn start() -> Result<Self> {
        Self::serve(None).await
    }

    /// One that keeps a journal of the messages sent to it.
    pub(crate) async fn recording(journal: Arc<Journal>) -> Result<Self> {
        Self::serve(Some(journal)).await
    }

    async fn serve(journal: Option<Arc<Journal>>) -> Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let address = listener.local_addr()?;
        let routes = Router::new().route("/{bot}/{method}", any(answer)).with_state(journal);
        let serving = tokio::spawn(async move {
            // An error would show as a server that does not start.
            let _ = axum::serve(listener, routes).await;
        });
        Ok(Self { address, serving })
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(
    State(journal): State<Option<Arc<Journal>>>,
    Path((_, method)): Path<(String, String)>,
    body: Bytes,
) -> ([(HeaderName, &'static str); 1], String) {
    if let Some(journal) = journal.filter(|_| method == "sendMessage") {
        journal.record(Instant::now(), &body);
    }
    let body = json!({ "ok": true, "result": result(&method) });
    ([(CONTENT_TYPE, "application/json")], body.to_string())
}

/// What a method returns. Libraries differ in how they spell methods: `getMe`, `GetMe`.
pub(crate) fn result(method: &str) -> Value {
    let id: u64 = TOKEN.split(':').next().and_then(|id| id.parse().ok()).unwrap_or_default();
    match method.to_ascii_lowercase().as_str() {
        "getme" => json!({
            "id": id,
            "is_bot": true,
            "first_name": "Bench",
            "username": "bench_bot",
            "can_join_groups": false,
            "can_read_all_group_messages": false,
            "supports_inline_queries": false,
            "can_connect_to_business": false,
            "has_main_web_app": false,
        }),
        "getwebhookinfo" => json!({
            "url": "https://bot.example.org/webhook",
            "has_custom_certificate": false,
            "pending_update_count": 0,
        }),
        // Whatever was sent, it has become this message.
        sent if sent.starts_with("send") => json!({
            "message_id": 1,
            "date": 1,
            "chat": { "id": id, "type": "private", "first_name": "Bench" },
        }),
        _ => Value::Bool(true),
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, result};

    #[test]
    fn a_bot_is_told_its_name_however_it_asks() {
        assert_eq!(result("getMe"), result("GetMe"));
        assert_eq!(result("getMe")["id"], 7_654_321_098_u64);
    }

    #[test]
    fn what_is_sent_becomes_a_message_and_anything_else_is_true() {
        assert_eq!(result("sendMessage")["message_id"], 1);
        assert_eq!(result("SetWebhook"), Value::Bool(true));
    }
}
