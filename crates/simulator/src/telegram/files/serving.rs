//! Files on their way out: to the bot by the path of `getFile`, to the chat page by their id.
//!
//! ```text
//!   GET /file/bot<token>/<path> ── fault on "download"? ──> 404, 429, cut, held ── or the bytes
//!   GET /_fake/file?id=         ──────────────────────────> the bytes, with a type a browser shows
//! ```
//!
//! A wrong token and an unknown path are both a 404. What was not kept is zeros.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::http::{HeaderValue, Response, header};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

use super::{Content, File, MediaKind, picture};
use crate::telegram::faults::Fault;
use crate::telegram::journal::Event;
use crate::telegram::refusal::Refusal;
use crate::telegram::world::Core;

/// The bot can fetch nothing larger.
pub(crate) const LARGEST: u64 = 20 << 20;

/// How [`Faults`](crate::telegram::Faults) call a fetch.
const DOWNLOAD: &str = "download";

/// Zeros are made in pieces of this size.
static ZEROS: [u8; 64 << 10] = [0; 64 << 10];

/// Types that a browser may show from here; anything else is only to be saved.
const SHOWN: [&str; 8] = [
    "audio/mpeg",
    "audio/mp4",
    "audio/ogg",
    "audio/wav",
    "audio/x-wav",
    "video/mp4",
    "video/quicktime",
    "video/webm",
];

/// What became of a fetch.
pub(crate) enum Fetch {
    Answer(Response<Body>),
    Refused(Refusal),
    /// The connection is closed without a word.
    Cut,
}

/// Serves `<token>/<path>`.
pub(crate) async fn fetch(core: &Arc<Core>, rest: &str) -> Fetch {
    let (token, path) = rest.split_once('/').unwrap_or((rest, ""));
    if token != core.settings.token {
        return Fetch::Refused(Refusal::status(404));
    }
    let (file, fault) = core.with(|world| {
        let file = world.files.at(path).filter(|file| file.content.length <= LARGEST).cloned();
        let fault = world.faults.on_download(DOWNLOAD);
        if let Some((_, fault)) = fault {
            world.journal.write(Event::Faulted { what: format!("{fault:?} on {DOWNLOAD}") });
        }
        let status = match (fault, &file) {
            (Some((_, Fault::Status(code))), _) => Some(code),
            (Some((_, Fault::RetryAfter(_))), _) => Some(429),
            (Some((_, Fault::CutBefore)), _) => None,
            (_, None) => Some(404),
            _ => Some(200),
        };
        let file_id = file.as_ref().map(|file| file.id.clone());
        world.journal.write(Event::Fetched { path: path.to_owned(), file_id, status });
        (file, fault)
    });
    let cut = match fault {
        Some((_, Fault::Status(code))) => return Fetch::Refused(Refusal::status(code)),
        Some((_, Fault::RetryAfter(seconds))) => return Fetch::Refused(Refusal::flood(seconds)),
        Some((_, Fault::CutBefore)) => return Fetch::Cut,
        Some((id, Fault::Hold)) => {
            core.when(|world| world.faults.is_released(id).then_some(())).await;
            false
        }
        Some((_, Fault::CutWithin | Fault::CutAfter)) => true,
        None => false,
    };
    let Some(file) = file else { return Fetch::Refused(Refusal::status(404)) };
    let mut response = Response::new(body(&file.content, cut));
    let plain = HeaderValue::from_static("application/octet-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    Fetch::Answer(response)
}

/// The file of this id, for the page.
pub(crate) fn show(core: &Core, id: &str) -> Option<Response<Body>> {
    let file = core.look(|world| world.files.get(id).cloned())?;
    let kind = shown_as(&file);
    let mut response = Response::new(body(&file.content, false));
    let headers = response.headers_mut();
    let plain = "application/octet-stream";
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind.unwrap_or(plain)));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox"));
    if kind.is_none() || file.kind == MediaKind::Document {
        // A page that somebody sent as a file must not become a page of ours.
        headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
    }
    Some(response)
}

fn shown_as(file: &File) -> Option<&'static str> {
    if let Some(picture) = picture::look(&file.content.kept) {
        return Some(picture.format.mime());
    }
    let claimed = file.looks.mime.as_deref().unwrap_or(match file.kind {
        MediaKind::Video => "video/mp4",
        MediaKind::Audio => "audio/mpeg",
        MediaKind::Voice => "audio/ogg",
        MediaKind::Photo | MediaKind::Document | MediaKind::Animation => return None,
    });
    SHOWN.into_iter().find(|kind| *kind == claimed)
}

fn body(content: &Content, cut: bool) -> Body {
    let whole = Pieces { kept: content.kept.clone(), left: content.length, broken_at: None };
    match (content.whole(), cut) {
        (Some(bytes), false) => Body::from(bytes.clone()),
        (_, false) => Body::new(whole),
        (_, true) => {
            let pieces = Pieces { broken_at: Some(content.length / 2), ..whole };
            Body::new(Breaking { pieces, is_flushed: false })
        }
    }
}

/// What was kept, then zeros up to the length.
struct Pieces {
    kept: Bytes,
    left: u64,
    /// When so many bytes are left, it breaks.
    broken_at: Option<u64>,
}

impl Pieces {
    fn next(&mut self) -> Option<Bytes> {
        let left = self.left.saturating_sub(self.broken_at.unwrap_or(0));
        let most = usize::try_from(left).unwrap_or(usize::MAX);
        if most == 0 {
            return None;
        }
        let piece = if self.kept.is_empty() {
            Bytes::from_static(&ZEROS[..most.min(ZEROS.len())])
        } else {
            self.kept.split_to(most.min(self.kept.len()))
        };
        self.left -= u64::try_from(piece.len()).unwrap_or(self.left);
        Some(piece)
    }
}

impl hyper::body::Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.next().map(|piece| Ok(Frame::data(piece))))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

/// The same, announced whole and broken off in the middle.
struct Breaking {
    pieces: Pieces,
    is_flushed: bool,
}

impl hyper::body::Body for Breaking {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        if let Some(piece) = self.pieces.next() {
            return Poll::Ready(Some(Ok(Frame::data(piece))));
        }
        if !self.is_flushed {
            // What was sent so far leaves when there is nothing more to send, and must not be lost
            // with the connection.
            self.is_flushed = true;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(Some(Err(std::io::Error::other("cut by a fault"))))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.pieces.left)
    }
}
