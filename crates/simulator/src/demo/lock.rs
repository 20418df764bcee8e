//! The lock as its rows tell it: who leads since when, the last beat, the last terms. As `trt lock status` reads it.
//!
//! ```text
//!   reading ── twice, ten times a second ──> the lock as it stands
//!      └── the database is away ──> what was read last stays; connects anew
//! ```
//!
//! It reads and never writes, on a connection of its own, past every proxy.

use std::sync::Arc;
use std::time::Duration;

use testbed::server;
use tokio::sync::watch;
use tokio::task::JoinHandle;

const PAUSE: Duration = Duration::from_millis(100);

/// A database that has gone away is tried again after this.
const AGAIN: Duration = Duration::from_millis(300);

/// How many rows of the history are read: a term has two at most.
const ROWS: i64 = 60;

const NOW: &str = "select t.epoch, t.holder is not null, t.instance, coalesce(b.beat, 0), \
     coalesce(extract(epoch from b.beat_at), 0)::float8 \
     from leader_term t left join leader_beat b on b.name = t.name where t.name = $1";

const TERMS: &str = "select epoch, event, reason, instance, extract(epoch from at)::float8, \
     count(*) filter (where event = 'claimed') over (order by at, epoch) \
     from leader_history where name = $1 order by at desc, epoch desc limit $2";

/// One term: from its claim to its end, as far as that was written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    /// Its number among all terms, from 1 on.
    pub(super) number: i64,
    pub(super) epoch: i64,
    pub(super) instance: String,
    /// Why the one before had ended.
    pub(super) reason: String,
    /// Seconds since 1970, by the clock of the database, which is that of this machine.
    pub(super) from: f64,
    /// When it was handed over in order; nobody wrote down when it was not.
    pub(super) sealed: Option<f64>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Lock {
    pub(super) epoch: i64,
    pub(super) is_held: bool,
    pub(super) instance: String,
    pub(super) beat: i64,
    pub(super) beat_at: f64,
    /// Oldest first.
    pub(super) terms: Vec<Term>,
    /// Whether it could be read just now.
    pub(super) is_known: bool,
}

#[derive(Debug)]
pub(super) struct LockReader {
    seen: watch::Receiver<Arc<Lock>>,
    task: JoinHandle<()>,
}

impl LockReader {
    /// Reads the lock of the bot with this number.
    pub(super) fn of(database: String, bot: String) -> Self {
        let (shown, seen) = watch::channel(Arc::default());
        let task = tokio::spawn(async move {
            loop {
                // It returns when the database has gone away, or when there is no lock yet.
                let _ = read(&database, &bot, &shown).await;
                shown.send_modify(|lock: &mut Arc<Lock>| Arc::make_mut(lock).is_known = false);
                tokio::time::sleep(AGAIN).await;
            }
        });
        Self { seen, task }
    }

    pub(super) fn lock(&self) -> Arc<Lock> {
        Arc::clone(&self.seen.borrow())
    }
}

impl Drop for LockReader {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn read(database: &str, bot: &str, shown: &watch::Sender<Arc<Lock>>) -> Option<()> {
    let client = server::connect(database).await.ok()?;
    let (now, terms) = (client.prepare(NOW).await.ok()?, client.prepare(TERMS).await.ok()?);
    loop {
        let row = client.query_opt(&now, &[&bot]).await.ok()??;
        let rows = client.query(&terms, &[&bot, &ROWS]).await.ok()?;
        let events = rows.iter().rev().map(|row| Event {
            epoch: row.get(0),
            is_claim: row.get::<_, &str>(1) == "claimed",
            reason: row.get(2),
            instance: row.get(3),
            at: row.get(4),
            number: row.get(5),
        });
        shown.send_replace(Arc::new(Lock {
            epoch: row.get(0),
            is_held: row.get(1),
            instance: row.get(2),
            beat: row.get(3),
            beat_at: row.get(4),
            terms: terms_of(events),
            is_known: true,
        }));
        tokio::time::sleep(PAUSE).await;
    }
}

/// One row of the history.
struct Event {
    epoch: i64,
    is_claim: bool,
    reason: String,
    instance: String,
    at: f64,
    number: i64,
}

fn terms_of(events: impl Iterator<Item = Event>) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    for Event { epoch, is_claim, reason, instance, at, number } in events {
        if is_claim {
            terms.push(Term { number, epoch, instance, reason, from: at, sealed: None });
        } else if let Some(term) = terms.iter_mut().find(|term| term.epoch == epoch) {
            term.sealed = Some(at);
        }
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::{Event, terms_of};

    #[test]
    fn a_term_is_a_claim_and_its_seal_if_it_has_one() {
        let event = |epoch, is_claim, at, number| Event {
            epoch,
            is_claim,
            reason: "released".to_owned(),
            instance: "one".to_owned(),
            at,
            number,
        };
        // The claim of the first one is further back than was read.
        let events = [
            event(1, false, 9.0, 1),
            event(3, true, 9.1, 2),
            event(3, false, 12.0, 2),
            event(5, true, 12.5, 3),
        ];

        let terms = terms_of(events.into_iter());

        let told: Vec<_> = terms.iter().map(|term| (term.number, term.from, term.sealed)).collect();
        assert_eq!(told, [(2, 9.1, Some(12.0)), (3, 12.5, None)]);
    }
}
