//! The HTTP servers: one for the API, one for uploads and files, as KIE has two hosts.
//!
//! Each knows only its own paths: an upload asked of the API is a 404, as there.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{Method, Response, header};
use bytes::Bytes;
use hyper::body::Incoming;
use tokio::net::TcpListener;

use super::{Answer, Core, Family, Route, Said, Way, control, create, files, records, uploads};
use crate::fake::http::{self, Cut, response, text};

/// The largest request that is read: an upload of 100 MB and its fields.
const LARGEST: usize = 101 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Host {
    Api,
    Files,
}

pub(crate) fn spawn(core: &Arc<Core>, listener: TcpListener, host: Host) {
    let served = Arc::clone(core);
    http::serve(core.end.clone(), listener, move |request| {
        respond(Arc::clone(&served), request, host)
    });
}

async fn respond(
    core: Arc<Core>,
    request: hyper::Request<Incoming>,
    host: Host,
) -> Result<Response<Body>, Cut> {
    let (head, body) = request.into_parts();
    let Ok(body) = axum::body::to_bytes(Body::new(body), LARGEST).await else {
        return Ok(Said::usual(413).into_response(true));
    };
    let path = head.uri.path().to_owned();
    if path == "/__sim" {
        return Ok(control::serve(&core, &head, &body));
    }
    core.with(|world| world.journal.request(&shown(&head), &body));
    let is_file = ["/results/", "/direct/", "/kieai/"].iter().any(|start| path.starts_with(start));
    if host == Host::Files && head.method == Method::GET && is_file {
        return Ok(files::serve(&core, &path).await);
    }
    let answer = match refused(&core, &head) {
        Some(refused) => refused,
        None => route(&core, &head, &path, &body, host).await,
    };
    match answer {
        Answer::Cut => Err(Cut),
        // Dropped when the caller hangs up.
        Answer::Hangs => std::future::pending().await,
        Answer::Raw(response) => Ok(response),
        Answer::Said(said) => Ok(said.into_response(core.settings.real_statuses)),
    }
}

fn shown(head: &Parts) -> String {
    let mut text = format!("{} {}", head.method, head.uri);
    for (name, value) in &head.headers {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n{name}: {}", String::from_utf8_lossy(value.as_bytes()));
    }
    text
}

/// What stands in front of both hosts: a guard against programs without a name, then the key.
fn refused(core: &Core, head: &Parts) -> Option<Answer> {
    if text(&head.headers, header::USER_AGENT).is_empty() {
        return Some(Answer::Raw(response(403, "text/plain", "error code: 1010")));
    }
    let key = text(&head.headers, header::AUTHORIZATION).strip_prefix("Bearer ");
    (key != Some(&*core.settings.key)).then(|| Said::usual(401).into())
}

async fn route(core: &Arc<Core>, head: &Parts, path: &str, body: &Bytes, host: Host) -> Answer {
    let query = head.uri.query().unwrap_or_default();
    let kind = text(&head.headers, header::CONTENT_TYPE);
    match (host, &head.method) {
        (Host::Files, &Method::POST) => match Way::at(path) {
            Some(way) => uploads::serve(core, way, kind, body).await,
            None => Said::usual(404).into(),
        },
        (Host::Api, &Method::GET) => match (path, Family::at(path)) {
            ("/api/v1/chat/credit", _) => records::credits(core),
            (_, Some(family)) => records::serve(core, family, query),
            (_, None) => Said::usual(404).into(),
        },
        (Host::Api, &Method::POST) => match (path, Route::at(path)) {
            ("/api/v1/common/download-url" | "/api/v1/gpt4o-image/download-url", _) => {
                files::link(core, &serde_json::from_slice(body).unwrap_or_default())
            }
            (_, Some(route)) => create::serve(core, route, body).await,
            (_, None) => Said::usual(404).into(),
        },
        _ => Said::usual(404).into(),
    }
}
