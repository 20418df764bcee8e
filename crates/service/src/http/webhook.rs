//! `POST /webhook`: an update comes in and is stored; only then it is answered 200.
//!
//! ```text
//!   secret ── wrong ──> 401, the body is not read
//!     v
//!   body ── over 1 MiB ──> 413      cut off, too slow ──> 503
//!     v
//!   number ── none readable ──> kept apart ──> 200
//!     v
//!   stored ── not known to be ──> 503 with Retry-After
//!     v
//!   200; a tap and a pre-checkout query are answered in its body
//! ```
//!
//! The same on every instance, active or not. Nothing an authentic update contains makes this a 4xx:
//! Telegram would deliver it again for a day, and everything behind it would wait.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};
use store::{Arrival, Standing};
use subtle::ConstantTimeEq;
use telegram::envelope::{self, Envelope, Kind};
use telegram::request::Request;
use telegram::update;
use tracing::{debug, warn};

use super::routes;
use super::routes::LARGEST_BODY;
use crate::accept::{Acceptor, NotStored};
use crate::config::{PassiveMode, WebhookSecrets};
use crate::metrics;
use crate::passive::Voice;
use crate::passive::notices::Notices;
use crate::passive::treatment::{Treatment, treatment};
use crate::polling::answer_to;
use crate::status::Board;

const SECRET: &str = "x-telegram-bot-api-secret-token";

/// A body must be here within this. A byte a second never pauses for long, so that a limit for
/// pauses alone would wait for it for days.
const WHOLE_BODY: Duration = Duration::from_secs(10);

/// What the route works with.
#[derive(Debug, Clone)]
pub struct Webhook {
    /// Whether we have the role.
    pub board: Board,
    /// What to do without it.
    pub mode: PassiveMode,
    /// Who waits, in HOLD.
    pub notices: Notices,
    /// How people are told, in REJECT; and the way in for what is stored one by one.
    pub voice: Voice,
    /// What Telegram must present.
    pub secrets: WebhookSecrets,
    /// Where updates are stored.
    pub acceptor: Acceptor,
}

/// The route.
pub fn routes(webhook: Webhook) -> Router {
    Router::new().route("/webhook", post(receive)).with_state(Arc::new(webhook))
}

async fn receive(State(webhook): State<Arc<Webhook>>, request: axum::extract::Request) -> Response {
    let response = take(&webhook, request).await;
    routes::answered("/webhook", response.status());
    response
}

async fn take(webhook: &Webhook, request: axum::extract::Request) -> Response {
    let (parts, body) = request.into_parts();
    if !presents(&parts.headers, &webhook.secrets) {
        metrics::webhook_refused("secret");
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let body = match whole(&parts.headers, body).await {
        Ok(body) => body,
        Err(Unread::TooLong) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(Unread::CutOff(why)) => {
            debug!("[WEBHOOK] a body did not come to its end: {why}");
            return later(NotStored::Unavailable);
        }
    };
    match envelope::read(&body) {
        Ok(envelope) => webhook.store(envelope, body).await,
        // Rare ways are boxed: the future of a request is moved about, and is as large as its largest.
        Err(_) => Box::pin(webhook.keep(body)).await,
    }
}

/// A body that was not read to its end.
enum Unread {
    TooLong,
    CutOff(String),
}

/// The whole body. One that says in advance that it is too long is not even begun.
async fn whole(headers: &HeaderMap, body: Body) -> Result<Bytes, Unread> {
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let announced = announced.and_then(|length| length.parse::<usize>().ok());
    if announced.is_some_and(|length| length > LARGEST_BODY) {
        return Err(Unread::TooLong);
    }
    match tokio::time::timeout(WHOLE_BODY, axum::body::to_bytes(body, LARGEST_BODY)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(error)) if is_too_long(&error) => Err(Unread::TooLong),
        Ok(Err(error)) => Err(Unread::CutOff(error.to_string())),
        Err(_) => Err(Unread::CutOff("it took too long".to_owned())),
    }
}

