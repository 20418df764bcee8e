//! The world of one fake Telegram: everything it knows.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{
    Backstage, Chat, Event, Facts, Fate, Fault, FaultBoard, Files, Flood, InlineAnswer, Journal,
    Payments, Pollers, Settings, Updates, Webhook,
};
use crate::fake::Fake;
use testbed::draws::Draws;

/// A tap or a checkout that wants an answer.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    pub(crate) update_id: i64,
    pub(crate) created: Duration,
    pub(crate) born: Instant,
    /// How long the first answer took, and what it said.
    pub(crate) answered: Option<(Duration, Option<String>)>,
}

/// Longer than any tap or checkout waits for its answer.
const ANSWERABLE: Duration = Duration::from_secs(600);

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) journal: Journal,
    pub(crate) violations: Vec<String>,
    pub(crate) bot: Value,
    pub(crate) people: BTreeMap<i64, Value>,
    pub(crate) chats: BTreeMap<i64, Chat>,
    pub(crate) queries: BTreeMap<String, Query>,
    pub(crate) files: Files,
    pub(crate) payments: Payments,
    /// What inline queries were answered with, by their ids.
    pub(crate) inline: BTreeMap<String, InlineAnswer>,
    /// Commands and descriptions, by method, scope and language.
    pub(crate) profile: BTreeMap<String, Value>,
    pub(crate) updates: Updates,
    pub(crate) webhook: Webhook,
    pub(crate) pollers: Pollers,
    pub(crate) faults: FaultBoard,
    pub(crate) flood: Flood,
    pub(crate) draws: Draws,
    /// Who runs the instances, where the page may ask for it.
    pub(crate) backstage: Option<Backstage>,
}

impl World {
    pub(crate) fn new(settings: &Settings) -> Self {
        let mut draws = Draws::seeded(settings.seed);
        let first_id = i64::try_from(draws.below(900_000_000)).unwrap_or_default() + 100_000_000;
        let id: i64 = settings.token.split(':').next().and_then(|id| id.parse().ok()).unwrap_or(42);
        Self {
            journal: Journal::with_capacity(settings.journal),
            violations: Vec::new(),
            bot: json!({
                "id": id, "is_bot": true, "first_name": "TRT", "username": settings.username,
            }),
            people: BTreeMap::new(),
            chats: BTreeMap::new(),
            queries: BTreeMap::new(),
            files: Files::default(),
            payments: Payments::default(),
            inline: BTreeMap::new(),
            profile: BTreeMap::new(),
            updates: Updates::first_id(first_id),
            webhook: Webhook::none(),
            pollers: Pollers::default(),
            faults: FaultBoard::new(settings.patience),
            flood: Flood::default(),
            draws,
            backstage: None,
        }
    }

    pub(crate) fn violation(&mut self, what: String) {
        self.journal.write(Event::Violation { what: what.clone() });
        self.violations.push(what);
    }

    pub(crate) fn faulted(&mut self, fault: Fault, on: &str) {
        self.journal.write(Event::Faulted { what: format!("{fault:?} on {on}") });
    }

    pub(crate) fn settle(&mut self, number: u64, update_id: i64, fate: Fate) {
        if !self.updates.settle(number, fate) {
            return;
        }
        self.journal.write(match fate {
            Fate::Accepted(_) => Event::Accepted { update_id },
            Fate::Gone => Event::Expired { update_id },
        });
    }

    /// Keeps so many entries of the journal, and so many messages of each chat; of what is over and done,
    /// what somebody could still ask for.
    pub(crate) fn forget(&mut self, entries: usize, messages: usize) {
        self.journal.forget(entries);
        for chat in self.chats.values_mut().filter(|chat| chat.messages.len() > 2 * messages) {
            chat.messages.drain(..chat.messages.len() - messages);
        }
        self.queries.retain(|_, query| query.born.elapsed() < ANSWERABLE);
        self.updates.forget(entries);
    }

    pub(crate) fn drop_pending(&mut self) {
        let all: Vec<_> = self.updates.pending().map(|u| (u.number, u.update_id)).collect();
        for (number, update_id) in all {
            self.settle(number, update_id, Fate::Gone);
        }
    }
}

pub(crate) type Core = Fake<Settings, Facts, World>;
