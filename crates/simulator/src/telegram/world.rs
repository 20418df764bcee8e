//! The world of one fake: everything it knows, behind one lock, and how to wait for a change.
//!
//! Whatever happens (a person taps, a call comes in, a delivery ends) is one short change under
//! the lock, journal entry included, so the journal's order is the order of things. The lock is
//! never held over an await. Waiters look again after every change.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::chat::Chat;
use super::clock::{Clock, Draws};
use super::facts::Facts;
use super::faults::FaultBoard;
use super::files::Files;
use super::flood::Flood;
use super::journal::{Event, Journal};
use super::page::backstage::Backstage;
use super::polling::Pollers;
use super::settings::Settings;
use super::updates::{Fate, Updates};
use super::webhook::Webhook;

/// A tap or a checkout that wants an answer.
#[derive(Debug, Clone)]
pub(crate) struct Query {
    pub(crate) update_id: i64,
    pub(crate) created: Duration,
    pub(crate) born: Instant,
    /// How long the first answer took, and what it said.
    pub(crate) answered: Option<(Duration, Option<String>)>,
}

/// Everything a fake knows.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) journal: Journal,
    pub(crate) violations: Vec<String>,
    pub(crate) bot: Value,
    pub(crate) people: BTreeMap<i64, Value>,
    pub(crate) chats: BTreeMap<i64, Chat>,
    pub(crate) queries: BTreeMap<String, Query>,
    pub(crate) files: Files,
    /// Commands and descriptions, by method, scope and language.
    pub(crate) profile: BTreeMap<String, Value>,
    pub(crate) updates: Updates,
    pub(crate) webhook: Webhook,
    pub(crate) pollers: Pollers,
    pub(crate) faults: FaultBoard,
    pub(crate) flood: Flood,
    pub(crate) draws: Draws,
}

impl World {
    pub(crate) fn violation(&mut self, what: String) {
        self.journal.write(Event::Violation { what: what.clone() });
        self.violations.push(what);
    }

    /// Ends a pending update, with its line in the journal.
    pub(crate) fn settle(&mut self, number: u64, update_id: i64, fate: Fate) {
        if !self.updates.settle(number, fate) {
            return;
        }
        self.journal.write(match fate {
            Fate::Accepted(_) => Event::Accepted { update_id },
            Fate::Gone => Event::Expired { update_id },
        });
    }

    /// Gives up everything that waits to be delivered.
    pub(crate) fn drop_pending(&mut self) {
        let all: Vec<_> = self.updates.pending().map(|u| (u.number, u.update_id)).collect();
        for (number, update_id) in all {
            self.settle(number, update_id, Fate::Gone);
        }
    }
}

/// One running fake; shared by its server, its deliveries and the people.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) settings: Settings,
    pub(crate) facts: Facts,
    pub(crate) clock: Clock,
    pub(crate) began: Instant,
    pub(crate) address: SocketAddr,
    /// Deliveries go out here; it keeps connections alive.
    pub(crate) client: Client<HttpConnector, Body>,
    /// Ends every task of the fake.
    pub(crate) end: CancellationToken,
    /// Who runs the instances, where the page may ask for it.
    pub(crate) backstage: OnceLock<Backstage>,
    world: Mutex<World>,
    changed: watch::Sender<()>,
}

impl Core {
    pub(crate) fn new(
        settings: Settings,
        facts: Facts,
        client: Client<HttpConnector, Body>,
        address: SocketAddr,
    ) -> Self {
        let mut draws = Draws::seeded(settings.seed);
        let first_id = i64::try_from(draws.below(900_000_000)).unwrap_or_default() + 100_000_000;
        let id: i64 = settings.token.split(':').next().and_then(|id| id.parse().ok()).unwrap_or(42);
        let world = World {
            journal: Journal::with_capacity(settings.journal),
            violations: Vec::new(),
            bot: json!({
                "id": id, "is_bot": true, "first_name": "TRT", "username": settings.username,
            }),
            people: BTreeMap::new(),
            chats: BTreeMap::new(),
            queries: BTreeMap::new(),
            files: Files::default(),
            profile: BTreeMap::new(),
            updates: Updates::first_id(first_id),
            webhook: Webhook::none(),
            pollers: Pollers::default(),
            faults: FaultBoard::default(),
            flood: Flood::default(),
            draws,
        };
        Self {
            settings,
            facts,
            clock: Clock::start(),
            began: Instant::now(),
            address,
            client,
            end: CancellationToken::new(),
            backstage: OnceLock::new(),
            world: Mutex::new(world),
            changed: watch::Sender::new(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the world without changing it: nobody is woken.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.lock())
    }

    /// Changes the world and wakes whoever waits.
    pub(crate) fn with<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let done = change(&mut self.lock());
        self.changed.send_replace(());
        done
    }

    /// Waits until `probe` finds something, for as long as it takes.
    pub(crate) async fn when<T>(&self, mut probe: impl FnMut(&mut World) -> Option<T>) -> T {
        let mut changed = self.changed.subscribe();
        loop {
            if let Some(found) = probe(&mut self.lock()) {
                return found;
            }
            // The sender lives in self, so this cannot be an error while we are called.
            let _ = changed.changed().await;
        }
    }

    /// Waits until `probe` finds something, for as long as the settings have patience.
    pub(crate) async fn soon<T>(&self, probe: impl FnMut(&mut World) -> Option<T>) -> Option<T> {
        tokio::time::timeout(self.settings.patience, self.when(probe)).await.ok()
    }
}
