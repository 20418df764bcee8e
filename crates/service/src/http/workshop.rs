//! KIE rings, and people fetch by link what Telegram could not carry. The same on every instance.
//!
//! ```text
//!   POST /kie-callback/{attempt}/{token} ── pair known ──> written down, 200; KIE is asked
//!                                        └── unknown ────> 404
//!   GET  /r/{token} ── known ──> a fresh address of the file
//!                   └── gone ──> 410, a plain page
//! ```
//!
//! Nothing that a callback says has an effect: it only makes us ask. With a key of KIE its signature is
//! checked as well; what is not signed gets 401.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use dialogue::trouble::result_gone_page;
use domain::Language;
use secrecy::SecretString;
use store::Intake;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tracing::warn;
use uuid::Uuid;

use super::routes;
use crate::generation_loop::from_hex;
use crate::wake::Wake;
use crate::wall_clock;

/// No callback is longer.
const LARGEST_BODY: usize = 64 * 1024;

/// A body may pause this long between two pieces.
const BODY_PAUSE: Duration = Duration::from_secs(5);

/// How long KIE may take to name a fresh address.
const LINK: Duration = Duration::from_secs(10);

/// What the routes work with.
#[derive(Debug, Clone)]
pub struct Workshop {
    /// Where the ring is written down.
    pub intake: Intake,
    /// Who is told.
    pub wake: Wake,
    /// Who names fresh addresses.
    pub kie: kie::Client,
    /// Checks the signature, when there is one.
    pub key: Option<SecretString>,
}

/// The routes.
pub fn routes(workshop: Workshop) -> Router {
    Router::new()
        .route("/kie-callback/{attempt}/{token}", post(ring))
        .route("/r/{token}", get(result))
        .with_state(Arc::new(workshop))
        .layer(RequestBodyTimeoutLayer::new(BODY_PAUSE))
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
}

async fn ring(
    State(workshop): State<Arc<Workshop>>,
    Path((attempt, token)): Path<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let status = rung(&workshop, &attempt, &token, &headers, &body).await;
    routes::answered("/kie-callback/{attempt}/{token}", status);
    let body = if status == StatusCode::OK { r#"{"code":200,"msg":"success"}"# } else { "" };
    let response = (status, [(CONTENT_TYPE, "application/json")], body).into_response();
    if status == StatusCode::SERVICE_UNAVAILABLE {
        return ([(RETRY_AFTER, "5")], response).into_response();
    }
    response
}

async fn rung(
    workshop: &Workshop,
    attempt: &str,
    token: &str,
    headers: &HeaderMap,
    body: &[u8],
) -> StatusCode {
    let (Ok(attempt), Some(token)) = (Uuid::try_parse(attempt), from_hex(token)) else {
        return StatusCode::NOT_FOUND;
    };
    let task = kie::callback::task_of(body);
    if let Some(key) = &workshop.key {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let (at, signature) = (header("x-webhook-timestamp"), header("x-webhook-signature"));
        let good = match (&task, at, signature) {
            (Some(task), Some(at), Some(signature)) => {
                let now = wall_clock::unix_seconds();
                let good = kie::callback::signature_is_good(key, task.as_str(), at, signature, now);
                if !good {
                    let made = kie::callback::signed_at(key, task.as_str(), at, signature);
                    made.into_iter().for_each(|made| say_how_far(now.saturating_sub(made)));
                }
                good
            }
            _ => false,
        };
        if !good {
            return StatusCode::UNAUTHORIZED;
        }
    }
    let task = task.as_ref().map(kie::TaskId::as_str);
    match workshop.intake.ring_doorbell(attempt, &token, task).await {
        Ok(true) => {
            workshop.wake.doorbell();
            StatusCode::OK
        }
        Ok(false) => StatusCode::NOT_FOUND,
        Err(error) => {
            warn!(repeats = "doorbell", "[KIE] a ring could not be written down: {error}");
            StatusCode::SERVICE_UNAVAILABLE
        }
    }
}

/// A callback that is KIE's own came at another time than it says: repeated by somebody, or one of
/// the two clocks is wrong, which only the operator can tell and mend.
fn say_how_far(seconds: i64) {
    warn!(
        repeats = "kie-clock",
        seconds,
        "[KIE] a callback was turned away: by this machine's clock it was signed too long ago or too \
         early; if all are, set the clock right (NTP)"
    );
}

async fn result(
    State(workshop): State<Arc<Workshop>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Response {
    let response = find(&workshop, &token, &headers).await;
    routes::answered("/r/{token}", response.status());
    response
}

async fn find(workshop: &Workshop, token: &str, headers: &HeaderMap) -> Response {
    let accepted = headers.get("accept-language").and_then(|value| value.to_str().ok());
    let gone = || {
        let page = result_gone_page(Language::guess(accepted));
        let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
        (StatusCode::GONE, headers, page).into_response()
    };
    let Some(token) = from_hex(token) else { return gone() };
    let url = match workshop.intake.result_address(&token).await {
        Ok(Some(url)) => url,
        Ok(None) => return gone(),
        Err(error) => {
            warn!(repeats = "results", "[HTTP] a result could not be looked up: {error}");
            return (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "5")]).into_response();
        }
    };
    match tokio::time::timeout(LINK, workshop.kie.link(&url)).await {
        Ok(Ok(fresh)) => {
            (StatusCode::FOUND, [(LOCATION, fresh), (CACHE_CONTROL, "no-store".to_owned())])
                .into_response()
        }
        Ok(Err(_)) | Err(_) => gone(),
    }
}
