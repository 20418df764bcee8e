//! One call on its way: out, back, and judged.
//!
//! ```text
//!   not polled ── connecting ── sending ── body sent ── answered
//! ```
//!
//! A call that breaks before its body was [`Sent`] cannot have been carried out:
//! [`CallError::NotSent`]. After that it is not known: [`CallError::Unknown`].

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use domain::ChatId;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use wire::{Body, Limits, Sent};

use super::Inner;
use super::answer::Reply;
use super::error::CallError;
use super::judge::judge;
use crate::request::Method;
use crate::throttle::Turn;

/// No answer of Telegram is longer; a hundred updates are far below it.
pub(super) const LONGEST_ANSWER: usize = 16 * 1024 * 1024;

/// A call: a future that makes it. Dropping it closes its socket.
#[must_use = "a call is made by awaiting it"]
pub struct Call {
    method: Method,
    sent: Sent,
    future: BoxFuture<'static, Result<Reply, CallError>>,
}

/// What a call has to carry with it.
pub(super) struct Errand {
    pub(super) client: Arc<Inner>,
    pub(super) method: Method,
    pub(super) chat: Option<ChatId>,
    pub(super) limit: Duration,
    pub(super) sent: Sent,
}

impl Call {
    pub(super) fn new(turn: Option<Turn>, errand: Errand, body: Body) -> Self {
        let (method, sent) = (errand.method, errand.sent.clone());
        let future = async move {
            // It is used up by this call, however the call ends.
            let _turn = turn;
            errand.run(body).await
        };
        Self { method, sent, future: future.boxed() }
    }

    /// Whether its body has left; can be asked while the call is awaited elsewhere.
    pub fn sent(&self) -> Sent {
        self.sent.clone()
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
            .field("sent", &self.sent.is_sent())
            .finish_non_exhaustive()
    }
}

impl Errand {
    async fn run(self, body: Body) -> Result<Reply, CallError> {
        let Inner { http, base, token, throttle, .. } = &*self.client;
        let request = body.onto(http.post(token.address(base, self.method.name())));
        let limits = Limits { time: self.limit, length: LONGEST_ANSWER };
        let outcome = match wire::exchange(request, limits, &self.sent, &token.redactor).await {
            Ok(answer) => judge(&answer, &token.redactor),
            Err(broken) if broken.sent => Err(CallError::Unknown(broken.reason)),
            Err(broken) => Err(CallError::NotSent(broken.reason)),
        };
        if let (Err(CallError::RetryAfter(wait)), Some(chat)) = (&outcome, self.chat) {
            throttle.freeze(chat, *wait);
        }
        outcome
    }
}
