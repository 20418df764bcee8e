//! One request on its way: out, and back as an answer of bounded length.
//!
//! A request that breaks before its body was sent cannot have been carried out; after that nobody
//! knows. The body counts as sent when its last piece is handed to the connection, which may be a
//! moment too early and is never too late.
//!
//! ```text
//!   here ──┬── handed to the connection ──> sent
//!          └── withheld: whoever gives the call up knows that it was not made
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use reqwest::header::RETRY_AFTER;

use crate::envelope::Answer;

/// No answer of KIE is longer.
const LONGEST_ANSWER: usize = 4 * 1024 * 1024;

const HERE: u8 = 0;
const SENT: u8 = 1;
const WITHHELD: u8 = 2;

/// Whether the whole body has left our hands; can be asked while the call is awaited elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Sent(Arc<AtomicU8>);

impl Sent {
    /// Keeps the body back for good. False: it has left, so that the call may have been carried out.
    ///
    /// To look and then to drop the call would not do: the body may leave in between.
    pub fn withhold(&self) -> bool {
        let changed = self.0.compare_exchange(HERE, WITHHELD, Ordering::AcqRel, Ordering::Acquire);
        changed != Err(SENT)
    }

    pub(crate) fn get(&self) -> bool {
        self.0.load(Ordering::Acquire) == SENT
    }

    /// The body leaves; false when it must not.
    pub(crate) fn leaves(&self) -> bool {
        let changed = self.0.compare_exchange(HERE, SENT, Ordering::AcqRel, Ordering::Acquire);
        changed != Err(WITHHELD)
    }
}

/// A request without an answer.
#[derive(Debug)]
pub(crate) struct Broken {
    /// Whether its body had been sent: then it may have been carried out.
    pub(crate) sent: bool,
    pub(crate) reason: String,
}

/// Sends a request and reads its answer, within this time.
pub(crate) async fn exchange(
    request: reqwest::RequestBuilder,
    limit: Duration,
    sent: &Sent,
    explain: impl Fn(reqwest::Error) -> String,
) -> Result<Answer, Broken> {
    let reason = match tokio::time::timeout(limit, talk(request)).await {
        Ok(Ok(answer)) => return Ok(answer),
        Ok(Err(Fault::Library(error))) => explain(error),
        Ok(Err(Fault::TooLong)) => "the answer is too long".to_owned(),
        Err(_) => format!("no answer within {} s", limit.as_secs()),
    };
    Err(Broken { sent: sent.get(), reason })
}

enum Fault {
    Library(reqwest::Error),
    TooLong,
}

async fn talk(request: reqwest::RequestBuilder) -> Result<Answer, Fault> {
    let mut response = request.send().await.map_err(Fault::Library)?;
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(Fault::Library)? {
        if bytes.len() + piece.len() > LONGEST_ANSWER {
            return Err(Fault::TooLong);
        }
        bytes.extend_from_slice(&piece);
    }
    let retry_after = response.headers().get(RETRY_AFTER);
    let retry_after = retry_after.and_then(|text| text.to_str().ok()?.trim().parse().ok());
    // Bytes that are no UTF-8 spoil only the string they are in.
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
        assert!(first.leaves() && first.get());
        assert!(!first.withhold() && first.get(), "it has left");

        assert!(second.withhold() && !second.get());
        assert!(!second.leaves() && !second.get(), "it stays");
        assert!(second.withhold(), "as often as one likes");
    }
}
