//! A server on loopback that does with each request what it was told, and shows what it got.

use domain::ChatId;
use secrecy::SecretString;
use telegram::client::Client;
use telegram::request::{Keyboard, Request};
use telegram::throttle::Throttle;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::soon;

/// The token of these tests; it must never be seen outside of an address.
pub(crate) const TOKEN: &str = "123456:CANARY-canary-CANARY";

pub(crate) const CHAT: ChatId = ChatId::new(5);

/// What the server does once it has read a request.
#[derive(Debug, Clone)]
pub(crate) enum Then {
    /// Sends these bytes and reads the next request.
    Answer(String),
    /// Sends these bytes, perhaps none, and closes the connection.
    Cut(String),
    /// Does nothing more.
    Silence,
}

/// A request as it arrived.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) connection: usize,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
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
    pub(crate) async fn start(then: Then) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (tell, events) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut connection = 0;
            while let Ok((socket, _)) = listener.accept().await {
                connection += 1;
                tokio::spawn(serve(socket, connection, then.clone(), tell.clone()));
            }
        });
        Self { base, events }
    }

    /// One that answers with this status and body.
    pub(crate) async fn answering(status: u16, header: &str, body: &str) -> Self {
        Self::start(Then::Answer(answer(status, header, body))).await
    }

    pub(crate) fn client(&self) -> Client {
        self.client_with(Throttle::default())
    }

    pub(crate) fn client_with(&self, throttle: Throttle) -> Client {
        Client::new(&self.base, SecretString::from(TOKEN), throttle).unwrap()
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
}

pub(crate) fn answer(status: u16, header: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} x\r\ncontent-length: {}\r\n{header}\r\n{body}", body.len())
}

pub(crate) fn hello() -> Request {
    Request::send_message(CHAT, "<b>hello</b>", &Keyboard::NONE)
}

async fn serve(
    mut socket: TcpStream,
    connection: usize,
    then: Then,
    tell: mpsc::UnboundedSender<Event>,
) {
    while let Some((head, body)) = read_request(&mut socket).await {
        let _ = tell.send(Event::Request(Received { connection, head, body }));
        match &then {
            Then::Answer(bytes) => socket.write_all(bytes.as_bytes()).await.unwrap(),
            Then::Cut(bytes) => {
                socket.write_all(bytes.as_bytes()).await.unwrap();
                return;
            }
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
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase();
    let mut body = bytes.split_off(end);
    let announced = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let is_chunked = head.contains("\r\ntransfer-encoding: chunked\r\n");
    let is_whole = |body: &[u8]| match announced {
        Some(length) => body.len() >= length.parse().unwrap(),
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
        let size = std::str::from_utf8(&body[..line]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return whole;
        }
        whole.extend_from_slice(&body[line + 2..line + 2 + size]);
        body = &body[line + 2 + size + 2..];
    }
}
