//! One keep-alive connection: an update out, its answer in.
//!
//! ```text
//!   open ──> deliver ──> Acked | Refused ──> deliver ──> ...
//!               │             └── the server closes: not usable any more
//!               └── no answer, half an answer, nonsense, too late: Broken, not usable any more
//! ```

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::Target;
use super::answer::{self, Answer};
use super::update::{self, UpdateId};

/// Telegram waits longer, but not one of these servers should need that.
const PATIENCE: Duration = Duration::from_secs(10);
/// An answer to an update is a line or two.
const LONGEST_ANSWER: usize = 64 * 1024;

/// What became of an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Answered 200.
    Acked,
    /// Answered with another status.
    Refused(u16),
    /// Not answered.
    Broken,
}

/// A connection to a server.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    usable: bool,
    // Kept from update to update, so that none needs new memory.
    body: Vec<u8>,
    request: Vec<u8>,
    received: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = timeout(PATIENCE, TcpStream::connect(address)).await??;
        stream.set_nodelay(true)?;
        let [body, request, received] = [const { Vec::new() }; 3];
        Ok(Self { stream, usable: true, body, request, received })
    }

    /// Whether another update can be delivered.
    pub(crate) fn usable(&self) -> bool {
        self.usable
    }

    /// Delivers an update and waits for its answer.
    pub(crate) async fn deliver(&mut self, target: &Target, id: UpdateId) -> Outcome {
        update::request(target, id, &mut self.body, &mut self.request);
        self.sends().await
    }

    /// Sends a request that somebody else has written, and waits for its answer.
    pub(crate) async fn send(&mut self, request: &[u8]) -> Outcome {
        self.request.clear();
        self.request.extend_from_slice(request);
        self.sends().await
    }

    async fn sends(&mut self) -> Outcome {
        let outcome = match timeout(PATIENCE, self.exchange()).await {
            Ok(Ok(Some((200, closes)))) => (Outcome::Acked, closes),
            Ok(Ok(Some((status, closes)))) => (Outcome::Refused(status), closes),
            Ok(Ok(None) | Err(_)) | Err(_) => (Outcome::Broken, true),
        };
        self.usable = !outcome.1;
        outcome.0
    }

    /// The status of the answer, and whether the connection ends with it.
    async fn exchange(&mut self) -> io::Result<Option<(u16, bool)>> {
        self.stream.write_all(&self.request).await?;
        self.received.clear();
        while self.received.len() < LONGEST_ANSWER {
            if self.stream.read_buf(&mut self.received).await? == 0 {
                return Ok(None);
            }
            match answer::read(&self.received) {
                Answer::Incomplete => {}
                // More than the answer would be the answer to nothing.
                Answer::Whole { status, length, closes } if length == self.received.len() => {
                    return Ok(Some((status, closes)));
                }
                Answer::Whole { .. } | Answer::Unreadable => return Ok(None),
            }
        }
        Ok(None)
    }
}
