//! Whether a payment may begin: answered by whichever instance hears of it.
//!
//! ```text
//!   pre-checkout ── one read, 2 s at most ──┬── fits ──────────────> ok
//!                                           ├── does not fit ──────> no, with words
//!                                           └── no answer in time ─> no, with words: nothing is charged
//!   yes ──> stored as done          no ──> stored as pending: the active instance tells operators of it
//! ```
//!
//! Telegram waits for 10 s and then fails the payment, so no answer is worse than a no. The person can try again.

use std::time::Duration;

use dialogue::paying::{refusal, refusal_away};
use domain::Language;
use domain::payment::{InvoiceFacts, InvoiceId, Query, Refused, consent};
use store::{ArrivalState, Intake, StoreError};
use telegram::request::Chatless;
use telegram::update::{self, PreCheckout, Update};
use tracing::{debug, warn};

use crate::metrics;

/// The read takes no longer; with what is around it the answer leaves within 3 s.
const PATIENCE: Duration = Duration::from_secs(2);

/// So many connections store updates: each may be of before an outage, which only its use shows.
const TRIES: usize = 3;

/// Why the answer is no.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum No {
    /// The invoice does not fit.
    Refused(Refused),
    /// Nobody could look.
    Away,
}

/// The answer to a query with this id, and how it is stored.
pub(super) async fn answer(
    intake: &Intake,
    default: Language,
    query: &str,
    body: &[u8],
) -> (Chatless, ArrivalState) {
    let Update::PreCheckout(asked) = update::read(body) else {
        // It has an id and cannot be read otherwise: nothing of ours.
        let words = refusal(default, Refused::Unknown);
        metrics::pre_checkout("no");
        return (Chatless::answer_pre_checkout(query, Err(&words)), ArrivalState::Done);
    };
    let language = Language::guess_or(asked.from.language_code.as_deref(), default);
    match judge(intake, &asked).await {
        Ok(()) => {
            metrics::pre_checkout("yes");
            (Chatless::answer_pre_checkout(query, Ok(())), ArrivalState::Done)
        }
        Err(no) => {
            metrics::pre_checkout(if no == No::Away { "away" } else { "no" });
            debug!(?no, "[MONEY] a payment may not begin");
            let words = match no {
                No::Refused(refused) => refusal(language, refused),
                No::Away => refusal_away(language),
            };
            (Chatless::answer_pre_checkout(query, Err(&words)), ArrivalState::Pending)
        }
    }
}

async fn judge(intake: &Intake, asked: &PreCheckout) -> Result<(), No> {
    let Some(id) = InvoiceId::from_payload(&asked.payload) else {
        return Err(No::Refused(Refused::Unknown));
    };
    let found = match tokio::time::timeout(PATIENCE, facts(intake, id)).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => {
            warn!(repeats = "pre-checkout", "[MONEY] an invoice cannot be looked up: {error}");
            return Err(No::Away);
        }
        Err(_) => {
            warn!(repeats = "pre-checkout", "[MONEY] an invoice was not found within {PATIENCE:?}");
            return Err(No::Away);
        }
    };
    let query =
        Query { payer: asked.from.id, currency: &asked.currency, amount: asked.total_amount };
    let (facts, now) = found.unzip();
    consent(query, facts.as_ref(), now.unwrap_or_default()).map_err(No::Refused)
}

/// What is known of an invoice, and what time it is; a connection that is found dead is not the end of it.
async fn facts(intake: &Intake, id: InvoiceId) -> Result<Option<(InvoiceFacts, i64)>, StoreError> {
    let mut tries = 1;
    loop {
        match intake.invoice_facts(id).await {
            Err(error) if tries < TRIES => {
                debug!("[MONEY] an invoice is looked up once more: {error}");
                tries += 1;
            }
            found => return found,
        }
    }
}
