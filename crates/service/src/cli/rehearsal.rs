//! A rehearsal of the lock under a name that nobody else uses: claim, beat, seal, all of it for real.
//!
//! ```text
//!   rehearse ── elector starts ──> claimed ──> seen through the work pool ──> one beat ──> sealed
//!                  └ refused, unreachable, out of time: the sentence goes to whoever asked
//!   in any case: the elector is stopped and the rows of the scratch lock are removed
//! ```
//!
//! The real lock is neither asked nor touched: its name and its key are others.

use std::time::Duration;

use leadership::{Activation, Elector, LockKey, Reason, Report, Settings, Term, Timing};
use store::checks::SCRATCH;
use store::{DatabaseUrl, PoolSettings, SilentHolder, Store};
use tokio::sync::mpsc;
use tokio::time::Instant;
use uuid::Uuid;

use crate::role::refusals::in_our_words;

/// A rehearsal takes about a beat; with a silent holder in the way the stale time more.
const PATIENCE: Duration = Duration::from_secs(20);

/// H, R, C and T of a rehearsal, in milliseconds: short, and safe together.
const TIMING: [u64; 4] = [200, 1_500, 300, 2_000];

/// More reports than a rehearsal has.
const REPORTS: usize = 256;

const POOL: PoolSettings = PoolSettings { connections: 2, acquire: Duration::from_secs(5) };

/// The way to the database, twice: for the lock and for the work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ways<'a> {
    pub(crate) lock: &'a DatabaseUrl,
    pub(crate) work: &'a DatabaseUrl,
}

/// Who is in the way when the rehearsal begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    Nobody,
    /// A holder that gives no sign of life.
    SilentHolder,
}

/// A rehearsal that came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rehearsed {
    /// Why the scratch lock was free to be claimed.
    pub(crate) reason: Reason,
    /// How long it took from the start to the first beat.
    pub(crate) took: Duration,
}

/// Runs the lock under a scratch name.
pub(crate) async fn rehearse(ways: Ways<'_>, before: Before) -> Result<Rehearsed, String> {
    let name = format!("{SCRATCH}{}", Uuid::new_v4());
    let store = Store::open(ways.work, POOL).await.map_err(|error| error.to_string())?;
    let outcome = run(&name, ways, &store, before).await;
    let forgotten = store.forget_scratch(&name).await;
    store.close().await;
    let rehearsed = outcome?;
    forgotten.map_err(|error| format!("the scratch lock could not be removed: {error}"))?;
    Ok(rehearsed)
}

async fn run(
    name: &str,
    ways: Ways<'_>,
    store: &Store,
    before: Before,
) -> Result<Rehearsed, String> {
    let timing = timing()?;
    let key = LockKey::of(name);
    let holder = match before {
        Before::Nobody => None,
        Before::SilentHolder => {
            let claimed = SilentHolder::claim(ways.lock, name, key, timing.stale()).await;
            Some(claimed.map_err(|error| error.to_string())?)
        }
    };
    let settings = Settings {
        name: name.to_owned(),
        key,
        instance: "a rehearsal".to_owned(),
        connector: ways.lock.lock_connector().await.map_err(|bad| bad.to_string())?,
        timing,
        drain: Duration::ZERO,
        handover_after: None,
    };
    let work = store.clone();
    let activate = move |term: Term| -> Activation {
        let work = work.clone();
        Box::pin(async move { work.verify(&term).await.map_err(|error| error.to_string()) })
    };
    let (tell, reports) = mpsc::channel(REPORTS);
    let begun = Instant::now();
    let elector = Elector::start(settings, activate, move |report| {
        // What does not fit comes too late to matter.
        let _ = tell.try_send(report);
    });
    let elector = elector.map_err(|error| error.to_string())?;
    let first_beat = tokio::time::timeout(PATIENCE, first_beat(reports)).await;
    let took = begun.elapsed();
    elector.stop();
    // It ends within its own limits; a thread that is stuck must not hold the command up.
    let _ = tokio::time::timeout(PATIENCE, elector.stopped()).await;
    drop(holder);
    let reason = first_beat.unwrap_or_else(|_| Err(format!("no beat within {PATIENCE:?}")))?;
    Ok(Rehearsed { reason, took })
}

/// Follows an elector until its first beat; tells why its lock was free.
async fn first_beat(mut reports: mpsc::Receiver<Report>) -> Result<Reason, String> {
    let mut claimed = None;
    while let Some(report) = reports.recv().await {
        match (report, claimed) {
            (Report::Activated { reason, .. }, _) => claimed = Some(reason),
            (Report::Beat { .. }, Some(reason)) => return Ok(reason),
            (Report::Refused(refusal), _) => return Err(in_our_words(&refusal)),
            (Report::Unreachable { problem }, _) => return Err(problem),
            (Report::Ended { problem: Some(problem), .. }, _) => return Err(problem),
            (Report::Ended { ending, .. }, _) => {
                return Err(format!("the scratch term ended early ({})", ending.as_str()));
            }
            _ => {}
        }
    }
    Err("the rehearsal ended without a beat".to_owned())
}

fn timing() -> Result<Timing, String> {
    let [heartbeat, trust, call, stale] = TIMING.map(Duration::from_millis);
    Timing::new(heartbeat, trust, call, stale).map_err(|refusal| refusal.to_string())
}

#[cfg(test)]
mod tests {
    use super::timing;

    #[test]
    fn the_timing_of_a_rehearsal_is_safe() {
        assert!(timing().is_ok());
    }
}
