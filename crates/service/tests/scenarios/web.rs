//! A web client in a few lines: one request per connection, the whole answer at once.

use std::net::SocketAddr;

use serde_json::Value;
use testbed::SOON;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// An answer: its status, its head in lower case, and its body.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The answer in these bytes.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let answer = String::from_utf8_lossy(bytes);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Self { status, head: head.to_lowercase(), body: body.to_owned() }
    }
}

/// Asks for a path, with more header lines if there are any.
pub(crate) async fn get(address: SocketAddr, path: &str, headers: &[&str]) -> Answer {
    let headers: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n");
    send(address, &request).await
}

/// Sends these bytes and reads until the other side closes.
pub(crate) async fn send(address: SocketAddr, request: impl AsRef<[u8]>) -> Answer {
    try_send(address, request).await.unwrap()
}

/// The same to somebody who may be gone; none when nothing was answered.
pub(crate) async fn try_send(address: SocketAddr, request: impl AsRef<[u8]>) -> Option<Answer> {
    let exchange = async {
        let mut stream = TcpStream::connect(address).await.ok()?;
        let (mut reading, mut writing) = stream.split();
        let mut answer = Vec::new();
        // Whoever refuses hangs up while we still write; what counts is what was answered.
        let _ = tokio::join!(writing.write_all(request.as_ref()), reading.read_to_end(&mut answer));
        Some(answer).filter(|answer| !answer.is_empty())
    };
    Some(Answer::parse(&tokio::time::timeout(SOON, exchange).await.unwrap()?))
}
