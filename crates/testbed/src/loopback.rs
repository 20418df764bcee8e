//! A server on loopback that does with each request what it was told, and shows what it got.
//!
//! ```text
//!   connection ── a whole request ──> Event::Request ── Then::{Answer, Cut, Silence} ──┐
//!        ^   └─ the client goes away in between ──> Event::Closed                       │
//!        └───────────────────────── Answer, Silence: the next one ──────────────────────┘
//! ```
//!
//! For tests of HTTP clients: what is not as a test needs it panics, in the test's own task.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// How long a test waits for something that must happen; less than a client waits for its answer, so
/// that giving up is not taken for closing in time.
const PATIENCE: Duration = Duration::from_secs(10);

/// Waits for something that must happen.
///
/// # Panics
/// When it does not.
pub async fn soon<T>(event: impl Future<Output = T>) -> T {
    let Ok(came) = tokio::time::timeout(PATIENCE, event).await else {
        panic!("it did not happen within {PATIENCE:?}");
    };
    came
}

/// What the server does once it has read a request.
#[derive(Debug, Clone)]
pub enum Then {
    /// Sends these bytes and reads the next request.
    Answer(Vec<u8>),
    /// Sends these bytes, perhaps none, and closes the connection.
    Cut(Vec<u8>),
    /// Does nothing more.
    Silence,
}

/// The bytes of an answer; each line of `header` ends with `\r\n`.
pub fn answer(status: u16, header: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {status} x\r\ncontent-length: {}\r\n{header}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// A request as it arrived.
#[derive(Debug)]
pub struct Received {
    /// The number of its connection, from 1.
    pub connection: usize,
    /// Its lines up to the body.
    pub head: String,
    /// The body, without the marks of its chunks.
    pub body: Vec<u8>,
}

impl Received {
    /// The method and the path with its query.
    pub fn line(&self) -> &str {
        let line = self.head.lines().next().unwrap_or_default();
        line.strip_suffix(" HTTP/1.1").unwrap_or(line)
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The parts of a multipart body, headers and bytes of each; `None` when it is none.
    pub fn parts(&self) -> Option<Vec<(String, String)>> {
        let kind = self.header("content-type")?;
        let boundary = kind.strip_prefix("multipart/form-data; boundary=")?;
        let body = std::str::from_utf8(&self.body).ok()?;
        let inner = body.strip_prefix(&format!("--{boundary}\r\n"))?;
        let inner = inner.strip_suffix(&format!("\r\n--{boundary}--\r\n"))?;
        let between = format!("\r\n--{boundary}\r\n");
        let parts = inner.split(&between).map(|part| part.split_once("\r\n\r\n"));
        parts.map(|part| part.map(|(head, body)| (head.to_owned(), body.to_owned()))).collect()
    }
}

/// What the server tells.
#[derive(Debug)]
pub enum Event {
    /// A request came.
    Request(Received),
    /// The client has closed a connection in the middle of something.
    Closed,
}

/// A server; it ends with the test's runtime.
#[derive(Debug)]
pub struct Loopback {
    /// Its address, as `http://127.0.0.1:port`.
    pub base: String,
    events: mpsc::UnboundedReceiver<Event>,
}

impl Loopback {
    /// One that does the same with every request.
    pub async fn start(then: Then) -> Self {
        Self::in_turn(vec![then]).await
    }

    /// One that answers with this status and body.
    pub async fn answering(status: u16, header: &str, body: impl AsRef<[u8]>) -> Self {
        Self::start(Then::Answer(answer(status, header, body))).await
    }

    /// One that does each of these once, and the last one for ever.
    pub async fn in_turn(script: Vec<Then>) -> Self {
        let (listener, base) = listen().await;
        let (tell, events) = mpsc::unbounded_channel();
        let script = Arc::new(Mutex::new(script));
        tokio::spawn(async move {
            let mut connection = 0;
            while let Ok((socket, _)) = listener.accept().await {
                connection += 1;
                tokio::spawn(serve(socket, connection, Arc::clone(&script), tell.clone()));
            }
        });
        Self { base, events }
    }

    /// An address of this machine at which nothing listens.
    pub async fn nobody() -> String {
        listen().await.1
    }

    /// What happens next.
    ///
    /// # Panics
    /// When nothing does.
    pub async fn event(&mut self) -> Event {
        let Some(event) = soon(self.events.recv()).await else { panic!("the server has ended") };
        event
    }

    /// The next request.
    ///
    /// # Panics
    /// When there is none.
    pub async fn request(&mut self) -> Received {
        match self.event().await {
            Event::Request(request) => request,
            Event::Closed => panic!("the connection was closed instead"),
        }
    }

    /// Whether no further request has arrived until now.
    pub fn is_quiet(&mut self) -> bool {
        !matches!(self.events.try_recv(), Ok(Event::Request(_)))
    }
}

async fn listen() -> (TcpListener, String) {
    let listening = async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        Ok::<_, std::io::Error>((listener, base))
    };
    listening.await.unwrap_or_else(|error| panic!("no port of our own: {error}"))
}

async fn serve(
    mut socket: TcpStream,
    connection: usize,
    script: Arc<Mutex<Vec<Then>>>,
    tell: mpsc::UnboundedSender<Event>,
) {
    while let Some((head, body)) = read_request(&mut socket).await {
        let then = {
            let mut script = script.lock().unwrap_or_else(PoisonError::into_inner);
            if script.len() > 1 { Some(script.remove(0)) } else { script.first().cloned() }
        };
        let _ = tell.send(Event::Request(Received { connection, head, body }));
        match then {
            // A client that has heard enough may have gone.
            Some(Then::Answer(bytes)) => drop(socket.write_all(&bytes).await),
            Some(Then::Cut(bytes)) => return drop(socket.write_all(&bytes).await),
            Some(Then::Silence) | None => {}
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
    let mut body = bytes.split_off(end);
    let request = Received { connection: 0, head: String::from_utf8(bytes).ok()?, body: vec![] };
    let announced: Option<usize> = request.header("content-length").and_then(|n| n.parse().ok());
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
    let body = if is_chunked { unchunked(&body)? } else { body };
    Some((request.head, body))
}

fn unchunked(mut body: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let line = body.windows(2).position(|two| two == b"\r\n")?;
        let size = usize::from_str_radix(std::str::from_utf8(body.get(..line)?).ok()?, 16).ok()?;
        if size == 0 {
            return Some(whole);
        }
        whole.extend_from_slice(body.get(line + 2..line + 2 + size)?);
        body = body.get(line + 2 + size + 2..)?;
    }
}
