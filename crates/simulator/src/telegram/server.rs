//! The HTTP server: `/bot<token>/<method>` and `/file/bot<token>/<path>` for the bot, `/_fake/` for
//! people outside the process; and how a body becomes a call without more of it in memory than is kept.
//!
//! ```text
//!   body ── form with files? ── no ──> read whole, up to 4 MiB ────────────> Request
//!              └─ yes: piece by piece ── Fault::CutWithin fires ──> Cut        ^
//!                        └─ to the end, also of one that is too large ─────────┘
//! ```
//!
//! A form that is too large is read to its end all the same and refused then: an answer in the
//! middle would be lost in the noise of a connection that closes. Only what never ends is cut.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use bytes::Bytes;
use futures_util::{Stream, TryStreamExt as _};
use hyper::body::Incoming;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{
    Core, Ending, Fetch, LARGEST_TEXT, Refusal, Request, Taking, Upload, calls, control, page,
    serving,
};
use crate::fake::http::{self, Cut, response, text};
use crate::fake::multipart::Splitter;

/// The largest thing that the page sends: a file that the bot could still fetch.
const LARGEST_COMMAND: usize = 21 << 20;

pub(crate) fn spawn(core: &Arc<Core>, listener: TcpListener) {
    let served = Arc::clone(core);
    http::serve(core.end.clone(), listener, move |request| respond(Arc::clone(&served), request));
}

async fn respond(
    core: Arc<Core>,
    request: hyper::Request<Incoming>,
) -> Result<Response<Body>, Cut> {
    let (head, body) = request.into_parts();
    let path = head.uri.path().to_owned();
    let query = head.uri.query().unwrap_or_default().to_owned();
    if let Some(file) = page::file(&path) {
        return Ok(file);
    }
    if let Some(command) = path.strip_prefix("/_fake/") {
        if page::is_foreign(&head.headers) {
            return Ok(answer(403, &json!({ "error": "asked by the page of another site" }), None));
        }
        if let Some(file) = page::media(&core, command, &query) {
            return Ok(file);
        }
        let Ok(body) = axum::body::to_bytes(Body::new(body), LARGEST_COMMAND).await else {
            return Ok(answer(413, &json!({ "error": "more than 20 MB cannot be sent" }), None));
        };
        let (status, shown) = control::serve(&core, command, &query, &body).await;
        return Ok(answer(status, &shown, None));
    }
    if let Some(rest) = path.strip_prefix("/file/bot") {
        return match serving::fetch(&core, rest).await {
            Fetch::Answer(response) => Ok(response),
            Fetch::Refused(refused) => Ok(refusal(&refused)),
            Fetch::Cut => Err(Cut),
        };
    }
    call(&core, &path, &query, &head.headers, body).await
}

async fn call(
    core: &Arc<Core>,
    path: &str,
    query: &str,
    headers: &HeaderMap,
    body: Incoming,
) -> Result<Response<Body>, Cut> {
    let Some((token, method)) = path.strip_prefix("/bot").and_then(|rest| rest.split_once('/'))
    else {
        return Ok(refusal(&Refusal::no_method()));
    };
    if token != core.settings.token {
        return Ok(refusal(&Refusal::status(401)));
    }
    let kind = text(headers, header::CONTENT_TYPE);
    let request = match receive(core, method, query, kind, body).await {
        Ok(request) => request,
        Err(NoCall::Unreadable(fault)) => {
            core.with(|world| world.violation(format!("{method}: {fault}")));
            return Ok(refusal(&Refusal::mistake(fault)));
        }
        Err(NoCall::TooLarge) => return Ok(refusal(&Refusal::status(413))),
        Err(NoCall::Cut) => return Err(Cut),
    };
    match calls::serve(core, &request).await {
        Ending::Cut => Err(Cut),
        // What the machines in front of the Bot API say is not JSON.
        Ending::Answer { status: status @ (502 | 504), .. } => Ok(gateway(status)),
        Ending::Answer { status, body, retry_after } => Ok(answer(status, &body, retry_after)),
    }
}

fn refusal(refusal: &Refusal) -> Response<Body> {
    answer(refusal.code, &refusal.to_json(), refusal.retry_after)
}

fn answer(status: u16, body: &Value, retry_after: Option<u64>) -> Response<Body> {
    let mut response = response(status, "application/json", body.to_string());
    if let Some(seconds) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn gateway(status: u16) -> Response<Body> {
    let page = format!("<html><head><title>{status}</title></head><body>nginx</body></html>");
    response(status, "text/html", page)
}

/// What is still read of a form that is too large.
const PATIENCE: u64 = 1 << 30;

const LARGEST_FILE: u64 = 50 << 20;

/// The largest form that Telegram takes from a bot: such a file and its fields.
const LARGEST_FORM: u64 = 52 << 20;

#[derive(Debug)]
pub(super) enum NoCall {
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

async fn receive(
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
