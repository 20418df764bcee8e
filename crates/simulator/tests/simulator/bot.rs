//! A bot for these tests: a webhook that answers as it is told, and a client for calls.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Request, Response, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use simulator::telegram::{FakeTelegram, Limits, Settings, Timing};
use tokio::sync::watch;

/// How the bot answers one delivery.
#[derive(Clone)]
pub(crate) enum Answer {
    Status(u16),
    RetryAfter(u64),
    Body(Value),
    /// Waits for [`Receiver::open`], then 200.
    Wait,
}

/// One delivery the bot has seen.
#[derive(Clone)]
pub(crate) struct Seen {
    pub(crate) body: Bytes,
    pub(crate) secret: Option<String>,
    pub(crate) path: String,
}

impl Seen {
    pub(crate) fn update_id(&self) -> i64 {
        self.json()["update_id"].as_i64().unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

struct Board {
    answers: Mutex<VecDeque<Answer>>,
    default: Mutex<Answer>,
    seen: watch::Sender<Vec<Seen>>,
    gate: watch::Sender<bool>,
}

/// A webhook. Answers 200 unless it was told otherwise.
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    board: Arc<Board>,
    server: tokio::task::JoinHandle<()>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        let board = Arc::new(Board {
            answers: Mutex::default(),
            default: Mutex::new(Answer::Status(200)),
            seen: watch::Sender::default(),
            gate: watch::Sender::new(false),
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = Router::new().fallback(receive).with_state(Arc::clone(&board));
        let server = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { address, board, server }
    }

    pub(crate) fn answers(&self, answers: impl IntoIterator<Item = Answer>) {
        self.board.answers.lock().unwrap().extend(answers);
    }

    pub(crate) fn always(&self, answer: Answer) {
        *self.board.default.lock().unwrap() = answer;
    }

    pub(crate) fn open(&self) {
        self.board.gate.send_replace(true);
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.board.seen.borrow().clone()
    }

    pub(crate) fn ids(&self) -> Vec<i64> {
        self.seen().iter().map(Seen::update_id).collect()
    }

    pub(crate) async fn saw(&self, count: usize) -> Vec<Seen> {
        let mut seen = self.board.seen.subscribe();
        let enough = seen.wait_for(|seen| seen.len() >= count);
        let enough = tokio::time::timeout(testbed::SOON, enough).await;
        enough.unwrap_or_else(|_| panic!("no {count} deliveries")).unwrap().clone()
    }
}

async fn receive(
    State(board): State<Arc<Board>>,
    uri: axum::http::Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let secret = headers.get("X-Telegram-Bot-Api-Secret-Token");
    let secret = secret.map(|secret| secret.to_str().unwrap().to_owned());
    let seen = Seen { body, secret, path: uri.path().to_owned() };
    board.seen.send_modify(|all| all.push(seen));
    let next = board.answers.lock().unwrap().pop_front();
    let answer = next.unwrap_or_else(|| board.default.lock().unwrap().clone());
    let plain = |status: u16| {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::from_u16(status).unwrap();
        response
    };
    match answer {
        Answer::Status(status) => plain(status),
        Answer::RetryAfter(seconds) => {
            let mut response = plain(503);
            response.headers_mut().insert("Retry-After", seconds.into());
            response
        }
        Answer::Body(body) => Response::new(Body::from(body.to_string())),
        Answer::Wait => {
            board.gate.subscribe().wait_for(|open| *open).await.unwrap();
            plain(200)
        }
    }
}

/// What a call was answered with.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<String>,
    pub(crate) body: Value,
}

impl Reply {
    pub(crate) fn description(&self) -> &str {
        self.body["description"].as_str().unwrap_or_default()
    }
}

/// A client of the Bot API.
pub(crate) struct Api {
    client: Client<HttpConnector, Body>,
    base: String,
}

impl Api {
    pub(crate) fn of(fake: &FakeTelegram) -> Self {
        Self::at(&format!("{}/bot{}", fake.url(), fake.token()))
    }

    pub(crate) fn at(base: &str) -> Self {
        let client = Client::builder(TokioExecutor::new()).build_http();
        Self { client, base: base.to_owned() }
    }

    /// Calls; the error is that of the connection.
    pub(crate) async fn try_call(&self, method: &str, params: Value) -> Result<Reply, String> {
        let url = format!("{}/{method}", self.base);
        self.post(&url, "application/json", params.to_string()).await
    }

