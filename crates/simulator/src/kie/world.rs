//! The world of one fake KIE: everything it knows, behind one lock, and how to wait for a change.
//!
//! Whatever happens is one short change under the lock. The lock is never held over an await. Waiters
//! look again after every change. Time alone changes nothing: whoever looks first lets end what is due.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::facts::Facts;
use super::faults::FaultBoard;
use super::journal::Journal;
use super::ledger::Ledger;
use super::settings::Settings;
use super::shelf::Shelf;
use super::task::{Job, Task, Verdict};
use super::windows::Window;
use crate::telegram::clock::{Clock, Draws};

/// Tasks of one fake at most.
const MOST: usize = 200_000;

/// Everything a fake knows.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) journal: Journal,
    pub(crate) ledger: Ledger,
    pub(crate) shelf: Shelf,
    pub(crate) faults: FaultBoard,
    pub(crate) creates: Window,
    pub(crate) reads: Window,
    pub(crate) draws: Draws,
    /// Where callbacks go instead of the host they name, in turn.
    pub(crate) receivers: Vec<SocketAddr>,
    pub(crate) turn: usize,
    jobs: Vec<Job>,
    places: BTreeMap<String, usize>,
    running: BTreeSet<usize>,
}

impl World {
    /// Takes a task in; there is a limit to everything.
    pub(crate) fn adds(&mut self, job: Job) -> bool {
        if self.jobs.len() >= MOST {
            self.journal.violation(format!("more than {MOST} tasks were asked of the fake KIE"));
            return false;
        }
        self.places.insert(job.id.clone(), self.jobs.len());
        self.running.insert(self.jobs.len());
        self.jobs.push(job);
        true
    }

    pub(crate) fn job(&self, id: &str) -> Option<&Job> {
        self.jobs.get(*self.places.get(id)?)
    }

    pub(crate) fn job_mut(&mut self, id: &str) -> Option<&mut Job> {
        self.jobs.get_mut(*self.places.get(id)?)
    }

    /// Every task, in the order they were made.
    pub(crate) fn tasks(&mut self, now: Duration) -> Vec<Task> {
        self.catches_up(now);
        self.jobs.iter().map(|job| job.shown(now)).collect()
    }

    /// Lets end what is due.
    pub(crate) fn catches_up(&mut self, now: Duration) {
        let is_due = |job: &Job| job.ends.is_some_and(|ends| ends <= now);
        let due: Vec<usize> =
            self.running.iter().copied().filter(|place| is_due(&self.jobs[*place])).collect();
        for place in due {
            let job = &self.jobs[place];
            let (at, verdict) = (job.ends.unwrap_or(now), job.planned.clone());
            self.settle(place, at, verdict);
        }
    }

    /// Ends a task before its time, unless it has ended. Whoever runs it hears of it.
    pub(crate) fn ends(&mut self, id: &str, now: Duration, verdict: Verdict) -> bool {
        self.catches_up(now);
        let Some(place) = self.places.get(id).copied() else {
            return false;
        };
        let changed = self.settle(place, now, verdict);
        self.jobs[place].forced.cancel();
        changed
    }

    fn settle(&mut self, place: usize, at: Duration, verdict: Verdict) -> bool {
        let job = &mut self.jobs[place];
        if job.ended.is_some() {
            return false;
        }
        job.ended = Some((at, verdict));
        self.running.remove(&place);
        self.ledger.back(job.held - job.charged());
        true
    }
}

/// One running fake; shared by its servers, its tasks and the tests.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) settings: Settings,
    pub(crate) facts: Facts,
    pub(crate) clock: Clock,
    /// Where the API is, and where files are.
    pub(crate) api: SocketAddr,
    pub(crate) files: SocketAddr,
    /// Callbacks go out here.
    pub(crate) client: Client<HttpConnector, Body>,
    /// Ends everything the fake does.
    pub(crate) end: CancellationToken,
    world: Mutex<World>,
    changed: watch::Sender<()>,
}

impl Core {
    pub(crate) fn new(
        settings: Settings,
        facts: Facts,
        client: Client<HttpConnector, Body>,
        [api, files]: [SocketAddr; 2],
    ) -> Self {
        let limits = settings.limits;
        let world = World {
            journal: Journal::default(),
            ledger: Ledger::with(settings.credits),
            shelf: Shelf::default(),
            faults: FaultBoard::seeded(settings.seed),
            creates: Window::of(limits.creates_per_ten_seconds, Duration::from_secs(10)),
            reads: Window::of(limits.reads_per_second, Duration::from_secs(1)),
            draws: Draws::seeded(settings.seed),
            receivers: Vec::new(),
            turn: 0,
            jobs: Vec::new(),
            places: BTreeMap::new(),
            running: BTreeSet::new(),
        };
        Self {
            settings,
            facts,
            clock: Clock::start(),
            api,
            files,
            client,
            end: CancellationToken::new(),
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
