//! From an HTTP body to a call, without more of it in memory than is kept.
//!
//! ```text
//!   body ── form with files? ── no ──> read whole, up to 4 MiB ────────────> Request
//!              └─ yes: piece by piece ── Fault::CutWithin fires ──> Cut        ^
//!                        └─ to the end, also of one that is too large ─────────┘
//! ```
//!
//! A form that is too large is read to its end all the same and refused then: an answer in the
//! middle would be lost in the noise of a connection that closes. Only what never ends is cut.

use std::future::poll_fn;
use std::pin::Pin;

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Body as _, Incoming};

use super::calls;
use super::multipart;
use super::request::{Form, LARGEST_TEXT, Request};
use super::world::Core;

/// What is still read of a form that is too large.
const PATIENCE: u64 = 1 << 30;

/// What came in.
#[derive(Debug)]
pub(crate) enum Received {
    Call(Request),
    /// It is not a call; the sentence of the answer.
    Unreadable(String),
    /// It is too large to be even looked at.
    TooLarge,
    /// The connection is to be closed, or is.
    Cut,
}

/// Reads a whole call.
pub(crate) async fn receive(
    core: &Core,
    method: &str,
    query: &str,
    content_type: &str,
    body: Incoming,
) -> Received {
    if !content_type.trim_start().to_lowercase().starts_with("multipart/form-data") {
        return match axum::body::to_bytes(Body::new(body), LARGEST_TEXT).await {
            Err(_) => Received::TooLarge,
            Ok(body) => match Request::read(method, query, content_type, &body) {
                Ok(request) => Received::Call(request),
                Err(fault) => Received::Unreadable(fault),
            },
        };
    }
    let Some(boundary) = multipart::boundary(content_type) else {
        return Received::Unreadable("boundary not found".to_owned());
    };
    match form(core, Form::begin(method, query, &boundary), body).await {
        Ok(Some(request)) => Received::Call(request),
        Ok(None) => Received::Cut,
        Err(fault) => Received::Unreadable(fault),
    }
}

/// Reads a form; `None` when the connection is to be closed, or is.
async fn form(core: &Core, mut form: Form, mut body: Incoming) -> Result<Option<Request>, String> {
    let mut is_looked_at = false;
    while let Some(piece) = next(&mut body).await {
        let Ok(piece) = piece else { return Ok(None) };
        form.push(&piece)?;
        if let (false, Some(begun)) = (is_looked_at, form.in_a_file()) {
            is_looked_at = true;
            if core.with(|world| calls::is_cut_within(world, begun)) {
                return Ok(None);
            }
        }
        if form.length() > PATIENCE {
            return Ok(None);
        }
    }
    form.finish().map(Some)
}

/// The next bytes of a body.
async fn next(body: &mut Incoming) -> Option<Result<Bytes, hyper::Error>> {
    loop {
        match poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await? {
            Ok(frame) => {
                if let Ok(bytes) = frame.into_data() {
                    return Some(Ok(bytes));
                }
            }
            Err(error) => return Some(Err(error)),
        }
    }
}
