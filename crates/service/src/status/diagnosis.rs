//! The last terms, what is closed and what was set aside, kept in memory for `/diag`.

use serde_json::{Value, json};
use store::survey::Diagnosis;
use tokio::time::Instant;

use super::Board;
use crate::wall_clock;

impl Board {
    /// Somebody read what an operator looks for.
    pub(crate) fn diagnosed(&self, diagnosis: Diagnosis) {
        self.facts().diagnosis = Some((diagnosis, Instant::now()));
    }

    /// What was read last, with its age; null before that.
    pub(crate) fn diagnosis(&self) -> Value {
        let facts = self.facts();
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
        json!({
            "age_seconds": at.elapsed().as_secs(),
            "terms": terms.collect::<Value>(),
            "closures": closures.collect::<Value>(),
            "dead_letters": {
                "count": diagnosis.dead.total,
                "newest": newest.collect::<Value>(),
            },
        })
    }
}
