//! Files on their way out: to the bot by the path of `getFile`, to the chat page by their id.
//!
//! ```text
//!   GET /file/bot<token>/<path> ── fault on "download"? ──> 404, 429, cut, held ── or the bytes
//!   GET /_fake/file?id=         ──────────────────────────> the bytes, with a type a browser shows
//! ```
//!
//! A wrong token and an unknown path are both a 404. What was not kept is zeros.

use axum::body::Body;
use axum::http::{HeaderValue, Response, header};

use super::{Content, File, MediaKind, picture};
use crate::fake::http::response;
use crate::fake::serving::Serving;
use crate::telegram::{Core, Event, Fault, Refusal};

/// The bot can fetch nothing larger.
pub(crate) const LARGEST: u64 = 20 << 20;

/// How [`Faults`](crate::telegram::Faults) call a fetch.
const DOWNLOAD: &str = "download";

/// The type of what a browser must not show.
const PLAIN: &str = "application/octet-stream";

/// Types that a browser may show from here; anything else is only to be saved.
const SHOWN: &str = "audio/mpeg audio/mp4 audio/ogg audio/wav audio/x-wav video/mp4 \
                     video/quicktime video/webm";

pub(crate) enum Fetch {
    Answer(Response<Body>),
    Refused(Refusal),
    Cut,
}

pub(crate) async fn fetch(core: &Core, rest: &str) -> Fetch {
    let (token, path) = rest.split_once('/').unwrap_or((rest, ""));
    if token != core.settings.token {
        return Fetch::Refused(Refusal::status(404));
    }
    let (file, fault) = core.with(|world| {
        let file = world.files.at(path).filter(|file| file.content.length <= LARGEST).cloned();
        let fault = world.faults.on_download(DOWNLOAD);
        if let Some((fault, _)) = &fault {
            world.faulted(*fault, DOWNLOAD);
        }
        let status = match (&fault, &file) {
            (Some((Fault::Status(code), _)), _) => Some(*code),
            (Some((Fault::RetryAfter(_), _)), _) => Some(429),
            (Some((Fault::CutBefore, _)), _) => None,
            (_, None) => Some(404),
            _ => Some(200),
        };
        let file_id = file.as_ref().map(|file| file.id.clone());
        world.journal.write(Event::Fetched { path: path.to_owned(), file_id, status });
        (file, fault)
    });
    let cut = match fault {
        Some((Fault::Status(code), _)) => return Fetch::Refused(Refusal::status(code)),
        Some((Fault::RetryAfter(seconds), _)) => return Fetch::Refused(Refusal::flood(seconds)),
        Some((Fault::CutBefore, _)) => return Fetch::Cut,
        Some((Fault::Hold, armed)) => {
            armed.is_released().await;
            false
        }
        Some((Fault::CutWithin | Fault::CutAfter, _)) => true,
        None => false,
    };
    let Some(file) = file else { return Fetch::Refused(Refusal::status(404)) };
    let body = if cut { body(&file.content).truncated() } else { body(&file.content) };
    Fetch::Answer(response(200, PLAIN, Body::new(body)))
}

pub(crate) fn show(core: &Core, id: &str) -> Option<Response<Body>> {
    let file = core.look(|world| world.files.get(id).cloned())?;
    let kind = shown_as(&file);
    let mut response = response(200, kind.unwrap_or(PLAIN), Body::new(body(&file.content)));
    let headers = response.headers_mut();
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
        _ => return None,
    });
    SHOWN.split(' ').find(|kind| *kind == claimed)
}

fn body(content: &Content) -> Serving {
    Serving::padded(content.kept.clone(), Some(content.length))
}
