//! The document that `/health` shows.
//!
//! Its names are a contract with operators and with other programs. Parts whose rooms do not exist
//! are left out, so that nobody reads a number that means nothing.
//!
//! | part | comes from |
//! | --- | --- |
//! | the role, its epoch and heartbeat | the leadership task; shown as long as its term can be trusted |
//! | `problems` | the closed set of words in `problems` |
//! | `takeovers` | the history of the lock, by the survey: the same on every instance |
//! | `queue`, `outbox` | the survey; the totals are this process's own |
//! | `webhook`, `kie` | what the active instance was told, by the survey on the others; `kie.age_seconds` says when |
//! | `db` | the lock's connection and the last attempt to store updates, whichever is in trouble |

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::Board;
use crate::process::instance::VERSION;
use crate::process::wall_clock;

impl Board {
    /// The state of this process as a JSON object.
    pub fn health(&self) -> Value {
        let stuck = self.live().is_err();
        let (facts, now) = (self.facts.lock(), Instant::now());
        let problems = facts.problems(stuck, now);
        let degraded = !problems.is_empty();
        let role = facts.role();
        let active = role.holds_the_role();
        let database = facts.database_as_a_whole();
        json!({
            "ok": !degraded,
            "status": if degraded { "degraded" } else { "ok" },
            "problems": problems,
            "mode": if active { "active" } else { "passive" },
            "active": active,
            "lock_acquired": active,
            "lock_state": role.as_str(),
            "instance_id": self.instance.id.as_str(),
            "watcher_id": facts.watcher,
            "epoch": facts.epoch,
            "lock_heartbeat_age": age(facts.beaten, now),
            "takeovers": facts.outside.takeovers(),
            "uptime": now.saturating_duration_since(self.instance.started).as_secs(),
            "ts": wall_clock::now(),
            "version": VERSION,
            "commit": self.instance.commit,
            "queue": facts.queues.inbox(now),
            "outbox": facts.queues.outbox(now),
            "tasks": facts.tasks.show(),
            "webhook": facts.outside.webhook(now),
            "kie": facts.outside.kie(now),
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

/// How long ago that was, in seconds with milliseconds.
fn age(then: Option<Instant>, now: Instant) -> Option<f64> {
    let age = now.saturating_duration_since(then?);
    Some(Duration::from_millis(u64::try_from(age.as_millis()).ok()?).as_secs_f64())
}
