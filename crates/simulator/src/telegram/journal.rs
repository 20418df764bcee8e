//! The journal: everything that happened, in order. It is the truth that tests count from.
//!
//! ```text
//!   Created ──> Attempt ──> Accepted          Called (by a call, or in a response body)
//!      │           └──> Attempt ...              └──> Answered, when it answered a tap
//!      └──> Masked     └──> Expired           Violation, Faulted at any time
//! ```
//!
//! It is bounded. When it is full nothing more is written, and reading it panics: a test that
//! counts from a journal with a hole would count wrongly. Whoever runs for days reads along, and lets
//! go of what was read.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};

#[derive(Debug, Clone)]
pub struct Entry {
    pub number: usize,
    pub at: Instant,
    pub event: Event,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Via {
    Call,
    Response { update_id: i64 },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Status(u16),
    /// It answered with this status, and a fault threw the answer away.
    Lost(u16),
    TimedOut,
    /// It could not be reached, or hung up.
    Broken(String),
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Created {
        update_id: i64,
        /// The field of the update that says what it is: `message`, `callback_query`, ...
        kind: String,
        person: Option<i64>,
    },
    /// An update was not created because `allowed_updates` leaves its kind out.
    Masked {
        kind: String,
    },
    /// An update was sent to an instance, which answered or did not.
    Attempt {
        update_id: i64,
        number: u32,
        instance: SocketAddr,
        outcome: Outcome,
        latency: Duration,
    },
    /// An update was answered with 2xx, or confirmed by an offset.
    Accepted {
        update_id: i64,
    },
    /// An update was given up: its lifetime was over, or somebody asked to drop what was pending.
    Expired {
        update_id: i64,
    },
    Called {
        method: String,
        chat: Option<i64>,
        /// Its parameters; of an upload the name, the type, the size and the hash.
        params: Value,
        /// Whether it changed the world (or read it) as asked.
        applied: bool,
        message_id: Option<i64>,
        /// The status of the answer; `None` when the connection was closed instead.
        status: Option<u16>,
        /// The answer, also one that was never sent.
        answer: Value,
        via: Via,
    },
    Fetched {
        path: String,
        file_id: Option<String>,
        /// The status of the answer; `None` when the connection was closed instead.
        status: Option<u16>,
    },
    /// A tap got its answer, so that the button stops spinning.
    Answered {
        update_id: i64,
        text: Option<String>,
        via: Via,
        within: Duration,
    },
    Faulted {
        what: String,
    },
    /// The bot did something that Telegram forbids or that is surely a mistake.
    Violation {
        what: String,
    },
}

#[derive(Debug)]
pub(crate) struct Journal {
    began: Instant,
    entries: Vec<Entry>,
    /// How many came before the first that is kept.
    forgotten: usize,
    capacity: usize,
    overflowed: bool,
}

impl Journal {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        let (began, entries) = (Instant::now(), Vec::new());
        Self { began, entries, forgotten: 0, capacity, overflowed: false }
    }

    pub(crate) fn write(&mut self, event: Event) {
        if self.entries.len() >= self.capacity {
            self.overflowed = true;
            return;
        }
        let number = self.forgotten + self.entries.len();
        self.entries.push(Entry { number, at: Instant::now(), event });
    }

    /// Lets go of all but the newest entries, once there are twice as many.
    pub(crate) fn forget(&mut self, kept: usize) {
        if self.entries.len() >= 2 * kept {
            self.forgotten += self.entries.len() - kept;
            self.entries.drain(..self.entries.len() - kept);
        }
    }

    /// The entries from this number on that are kept.
    pub(crate) fn since(&self, number: usize) -> &[Entry] {
        let entries = self.entries();
        &entries[number.saturating_sub(self.forgotten).min(entries.len())..]
    }

    /// So many entries from a place on as JSON, with the time since the beginning.
    pub(crate) fn to_json(&self, from: usize, most: usize) -> Value {
        let shown = |entry: &Entry| {
            let since = entry.at.saturating_duration_since(self.began).as_secs_f64();
            json!({ "number": entry.number, "at": since, "entry": entry.event })
        };
        self.since(from).iter().take(most).map(shown).collect()
    }

