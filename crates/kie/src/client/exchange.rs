//! One request on its way: out, and back as an answer of bounded length.
//!
//! A request that breaks before its body was sent cannot have been carried out; after that nobody
//! knows. The body counts as sent when its last piece is handed to the connection, which may be a
//! moment too early and is never too late.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::header::RETRY_AFTER;

use crate::envelope::Answer;

/// No answer of KIE is longer.
const LONGEST_ANSWER: usize = 4 * 1024 * 1024;

/// Whether the whole body has left our hands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sent(Arc<AtomicBool>);

impl Sent {
    pub(crate) fn get(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Release);
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
