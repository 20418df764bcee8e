//! The routes that every instance has, all answered from memory and none by waiting for a body.
//!
//! | route | answer |
//! | --- | --- |
//! | `/health` | 200 and the board as JSON, always |
//! | `/live` | 200, or 503 when the leadership task is stuck |
//! | `/ready` | 200 when updates can be stored, or 503 and the reason |
//! | `/metrics` | Prometheus text; asks for a token when there is one |
//! | `/diag` | everything an operator needs as JSON; only with a token |
//! | `/` | leads to `/health` |

use std::sync::Arc;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use tokio::time::Instant;
use tower_http::limit::RequestBodyLimitLayer;
use tracing::error;

use super::{bearer, diag};
use crate::config::ConsoleTokens;
use crate::metrics::{self, Metrics};
use crate::status::Board;

/// No request may be longer.
pub(super) const LARGEST_BODY: usize = 1024 * 1024;

/// What the routes answer from.
#[derive(Debug, Clone)]
pub struct App {
    pub board: Board,
    pub metrics: Metrics,
    /// Who may see it.
    pub console: Option<ConsoleTokens>,
    /// How this process was set up, without secrets.
    pub settings: serde_json::Value,
}

/// All routes, with the limits around them.
///
/// Others are merged in as `more`. How long a body may be and how long it may take they look at
/// themselves, after they have looked who sends it; and they count themselves.
pub fn router(app: App, more: Router) -> Router {
    Router::new()
        .route("/", get(async || Redirect::temporary("/health")))
        .route("/health", get(health))
        .route("/live", get(live))
        .route("/ready", get(ready))
        .route("/metrics", get(show_metrics))
        .route("/diag", get(show_diag))
        .fallback(async || json(StatusCode::NOT_FOUND, r#"{"error":"not found"}"#.to_owned()))
        .with_state(Arc::new(app))
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(middleware::from_fn(count))
        .merge(more)
}

async fn health(State(app): State<Arc<App>>) -> Response {
    json(StatusCode::OK, app.board.health().to_string())
}

async fn live(State(app): State<Arc<App>>) -> Response {
    match app.board.live() {
        Ok(()) => text(StatusCode::OK, "alive"),
        Err(stuck) => text(StatusCode::SERVICE_UNAVAILABLE, &stuck.to_string()),
    }
}

async fn ready(State(app): State<Arc<App>>) -> Response {
    match app.board.ready() {
        Ok(()) => text(StatusCode::OK, "ready"),
        Err(reason) => text(StatusCode::SERVICE_UNAVAILABLE, &reason.to_string()),
    }
}

async fn show_metrics(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    if !bearer::may_enter(app.console.as_ref(), &headers) {
        return refuse();
    }
    let kind = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, app.metrics.text(&app.board)).into_response()
}

/// Closed where no token is set: unlike the metrics it tells more than numbers.
async fn show_diag(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    if app.console.is_none() || !bearer::may_enter(app.console.as_ref(), &headers) {
        return refuse();
    }
    json(StatusCode::OK, diag::document(&app).to_string())
}

fn refuse() -> Response {
    let body = r#"{"error":"the bearer token of CONSOLE_TOKEN is needed"}"#;
    let refusal = json(StatusCode::UNAUTHORIZED, body.to_owned());
    ([(WWW_AUTHENTICATE, "Bearer")], refusal).into_response()
}

/// Counts every answer by its route's pattern; what matched none is `other`.
async fn count(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let response = next.run(request).await;
    let pattern = route.as_ref().map_or("other", MatchedPath::as_str);
    count_answer(pattern, response.status(), began);
    response
}

/// Counts an answer to a request that began then.
pub(super) fn count_answer(pattern: &str, status: StatusCode, began: Instant) {
    metrics::http_request(pattern, status.as_u16(), began.elapsed());
    // 503 is part of the contract with Telegram and with hosts; any other is a fault of ours.
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        error!(repeats = "5xx", route = pattern, status = status.as_u16(), "[HTTP] failed");
    }
}

fn text(status: StatusCode, body: &str) -> Response {
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (status, headers, format!("{body}\n")).into_response()
}

fn json(status: StatusCode, body: String) -> Response {
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    (status, headers, body).into_response()
}
