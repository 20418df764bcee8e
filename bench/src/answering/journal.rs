//! The journal of the stub: which replies came, in which chat, and when.
//!
//! A reply names the update it is for, since it greets by name; see [`MARK`]. Both numbers are found
//! by looking for the bytes before them: to parse each message would take cores away from the bot
//! that is measured.
//!
//! On failure: a message without the numbers is no reply and is counted as strange. The journal keeps
//! so many replies and no more; what comes later is only counted.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::sync::watch;

use crate::load::update::{MARK, UpdateId};

/// More replies than this are not kept; every one of them takes some 30 bytes.
pub(crate) const MOST: usize = 2_000_000;

/// A reply that came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) at: Instant,
    /// What it answers.
    pub(crate) update: UpdateId,
    pub(crate) chat: i64,
}

/// The replies in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    kept: Mutex<Kept>,
    count: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct Kept {
    replies: Vec<Reply>,
    strange: u64,
}

impl Journal {
    /// Notes a message; `body` is the request that sent it.
    pub(crate) fn record(&self, at: Instant, body: &[u8]) {
        let numbers = number_after(body, MARK.as_bytes()).zip(number_after(body, b"\"chat_id\":"));
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match numbers {
            Some((update, chat)) if kept.replies.len() < MOST => {
                kept.replies.push(Reply { at, update: UpdateId(update), chat });
            }
            Some(_) => {}
            None => kept.strange += 1,
        }
        self.count.send_replace(kept.replies.len());
    }

    /// The replies after the first `seen`.
    pub(crate) fn since(&self, seen: usize) -> Vec<Reply> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.replies.get(seen..).unwrap_or_default().to_vec()
    }

    /// How many replies came so far.
    pub(crate) fn len(&self) -> usize {
        *self.count.borrow()
    }

    /// Messages that answer nothing we know.
    pub(crate) fn strange(&self) -> u64 {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).strange
    }

    /// Waits for so many replies in all; when the last of them came.
    pub(crate) async fn reaches(&self, count: usize, within: Duration) -> Result<Instant> {
        let mut news = self.count.subscribe();
        let reached = tokio::time::timeout(within, news.wait_for(|now| *now >= count)).await;
        let came = || format!("{} replies instead of {count} after {within:?}", self.len());
        reached.with_context(came)??;
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let last = kept.replies.get(count.saturating_sub(1));
        last.map(|reply| reply.at).context("a journal without replies")
    }
}

/// The number that follows these bytes for the first time.
pub(crate) fn number_after(bytes: &[u8], before: &[u8]) -> Option<i64> {
    let start = bytes.windows(before.len()).position(|window| window == before)? + before.len();
    let rest = &bytes[start..];
    let is_part =
        |(place, byte): (usize, &u8)| byte.is_ascii_digit() || (place == 0 && *byte == b'-');
    let end = rest.iter().enumerate().take_while(|part| is_part(*part)).count();
    std::str::from_utf8(&rest[..end]).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Duration, Instant, Journal, number_after};

    fn message(chat: i64, update: i64) -> Vec<u8> {
        let text = format!("Hello, <b>reply-to-{update}</b>! Give us 5 minutes.");
        serde_json::json!({ "chat_id": chat, "text": text }).to_string().into_bytes()
    }

    #[tokio::test]
    async fn a_reply_is_kept_with_its_update_and_its_chat_and_anything_else_is_strange() {
        let (journal, now) = (Journal::default(), Instant::now());

        journal.record(now, &message(5, 17));
        journal.record(now, br#"{"chat_id":5,"text":"Hello!"}"#);
        journal.record(now, &message(-6, 18));

        let kept: Vec<_> = journal.since(0).iter().map(|one| (one.chat, one.update.0)).collect();
        assert_eq!(kept, [(5, 17), (-6, 18)]);
        assert_eq!((journal.len(), journal.strange(), journal.since(1).len()), (2, 1, 1));
        assert_eq!(journal.since(3), []);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_learns_when_the_reply_came_or_that_it_did_not() {
        let (journal, first) = (Journal::default(), Instant::now());
        let second = first + Duration::from_secs(1);
        journal.record(first, &message(5, 17));
        journal.record(second, &message(5, 18));

        let within = Duration::from_secs(9);
        assert_eq!(journal.reaches(1, within).await.unwrap(), first);
        assert_eq!(journal.reaches(2, within).await.unwrap(), second);
        let vain = journal.reaches(3, within).await.unwrap_err();
        assert!(vain.to_string().contains("2 replies instead of 3"), "{vain:#}");
    }

    #[test]
    fn a_number_ends_with_its_digits() {
        assert_eq!(number_after(b"id:12, id:13", b"id:"), Some(12));
        assert_eq!(number_after(b"id:-1-2", b"id:"), Some(-1));
        for nothing in ["id:", "id:x", "id:-", "i", ""] {
            assert_eq!(number_after(nothing.as_bytes(), b"id:"), None, "{nothing}");
        }
    }
}
