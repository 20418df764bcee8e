//! KIE rings, and people fetch by link what Telegram could not carry. The same on every instance.
//!
//! ```text
//!   POST /kie-callback/{attempt}/{token}
//!        pair ── made by us ────────────────────────┬──> signed, if we have a key ──> body ──> written down,
//!         │                                         │      └── not ──> 404                    200; KIE is
//!         └── not: random ones of earlier releases, ┘                                          asked
//!             a few a second ── unknown ──> 404
//!
//!   GET /r/{token} ── known ──┬── we have a copy ──> the copy
//!                  │           └── else ──> a fresh address of the file
//!                  ├── we, or KIE, are busy ──> 503, a plain page that tries again
//!                  └── gone ──> 410, a plain page
//! ```
//!
//! Nothing that a callback says has an effect: it only makes us ask. Whose it is, is judged in memory and
//! before its body is read: who guesses pairs costs us a hash each, and their connection ends.
//!
//! On failure: a ring that cannot be written down gets 503, and KIE rings again.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use dialogue::trouble::{result_gone_page, result_later_page};
use domain::Language;
use parking_lot::Mutex;
use secrecy::SecretString;
use store::Intake;
use tokio::sync::Semaphore;
use tokio::time::Instant;
use tracing::warn;
use uuid::Uuid;

use super::body::{self, Unread};
use super::bucket::{Allowance, Bucket};
use super::copies::Copies;
use super::links::{Found, Links};
use super::routes;
use super::strangers::{Strangers, come_again, refused};
use super::visitors::Visitor;
use crate::config::CallbackKey;
use crate::generations::from_hex;
use crate::metrics;
use crate::process::wake::Wake;
use crate::process::wall_clock;

const RING: &str = "/kie-callback/{attempt}/{token}";
const RESULT: &str = "/r/{token}";

/// No callback is longer.
const LARGEST_BODY: usize = 64 * 1024;

/// No token of ours is longer, in the letters of an address.
const LONGEST_TOKEN: usize = 64;

/// So many rings of ours are taken at once.
const RINGS: usize = 64;

/// How often the database is asked about a pair that we did not make.
const OLD_PAIRS: Allowance = Allowance { per_second: 5.0, at_once: 5.0 };

/// After so many seconds a browser tries again.
const AGAIN: u32 = 5;

/// What the routes work with.
#[derive(Debug)]
pub struct GenerationRoutes {
    intake: Intake,
    wake: Wake,
    links: Links,
    copies: Copies,
    tokens: CallbackKey,
    strangers: Arc<Strangers>,
    key: Option<SecretString>,
    rings: Semaphore,
    /// Whoever asks about an old pair holds the one place.
    old_pairs: (Semaphore, Mutex<Bucket>),
}

/// A callback of KIE, before its body is read.
struct Ring<'a> {
    attempt: Uuid,
    token: Vec<u8>,
    headers: &'a HeaderMap,
}

impl GenerationRoutes {
    /// Writes rings into this intake and tells of them; with a key their signatures are checked.
    pub fn new(
        intake: Intake,
        wake: Wake,
        links: Links,
        tokens: CallbackKey,
        strangers: Arc<Strangers>,
        key: Option<SecretString>,
    ) -> Self {
        let rings = Semaphore::new(RINGS);
        let old_pairs = (Semaphore::new(1), Mutex::new(Bucket::full(OLD_PAIRS)));
        let copies = Copies::new(intake.clone());
        Self { intake, wake, links, copies, tokens, strangers, key, rings, old_pairs }
    }

    /// Whether the pair is one of ours; the database is asked only about what can be no guess of many.
    async fn knows(&self, ring: &Ring<'_>) -> bool {
        if self.tokens.fits(ring.attempt, &ring.token) {
            return true;
        }
        let (place, bucket) = &self.old_pairs;
        let Ok(_place) = place.try_acquire() else { return false };
        if !bucket.lock().take() {
            return false;
        }
        let known = self.intake.knows_attempt(ring.attempt, &ring.token).await;
        known.unwrap_or_else(|error| {
            warn!(repeats = "doorbell", "[KIE] a ring could not be looked up: {error}");
            false
        })
    }

    /// Whether KIE signed this, as far as we can check.
    fn is_signed(&self, headers: &HeaderMap, task: Option<&kie::TaskId>) -> bool {
        let Some(key) = &self.key else { return true };
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let (at, signature) = (header("x-webhook-timestamp"), header("x-webhook-signature"));
        let (Some(task), Some(at), Some(signature)) = (task, at, signature) else { return false };
        let now = wall_clock::unix_seconds();
        let good = kie::callback::signature_is_good(key, task.as_str(), at, signature, now);
        if !good && let Some(made) = kie::callback::signed_at(key, task.as_str(), at, signature) {
            say_how_far(now.saturating_sub(made));
        }
        good
    }
}