    pub(crate) async fn call(&self, method: &str, params: Value) -> Reply {
        self.try_call(method, params).await.unwrap()
    }

    /// Calls and expects it to be done.
    pub(crate) async fn done(&self, method: &str, params: Value) -> Value {
        let reply = self.call(method, params).await;
        assert_eq!(reply.status, 200, "{method}: {}", reply.description());
        reply.body["result"].clone()
    }

    /// Calls with files; the error is that of the connection.
    pub(crate) async fn upload(
        &self,
        method: &str,
        fields: Value,
        files: &[Attached<'_>],
    ) -> Result<Reply, String> {
        let url = format!("{}/{method}", self.base);
        self.post(&url, &form_kind(), form(&fields, files)).await
    }

    /// Fetches the file of this id as a bot does.
    pub(crate) async fn fetch(&self, fake: &FakeTelegram, id: &str) -> Result<Bytes, String> {
        let place = self.done("getFile", json!({ "file_id": id })).await;
        let path = place["file_path"].as_str().unwrap();
        let url = format!("{}/file/bot{}/{path}", fake.url(), fake.token());
        let (status, bytes) = self.get(&url).await?;
        assert_eq!(status, 200, "{path}");
        Ok(bytes)
    }

    /// The headers of an answer.
    pub(crate) async fn head(&self, url: &str) -> HeaderMap {
        self.client.get(url.parse().unwrap()).await.unwrap().headers().clone()
    }

    pub(crate) async fn get(&self, url: &str) -> Result<(u16, Bytes), String> {
        let response = self.client.get(url.parse().unwrap()).await.map_err(|e| e.to_string())?;
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(Body::new(response.into_body()), 64 << 20).await;
        body.map(|body| (status, body)).map_err(|error| error.to_string())
    }

    pub(crate) async fn send(&self, chat: i64, text: &str) -> Value {
        self.done("sendMessage", json!({ "chat_id": chat, "text": text })).await
    }

    pub(crate) async fn post(
        &self,
        url: &str,
        kind: &str,
        body: impl Into<Body>,
    ) -> Result<Reply, String> {
        let method = if kind.is_empty() { "GET" } else { "POST" };
        let request = Request::builder().method(method).uri(url).header("Content-Type", kind);
        let request = request.body(body.into()).unwrap();
        let response = self.client.request(request).await.map_err(|error| error.to_string())?;
        let (head, body) = response.into_parts();
        let body = axum::body::to_bytes(Body::new(body), 1 << 20).await;
        let body = body.map_err(|error| error.to_string())?;
        let retry_after = head.headers.get("Retry-After");
        Ok(Reply {
            status: head.status.as_u16(),
            retry_after: retry_after.map(|value| value.to_str().unwrap().to_owned()),
            body: serde_json::from_slice(&body).unwrap_or_default(),
        })
    }
}

/// A file for an upload: its field, its name, its type, its bytes.
pub(crate) type Attached<'a> = (&'a str, &'a str, &'a str, &'a [u8]);

/// A form with fields and files.
pub(crate) fn form(fields: &Value, files: &[Attached<'_>]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in fields.as_object().unwrap() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let part = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.extend(part.as_bytes());
    }
    for (field, name, mime, bytes) in files {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; \
             filename=\"{name}\"\r\nContent-Type: {mime}\r\n\r\n"
        );
        body.extend(head.as_bytes());
        body.extend(*bytes);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").as_bytes());
    body
}

const BOUNDARY: &str = "boundary-of-tests";

/// The content type of a [`form`].
pub(crate) fn form_kind() -> String {
    format!("multipart/form-data; boundary={BOUNDARY}")
}

/// The beginning of a PNG of this size, which is all that anybody reads of it here.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend(b"\x08\x06\0\0\0");
    bytes
}

/// A fake with pauses a hundred times shorter and no flood limits.
pub(crate) async fn quick() -> FakeTelegram {
    let timing = Timing { timeout: Duration::from_secs(10), ..Timing::faster(100) };
    let settings = Settings { timing, limits: Limits::lifted(), ..Settings::default() };
    FakeTelegram::start(settings).await.unwrap()
}

/// A fake that delivers to one bot.
pub(crate) async fn pair() -> (FakeTelegram, Receiver) {
    let (fake, bot) = (quick().await, Receiver::start().await);
    fake.deliver_to(vec![bot.address]);
    (fake, bot)
}