impl Webhook {
    async fn store(&self, envelope: Envelope, body: Bytes) -> Response {
        let passive = !self.board.leader_numbers().active;
        if passive && self.mode == PassiveMode::Reject {
            let treatment = treatment(update::read(&body));
            if treatment != Treatment::Hold {
                return Box::pin(self.reject(&envelope, body, treatment)).await;
            }
        }
        let (update_id, kept) = (envelope.update_id, body.clone());
        let response = self.hold(envelope, body).await;
        if passive && response.status().is_success() && self.mode == PassiveMode::Hold {
            self.notices.remember(update_id, &kept);
        }
        response
    }

    /// Stores an update that nobody will handle, and answers it here.
    async fn reject(&self, envelope: &Envelope, body: Bytes, treatment: Treatment) -> Response {
        let (update_id, lane) = (envelope.update_id, envelope.lane);
        let standing = Standing::Rejected;
        let arrival = Arrival { update_id, lane, standing, payload: body };
        match self.voice.intake.accept_one(&arrival).await {
            Ok(stored) => {
                metrics::rejected(stored);
                answered(self.voice.answer(treatment, stored).await)
            }
            Err(error) => {
                warn!(repeats = "accept", "[WEBHOOK] not stored: {error}");
                later(NotStored::Unavailable)
            }
        }
    }

    /// Stores an update for the active instance.
    async fn hold(&self, envelope: Envelope, body: Bytes) -> Response {
        let answer = answer_to(&envelope, &body);
        let standing = match envelope.kind {
            Kind::PreCheckout => Standing::Done,
            Kind::Message | Kind::Tap | Kind::Other => Standing::Pending,
        };
        let (update_id, lane) = (envelope.update_id, envelope.lane);
        let arrival = Arrival { update_id, lane, standing, payload: body };
        match self.acceptor.accept(arrival).await {
            Ok(()) => answered(answer),
            Err(not_stored) => later(not_stored),
        }
    }

    /// Keeps what has no readable number: an operator may look, Telegram need not try again.
    async fn keep(&self, body: Bytes) -> Response {
        let hash = Sha256::digest(&body);
        match self.voice.intake.keep_unreadable(&hash, &body).await {
            Ok(()) => {
                metrics::unreadable();
                warn!(repeats = "unreadable", "[WEBHOOK] kept a body without an update_id");
                StatusCode::OK.into_response()
            }
            Err(error) => {
                warn!(repeats = "accept", "[WEBHOOK] not stored: {error}");
                later(NotStored::Unavailable)
            }
        }
    }
}

fn answered(answer: Option<Request>) -> Response {
    match answer {
        Some(request) => {
            ([(CONTENT_TYPE, "application/json")], request.to_response_body()).into_response()
        }
        None => StatusCode::OK.into_response(),
    }
}

/// Asks Telegram to deliver it again, and when.
fn later(reason: NotStored) -> Response {
    let seconds = match reason {
        NotStored::Busy => "1",
        NotStored::Unavailable => "2",
    };
    metrics::webhook_refused("not_stored");
    (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, seconds)]).into_response()
}

/// Whether exactly one secret was presented, and it is one of ours. Hashes are compared, so that
/// neither the content nor the length of ours shows in the time it takes.
fn presents(headers: &HeaderMap, secrets: &WebhookSecrets) -> bool {
    let mut presented = headers.get_all(SECRET).iter();
    let (Some(presented), None) = (presented.next(), presented.next()) else { return false };
    let presented = Sha256::digest(presented.as_bytes());
    let mut fits = subtle::Choice::from(0);
    for secret in secrets.accepted() {
        fits |= Sha256::digest(secret.expose_secret().as_bytes()).ct_eq(&presented);
    }
    fits.into()
}

/// Whether the body was longer than a body may be.
fn is_too_long(error: &axum::Error) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(current) = cause {
        // The limit's own error has a private type in some versions; its sentence is stable.
        if current.to_string().contains("length limit exceeded") {
            return true;
        }
        cause = current.source();
    }
    false
}
