//! The HTTP server: `/bot<token>/<method>` and `/file/bot<token>/<path>` for the bot, `/_fake/` for
//! people outside the process.
//!
//! It speaks through hyper directly, because a fault must be able to close a connection without a
//! word, which is what an error of the service does there.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};

use super::calls::{self, Ending};
use super::control;
use super::files::serving::{self, Fetch};
use super::page;
use super::receiving::{Received, receive};
use super::refusal::Refusal;
use super::world::Core;

/// The largest thing that the page sends: a file that the bot could still fetch.
const LARGEST_COMMAND: usize = 21 << 20;

/// The connection is to be closed without an answer.
#[derive(Debug, thiserror::Error)]
#[error("cut by a fault")]
struct Cut;

/// Accepts connections until the fake ends.
pub(crate) fn spawn(core: Arc<Core>, listener: TcpListener) {
    tokio::spawn(async move {
        let end = core.end.clone();
        end.run_until_cancelled(accept(core, listener)).await;
    });
}

async fn accept(core: Arc<Core>, listener: TcpListener) -> Infallible {
    loop {
        // An error here concerns a connection that is gone already.
        if let Ok((stream, _)) = listener.accept().await {
            let core = Arc::clone(&core);
            tokio::spawn(async move {
                let end = core.end.clone();
                end.run_until_cancelled(converse(core, stream)).await;
            });
        }
    }
}

async fn converse(core: Arc<Core>, stream: TcpStream) {
    // Small answers must not wait for more bytes; where it cannot be set they just come later.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|request| respond(Arc::clone(&core), request));
    let http = hyper::server::conn::http1::Builder::new();
    // A cut, or a client that hung up: nobody is left to be told.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
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
        return Ok(refusal(&Refusal::unauthorized()));
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let request = match receive(core, method, query, kind.unwrap_or_default(), body).await {
        Received::Call(request) => request,
        Received::Unreadable(fault) => {
            core.with(|world| world.violation(format!("{method}: {fault}")));
            return Ok(refusal(&Refusal::mistake(fault)));
        }
        Received::TooLarge => return Ok(refusal(&Refusal::too_large())),
        Received::Cut => return Err(Cut),
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
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status_of(status);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(seconds) = retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn gateway(status: u16) -> Response<Body> {
    let status = status_of(status);
    let page = format!("<html><head><title>{status}</title></head><body>nginx</body></html>");
    let mut response = Response::new(Body::from(page));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html"));
    response
}

fn status_of(code: u16) -> StatusCode {
    StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}
