//! The peer `bare axum`: the least a webhook in Rust can do, as a mode of this program.
//!
//! It parses the update and answers 200. With LEDGER it also works for 50 ms afterwards and writes
//! the update's number into that file, as the other peers do in the rounds with a kill.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::Page;

const WORK: Duration = Duration::from_millis(50);

/// Where handled updates are written, if anywhere.
type Ledger = Option<Arc<std::fs::File>>;

/// Serves until it is killed.
pub(crate) async fn serve() -> Result<Page> {
    let ledger = match std::env::var_os("LEDGER") {
        Some(path) => Some(Arc::new(open(Path::new(&path)).await?)),
        None => None,
    };
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
    crate::print(&format!("listening {}\n", listener.local_addr()?));
    axum::serve(listener, routes(ledger)).await?;
    Ok(Page { text: String::new(), met: true })
}

async fn open(path: &Path) -> Result<std::fs::File> {
    let file = tokio::fs::OpenOptions::new().create(true).append(true).open(path).await?;
    Ok(file.into_std().await)
}

fn routes(ledger: Ledger) -> Router {
    Router::new().route("/webhook", post(take)).with_state(ledger)
}

async fn take(State(ledger): State<Ledger>, body: Bytes) -> StatusCode {
    let Ok(update) = serde_json::from_slice::<Value>(&body) else {
        return StatusCode::BAD_REQUEST;
    };
    if let Some(ledger) = ledger {
        tokio::spawn(handle(ledger, update));
    }
    StatusCode::OK
}

async fn handle(ledger: Arc<std::fs::File>, update: Value) {
    tokio::time::sleep(WORK).await;
    // One call, so that lines of two threads cannot mix. A line that cannot be written is missing
    // from the file, and that is what is counted.
    let _ = ledger.as_ref().write_all(format!("{}\n", update["update_id"]).as_bytes());
}

#[cfg(test)]
mod tests {
    use axum::extract::State;

    use super::{Bytes, StatusCode, take};

    /// Its only judgement: whatever is JSON is an update.
    #[tokio::test]
    async fn an_update_is_answered_and_nonsense_refused() {
        let answer = async |body: &'static str| take(State(None), Bytes::from(body)).await;

        assert_eq!(answer(r#"{"update_id":7}"#).await, StatusCode::OK);
        assert_eq!(answer("{").await, StatusCode::BAD_REQUEST);
    }
}
