//! The books held against their invariants, every hour, and operators told of what does not hold.
//!
//! ```text
//!   audit-books, a row ── due ──> every invariant, in one snapshot ──┬── all hold ──> due in an hour
//!                                                                    └── some do not ──> due in a minute
//!                                                                         └── nor then ──> told, once, an ERROR
//! ```
//!
//! What is late may be so for a moment, so a finding counts when it is still there after a minute. The same finding is
//! told once until it is gone. `trt books audit` says the same in full. On failure: nothing was judged; put off.

use std::sync::Arc;
use std::time::Duration;

use domain::News;
use leadership::Term;
use store::{DatabaseUrl, Finding, LeaderTx, Store, StoreError};
use tracing::{debug, error, warn};

use crate::metrics::{self, Loop};
use crate::process::wake::Wake;

/// The name of the row that says when it is due.
pub(crate) const NAME: &str = "audit-books";

/// What a finding is watched under.
const WATCHED: &str = "audit:";

/// So often there is a look whether it is due.
const LOOK: Duration = Duration::from_secs(2);

const HOUR: Duration = Duration::from_secs(3600);

/// A finding is looked at again after so long.
const AGAIN: Duration = Duration::from_secs(60);

/// It is one if it was there for as long; less than the pause, which a clock may cut short.
const LASTS: Duration = Duration::from_secs(50);

/// What the books are held against their invariants with.
#[derive(Debug)]
pub(crate) struct Auditing {
    pub(crate) term: Term,
    pub(crate) store: Store,
    /// The audit has a connection of its own, for as long as it takes.
    pub(crate) database_url: DatabaseUrl,
    pub(crate) wake: Wake,
}

/// Audits whenever it is due, until the term drains.
pub(crate) async fn run(active: Arc<Auditing>) {
    let mut is_known = false;
    loop {
        metrics::round(Loop::Auditing);
        match round(&active, &mut is_known).await {
            Ok(()) => {}
            Err(StoreError::TermOver) => return,
            Err(error) => {
                warn!(repeats = "auditing", "[MONEY] the books are not audited: {error}");
                put_off(&active, &error).await;
            }
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

async fn round(active: &Auditing, is_known: &mut bool) -> Result<(), StoreError> {
    if !*is_known {
        let know = async |tx: &mut LeaderTx<'_>| {
            // A new row has nothing behind it to be audited.
            match tx.upkeep().is_new_work(NAME).await? {
                true => tx.upkeep().work_done(NAME, HOUR).await,
                false => Ok(()),
            }
        };
        active.store.in_term(&active.term, know).await?;
        *is_known = true;
    }
    if !active.store.due_work().await?.iter().any(|name| name == NAME) {
        return Ok(());
    }
    let findings = tokio::select! {
        () = active.term.draining() => return Err(StoreError::TermOver),
        findings = store::audit::audit(&active.database_url) => findings?,
    };
    let broken: Vec<&Finding> = findings.iter().filter(|finding| !finding.is_well()).collect();
    let Ok(_work) = active.term.work() else { return Err(StoreError::TermOver) };
    let judged = active.store.in_term(&active.term, async |tx| judge(tx, &broken).await);
    for finding in judged.await? {
        let (invariant, violations) = (finding.invariant.to_string(), finding.violations);
        error!(invariant, violations, "[MONEY] an invariant of the books does not hold");
    }
    active.wake.news();
    Ok(())
}

/// Judges what was found, and puts down when the next audit is due; what is told.
async fn judge<'a>(
    tx: &mut LeaderTx<'_>,
    broken: &[&'a Finding],
) -> Result<Vec<&'a Finding>, StoreError> {
    if !tx.upkeep().take_work(NAME).await? {
        return Ok(Vec::new());
    }
    tx.operators().audited().await?;
    let subject = |finding: &Finding| format!("{WATCHED}{}", finding.invariant);
    let subjects: Vec<String> = broken.iter().map(|finding| subject(finding)).collect();
    tx.operators().unwatch_all_but(WATCHED, &subjects).await?;
    let mut told = Vec::new();
    for (finding, subject) in broken.iter().zip(&subjects) {
        if tx.operators().watch(subject, "broken", LASTS).await? {
            let (name, times) = (finding.invariant.to_string(), finding.violations.to_string());
            tx.operators().add_trouble(News::AuditFinding, 1, &name, &times).await?;
            told.push(*finding);
        }
    }
    let pause = if tx.operators().has_untold(WATCHED).await? { AGAIN } else { HOUR };
    tx.upkeep().work_done(NAME, pause).await?;
    Ok(told)
}

/// Writes down that it failed; should that fail as well, it stays due.
async fn put_off(active: &Auditing, problem: &StoreError) {
    let problem = problem.to_string();
    let written = active.store.in_term(&active.term, async |tx| {
        tx.upkeep().put_off_work(NAME, &problem, AGAIN, HOUR).await
    });
    if let Err(error) = written.await {
        debug!("[MONEY] the audit was not put off: {error}");
    }
}
