//! What an instance says of itself, asked for again and again, as a balancer and an operator do.
//!
//! ```text
//!   looking ── GET /health, GET /ready ──> a sight, with the moment of the answer
//!      ^   └── no answer within a second ──> the old sight, which grows old
//!      └── a tenth of a second ──┘
//! ```
//!
//! Each instance has a looker of its own, so that one that hangs holds nobody else up. A dropped looker looks no
//! more.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use tokio::task::JoinHandle;

const PAUSE: Duration = Duration::from_millis(100);

/// Both answers come from memory; an instance that takes longer is not well.
const QUESTION: Duration = Duration::from_secs(1);

/// For so long what was said last is believed.
const FRESH: Duration = Duration::from_millis(1_200);

/// More than any health.
const LARGEST: usize = 1 << 20;

#[derive(Debug, Clone, Default)]
pub(super) struct Sight {
    pub(super) health: Value,
    pub(super) is_ready: bool,
    at: Option<Instant>,
}

impl Sight {
    /// Whether it answered just now.
    pub(super) fn is_fresh(&self) -> bool {
        self.at.is_some_and(|at| at.elapsed() < FRESH)
    }

    pub(super) fn is_active(&self) -> bool {
        self.is_fresh() && self.health["lock_state"] == "ACTIVE"
    }

    /// By which name the lock knows it.
    pub(super) fn name(&self) -> Option<&str> {
        self.health["instance_id"].as_str()
    }
}

#[derive(Debug)]
pub(super) struct Looker {
    sight: Arc<Mutex<Sight>>,
    task: JoinHandle<()>,
}

impl Looker {
    pub(super) fn at(address: SocketAddr) -> Self {
        let sight = Arc::new(Mutex::new(Sight::default()));
        let task = tokio::spawn(look(address, Arc::clone(&sight)));
        Self { sight, task }
    }

    pub(super) fn sight(&self) -> Sight {
        self.sight.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Looker {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn look(address: SocketAddr, sight: Arc<Mutex<Sight>>) {
    let client = Client::builder(TokioExecutor::new()).build_http();
    loop {
        let (health, ready) =
            tokio::join!(ask(&client, address, "/health"), ask(&client, address, "/ready"));
        if let Some((_, health)) = health {
            let health = serde_json::from_slice(&health).unwrap_or_default();
            let is_ready = ready.is_some_and(|(status, _)| status == 200);
            let seen = Sight { health, is_ready, at: Some(Instant::now()) };
            *sight.lock().unwrap_or_else(PoisonError::into_inner) = seen;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn ask(
    client: &Client<HttpConnector, Body>,
    address: SocketAddr,
    path: &str,
) -> Option<(u16, bytes::Bytes)> {
    let question = async {
        let answer = client.get(format!("http://{address}{path}").parse().ok()?).await.ok()?;
        let status = answer.status().as_u16();
        let body = axum::body::to_bytes(Body::new(answer.into_body()), LARGEST).await.ok()?;
        Some((status, body))
    };
    tokio::time::timeout(QUESTION, question).await.ok().flatten()
}
