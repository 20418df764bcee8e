//! The journal of a fake KIE: what it received, what it sent, and what it has to complain about.
//!
//! It is the truth that tests count from, and it is bounded: what does not fit any more is itself a
//! violation. Only the texts of requests are a ring: each is searched for secrets as it arrives, so
//! the oldest may go.

use std::collections::VecDeque;

use serde::Serialize;
use serde_json::Value;

use super::Route;

const MOST: usize = 200_000;

/// Texts of requests are kept up to this many bytes, and of one body so many.
const TEXTS: usize = 16 << 20;
const BODY: usize = 8 << 10;

/// A body is searched so far: fields come first, and what follows is the inside of a picture.
const SEARCHED: usize = 64 << 10;

/// Violations at most: one is enough to fail a test.
const COMPLAINTS: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CreateCall {
    pub route: Route,
    pub model: String,
    pub body: Value,
    /// The code of the answer; `None` when the connection was cut instead.
    pub code: Option<i64>,
    /// The task that was made of it, whether the caller heard of it or not.
    pub task: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UploadSeen {
    pub path: String,
    pub name: String,
    pub length: usize,
    /// The SHA-256 of it, in hexadecimal.
    pub sha256: String,
    /// Its first bytes, sixteen at most.
    pub first: Vec<u8>,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CallbackSent {
    pub task: String,
    pub url: String,
    pub body: Value,
    /// The status it was answered with; `None` when nobody answered in time.
    pub status: Option<u16>,
}

#[derive(Debug, Default)]
pub(crate) struct Journal {
    pub(crate) creates: Vec<CreateCall>,
    pub(crate) uploads: Vec<UploadSeen>,
    pub(crate) callbacks: Vec<CallbackSent>,
    pub(crate) violations: Vec<String>,
    texts: VecDeque<String>,
    held: usize,
}

impl Journal {
    pub(crate) fn violation(&mut self, what: String) {
        if self.violations.len() < COMPLAINTS {
            self.violations.push(what);
        }
    }

    /// Whether one more entry fits after so many; that it does not is a violation.
    pub(crate) fn has_room(&mut self, entries: usize) -> bool {
        if entries >= MOST {
            self.violation(format!("the journal of the fake KIE is full after {MOST} entries"));
        }
        entries < MOST
    }

    pub(crate) fn create(&mut self, call: CreateCall) {
        if self.has_room(self.creates.len()) {
            self.creates.push(call);
        }
    }

    pub(crate) fn upload(&mut self, seen: UploadSeen) {
        if self.has_room(self.uploads.len()) {
            self.uploads.push(seen);
        }
    }

    pub(crate) fn callback(&mut self, sent: CallbackSent) {
        if self.has_room(self.callbacks.len()) {
            self.callbacks.push(sent);
        }
    }

    /// Keeps what a request said, and looks for what it must not say.
    pub(crate) fn request(&mut self, head: &str, body: &[u8]) {
        let searched = body.get(..SEARCHED.min(body.len())).unwrap_or_default();
        for part in [head.as_bytes(), searched] {
            if let Some(secret) = secret_in(part) {
                let line = head.lines().next().unwrap_or_default();
                self.violation(format!("{line}: holds {secret}"));
            }
        }
        let shown = String::from_utf8_lossy(body.get(..BODY.min(body.len())).unwrap_or_default());
        let text = format!("{head}\n{shown}\n");
        self.held += text.len();
        self.texts.push_back(text);
        while self.held > TEXTS {
            self.held -= self.texts.pop_front().map_or(self.held, |oldest| oldest.len());
        }
    }

    pub(crate) fn requests_text(&self) -> String {
        self.texts.iter().map(String::as_str).collect()
    }
}

/// What looks like a bot's token, or like the address of a file at Telegram.
fn secret_in(bytes: &[u8]) -> Option<&'static str> {
    let path = b"/file/bot";
    if bytes.windows(path.len()).any(|window| window == path) {
        return Some("the address of a file at Telegram");
    }
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == b':') {
        let before = rest[..at].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_' || **byte == b'-';
        let after = rest[at + 1..].iter().take_while(is_part).count();
        if (6..=14).contains(&before) && after >= 30 {
            return Some("something of the shape of a bot's token");
        }
        rest = &rest[at + 1..];
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Journal, TEXTS, secret_in};

    #[test]
    fn tokens_and_addresses_at_telegram_are_noticed() {
        let token = b"x 4200000042:AAFakeFakeFakeFakeFakeFakeFakeFakeFak y";
        assert!(secret_in(token).is_some());
        assert!(secret_in(b"https://api.telegram.org/file/bot42:A/photos/1.jpg").is_some());
        assert!(
            secret_in(br#"{"a":"http://127.0.0.1:8080/kie/0123456789abcdef0123456789abcdef"}"#)
                .is_none()
        );
        assert!(
            secret_in(br#"{"time":1789000000,"b":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}"#)
                .is_none()
        );
    }

    #[test]
    fn texts_are_a_ring_and_bodies_are_cut() {
        let mut journal = Journal::default();
        let body = vec![b'a'; 9 << 10];
        for _ in 0..2_100 {
            journal.request("POST /", &body);
        }

        assert!(journal.requests_text().len() <= TEXTS);
        assert!(journal.violations.is_empty());
    }
}
