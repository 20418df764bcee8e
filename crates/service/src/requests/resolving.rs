//! What `trt books reconcile --resolve` asks for: an operator takes over a difference.
//!
//! ```text
//!   a balance ──> the books take over what Telegram or KIE has, under the number of the difference
//!   a price ────> what was charged until now counts no longer
//!   anything else ──> it is not opened again
//! ```

use domain::ledger::outside;
use domain::payment::DifferenceKind;
use domain::{Credits, Stars};
use store::operators::{Answer, Asked};
use store::{LeaderTx, StoreError};

pub(crate) async fn resolve(tx: &mut LeaderTx<'_>, asked: &Asked) -> Result<Answer, StoreError> {
    let by = format!("operator:{}", asked.by);
    let Ok(id) = asked.subject.trim_start_matches('#').parse::<i64>() else {
        return Ok(unknown(&asked.subject));
    };
    let Some(one) = tx.books().resolve_difference(id, &by, &asked.reason).await? else {
        return Ok(unknown(&asked.subject));
    };
    let posting = match one.kind {
        DifferenceKind::StarBalance => Some(outside::stars_put_right(id, Stars::new(one.size))),
        DifferenceKind::KieCredits => Some(outside::credits_put_right(id, Credits::new(one.size))),
        _ => None,
    };
    if let Some(posting) = posting {
        let posting = posting.map_err(|_| StoreError::Broken("a difference of nothing"))?;
        tx.books().post(&posting).await?;
    }
    Ok(Answer::Done(format!("difference {id} is resolved: {} {}", one.kind, one.subject)))
}

fn unknown(subject: &str) -> Answer {
    Answer::Refused(format!("there is no open difference {subject}: see `trt books reconcile`"))
}
