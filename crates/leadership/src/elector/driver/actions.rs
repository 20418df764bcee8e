//! What the driver does for each action: questions to the guard, news to the world.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::{ACTIVATION, AbortOnPanic, Driver, Load, News, Origin};
use crate::clock;
use crate::guard::Guard;
use crate::key::LockKey;
use crate::probe::ProbeFailed;
use crate::role::{Obstacle, Report, Role};
use crate::session::{Claim, Session, may_not};
use crate::step::{Ending, Event};

/// A statement on the guard takes a slice at most, or the wait for the fence; a link that does not
/// answer for this long is dead.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

type Answer = Result<(Event, Load), tokio_postgres::Error>;

impl Driver {
    pub(super) fn connect(&mut self) {
        self.session += 1;
        let (origin, news) = (Origin::Session(self.session), self.news.clone());
        let (settings, lost) = (self.parts.settings.clone(), self.news.clone());
        watched(async move {
            let ended = move || {
                // The channel is full only if the loop is stuck, and then the beats are, too.
                let event = Event::SessionLost;
                drop(lost.try_send(News { origin, event, load: Load::None }));
            };
            let opening = Guard::open(&settings, ended);
            let failed = |problem| (Event::ConnectFailed, Load::Problem(problem));
            let (event, load) = match tokio::time::timeout(PATIENCE, opening).await {
                Ok(Ok(guard)) => (Event::Connected, Load::Guard(guard)),
                Ok(Err(ProbeFailed::Refused(refusal))) => (Event::Refused, Load::Refused(refusal)),
                Ok(Err(ProbeFailed::Unreachable(error))) => failed(error.to_string()),
                Err(_) => failed(format!("no answer within {PATIENCE:?}")),
            };
            drop(news.send(News { origin, event, load }).await);
        });
    }

    pub(super) fn wait_slice(&self, key: LockKey) {
        let name = self.parts.settings.name.clone();
        self.ask(PATIENCE, async move |session| {
            let (granted, seen) = session.wait_slice(&name, key).await?;
            let event = if granted { Event::Granted } else { Event::SliceOver };
            Ok((event, if granted { Load::None } else { Load::Seen(key, seen) }))
        });
    }

    pub(super) fn claim(&mut self) {
        self.holder = Uuid::new_v4();
        let (settings, holder) = (self.parts.settings.clone(), self.holder);
        let started_at = self.started_at.clone().unwrap_or_default();
        self.ask(PATIENCE, async move |session| {
            let claim = session.claim(&settings, holder, &started_at).await?;
            Ok(match claim {
                Claim::Recorded { epoch, timeline, reason, silent } => {
                    (Event::Claimed, Load::Claimed { epoch, timeline, reason, silent })
                }
                Claim::Blocked => (Event::ClaimBlocked, Load::None),
                Claim::Refused(refusal) => (Event::Refused, Load::Refused(refusal)),
                Claim::OtherKey => {
                    let key = session.stored_key(&settings.name).await?;
                    (Event::OtherKey, Load::OldKey(key))
                }
            })
        });
    }

    /// By another connection: ours waits for those very sessions.
    pub(super) async fn end_stragglers(&mut self) {
        let Some(guard) = &self.guard else { return };
        let query = "select leader_end_stragglers($1, $2)";
        let ended = async {
            let client = self.parts.settings.connector.client().await?;
            client.query_one(query, &[&self.parts.settings.name, &guard.backend]).await
        };
        // The claim is tried again in any case, and tells if it is still blocked.
        match tokio::time::timeout(PATIENCE, ended).await {
            Ok(Ok(row)) => self.tell(Report::StragglersEnded { count: row.get(0) }),
            Ok(Err(error)) if may_not(&error) => {
                self.tell_first(Report::MayNotEnd(Obstacle::Stragglers));
            }
            Ok(Err(_)) | Err(_) => {}
        }
    }

    pub(super) fn verify(&self) {
        let Some(term) = self.term.clone() else { return };
        let (origin, news) = (Origin::Term(self.holder), self.news.clone());
        let activation = (self.parts.activate)(term);
        let limited = async move { tokio::time::timeout(ACTIVATION, activation).await };
        let running = self.parts.main.spawn(limited);
        watched(async move {
            let failed = |problem| (Event::VerifyFailed, Load::Problem(problem));
            let (event, load) = match running.await {
                Ok(Ok(Ok(()))) => (Event::Verified, Load::None),
                Ok(Ok(Err(problem))) => failed(problem),
                Ok(Err(_)) => failed(format!("the activation took longer than {ACTIVATION:?}")),
                Err(ended) => failed(format!("the activation did not come to its end: {ended}")),
            };
            drop(news.send(News { origin, event, load }).await);
        });
    }

