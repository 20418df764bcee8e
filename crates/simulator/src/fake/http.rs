//! The servers of the fakes, through hyper directly: a fault must be able to close a connection
//! without a word, which is what an error of the service does there.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// The connection is to be closed without an answer.
#[derive(Debug, thiserror::Error)]
#[error("cut by a fault")]
pub(crate) struct Cut;

pub(crate) fn serve<R, F>(end: CancellationToken, listener: TcpListener, respond: R)
where
    R: Fn(Request<Incoming>) -> F + Clone + Send + 'static,
    F: Future<Output = Result<Response<Body>, Cut>> + Send,
{
    let accepts = {
        let end = end.clone();
        async move {
            loop {
                // An error here concerns a connection that is gone already.
                let Ok((stream, _)) = listener.accept().await else { continue };
                let (end, service) = (end.clone(), service_fn(respond.clone()));
                // Small answers must not wait for more bytes; where it cannot be set they come later.
                let _ = stream.set_nodelay(true);
                let http = hyper::server::conn::http1::Builder::new();
                let talk = http.serve_connection(TokioIo::new(stream), service);
                // A cut, or a client that hung up: nobody is left to be told.
                tokio::spawn(async move { end.run_until_cancelled(talk).await.map(drop) });
            }
        }
    };
    tokio::spawn(async move { end.run_until_cancelled(accepts).await });
}

pub(crate) fn response(status: u16, kind: &'static str, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// A header as text; nothing where there is none.
pub(crate) fn text(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

pub(crate) fn value(query: &str, name: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}
