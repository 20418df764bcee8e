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

use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Body;
use bytes::Bytes;
use futures_util::{Stream, TryStreamExt as _};
use hyper::body::Incoming;
use serde_json::Value;

use super::{Core, LARGEST_TEXT, Request, Taking, Upload, calls};
use crate::fake::multipart::Splitter;

/// What is still read of a form that is too large.
const PATIENCE: u64 = 1 << 30;

const LARGEST_FILE: u64 = 50 << 20;

/// The largest form that Telegram takes from a bot: such a file and its fields.
const LARGEST_FORM: u64 = 52 << 20;

#[derive(Debug)]
pub(crate) enum NoCall {
    Unreadable(String),
    /// It is too large to be even looked at.
    TooLarge,
    /// The connection is to be closed, or is.
    Cut,
}

impl From<multer::Error> for NoCall {
    fn from(error: multer::Error) -> Self {
        match error {
            multer::Error::StreamReadFailed(_) => Self::Cut,
            other => Self::Unreadable(other.to_string()),
        }
    }
}

pub(crate) async fn receive(
    core: &Core,
    method: &str,
    query: &str,
    content_type: &str,
    body: Incoming,
) -> Result<Request, NoCall> {
    let is_form = content_type.trim_start().to_lowercase().starts_with("multipart/form-data");
    if !is_form {
        let body = axum::body::to_bytes(Body::new(body), LARGEST_TEXT).await;
        let body = body.map_err(|_| NoCall::TooLarge)?;
        return Request::read(method, query, content_type, &body).map_err(NoCall::Unreadable);
    }
    let boundary = multer::parse_boundary(content_type)?;
    let is_cut = |begun: &Request| core.with(|world| calls::is_cut_within(world, begun));
    let pieces = Body::new(body).into_data_stream();
    form(Request::begin(method, query), &boundary, pieces, is_cut).await
}

/// Reads a form. Whether it is to be cut is asked once, when a file has begun: the fields of a call
/// mostly come before.
pub(super) async fn form<E: std::error::Error + Send + Sync + 'static>(
    mut request: Request,
    boundary: &str,
    pieces: impl Stream<Item = Result<Bytes, E>> + Send,
    is_cut: impl Fn(&Request) -> bool,
) -> Result<Request, NoCall> {
    let length = AtomicU64::new(0);
    let counted = pieces.inspect_ok(|piece| {
        length.fetch_add(u64::try_from(piece.len()).unwrap_or(u64::MAX), Ordering::Relaxed);
    });
    let mut splitter = Splitter::new(boundary, counted);
    while let Some((name, mut part)) = splitter.next().await? {
        let file = part.file_name().map(str::to_owned);
        if file.is_some() && request.uploads.is_empty() && is_cut(&request) {
            return Err(NoCall::Cut);
        }
        let (mut taking, mut text) = (Taking::default(), Vec::new());
        while let Some(piece) = part.chunk().await? {
            if file.is_some() {
                taking.push(&piece);
            } else if text.len() + piece.len() <= LARGEST_TEXT {
                text.extend_from_slice(&piece);
            } else {
                return Err(NoCall::Unreadable(format!("field \"{name}\" is too long")));
            }
            if length.load(Ordering::Relaxed) > PATIENCE {
                return Err(NoCall::Cut);
            }
        }
        if let Some(file) = file {
            request.is_too_large |= taking.length() > LARGEST_FILE;
            let mime = part.content_type().map(ToString::to_string);
            request.uploads.insert(name, Upload { name: file, mime, content: taking.finish() });
        } else {
            let text = String::from_utf8_lossy(&text).into_owned();
            request.fields.insert(name, Value::String(text));
        }
    }
    request.is_too_large |= length.load(Ordering::Relaxed) > LARGEST_FORM;
    Ok(request)
}
