//! The end of a reconciliation: what was found becomes rows, the admins hear what is new, whoever asked is answered.
//!
//! ```text
//!   found ── judged ──> shown from now on ──┐
//!   learned by the way ─────────────────────┴──> one message to the admins
//!   the row is due again, in an hour; sooner if a part was not looked at
//! ```
//!
//! On failure: one commit, which is done again by the next reconciliation.

use dialogue::trouble::{DifferenceLine, differences_notice};
use domain::ledger::{Actor, outside};
use serde_json::json;
use store::operators::{Answer, Kind};
use store::reconciliations::Reconciled;
use store::reconciliations::differences::Difference;
use store::{LeaderTx, LoggedAction, StoreError};
use tokio::time::Instant;
use tracing::{debug, info, warn};
use uuid::Uuid;

use super::{FIRST_PAUSE, HOUR, LONGEST_PAUSE, NAME, Pass, shortened};
use crate::generations::{Generations, tell_admins};
use crate::upkeep::asking::NoAnswer;

/// Judges what was found, and ends the reconciliation.
pub(super) async fn judge(
    active: &Generations,
    pass: Pass,
    began: Instant,
    by: &str,
    asked: &[Uuid],
) -> Result<(), NoAnswer> {
    let Ok(_work) = active.term.work() else { return Err(NoAnswer::TermOver) };
    let done = Reconciled {
        asked_by: by.to_owned(),
        pages: signed(pass.pages),
        transactions: signed(pass.news),
        imported: signed(pass.imported),
        returned: signed(pass.returned),
        problem: pass.problem.as_deref().map(shortened),
        took_ms: i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX),
    };
    let judged = active.store.in_term(&active.term, async |tx| {
        let shown = tx.books().judge_differences(&pass.looked_at, &pass.found).await?;
        let (id, open) = tx.books().keep_reconciliation(&done).await?;
        if let Some(bought) = pass.bought {
            let posting = outside::topped_up(&id.to_string(), bought);
            let posting = posting.map_err(|_| StoreError::Broken("credits of nothing"))?;
            tx.books().post(&posting).await?;
        }
        let told = tell(active, tx, &pass, &shown).await?;
        for request in asked {
            answer(tx, *request, &done, open, by).await?;
        }
        match (&done.problem, pass.is_more) {
            // It is due as it was: read on at once.
            (_, true) => {}
            (Some(problem), false) => {
                tx.upkeep().put_off_work(NAME, problem, FIRST_PAUSE, LONGEST_PAUSE).await?;
            }
            (None, false) => tx.upkeep().work_done(NAME, HOUR).await?,
        }
        Ok((shown, open, told))
    });
    let (shown, open, told) = judged.await?;
    active.wake.outbox(&told);
    let Reconciled { pages, transactions, imported, returned, problem, .. } = done;
    for one in &shown {
        warn!(difference = one.id, kind = one.kind.word(), "[MONEY] the books differ");
    }
    if let Some(problem) = &problem {
        warn!(repeats = "reconciling", "[MONEY] not all could be reconciled: {problem}");
    }
    // Most have nothing to tell: an hour after an hour of it would be noise.
    match transactions {
        0 => debug!(pages, open, "[MONEY] reconciled"),
        _ => info!(pages, transactions, imported, returned, open, "[MONEY] reconciled"),
    }
    Ok(())
}

/// Tells the admins what is new, if anything is.
async fn tell(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    pass: &Pass,
    shown: &[Difference],
) -> Result<Vec<domain::ChatId>, StoreError> {
    if shown.is_empty() && pass.imported == 0 && pass.returned == 0 {
        return Ok(Vec::new());
    }
    let lines: Vec<DifferenceLine<'_>> = shown
        .iter()
        .map(|one| DifferenceLine { id: one.id, kind: one.kind, subject: &one.subject })
        .collect();
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (imported, returned) = (count(pass.imported), count(pass.returned));
    tell_admins(active, tx, |language| differences_notice(language, imported, returned, &lines))
        .await
}

/// Answers an operator who asked, in numbers: whoever asks puts them into words.
async fn answer(
    tx: &mut LeaderTx<'_>,
    request: Uuid,
    done: &Reconciled,
    open: i64,
    by: &str,
) -> Result<(), StoreError> {
    let outcome = json!({
        "pages": done.pages,
        "transactions": done.transactions,
        "imported": done.imported,
        "returned": done.returned,
        "open": open,
        "problem": done.problem,
        "took_ms": done.took_ms,
    });
    let outcome = outcome.to_string();
    let details = format!("asked by {by}: {outcome}");
    let action = LoggedAction {
        actor: Actor::Operator,
        action: Kind::BooksReconcile.action(),
        subject: "books",
        before: "",
        after: "",
        details: &details,
        reason: "asked for",
    };
    tx.books().log_action(action).await?;
    tx.operators().answer_request(request, &Answer::Done(outcome)).await
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