    pub(super) fn announce(&mut self) {
        let (Some(term), Some((reason, silent))) = (self.term.clone(), self.claimed.take()) else {
            return;
        };
        self.announced = true;
        self.parts.role.send_replace(Role::Active(term.clone()));
        let waited = clock::now().since(self.waiting_since);
        self.tell(Report::Activated { term, reason, waited, silent });
    }

    pub(super) fn beat(&self) {
        let Some(term) = self.term.clone() else { return };
        let sent_at = clock::now();
        let (tell, trust) = (Arc::clone(&self.parts.tell), self.parts.settings.timing.trust());
        // No limit of its own: it may take as long as the term is trusted.
        self.ask(Duration::MAX, async move |session| {
            let answer = session.beat(&term).await?;
            let Some(handover_asked) = answer else { return Ok((Event::TermGone, Load::None)) };
            let took = clock::now().since(sent_at);
            tell(Report::Beat { took, trusted_for: trust.saturating_sub(took) });
            Ok((Event::BeatAcked { sent_at, handover_asked }, Load::None))
        });
    }

    pub(super) fn drain(&mut self) {
        let Some(term) = &self.term else { return };
        term.drain();
        if !self.machine.stopping {
            // Who handed over does not ask for the role again.
            self.watcher.never_ask();
        }
        self.parts.role.send_replace(Role::Draining(term.clone()));
        self.tell(Report::Draining { epoch: term.epoch() });
    }

    pub(super) fn end(&mut self, ending: Ending) {
        let Some(term) = &self.term else { return };
        term.end();
        let epoch = term.epoch();
        let was_active = std::mem::take(&mut self.announced);
        let problem = self.problem.take();
        self.ending = ending;
        self.claimed = None;
        self.waiting_since = clock::now();
        self.parts.role.send_replace(Role::Passive);
        self.tell(Report::Ended { epoch, ending, was_active, problem });
    }

    pub(super) fn seal(&self) {
        let Some(term) = self.term.clone() else { return };
        let reason = self.ending.as_str();
        self.ask(PATIENCE, async move |session| {
            session.seal(&term, reason).await?;
            Ok((Event::Sealed, Load::None))
        });
    }

    pub(super) fn tell_idle(&self) {
        let Some(term) = self.term.clone() else { return };
        let (origin, news) = (Origin::Term(term.holder()), self.news.clone());
        watched(async move {
            term.idle().await;
            drop(news.send(News { origin, event: Event::Idle, load: Load::None }).await);
        });
    }

    pub(super) fn say(&self, origin: Origin, event: Event) {
        let news = self.news.clone();
        watched(async move {
            drop(news.send(News { origin, event, load: Load::None }).await);
        });
    }

    /// Runs a question on the guard; any error means that the session cannot be trusted.
    fn ask(&self, limit: Duration, question: impl AsyncFnOnce(Arc<Session>) -> Answer + 'static) {
        let Some(session) = self.guarded() else { return };
        let (origin, news) = (Origin::Session(self.session), self.news.clone());
        watched(async move {
            let lost = |problem| (Event::SessionLost, Load::Problem(problem));
            let (event, load) = match tokio::time::timeout(limit, question(session)).await {
                Ok(Ok(answer)) => answer,
                Ok(Err(error)) => lost(error.to_string()),
                Err(_) => lost(format!("no answer within {limit:?}")),
            };
            drop(news.send(News { origin, event, load }).await);
        });
    }

    pub(super) fn guarded(&self) -> Option<Arc<Session>> {
        self.guard.as_ref().map(|guard| Arc::clone(&guard.session))
    }

    pub(super) fn tell(&self, report: Report) {
        (self.parts.tell)(report);
    }

    /// What may not be ended is tried again and again, and told once.
    pub(super) fn tell_first(&mut self, report: Report) {
        if let Report::MayNotEnd(obstacle) = &report {
            if self.protected.contains(obstacle) {
                return;
            }
            self.protected.push(*obstacle);
        }
        self.tell(report);
    }
}

/// Runs a task of the elector beside its loop, which waits for what it brings.
fn watched(task: impl Future<Output = ()> + 'static) {
    tokio::task::spawn_local(async move {
        let _abort = AbortOnPanic;
        task.await;
    });
}
