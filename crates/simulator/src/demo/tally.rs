//! What was accepted, handled, lost and said twice: counted from the journal of the fake Telegram, never from the
//! tables of the bot.
//!
//! ```text
//!   created ──> waits ── accepted (2xx) ──> in hand ── its reply ──> handled ── the same again ──> doubled
//!                 └── given up by Telegram                  └── none within 45 s of calm ──> lost
//! ```
//!
//! | what | its reply |
//! | --- | --- |
//! | a message of the crowd | a message that quotes its number |
//! | another message | the next thing said or changed in that chat |
//! | a tap, a checkout | its answer |
//! | anything else | none is owed |
//!
//! Calm is time in which somebody is ACTIVE and nothing is broken. A message that is answered after all is lost no
//! more: it was late. Doubled counts every reply that came twice, those as well whose call was in flight when an
//! instance was killed: nobody can know whether Telegram has got such a call.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::telegram::{Entry, Event};
use crate::world::crowd::nonces_in;

/// Without a reply after so long a time of calm a message is lost.
const PATIENCE: Duration = Duration::from_secs(45);

/// The same words to the same person within this, with nothing from them in between, are said twice.
const TWICE: Duration = Duration::from_secs(15);

/// Numbers of the crowd that are remembered: those of more than half an hour.
const REMEMBERED: usize = 30_000;

#[derive(Debug)]
struct Waiting {
    person: i64,
    kind: Kind,
    at: Instant,
    accepted: Option<Instant>,
    is_handled: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Message,
    Query,
    Other,
}

/// What a counter shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub(super) struct Count {
    pub(super) accepted: u64,
    pub(super) handled: u64,
    /// Written, and not handled yet; accepted or not.
    pub(super) waiting: usize,
    /// Of how many people.
    pub(super) people: usize,
    pub(super) lost: usize,
    pub(super) doubled: u64,
}

#[derive(Debug, Default)]
pub(super) struct Tally {
    read: usize,
    accepted: u64,
    handled: u64,
    doubled: u64,
    waiting: BTreeMap<i64, Waiting>,
    /// Updates of the crowd by the number in their message.
    numbered: HashMap<String, i64>,
    numbers: HashSet<i64>,
    quoted: HashSet<String>,
    /// Numbers in the order in which they are to be forgotten.
    order: VecDeque<String>,
    /// The last thing said to a person, and when.
    said: HashMap<i64, (u64, Instant)>,
}

impl Tally {
    pub(super) fn doubled(&self) -> u64 {
        self.doubled
    }

    /// How far the journal was read.
    pub(super) fn place(&self) -> usize {
        self.read
    }

    /// An update of the crowd carries this number.
    pub(super) fn expects(&mut self, update: i64, nonce: String) {
        // It may have been quoted before we were told.
        if self.quoted.contains(&nonce) {
            self.handles(update);
        }
        self.order.push_back(nonce.clone());
        self.numbers.insert(update);
        self.numbered.insert(nonce, update);
    }

