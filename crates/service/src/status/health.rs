//! The document that `/health` shows.
//!
//! Its names are a contract with operators and with other programs. Parts whose rooms do not exist
//! are left out, so that nobody reads a number that means nothing.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Board, Database, Facts};
use crate::instance::VERSION;
use crate::wall_clock;

impl Board {
    /// The state of this process as a JSON object.
    pub fn health(&self) -> Value {
        let stuck = self.live().is_err();
        let (facts, now) = (self.facts(), Instant::now());
        let degraded = stuck || facts.is_degraded();
        let active = facts.state.holds_the_role();
        let database = facts.database_as_a_whole();
        json!({
            "ok": !degraded,
            "status": if degraded { "degraded" } else { "ok" },
            "mode": if active { "active" } else { "passive" },
            "active": active,
            "lock_acquired": active,
            "lock_state": facts.state.as_str(),
            "instance_id": self.instance.id.as_str(),
            "watcher_id": facts.watcher,
            "epoch": facts.epoch,
            "lock_heartbeat_age": age(facts.beaten, now),
            "takeovers": {
                "count": facts.takeovers.count,
                "last_hour": facts.takeovers.last_hour(now),
                "last_reason": facts.takeovers.last_reason.map(super::Reason::as_str),
            },
            "uptime": now.saturating_duration_since(self.instance.started).as_secs(),
            "ts": wall_clock::now(),
            "version": VERSION,
            "queue": facts.queues.inbox(now),
            "outbox": facts.queues.outbox(now),
            "tasks": facts.tasks.show(),
            "webhook": {
                "url_ok": facts.webhook.as_ref().map(|webhook| webhook.url_fits),
                "pending": facts.webhook.as_ref().and_then(|webhook| webhook.pending),
                "last_error": facts.webhook.as_ref().and_then(|webhook| webhook.last_error.as_ref()),
            },
            "kie": { "status": facts.kie },
            "db": {
                "status": database.map(|(found, _)| found.as_str()),
                "age_seconds": age(database.map(|(_, asked)| asked), now),
            },
            "migrations": {
                "applied": facts.migrations.map(|migrations| migrations.applied),
                "latest": facts.migrations.map(|migrations| migrations.latest),
            },
        })
    }
}

impl Facts {
    /// Whether something is known to be wrong. What is not known yet is not wrong.
    fn is_degraded(&self) -> bool {
        let database = self.database_as_a_whole();
        let database = database.is_some_and(|(found, _)| found != Database::Ready);
        let behind = self.migrations.is_some_and(|versions| versions.applied < versions.latest);
        database || behind || self.tasks.is_missing_one()
    }
}

/// How long ago that was, in seconds with milliseconds.
fn age(then: Option<Instant>, now: Instant) -> Option<f64> {
    let age = now.saturating_duration_since(then?);
    Some(Duration::from_millis(u64::try_from(age.as_millis()).ok()?).as_secs_f64())
}
