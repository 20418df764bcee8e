//! The loop: an event comes, [`step`] decides, the actions are carried out.

use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::pulse::Pulse;
use super::{Activate, Settings, Tell};
use crate::clock::{self, Moment};
use crate::guard::Guard;
use crate::key::LockKey;
use crate::probe::Refusal;
use crate::role::{Obstacle, Report, Role};
use crate::session::{Reason, Sighting};
use crate::step::{Action, Ending, Event, Machine, Phase, step};
use crate::term::Term;

mod actions;
mod watcher;

use watcher::Watcher;

/// An activation that takes longer has failed.
const ACTIVATION: Duration = Duration::from_secs(10);
const EVENTS: usize = 64;

/// What the thread starts with.
pub(super) struct Parts {
    pub(super) settings: Settings,
    pub(super) activate: Activate,
    pub(super) tell: Tell,
    pub(super) role: watch::Sender<Role>,
    pub(super) stop: CancellationToken,
    pub(super) main: Handle,
    pub(super) pulse: Pulse,
}

/// Where an event comes from: one that outlived its origin is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Session(u64),
    Term(Uuid),
}

/// An event, and what it brings along.
#[derive(Debug)]
struct News {
    origin: Origin,
    event: Event,
    load: Load,
}

#[derive(Debug)]
enum Load {
    None,
    Guard(Guard),
    Seen(LockKey, Sighting),
    Claimed { epoch: i64, timeline: i32, reason: Reason, silent: Option<Duration> },
    OldKey(Option<LockKey>),
    Problem(String),
    Refused(Refusal),
}

struct Driver {
    parts: Parts,
    machine: Machine,
    session: u64,
    guard: Option<Guard>,
    /// The server's time at our first connection: who came later may ask for the role.
    started_at: Option<String>,
    old_key: Option<LockKey>,
    waiting_since: Moment,
    /// The newest claim's; an event of an older term is dropped.
    holder: Uuid,
    /// The term in hand, or the last one until what was in hand has ended.
    term: Option<Term>,
    /// How the claim came about, until it is announced.
    claimed: Option<(Reason, Option<Duration>)>,
    announced: bool,
    problem: Option<String>,
    ending: Ending,
    watcher: Watcher,
    /// What the server does not let us end, as far as it was told.
    protected: Vec<Obstacle>,
    news: mpsc::Sender<News>,
}

impl Parts {
    /// Runs until stopped; a panic in here ends the process, for nobody would watch the term.
    pub(super) fn run(self) {
        let _abort = AbortOnPanic;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        match runtime {
            Ok(runtime) => tokio::task::LocalSet::new().block_on(&runtime, self.drive()),
            Err(_) => std::process::abort(),
        }
    }

    async fn drive(self) {
        let (news, mut events) = mpsc::channel(EVENTS);
        let stop = self.stop.clone();
        let mut driver = Driver {
            machine: Machine::new(),
            session: 0,
            guard: None,
            started_at: None,
            old_key: None,
            waiting_since: clock::now(),
            holder: Uuid::nil(),
            term: None,
            claimed: None,
            announced: false,
            problem: None,
            ending: Ending::Stopped,
            watcher: Watcher::new(&self.settings),
            protected: Vec::new(),
            news,
            parts: self,
        };
        while driver.machine.phase != Phase::Stopped {
            let wake = driver.until_wake();
            tokio::select! {
                Some(news) = events.recv() => driver.receive(news).await,
                () = stop.cancelled(), if !driver.machine.stopping => {
                    driver.take(Event::StopAsked).await;
                }
                () = tokio::time::sleep(wake) => driver.take(Event::Tick).await,
            }
        }
        driver.parts.role.send_replace(Role::Stopped);
    }
}

impl Driver {
    fn until_wake(&self) -> Duration {
        const LONG: Duration = Duration::from_secs(1);
        let now = clock::now();
        // Looked at every second at least: the pulse must be felt, too.
        self.machine.wake_at().map_or(LONG, |at| at.since(now)).min(LONG)
    }

