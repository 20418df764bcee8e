//! PostgreSQL's message framing, as far as it takes to see COMMITs pass.
//!
//! ```text
//!   client: startup messages (length only) ──> messages (type, length) until the end
//!   server: one byte for each request of encryption ──> messages until the end
//! ```
//!
//! A COMMIT request is a simple query that contains the statement, or the execution of a prepared
//! one. Its decision is the server's command tag. Either goes with what was asked for in the same transaction, so
//! that a certain one can be told from others. Statements are told apart by semicolons alone, so
//! a literal that contains one followed by the word would count, too: good enough for tests.
//!
//! What cannot be read (encryption was accepted, another protocol) passes unread from there on.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::Way;

const ENCRYPTION_REQUESTS: [u32; 2] = [80_877_103, 80_877_104];
const LENGTH: usize = 4;

/// What a proxy understands of the bytes it passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    Opaque,
    Postgres,
}

/// Bytes that pass together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Plain(Vec<u8>),
    /// A message that asks for a COMMIT (up) or reports one (down), and what it is the end of.
    Commit(Vec<u8>, Asked),
}

/// The statements that were asked for since a transaction began.
pub(super) type Asked = Vec<Arc<str>>;

/// Cuts one way of one connection into pieces.
#[derive(Debug)]
pub(super) struct Framer {
    way: Way,
    phase: Phase,
    pending: Vec<u8>,
    /// Answers of a single byte the server owes, shared by both ways.
    single_bytes: Arc<AtomicUsize>,
    statements: Statements,
    /// Of the present transaction, shared by both ways.
    asked: Arc<Mutex<Asked>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Startup,
    Messages,
    Unread,
}

/// The prepared statements and portals of a client, by name.
#[derive(Debug, Default)]
struct Statements {
    prepared: HashMap<Vec<u8>, Arc<str>>,
    portals: HashMap<Vec<u8>, Arc<str>>,
}

impl Framer {
    /// The framers of the two ways of one connection: up, down.
    pub(super) fn pair(protocol: Protocol) -> (Self, Self) {
        let single_bytes = Arc::new(AtomicUsize::new(0));
        let asked = Arc::default();
        let framer = |way, phase| Self {
            way,
            phase,
            pending: Vec::new(),
            single_bytes: Arc::clone(&single_bytes),
            statements: Statements::default(),
            asked: Arc::clone(&asked),
        };
        match protocol {
            Protocol::Opaque => (framer(Way::Up, Phase::Unread), framer(Way::Down, Phase::Unread)),
            Protocol::Postgres => {
                (framer(Way::Up, Phase::Startup), framer(Way::Down, Phase::Messages))
            }
        }
    }

    /// Takes what was read and returns what is complete.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Vec<Piece> {
        self.pending.extend_from_slice(bytes);
        let mut pieces: Vec<Piece> = Vec::new();
        while let Some(piece) = self.next() {
            match (pieces.last_mut(), piece) {
                // One write for a thousand rows instead of a thousand.
                (Some(Piece::Plain(before)), Piece::Plain(bytes)) => before.extend(bytes),
                (_, piece) => pieces.push(piece),
            }
        }
        pieces
    }

    /// What is left when the sender has closed: an incomplete message.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.pending)
    }

    fn next(&mut self) -> Option<Piece> {
        if self.pending.is_empty() {
            return None;
        }
        let piece = match self.phase {
            Phase::Unread => None,
            Phase::Startup => self.next_startup(),
            Phase::Messages if self.owes_single_byte() => Some(self.single_byte()),
            Phase::Messages => self.next_message(),
        };
        piece.or_else(|| (self.phase == Phase::Unread).then(|| Piece::Plain(self.rest())))
    }

    fn next_startup(&mut self) -> Option<Piece> {
        let message = self.take(0)?;
        let code = message.get(LENGTH..).and_then(number);
        if code.is_some_and(|code| ENCRYPTION_REQUESTS.contains(&code)) {
            self.single_bytes.fetch_add(1, Ordering::AcqRel);
        } else {
            self.phase = Phase::Messages;
        }
        Some(Piece::Plain(message))
    }

    fn owes_single_byte(&self) -> bool {
        self.way == Way::Down
            && self.single_bytes.load(Ordering::Acquire) > 0
            && matches!(self.pending.first(), Some(b'N' | b'S' | b'G'))
    }

    fn single_byte(&mut self) -> Piece {
        self.single_bytes.fetch_sub(1, Ordering::AcqRel);
        let answer: Vec<u8> = self.pending.drain(..1).collect();
        if answer != b"N" {
            self.phase = Phase::Unread;
        }
        Piece::Plain(answer)
    }

    fn next_message(&mut self) -> Option<Piece> {
        let message = self.take(1)?;
        let (kind, body) = (message[0], &message[1 + LENGTH..]);
        let commit = match self.way {
            Way::Up => self.statements.asked_for(kind, body).is_some_and(|text| self.ask(text)),
            Way::Down => kind == b'C' && body == b"COMMIT\0",
        };
        if !commit {
            return Some(Piece::Plain(message));
        }
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(Piece::Commit(message, asked))
    }

    /// Adds a statement to its transaction; true if it asks for a COMMIT.
    fn ask(&self, text: Arc<str>) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if first_word(&text).eq_ignore_ascii_case("begin") {
            asked.clear();
        }
        let commit = is_commit(&text);
        asked.push(text);
        commit
    }

    /// Takes a whole message whose length stands after `header` bytes, if it is there.
    fn take(&mut self, header: usize) -> Option<Vec<u8>> {
        let length = number(self.pending.get(header..)?)? as usize;
        if length < LENGTH {
            // Not PostgreSQL: from here on we only pass bytes.
            self.phase = Phase::Unread;
            return None;
        }
        let end = header + length;
        (self.pending.len() >= end).then(|| self.pending.drain(..end).collect())
    }
}

impl Statements {
    /// Follows the client's messages; the text of what one asks to be done.
    fn asked_for(&mut self, kind: u8, body: &[u8]) -> Option<Arc<str>> {
        match kind {
            b'Q' => Some(text(cut_string(body).0)),
            b'P' => {
                let (name, rest) = cut_string(body);
                self.prepared.insert(name.to_owned(), text(cut_string(rest).0));
                None
            }
            b'B' => {
                let (portal, rest) = cut_string(body);
                let statement = self.prepared.get(cut_string(rest).0)?;
                self.portals.insert(portal.to_owned(), Arc::clone(statement));
                None
            }
            b'E' => self.portals.get(cut_string(body).0).cloned(),
            _ => None,
        }
    }
}

fn text(bytes: &[u8]) -> Arc<str> {
    String::from_utf8_lossy(bytes).into()
}

/// Whether one of the statements of a query is COMMIT or END.
fn is_commit(query: &str) -> bool {
    query.split(';').any(|statement| {
        let word = first_word(statement);
        word.eq_ignore_ascii_case("commit") || word.eq_ignore_ascii_case("end")
    })
}

fn first_word(statement: &str) -> &str {
    statement.split_whitespace().next().unwrap_or_default()
}

fn number(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|bytes| u32::from_be_bytes(*bytes))
}

/// Cuts a zero-terminated string off.
fn cut_string(bytes: &[u8]) -> (&[u8], &[u8]) {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    (&bytes[..end], bytes.get(end + 1..).unwrap_or_default())
}

#[cfg(test)]
mod tests;
