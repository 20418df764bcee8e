//! The host of files: results of tasks, uploads, and links that are valid for twenty minutes.
//!
//! | path | what |
//! | --- | --- |
//! | `/results/<mark>/<task>_<number>.<extension>` | a result, for a day |
//! | `/direct/<until>/<mark>/<task>_...` | the same, until that second of the fake's clock |
//! | `/kieai/<user>/<folder>/<name>` | an upload, for a day |
//!
//! What is not there is a page of XML, as from an object store.

use std::time::Duration;

use axum::body::Body;
use axum::http::Response;
use bytes::Bytes;
use serde_json::Value;

use super::media::fine::{self, Order};
use super::media::{self, Kind};
use super::{Answer, Core, Fault, Place, Said, Verdict, World, mark};
use crate::fake::http::response;
use crate::fake::serving::Serving;
use crate::telegram;

/// Addresses of results are good for so long, results themselves for longer.
const EXPIRES: Duration = Duration::from_secs(24 * 3600);
const KEPT: Duration = Duration::from_secs(14 * 24 * 3600);

/// A link is valid for so long.
const LINK: Duration = Duration::from_secs(20 * 60);

/// Of so many pictures called PNG one is a JPEG: whoever names a file must look inside.
const ODD: u64 = 8;

const GONE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>NoSuchKey</Code>\
                    <Message>The specified key does not exist.</Message></Error>";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Here,
    /// It is ours, and there is nothing any more.
    Gone,
    /// It is nobody's here.
    Foreign,
}

struct Piece {
    kind: Kind,
    order: Order,
    size: Option<u64>,
}

pub(crate) fn find(core: &Core, world: &World, url: &str, now: Duration) -> Found {
    let Some(path) = own_path(core, url) else {
        return Found::Foreign;
    };
    let is_here =
        upload(core, world, url, now).is_some() || piece(core, world, path, now).is_some();
    if is_here { Found::Here } else { Found::Gone }
}

/// What was uploaded and is found at this address.
pub(crate) fn upload(core: &Core, world: &World, url: &str, now: Duration) -> Option<Bytes> {
    world.uploads.finds(own_path(core, url)?.strip_prefix("/kieai/")?, now)
}

/// The first picture among the files that an input names.
fn photo(core: &Core, world: &World, input: &Value, now: Duration) -> Option<Bytes> {
    match input {
        Value::String(url) => {
            upload(core, world, url, now).filter(|bytes| telegram::look(bytes).is_some())
        }
        Value::Array(items) => items.iter().find_map(|item| photo(core, world, item, now)),
        Value::Object(fields) => fields.values().find_map(|item| photo(core, world, item, now)),
        _ => None,
    }
}

fn own_path<'u>(core: &Core, url: &'u str) -> Option<&'u str> {
    url.strip_prefix(&format!("http://{}", core.files)).filter(|path| path.starts_with('/'))
}

/// The result at a path, while its address is good.
fn piece(core: &Core, world: &World, path: &str, now: Duration) -> Option<Piece> {
    let (rest, until) = match path.strip_prefix("/direct/") {
        Some(rest) => {
            let (until, rest) = rest.split_once('/')?;
            (rest, Some(Duration::from_secs(until.parse().ok()?)))
        }
        None => (path.strip_prefix("/results/")?, None),
    };
    let (sign, name) = rest.split_once('/')?;
    let (id, last) = name.split_once('_')?;
    let (number, extension) = last.split_once('.')?;
    let (job, number) = (world.job(id)?, number.parse().ok()?);
    let (ended, verdict) = job.ended.as_ref()?;
    let good_until = until.unwrap_or(*ended + EXPIRES).min(*ended + KEPT);
    if *verdict != Verdict::Success || mark(job, number, extension) != sign || now >= good_until {
        return None;
    }
    let named = Kind::of_name(name)?;
    let odd = named == Kind::Png && job.whim % ODD == 3;
    let kind = if odd { Kind::Jpeg } else { named };
    let order = Order {
        prompt: job.prompt.clone(),
        is_wished: job.prompt != job.model,
        model: job.model.clone(),
        number,
        input: job.input.clone(),
        photo: photo(core, world, &job.input, now),
    };
    Some(Piece { kind, order, size: job.size })
}

pub(crate) async fn serve(core: &Core, path: &str) -> Response<Body> {
    let now = core.clock.now();
    if let Some(upload) = path.strip_prefix("/kieai/") {
        return match core.look(|world| world.uploads.finds(upload, now)) {
            Some(content) => response(200, media::content_type(path), content),
            None => gone(),
        };
    }
    let found = core.with(|world| {
        world.catches_up(now);
        piece(core, world, path, now).map(|piece| (piece, world.faults.on(Place::File)))
    });
    let Some((piece, fault)) = found else {
        return gone();
    };
    if fault == Some(Fault::FileGone) {
        return gone();
    }
    let Piece { kind, order, size } = piece;
    let head = if core.settings.is_fine {
        // Painting takes a moment, and others are not to wait for it.
        let painted = tokio::task::spawn_blocking(move || fine::make(kind, &order));
        painted.await.unwrap_or_default()
    } else {
        media::make(kind, &order.prompt, order.number)
    };
    let head = media::padding(kind, &head, size);
    let serving = Serving::padded(head, size);
    let serving = match fault {
        Some(Fault::FileTruncated) => serving.truncated(),
        Some(Fault::FileSlow) => serving.slowly(),
        Some(Fault::FileHangs) => serving.hanging(),
        Some(Fault::FileSilent) => serving.silent(),
        _ => serving,
    };
    let kind = match fault {
        Some(Fault::FileWrongType) => "text/html",
        _ => media::content_type(path),
    };
    response(200, kind, Body::new(serving))
}

fn gone() -> Response<Body> {
    response(404, "application/xml", GONE)
}

/// Gives a link to a result; only for what KIE itself made, also after its address has expired.
pub(crate) fn link(core: &Core, body: &Value) -> Answer {
    let fault = core.with(|world| world.faults.on(Place::Link));
    if let Some(Fault::LinkCode(code)) = fault {
        return Said::usual(code).into();
    }
    let now = core.clock.now();
    let url = body["url"].as_str().unwrap_or_default();
    let own = own_path(core, url).and_then(|path| path.strip_prefix("/results/"));
    let direct = own.map(|rest| format!("/direct/{}/{rest}", (now + LINK).as_secs()));
    let there = direct.filter(|path| {
        core.with(|world| {
            world.catches_up(now);
            piece(core, world, path, now).is_some()
        })
    });
    match there {
        Some(path) => Said::good(format!("http://{}{path}", core.files).into()).into(),
        None => Said::code(422, "The url is not one of our results").into(),
    }
}
