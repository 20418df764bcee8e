//! One request on its way: out, and back as an answer of bounded length.
//!
//! A request that breaks before its body was sent cannot have been carried out; after that it
//! is not known. The body counts as sent when its last piece is handed to the connection, which may be a
//! moment too early and is never too late.
//!
//! ```text
//!   here ──┬── handed to the connection ──> sent
//!          └── withheld: the caller that gives the request up knows that it was not made
//! ```

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, Stream, StreamExt};
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use reqwest::{RequestBuilder, Response};

use crate::redact::Redactor;

const HERE: u8 = 0;
const SENT: u8 = 1;
const WITHHELD: u8 = 2;

/// Whether the whole body has left our hands; can be asked while the request is awaited elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Sent(Arc<AtomicU8>);

impl Sent {
    /// Whether the whole body has left. As long as it has not, the request cannot have been carried
    /// out and may be dropped and repeated.
    pub fn is_sent(&self) -> bool {
        self.0.load(Ordering::Acquire) == SENT
    }

    /// Keeps the body back for good. False: it has left, so that the request may have been carried out.
    ///
    /// To look and then to drop the request would not do: the body may leave in between.
    pub fn withhold(&self) -> bool {
        let changed = self.0.compare_exchange(HERE, WITHHELD, Ordering::AcqRel, Ordering::Acquire);
        changed != Err(SENT)
    }

    /// The body leaves; false when it must not.
    fn leaves(&self) -> bool {
        let changed = self.0.compare_exchange(HERE, SENT, Ordering::AcqRel, Ordering::Acquire);
        changed != Err(WITHHELD)
    }
}

/// A body on its way out.
pub struct Body {
    pub(crate) content_type: String,
    pub(crate) length: Option<u64>,
    pub(crate) stream: BoxStream<'static, io::Result<Bytes>>,
}

impl Body {
    /// A body of JSON.
    pub fn json(text: String, sent: Sent) -> Self {
        let length = u64::try_from(text.len()).ok();
        let stream = last(text.into(), sent).boxed();
        Self { content_type: "application/json".to_owned(), length, stream }
    }

    /// The request with this body.
    pub fn onto(self, request: RequestBuilder) -> RequestBuilder {
        let mut request = request.header(CONTENT_TYPE, self.content_type);
        if let Some(length) = self.length {
            request = request.header(CONTENT_LENGTH, length);
        }
        request.body(reqwest::Body::wrap_stream(self.stream))
    }
}

/// The last piece of a body: once it is handed out, the body has left our hands.
pub(crate) fn last(piece: Bytes, sent: Sent) -> impl Stream<Item = io::Result<Bytes>> {
    stream::once(async move {
        if sent.leaves() { Ok(piece) } else { Err(io::Error::other("given up in time")) }
    })
}

/// An answer as it came.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// The header `Retry-After`, if it is a number.
    pub retry_after: Option<u64>,
    /// The body; what is no UTF-8 spoils only the string it is in.
    pub text: String,
}

/// A request without an answer.
#[derive(Debug)]
pub struct Broken {
    /// Whether it may have been carried out.
    pub sent: bool,
    /// Why, without secrets.
    pub reason: String,
}

/// What an answer may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From the request to the end of its answer.
    pub time: Duration,
    /// The body of the answer, in bytes.
    pub length: usize,
}

/// Sends a request and reads its answer, once.
pub async fn exchange(
    request: RequestBuilder,
    limits: Limits,
    sent: &Sent,
    redactor: &Redactor,
) -> Result<Answer, Broken> {
    let talk = async {
        let response = request.send().await.map_err(|error| redactor.explain(error))?;
        read_answer(response, limits.length, redactor).await
    };
    let reason = match tokio::time::timeout(limits.time, talk).await {
        Ok(Ok(answer)) => return Ok(answer),
        Ok(Err(reason)) => reason,
        Err(_) => format!("no answer within {} s", limits.time.as_secs()),
    };
    Err(Broken { sent: sent.is_sent(), reason })
}

/// Reads an answer up to this length; the reason when that cannot be done.
pub async fn read_answer(
    mut response: Response,
    longest: usize,
    redactor: &Redactor,
) -> Result<Answer, String> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| redactor.explain(error))? {
        if bytes.len() + piece.len() > longest {
            return Err("the answer is too long".to_owned());
        }
        bytes.extend_from_slice(&piece);
    }
    let retry_after = response.headers().get(RETRY_AFTER);
    let retry_after = retry_after.and_then(|text| text.to_str().ok()?.trim().parse().ok());
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Ok(Answer { status: response.status().as_u16(), retry_after, text })
}

#[cfg(test)]
mod tests {
    use super::Sent;

    #[test]
    fn a_body_is_sent_or_withheld_and_never_both() {
        let (first, second) = (Sent::default(), Sent::default());
        assert!(first.leaves() && first.is_sent());
        assert!(!first.withhold() && first.is_sent(), "it has left");

        assert!(second.withhold() && !second.is_sent());
        assert!(!second.leaves() && !second.is_sent(), "it stays");
        assert!(second.withhold(), "as often as one likes");
    }
}
