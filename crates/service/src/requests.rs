//! What operators ask of the active instance: looked for once a second, carried out under the fence.
//!
//! ```text
//!   trt dead retry u12 ── asking ──> a row ── this loop ──> carrying out, in one commit ──> its answer
//!                            └── no answer within 10 s: withdrawn, nothing happens later
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`asking`] | a command's side: writes the row and waits for what becomes of it |
//! | `carrying_out` | the active instance's side: one kind of request, one arm |
//! | `closing_and_opening` | what `trt closures` asks for |
//! | [`importing`] | what `trt import` asks for |
//! | `resolving` | what `trt books reconcile --resolve` asks for |
//!
//! What asks others before it is done is not for this loop: [`crate::payments::reconciling`] takes it in hand, and
//! whoever asked waits for as long as it is.
//!
//! While nobody asks, a look is one read of an index that is empty.
//!
//! On failure: what the database refuses is answered with its words; what it does not answer is tried
//! again until the request expires.

pub(crate) mod asking;
pub(crate) mod importing;

mod carrying_out;
mod closing_and_opening;
pub(crate) mod resolving;

use std::sync::Arc;
use std::time::Duration;

use dialogue::PriceList;
use leadership::Term;
use store::{Store, StoreError};
use tracing::warn;

use crate::metrics::{self, Loop};
use crate::process::wake::Wake;

/// So often there is a look: nobody who typed a command notices.
const LOOK: Duration = Duration::from_millis(1000);

/// So many are carried out in one go.
const MOST: i64 = 16;

/// What requests are carried out with.
#[derive(Debug)]
pub(crate) struct Requests {
    pub(crate) term: Term,
    pub(crate) store: Store,
    pub(crate) prices: Arc<PriceList>,
    pub(crate) wake: Wake,
}

/// Carries out what is asked for until the term drains.
pub(crate) async fn run(active: Arc<Requests>) {
    loop {
        metrics::round(Loop::Requests);
        match round(&active).await {
            Ok(()) | Err(StoreError::TermOver) => {}
            Err(error) => {
                warn!(repeats = "requests", "[ADMIN] cannot carry out what operators ask: {error}");
            }
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

async fn round(active: &Requests) -> Result<(), StoreError> {
    for id in active.store.requests_waiting(false, MOST).await? {
        let Ok(_work) = active.term.work() else { return Ok(()) };
        carrying_out::carry_out(active, id).await?;
    }
    Ok(())
}
