//! The HTTP server: `/bot<token>/<method>` and `/file/bot<token>/<path>` for the bot, `/_fake/` for
//! people outside the process.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use hyper::body::Incoming;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::{Core, Ending, Fetch, NoCall, Refusal, calls, control, page, receive, serving};
use crate::fake::http::{self, Cut, response, text};

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
