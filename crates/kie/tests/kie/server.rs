//! A server on loopback that does with each request what it was told, and shows what it got.

use kie::{Client, NewTask, Rates};
use secrecy::SecretString;
use serde_json::{Map, Value};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::soon;

/// The key of these tests; it must never be seen outside of a header.
pub(crate) const KEY: &str = "CANARY-canary-CANARY";

/// What the server does once it has read a request.
#[derive(Debug, Clone)]
pub(crate) enum Then {
    /// Sends these bytes and reads the next request.
    Answer(Vec<u8>),
    /// Sends these bytes, perhaps none, and closes the connection.
    Cut(Vec<u8>),
    /// Does nothing more.
    Silence,
}

/// A request as it arrived.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Received {
    /// The method and the path with its query.
    pub(crate) fn line(&self) -> &str {
        let line = self.head.lines().next().unwrap();
        line.strip_suffix(" HTTP/1.1").unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// What the server tells.
#[derive(Debug)]
pub(crate) enum Event {
    Request(Received),
    /// The other side has closed a connection in the middle of something.
    Closed,
}

pub(crate) struct Server {
    pub(crate) base: String,
    events: mpsc::UnboundedReceiver<Event>,
}

impl Server {
    /// One that does the same with every request.
    pub(crate) async fn start(then: Then) -> Self {
        Self::answering_in_turn(vec![then]).await
    }

    /// One that answers with this status and body.
    pub(crate) async fn answering(status: u16, header: &str, body: &str) -> Self {
        Self::start(Then::Answer(answer(status, header, body.as_bytes()))).await
    }

    /// One that does each of these once, and the last one for ever.
    pub(crate) async fn answering_in_turn(script: Vec<Then>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (tell, events) = mpsc::unbounded_channel();
        let script = std::sync::Arc::new(std::sync::Mutex::new(script));
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let script = std::sync::Arc::clone(&script);
                let next = move || {
                    let mut script = script.lock().unwrap();
                    if script.len() > 1 { script.remove(0) } else { script[0].clone() }
                };
                tokio::spawn(serve(socket, next, tell.clone()));
            }
        });
        Self { base, events }
    }

    pub(crate) fn client(&self) -> Client {
        client_of(&self.base)
    }

    pub(crate) async fn event(&mut self) -> Event {
        soon(self.events.recv()).await.unwrap()
    }

    pub(crate) async fn request(&mut self) -> Received {
        match self.event().await {
            Event::Request(request) => request,
            Event::Closed => panic!("the connection was closed instead"),
        }
    }

    /// Whether no further request has arrived until now.
    pub(crate) fn is_quiet(&mut self) -> bool {
        !matches!(self.events.try_recv(), Ok(Event::Request(_)))
    }
}

pub(crate) fn client_of(base: &str) -> Client {
    Client::new(base, base, SecretString::from(KEY), Rates::new(100, 100)).unwrap()
}

/// An address of this machine at which nobody listens.
pub(crate) async fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

pub(crate) fn answer(status: u16, header: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status} x\r\ncontent-length: {}\r\n{header}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// The envelope of KIE around this data.
pub(crate) fn enveloped(data: &Value) -> String {
    serde_json::json!({ "code": 200, "msg": "success", "data": data }).to_string()
}

pub(crate) fn fields(json: Value) -> Map<String, Value> {
    json.as_object().unwrap().clone()
}

/// A task of the market.
pub(crate) fn fox(fields: &Map<String, Value>) -> NewTask<'_> {
    NewTask { route: domain::catalogue::Route::Market, model: "fox/1", fields, callback: None }
}

async fn serve(mut socket: TcpStream, next: impl Fn() -> Then, tell: mpsc::UnboundedSender<Event>) {
    while let Some((head, body)) = read_request(&mut socket).await {
        let then = next();
        let _ = tell.send(Event::Request(Received { head, body }));
        match then {
            // Whoever has heard enough may have gone.
            Then::Answer(bytes) => drop(socket.write_all(&bytes).await),
            Then::Cut(bytes) => return drop(socket.write_all(&bytes).await),
            Then::Silence => {}
        }
    }
    let _ = tell.send(Event::Closed);
}

/// Reads a whole request; `None` when the connection ends before that.
async fn read_request(socket: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        if socket.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut body = bytes.split_off(end);
    let request = Received { head: head.clone(), body: vec![] };
    let announced = request.header("content-length").map(|length| length.parse().unwrap());
    let is_chunked = request.header("transfer-encoding") == Some("chunked");
    let is_whole = |body: &[u8]| match announced {
        Some(length) => body.len() >= length,
        None => !is_chunked || body.ends_with(b"0\r\n\r\n"),
    };
    while !is_whole(&body) {
        if socket.read_buf(&mut body).await.ok()? == 0 {
            return None;
        }
    }
    let body = if is_chunked { unchunked(&body) } else { body };
    Some((head, body))
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let line = body.windows(2).position(|two| two == b"\r\n").unwrap();
        let size = usize::from_str_radix(std::str::from_utf8(&body[..line]).unwrap(), 16).unwrap();
        if size == 0 {
            return whole;
        }
        whole.extend_from_slice(&body[line + 2..line + 2 + size]);
        body = &body[line + 2 + size + 2..];
    }
}
