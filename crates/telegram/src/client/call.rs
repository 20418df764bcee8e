//! One call on its way: out, back, and judged.
//!
//! ```text
//!   not polled ── connecting ── sending ── body sent ── answered
//! ```
//!
//! A call that breaks before its body was sent cannot have been carried out: [`CallError::NotSent`].
//! After that nobody knows: [`CallError::Unknown`]. The body counts as sent when its last piece is
//! handed to the connection, which may be a moment too early and is never too late.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use domain::ChatId;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};

use super::Inner;
use super::answer::Reply;
use super::error::CallError;
use super::judge::{Answer, judge};
use super::multipart::Outgoing;
use crate::request::Method;
use crate::throttle::Turn;

/// No answer of Telegram is longer; a hundred updates are far below it.
pub(super) const LONGEST_ANSWER: usize = 16 * 1024 * 1024;

/// A call: a future that makes it. Dropping it closes its socket.
#[must_use = "a call is made by awaiting it"]
pub struct Call {
    method: Method,
    progress: Progress,
    future: BoxFuture<'static, Result<Reply, CallError>>,
}

/// How far a call has come; can be asked while the call is awaited elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    body_sent: Arc<AtomicBool>,
}

impl Progress {
    /// Whether the whole body has left our hands. As long as it has not, the call cannot have been
    /// carried out and may be dropped and repeated.
    pub fn body_sent(&self) -> bool {
        self.body_sent.load(Ordering::Acquire)
    }

    pub(super) fn set_body_sent(&self) {
        self.body_sent.store(true, Ordering::Release);
    }
}

/// What a call has to carry with it.
pub(super) struct Errand {
    pub(super) client: Arc<Inner>,
    pub(super) method: Method,
    pub(super) chat: Option<ChatId>,
    pub(super) limit: Duration,
    pub(super) progress: Progress,
}

impl Call {
    pub(super) fn new(turn: Turn, errand: Errand, body: Outgoing) -> Self {
        let (method, progress) = (errand.method, errand.progress.clone());
        let future = async move {
            // It is used up by this call, however the call ends.
            let _turn = turn;
            errand.run(body).await
        };
        Self { method, progress, future: future.boxed() }
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }
}

impl Future for Call {
    type Output = Result<Reply, CallError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.future.poll_unpin(context)
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Call")
            .field("method", &self.method)
            .field("body_sent", &self.progress.body_sent())
            .finish_non_exhaustive()
    }
}

impl Errand {
    async fn run(self, body: Outgoing) -> Result<Reply, CallError> {
        let outcome = match tokio::time::timeout(self.limit, self.exchange(body)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(self.broken(format!("no answer within {} s", self.limit.as_secs()))),
        };
        if let (Err(CallError::RetryAfter(wait)), Some(chat)) = (&outcome, self.chat) {
            self.client.throttle.freeze(chat, *wait);
        }
        outcome
    }

    async fn exchange(&self, body: Outgoing) -> Result<Reply, CallError> {
        let address = self.client.token.address(&self.client.base, self.method.name());
        let mut request = self.client.http.post(address).header(CONTENT_TYPE, body.content_type);
        if let Some(length) = body.length {
            request = request.header(CONTENT_LENGTH, length);
        }
        let request = request.body(reqwest::Body::wrap_stream(body.stream));
        let mut response = request.send().await.map_err(|error| self.failed(error))?;
        let mut bytes = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(|error| self.failed(error))? {
            if bytes.len() + piece.len() > LONGEST_ANSWER {
                return Err(CallError::Unknown("the answer is too long".to_owned()));
            }
            bytes.extend_from_slice(&piece);
        }
        let retry_after = response.headers().get(RETRY_AFTER).and_then(|text| text.to_str().ok());
        let status = response.status().as_u16();
        judge(&Answer { status, retry_after, body: &bytes }, &self.client.token)
    }

    fn failed(&self, error: reqwest::Error) -> CallError {
        self.broken(self.client.token.explain(error))
    }

    /// The connection broke: what that means depends on how far the call had come.
    fn broken(&self, reason: String) -> CallError {
        if self.progress.body_sent() {
            CallError::Unknown(reason)
        } else {
            CallError::NotSent(reason)
        }
    }
}