pub fn routes(generations: GenerationRoutes) -> Router {
    Router::new()
        .route(RING, post(ring))
        .route(RESULT, get(result))
        .with_state(Arc::new(generations))
}

async fn ring(State(generations): State<Arc<GenerationRoutes>>, request: Request) -> Response {
    let began = Instant::now();
    let response = rung(&generations, request).await;
    routes::count_answer(RING, response.status(), began);
    response
}

async fn rung(generations: &GenerationRoutes, request: Request) -> Response {
    let visitor = Visitor::of(&request);
    let (parts, body) = request.into_parts();
    let known = match pair(parts.uri.path()) {
        Some((attempt, token)) => {
            let ring = Ring { attempt, token, headers: &parts.headers };
            generations.knows(&ring).await.then_some(ring)
        }
        None => None,
    };
    let Some(ring) = known else {
        metrics::doorbell("unknown");
        return match generations.strangers.admits(&visitor, &parts.headers) {
            true => refused(StatusCode::NOT_FOUND),
            false => come_again(StatusCode::TOO_MANY_REQUESTS, "1"),
        };
    };
    visitor.is_vouched_for();
    let Ok(_place) = generations.rings.try_acquire() else {
        return come_again(StatusCode::SERVICE_UNAVAILABLE, "1");
    };
    match body::whole(ring.headers, body, LARGEST_BODY).await {
        Ok(body) => written_down(generations, &ring, &body).await,
        Err(Unread::TooLong) => refused(StatusCode::PAYLOAD_TOO_LARGE),
        Err(Unread::CutOff(_)) => come_again(StatusCode::SERVICE_UNAVAILABLE, "5"),
    }
}

async fn written_down(generations: &GenerationRoutes, ring: &Ring<'_>, body: &[u8]) -> Response {
    let task = kie::callback::task_of(body);
    if !generations.is_signed(ring.headers, task.as_ref()) {
        metrics::doorbell("unsigned");
        return refused(StatusCode::NOT_FOUND);
    }
    let task = task.as_ref().map(kie::TaskId::as_str);
    match generations.intake.ring_doorbell(ring.attempt, &ring.token, task).await {
        Ok(true) => {
            metrics::doorbell("known");
            generations.wake.doorbell();
            let said = r#"{"code":200,"msg":"success"}"#;
            ([(CONTENT_TYPE, "application/json")], said).into_response()
        }
        Ok(false) => {
            metrics::doorbell("unknown");
            refused(StatusCode::NOT_FOUND)
        }
        Err(error) => {
            warn!(repeats = "doorbell", "[KIE] a ring could not be written down: {error}");
            come_again(StatusCode::SERVICE_UNAVAILABLE, "5")
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

/// The attempt and the token in the address of a ring.
fn pair(path: &str) -> Option<(Uuid, Vec<u8>)> {
    let (attempt, token) = path.strip_prefix("/kie-callback/")?.split_once('/')?;
    Some((Uuid::try_parse(attempt).ok()?, token_of(token)?))
}

fn token_of(text: &str) -> Option<Vec<u8>> {
    if text.len() > LONGEST_TOKEN { None } else { from_hex(text) }
}

async fn result(State(generations): State<Arc<GenerationRoutes>>, request: Request) -> Response {
    let began = Instant::now();
    let visitor = Visitor::of(&request);
    let (parts, _) = request.into_parts();
    let response = find(&generations, &visitor, parts.uri.path(), &parts.headers).await;
    routes::count_answer(RESULT, response.status(), began);
    response
}

async fn find(
    generations: &GenerationRoutes,
    visitor: &Arc<Visitor>,
    path: &str,
    headers: &HeaderMap,
) -> Response {
    if !generations.strangers.admits(visitor, headers) {
        return come_again(StatusCode::TOO_MANY_REQUESTS, "1");
    }
    let accepted = headers.get("accept-language").and_then(|value| value.to_str().ok());
    let language = Language::guess(accepted);
    let Some(token) = path.strip_prefix("/r/").and_then(token_of) else { return gone(language) };
    let Some(_place) = generations.strangers.work() else { return later(language) };
    match generations.links.find(&token).await {
        Found::Ours(file) => {
            let copy = generations.copies.send(file, Arc::clone(visitor)).await;
            copy.unwrap_or_else(|| later(language))
        }
        Found::At(fresh) => {
            (StatusCode::FOUND, [(LOCATION, fresh), (CACHE_CONTROL, "no-store".to_owned())])
                .into_response()
        }
        Found::Gone => gone(language),
        Found::Later => later(language),
    }
}

fn gone(language: Language) -> Response {
    page(StatusCode::GONE, result_gone_page(language))
}

fn later(language: Language) -> Response {
    let response = page(StatusCode::SERVICE_UNAVAILABLE, result_later_page(language, AGAIN));
    ([(RETRY_AFTER, AGAIN.to_string())], response).into_response()
}

fn page(status: StatusCode, page: String) -> Response {
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (status, headers, page).into_response()
}
