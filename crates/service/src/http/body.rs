//! The body of a request, read to its end within bounds.
//!
//! ```text
//!   announced too long ──> TooLong, not one byte is read
//!   pieces ── over the limit ──> TooLong      10 s are over, or it breaks off ──> CutOff
//!     v
//!   whole
//! ```
//!
//! On failure: what was not read is left to the server, which closes the connection instead of waiting for
//! the rest.

use std::fmt::Display;
use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_LENGTH;

/// A body must be here within this. A byte a second never pauses for long, so that a limit for
/// pauses alone would wait for it for days.
const WHOLE_BODY: Duration = Duration::from_secs(10);

/// A body that was not read to its end.
#[derive(Debug)]
pub(super) enum Unread {
    TooLong,
    /// It did not come to its end in time.
    CutOff(String),
}

/// The whole body of at most this length. One that says in advance that it is too long is not even begun.
pub(super) async fn whole<B>(headers: &HeaderMap, body: B, longest: usize) -> Result<Bytes, Unread>
where
    B: HttpBody<Data = Bytes, Error: Display> + Unpin,
{
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let announced = announced.and_then(|length| length.parse::<usize>().ok());
    if announced.is_some_and(|length| length > longest) {
        return Err(Unread::TooLong);
    }
    let read = tokio::time::timeout(WHOLE_BODY, pieces(body, longest)).await;
    read.unwrap_or_else(|_| Err(Unread::CutOff("it took too long".to_owned())))
}

/// Reads a body to its end. One that comes in a single piece, as updates do, is not copied.
async fn pieces<B>(mut body: B, longest: usize) -> Result<Bytes, Unread>
where
    B: HttpBody<Data = Bytes, Error: Display> + Unpin,
{
    let (mut first, mut all) = (Bytes::new(), Vec::new());
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|error| Unread::CutOff(error.to_string()))?;
        // What is not data are trailers, which nobody sends us.
        let Ok(piece) = frame.into_data() else { continue };
        if first.len().max(all.len()) + piece.len() > longest {
            return Err(Unread::TooLong);
        }
        if first.is_empty() && all.is_empty() {
            first = piece;
        } else {
            all.extend_from_slice(&std::mem::take(&mut first));
            all.extend_from_slice(&piece);
        }
    }
    Ok(if all.is_empty() { first } else { all.into() })
}