    async fn receive(&mut self, news: News) {
        let current = match news.origin {
            Origin::Session(session) => session == self.session,
            Origin::Term(holder) => holder == self.holder,
        };
        if !current {
            return;
        }
        match news.load {
            Load::None => {}
            Load::Guard(guard) => self.connected(guard),
            Load::Seen(key, sighting) => self.seen(key, sighting).await,
            Load::Claimed { epoch, timeline, reason, silent } => {
                let (name, number) = (&self.parts.settings.name, (epoch, timeline));
                self.term = Some(Term::begin(name, number, self.holder, reason));
                self.claimed = Some((reason, silent));
            }
            Load::OldKey(key) => self.old_key = key,
            Load::Problem(problem) if news.event == Event::VerifyFailed => {
                self.problem = Some(problem);
            }
            Load::Problem(problem) => self.tell(Report::Unreachable { problem }),
            Load::Refused(refusal) => self.tell(Report::Refused(refusal)),
        }
        self.take(news.event).await;
    }

    fn connected(&mut self, guard: Guard) {
        self.started_at.get_or_insert_with(|| guard.server_time.clone());
        self.guard = Some(guard);
        self.watcher.reset();
        self.tell(Report::Waiting);
    }

    /// `key` is the one that is waited for: ours, or the stored one.
    async fn seen(&mut self, key: LockKey, sighting: Sighting) {
        self.tell(Report::Seen(sighting.clone()));
        let Some(session) = self.guarded() else { return };
        let started_at = self.started_at.clone().unwrap_or_default();
        let looking = self.watcher.look(&session, &self.parts.settings, key, &started_at, sighting);
        // A link that does not answer here does not answer the next slice, either.
        let reports = tokio::time::timeout(actions::PATIENCE, looking).await.unwrap_or_default();
        for report in reports {
            self.tell_first(report);
        }
    }

    async fn take(&mut self, event: Event) {
        let leading = matches!(self.machine.phase, Phase::Leading(_));
        let stuck = leading && self.parts.pulse.age() > self.parts.settings.timing.trust();
        let event = if stuck { Event::Stalled } else { event };
        let settings = &self.parts.settings;
        let (machine, actions) =
            step(self.machine.clone(), event, clock::now(), &settings.timing, settings.drain);
        self.machine = machine;
        for action in actions {
            self.act(action).await;
        }
    }

    async fn act(&mut self, action: Action) {
        match action {
            Action::Connect => self.connect(),
            Action::Await => self.wait_slice(self.parts.settings.key),
            Action::AwaitOldKey => match self.old_key {
                Some(key) => self.wait_slice(key),
                // The row vanished meanwhile: claiming again will tell.
                None => self.say(Origin::Session(self.session), Event::Granted),
            },
            Action::Claim => self.claim(),
            Action::EndStragglers => self.end_stragglers().await,
            Action::Begin => self.announced = false,
            Action::Trust(until) => {
                if let Some(term) = &self.term {
                    term.trust_until(until);
                }
            }
            Action::Verify => self.verify(),
            Action::Announce => self.announce(),
            Action::Beat => self.beat(),
            Action::Drain => self.drain(),
            Action::End(ending) => self.end(ending),
            Action::TellIdle => self.tell_idle(),
            Action::Seal => self.seal(),
            Action::Release => {
                if let Some(guard) = self.guard.take() {
                    guard.release().await;
                }
                self.session += 1;
            }
            Action::Drop => {
                self.guard = None;
                self.session += 1;
            }
            Action::Abort => {
                eprintln!("leadership: work outlived its term; ending the process");
                std::process::abort();
            }
        }
    }
}

/// Ends the process when what it stands in panics, the thread or one of its tasks: a panic that went
/// by unseen would leave a term that nobody watches, or a wait that nobody goes on with.
pub(super) struct AbortOnPanic;

impl Drop for AbortOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::abort();
        }
    }
}
