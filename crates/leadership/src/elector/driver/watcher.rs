//! What a waiting instance does besides waiting: it watches the holder.
//!
//! * A holder whose beat and session have not changed for twice the stale time, on our own clock, is
//!   provably silent: the server should have ended its session long ago. We end it: the second line.
//!   The statement checks once more, in the database, that it is exactly the session we watched. It is
//!   the one that holds the key we wait for, which after a change of the key is the stored one.
//! * A holder that started before us is asked to hand over once we have waited long enough, if we
//!   are set to; each term is asked once, and who has handed over does not ask again.

use std::time::Duration;

use crate::clock::{self, Moment};
use crate::elector::Settings;
use crate::key::LockKey;
use crate::role::{Obstacle, Report};
use crate::session::{EndedSilent, Session, Sighting};

/// Watches the holder between two slices.
pub(super) struct Watcher {
    silence: Duration,
    ask_after: Option<Duration>,
    waiting_since: Moment,
    last: Option<Sighting>,
    unchanged_since: Moment,
    asked: Option<i64>,
}

impl Watcher {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            silence: settings.timing.stale() * 2,
            ask_after: settings.handover_after,
            waiting_since: clock::now(),
            last: None,
            unchanged_since: clock::now(),
            asked: None,
        }
    }

    /// Begins anew: a new connection has seen nothing yet.
    pub(super) fn reset(&mut self) {
        self.last = None;
        self.waiting_since = clock::now();
    }

    pub(super) fn never_ask(&mut self) {
        self.ask_after = None;
    }

    /// Takes a look into account and acts on it.
    pub(super) async fn look(
        &mut self,
        session: &Session,
        settings: &Settings,
        key: LockKey,
        started_at: &str,
        seen: Sighting,
    ) -> Vec<Report> {
        let mut reports = Vec::new();
        if self.is_silent(&seen) {
            match session.end_silent(&settings.name, key, &seen).await {
                Ok(EndedSilent::Ended) => reports.push(Report::SilentHolderEnded(seen.clone())),
                // Left to the server's own timer, and to whoever reads the report.
                Ok(EndedSilent::MayNot) => reports.push(Report::MayNotEnd(Obstacle::SilentHolder)),
                // A session that cannot answer does not answer the next slice, either.
                Ok(EndedSilent::NotThatOne) | Err(_) => {}
            }
            self.last = None;
        }
        if self.should_ask(&seen) {
            self.asked = Some(seen.epoch);
            let asked = session.ask_handover(settings, started_at).await;
            if let Ok(Some(epoch)) = asked {
                reports.push(Report::HandoverAsked { epoch });
            }
        }
        reports
    }

    fn is_silent(&mut self, seen: &Sighting) -> bool {
        let now = clock::now();
        let same = self.last.as_ref().is_some_and(|last| {
            (last.epoch, last.beat) == (seen.epoch, seen.beat)
                && last.lock_session == seen.lock_session
        });
        if !same {
            self.last = Some(seen.clone());
            self.unchanged_since = now;
        }
        same && seen.lock_session.is_some() && now.since(self.unchanged_since) >= self.silence
    }

    fn should_ask(&self, seen: &Sighting) -> bool {
        let waited = clock::now().since(self.waiting_since);
        seen.held
            && self.asked != Some(seen.epoch)
            && self.ask_after.is_some_and(|patience| waited >= patience)
    }
}
