//! `POST /webhook`: an update comes in and is stored; only then it is answered 200.
//!
//! ```text
//!   secret ── wrong ──> 401, the body is not read (429 when an address does so often)
//!     v
//!   body ── over 1 MiB ──> 413      cut off, too slow ──> 503
//!     v
//!   number ── none readable ──> kept apart ──> 200
//!     v
//!   stored ── not known to be ──> 503 with Retry-After
//!     v
//!   200; a tap, a pre-checkout query and an inline one are answered in its body
//! ```
//!
//! The same on every instance, active or not. Nothing an authentic update contains makes this a 4xx:
//! Telegram would deliver it again for a day, and everything behind it would wait.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use dialogue::PriceList;
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};
use store::{Arrival, ArrivalState, Stored};
use subtle::ConstantTimeEq;
use telegram::envelope::{self, Envelope, Kind};
use telegram::request::Request;
use telegram::update;
use tokio::time::Instant;
use tracing::{debug, warn};

use super::body::{self, Unread};
use super::routes;
use super::routes::LARGEST_BODY;
use super::strangers::{Strangers, come_again, refused};
use super::visitors::Visitor;
use crate::arrivals::passive::Voice;
use crate::arrivals::passive::notices::Notices;
use crate::arrivals::passive::treatment::{Treatment, treatment};
use crate::arrivals::{Acceptor, NotStored, answer_to, arrival, keep_unreadable};
use crate::config::{PassiveMode, WebhookSecrets};
use crate::metrics;
use crate::status::Board;
use crate::traces::{self, Name, Outcome};

/// Where Telegram delivers.
pub(super) const PATH: &str = "/webhook";

/// How long the row of a query that is answered at once is waited for: it is kept for operators only.
const ROW: Duration = Duration::from_millis(2_500);

const SECRET: &str = "x-telegram-bot-api-secret-token";

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
    pub secrets: WebhookSecrets,
    pub acceptor: Acceptor,
    /// What things are called, for who looks for their results.
    pub prices: Arc<PriceList>,
    /// How often those may try who have no secret.
    pub strangers: Arc<Strangers>,
}

async fn take<B>(webhook: &Webhook, visitor: &Visitor, headers: &HeaderMap, body: B) -> Response
where
    B: HttpBody<Data = Bytes, Error: Display> + Unpin,
{
    if !presents(headers, &webhook.secrets) {
        metrics::webhook_refused("secret");
        return match webhook.strangers.admits(visitor, headers) {
            true => refused(StatusCode::UNAUTHORIZED),
            false => come_again(StatusCode::TOO_MANY_REQUESTS, "1"),
        };
    }
    visitor.is_vouched_for();
    let began = traces::now();
    if webhook.board.is_starting() {
        // Nothing is known of the database yet, not even that it is ours.
        return later(NotStored::Unavailable);
    }
    let body = match body::whole(headers, body, LARGEST_BODY).await {
        Ok(body) => body,
        Err(Unread::TooLong) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(Unread::CutOff(why)) => {
            debug!("[WEBHOOK] a body did not come to its end: {why}");
            return later(NotStored::Unavailable);
        }
    };
    match envelope::read(&body) {
        Ok(envelope) => {
            let update_id = envelope.update_id;
            let (response, outcome) = webhook.store(envelope, body).await;
            traces::arrived(began, Name::Webhook, update_id, outcome);
            response
        }
        // Rare ways are boxed: the future of a request is moved about, and is as large as its largest.
        Err(_) => Box::pin(webhook.keep(body)).await,
    }
}

impl Webhook {
    /// Answers a request to [`PATH`].
    pub(super) async fn receive<B>(&self, visitor: &Visitor, parts: &Parts, body: B) -> Response
    where
        B: HttpBody<Data = Bytes, Error: Display> + Unpin,
    {
        if parts.method != Method::POST {
            return (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, "POST")]).into_response();
        }
        let began = Instant::now();
        let response = take(self, visitor, &parts.headers, body).await;
        routes::count_answer(PATH, response.status(), began);
        response
    }

    async fn store(&self, envelope: Envelope, body: Bytes) -> (Response, Outcome) {
        let passive = !self.board.leader_numbers().active;
        if passive && self.mode == PassiveMode::Reject {
            let treatment = treatment(update::read(&body));
            if treatment != Treatment::Hold {
                return Box::pin(self.reject(&envelope, body, treatment)).await;
            }
        }
        let (update_id, kept) = (envelope.update_id, body.clone());
        let (response, outcome) = self.hold(envelope, body).await;
        if passive && response.status().is_success() && self.mode == PassiveMode::Hold {
            self.notices.remember(update_id, &kept);
        }
        (response, outcome)
    }

    /// Stores an update that nobody will handle, and answers it here.
    async fn reject(
        &self,
        envelope: &Envelope,
        body: Bytes,
        treatment: Treatment,
    ) -> (Response, Outcome) {
        let arrival = Arrival { standing: ArrivalState::Rejected, ..arrival(envelope, body) };
        match self.voice.intake.accept_one(&arrival).await {
            Ok(stored) => {
                metrics::rejected(stored);
                let answer = self.voice.answer(treatment, stored).await;
                (accepted(answer), stored_as(stored, Outcome::Rejected))
            }
            Err(error) => {
                warn!(repeats = "accept", "[WEBHOOK] not stored: {error}");
                (later(NotStored::Unavailable), Outcome::NotStored)
            }
        }
    }

    /// Stores an update for the active instance.
    async fn hold(&self, envelope: Envelope, body: Bytes) -> (Response, Outcome) {
        if matches!(envelope.kind, Kind::PreCheckout | Kind::Inline) {
            return Box::pin(self.at_once(envelope, body)).await;
        }
        let (answer, arrival) = answer_to(&self.voice.intake, &self.prices, &envelope, &body).await;
        let answer = answer.map(Request::from);
        match self.acceptor.accept(arrival).await {
            Ok(stored) => (accepted(answer), stored_as(stored, Outcome::Stored)),
            Err(not_stored) => (later(not_stored), Outcome::NotStored),
        }
    }

    /// Answers a pre-checkout query or an inline one, whatever becomes of its row: Telegram asks once and waits for 10 s
    /// only.
    async fn at_once(&self, envelope: Envelope, body: Bytes) -> (Response, Outcome) {
        let until = Instant::now() + ROW;
        let (answer, arrival) = answer_to(&self.voice.intake, &self.prices, &envelope, &body).await;
        // What was answered says how it is stored, so one comes after the other, within one limit.
        let stored = tokio::time::timeout_at(until, self.acceptor.accept(arrival)).await;
        let stored = stored.ok().and_then(Result::ok).unwrap_or(Stored::New);
        (accepted(answer.map(Request::from)), stored_as(stored, Outcome::Answered))
    }

    /// Keeps what has no readable number: an operator may look, Telegram need not try again.
    async fn keep(&self, body: Bytes) -> Response {
        match keep_unreadable(&self.voice.intake, &body).await {
            Ok(()) => {
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

/// How a span ends about an update that was stored just now, or had been before.
const fn stored_as(stored: Stored, outcome: Outcome) -> Outcome {
    match stored {
        Stored::New => outcome,
        Stored::Known => Outcome::Known,
    }
}

fn accepted(answer: Option<Request>) -> Response {
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
