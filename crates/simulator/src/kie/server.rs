//! The HTTP servers: one for the API, one for uploads and files, as KIE has two hosts.
//!
//! Each knows only its own paths: an upload asked of the API is a 404, as there. They speak through
//! hyper directly, because a fault must be able to close a connection without a word.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{Method, Response, header};
use bytes::Bytes;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};

use super::answer::{Answer, Said, response};
use super::route::{Family, Route};
use super::uploads::Way;
use super::world::Core;
use super::{control, create, files, looks, uploads};

/// The largest request that is read: an upload of 100 MB and its fields.
const LARGEST: usize = 101 << 20;

/// Which of the two hosts was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Host {
    Api,
    Files,
}

/// The connection is to be closed without an answer.
#[derive(Debug, thiserror::Error)]
#[error("cut by a fault")]
struct Cut;

/// Accepts connections until the fake ends.
pub(crate) fn spawn(core: Arc<Core>, listener: TcpListener, host: Host) {
    tokio::spawn(async move {
        let end = core.end.clone();
        end.run_until_cancelled(accept(core, listener, host)).await;
    });
}

async fn accept(core: Arc<Core>, listener: TcpListener, host: Host) -> Infallible {
    loop {
        // An error here concerns a connection that is gone already.
        if let Ok((stream, _)) = listener.accept().await {
            let core = Arc::clone(&core);
            tokio::spawn(async move {
                let end = core.end.clone();
                end.run_until_cancelled(converse(core, stream, host)).await;
            });
        }
    }
}

async fn converse(core: Arc<Core>, stream: TcpStream, host: Host) {
    // Small answers must not wait for more bytes; where it cannot be set they just come later.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| respond(Arc::clone(&core), request, host));
    let http = hyper::server::conn::http1::Builder::new();
    // A cut, or a client that hung up: nobody is left to be told.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
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
        return Ok(files::serve(&core, &path));
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

/// The line and the headers of a request.
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
    let text =
        |name: header::HeaderName| head.headers.get(name).and_then(|value| value.to_str().ok());
    if text(header::USER_AGENT).unwrap_or_default().is_empty() {
        let page = response(403, "text/plain", Body::from("error code: 1010"));
        return Some(Answer::Raw(page));
    }
    let key = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    (key != Some(&*core.settings.key)).then(|| Said::usual(401).into())
}

async fn route(core: &Arc<Core>, head: &Parts, path: &str, body: &Bytes, host: Host) -> Answer {
    let query = head.uri.query().unwrap_or_default();
    let kind = head.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    match (host, &head.method) {
        (Host::Files, &Method::POST) => match Way::at(path) {
            Some(way) => uploads::serve(core, way, kind.unwrap_or_default(), body),
            None => Said::usual(404).into(),
        },
        (Host::Api, &Method::GET) => match (path, Family::at(path)) {
            ("/api/v1/chat/credit", _) => looks::credits(core),
            (_, Some(family)) => looks::serve(core, family, query),
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