    /// The entries so far; panics when one did not fit.
    pub(crate) fn entries(&self) -> &[Entry] {
        assert!(
            !self.overflowed,
            "the journal of the fake Telegram is full after {} entries: raise Settings::journal",
            self.capacity
        );
        &self.entries
    }
}

pub fn accepted(entries: &[Entry]) -> BTreeSet<i64> {
    entries
        .iter()
        .filter_map(|entry| match entry.event {
            Event::Accepted { update_id } => Some(update_id),
            _ => None,
        })
        .collect()
}

/// How often something whose parameters contain `text` was applied, whether the bot heard of it
/// or not.
pub fn applied_with(entries: &[Entry], text: &str) -> usize {
    let hit = |entry: &&Entry| match &entry.event {
        Event::Called { applied: true, params, .. } => contains(params, text),
        _ => false,
    };
    entries.iter().filter(hit).count()
}

/// The texts applied to a chat, in order: sent, edited or as a caption; of an album the first.
pub fn applied_in(entries: &[Entry], in_chat: i64) -> Vec<String> {
    let text = |params: &Value| {
        let text = params.get("text").or_else(|| params.get("caption"));
        text.and_then(Value::as_str).map(str::to_owned).or_else(|| of_album(params.get("media")?))
    };
    entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Called { applied: true, chat, params, .. } if *chat == Some(in_chat) => {
                text(params)
            }
            _ => None,
        })
        .collect()
}

/// The first caption of an album, whose list comes as JSON or as a text of JSON.
fn of_album(media: &Value) -> Option<String> {
    let unpacked = media.as_str().and_then(|text| serde_json::from_str(text).ok());
    let items = unpacked.as_ref().unwrap_or(media).as_array()?;
    items.iter().find_map(|item| item["caption"].as_str()).map(str::to_owned)
}

fn contains(value: &Value, text: &str) -> bool {
    match value {
        Value::String(own) => own.contains(text),
        Value::Array(items) => items.iter().any(|item| contains(item, text)),
        Value::Object(fields) => fields.values().any(|field| contains(field, text)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Event, Journal, Via, accepted, applied_in, json};

    #[test]
    #[should_panic(expected = "is full after 2 entries: raise Settings::journal")]
    fn a_full_journal_says_so_when_it_is_read() {
        let mut journal = Journal::with_capacity(2);
        for update_id in 0..3 {
            journal.write(Event::Accepted { update_id });
        }

        let _ = journal.entries();
    }

    #[test]
    fn what_was_let_go_leaves_the_numbers_of_the_rest() {
        let mut journal = Journal::with_capacity(9);
        for update_id in 0..8 {
            journal.write(Event::Accepted { update_id });
            journal.forget(3);
        }

        let kept: Vec<usize> = journal.since(0).iter().map(|entry| entry.number).collect();
        assert_eq!(kept, [3, 4, 5, 6, 7]);
        assert_eq!(journal.since(7).len(), 1);
        assert!(journal.since(70).is_empty());
    }

    #[test]
    fn the_caption_of_an_album_counts_as_a_text() {
        let mut journal = Journal::with_capacity(9);
        let items = json!([{ "type": "photo" }, { "type": "photo", "caption": "two" }]);
        for media in [json!(items.to_string()), items] {
            journal.write(Event::Called {
                method: "sendMediaGroup".to_owned(),
                chat: Some(7),
                params: json!({ "chat_id": 7, "media": media }),
                applied: true,
                message_id: None,
                status: Some(200),
                answer: json!(null),
                via: Via::Call,
            });
        }

        assert_eq!(applied_in(journal.entries(), 7), ["two", "two"]);
    }

    #[test]
    fn accepted_updates_are_counted_once_each() {
        let mut journal = Journal::with_capacity(9);
        for update_id in [5, 3, 5] {
            journal.write(Event::Accepted { update_id });
        }

        assert_eq!(accepted(journal.entries()).into_iter().collect::<Vec<_>>(), [3, 5]);
    }
}