    pub(super) fn reads(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.read = entry.number + 1;
            self.takes(entry);
        }
        while self.order.len() > REMEMBERED {
            if let Some(nonce) = self.order.pop_front() {
                self.quoted.remove(&nonce);
                let update = self.numbered.remove(&nonce).unwrap_or_default();
                self.numbers.remove(&update);
            }
        }
    }

    fn takes(&mut self, entry: &Entry) {
        match &entry.event {
            Event::Created { update_id, kind, person } => {
                let (person, kind) = (person.unwrap_or_default(), read_kind(kind));
                self.said.remove(&person);
                let is_handled = kind == Kind::Other;
                let waiting = Waiting { person, kind, at: entry.at, accepted: None, is_handled };
                self.waiting.insert(*update_id, waiting);
            }
            Event::Accepted { update_id } => {
                self.accepted += 1;
                if let Some(waiting) = self.waiting.get_mut(update_id) {
                    waiting.accepted = Some(entry.at);
                }
                self.settles(*update_id);
            }
            Event::Expired { update_id } => {
                self.waiting.remove(update_id);
            }
            Event::Answered { update_id, .. } => self.handles(*update_id),
            Event::Called { method, chat: Some(chat), params, applied: true, .. }
                if is_said(method) =>
            {
                self.hears(method, *chat, params, entry.at);
            }
            _ => {}
        }
    }

    /// Something was said to a person, or changed in their chat.
    fn hears(&mut self, method: &str, chat: i64, params: &Value, at: Instant) {
        let text = params["text"].as_str().unwrap_or_default();
        let nonces = if method == "sendMessage" { nonces_in(text) } else { Vec::new() };
        for nonce in &nonces {
            if let Some(update) = self.numbered.get(*nonce).copied() {
                self.handles(update);
            }
            self.doubled += u64::from(!self.quoted.insert((*nonce).to_owned()));
        }
        if method.starts_with("send") && nonces.is_empty() {
            let mut hasher = DefaultHasher::new();
            (method, params.to_string()).hash(&mut hasher);
            let said = (hasher.finish(), at);
            let before = self.said.insert(chat, said);
            let is_again = |(words, then): (u64, Instant)| {
                words == said.0 && at.saturating_duration_since(then) < TWICE
            };
            self.doubled += u64::from(before.is_some_and(is_again));
        }
        let is_theirs = |waiting: &Waiting| waiting.person == chat && waiting.kind == Kind::Message;
        let answered: Vec<i64> = self
            .waiting
            .iter()
            .filter(|(update, waiting)| is_theirs(waiting) && !self.numbers.contains(update))
            .map(|(update, _)| *update)
            .collect();
        for update in answered {
            self.handles(update);
        }
    }

    fn handles(&mut self, update: i64) {
        if let Some(waiting) = self.waiting.get_mut(&update) {
            waiting.is_handled = true;
        }
        self.settles(update);
    }

    /// What was accepted and handled, in whichever order, waits no more.
    fn settles(&mut self, update: i64) {
        let is_over = |waiting: &Waiting| waiting.accepted.is_some() && waiting.is_handled;
        if self.waiting.get(&update).is_some_and(is_over) {
            self.waiting.remove(&update);
            self.handled += 1;
        }
    }

    /// What is counted now, when there has been calm since that moment, if there is calm.
    pub(super) fn count(&self, calm: Option<Instant>) -> Count {
        let waiting = self.waiting.values().filter(|one| !one.is_handled);
        let people: BTreeSet<i64> = waiting.clone().map(|one| one.person).collect();
        let is_long = |since: Instant| since.elapsed() > PATIENCE;
        let is_lost = |one: &&Waiting| one.accepted.is_some_and(is_long);
        let lost =
            if calm.is_some_and(is_long) { waiting.clone().filter(is_lost).count() } else { 0 };
        Count {
            accepted: self.accepted,
            handled: self.handled,
            waiting: waiting.count(),
            people: people.len(),
            lost,
            doubled: self.doubled,
        }
    }

    /// Whether everything written before that moment has its reply.
    pub(super) fn is_done_until(&self, moment: Instant) -> bool {
        self.waiting_since(moment) == 0
    }

    /// How much of what was written before that moment has none.
    pub(super) fn waiting_since(&self, moment: Instant) -> usize {
        self.waiting.values().filter(|one| !one.is_handled && one.at < moment).count()
    }
}

fn read_kind(kind: &str) -> Kind {
    match kind {
        "message" => Kind::Message,
        "callback_query" | "pre_checkout_query" => Kind::Query,
        _ => Kind::Other,
    }
}

fn is_said(method: &str) -> bool {
    let is_sent = method.starts_with("send") && method != "sendChatAction";
    is_sent || method.starts_with("editMessage")
}

#[cfg(test)]
mod tests;
