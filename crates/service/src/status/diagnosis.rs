//! The last terms, what is closed, what was lost today and what was set aside, kept in memory for `/diag`.

use serde_json::{Value, json};
use store::survey::Diagnosis;
use tokio::time::Instant;

use super::Board;
use crate::process::wall_clock;

impl Board {
    /// Somebody read what an operator looks for.
    pub(crate) fn diagnosed(&self, diagnosis: Diagnosis) {
        self.facts.lock().diagnosis = Some((diagnosis, Instant::now()));
    }

    /// What was read last, with its age; null before that.
    pub(crate) fn diagnosis(&self) -> Value {
        let facts = self.facts.lock();
        let Some((diagnosis, at)) = &facts.diagnosis else { return Value::Null };
        let terms = diagnosis.terms.iter().map(|term| {
            json!({
                "epoch": term.epoch,
                "event": term.event,
                "reason": term.reason,
                "instance": term.instance,
                "at": term.at,
            })
        });
        let closures = diagnosis.closures.iter().map(|closure| {
            json!({
                "subject": closure.subject,
                "until": closure.until,
                "reason": closure.cause,
                "since": closure.since,
                "by": closure.by,
                "note": closure.note,
                "half_open": closure.is_over,
                "trial": closure.trial,
            })
        });
        let newest = diagnosis.dead.shown.iter().map(|dead| {
            json!({
                "id": dead.id.to_string(),
                "reference": dead.reference,
                "at": wall_clock::shown(dead.at),
                "problem": dead.problem,
            })
        });
        let losses = diagnosis.losses.iter().map(|loss| (loss.cause.clone(), loss.credits.into()));
        json!({
            "age_seconds": at.elapsed().as_secs(),
            "terms": terms.collect::<Value>(),
            "closures": closures.collect::<Value>(),
            "losses_today": losses.collect::<serde_json::Map<String, Value>>(),
            "unbooked_payments": diagnosis.unbooked_payments,
            "dead_letters": {
                "count": diagnosis.dead.total,
                "newest": newest.collect::<Value>(),
            },
        })
    }
}
