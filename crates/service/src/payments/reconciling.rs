//! Reconciliation: the books held against Telegram's list of Stars, its balance, and what KIE has left.
//!
//! ```text
//!   due (a row, every hour) ──┬──> reading: the list, page by page, from where it was left ‖ each page a commit
//!   trt books reconcile ──────┘      └──> settling: what the books did not know ‖ each one a commit
//!                                          └──> judging: what differs ── kept, shown, told ‖ one commit
//! ```
//!
//! | part | owns |
//! | --- | --- |
//! | [`reading`] | pages of Telegram's list |
//! | [`settling`] | payments and refunds whose event never came, and Stars that are neither |
//! | [`comparing`] | what still differs once everything is settled |
//! | [`judging`] | the one commit at the end: differences, the admins, whoever asked |
//!
//! Telegram and KIE are asked outside of every transaction. A difference counts when two reconciliations in a row
//! find it, so that what is on its way is none; a payment or refund waits ten minutes for its own event, and as long
//! as an order is kept that only the event may begin. An imported payment begins nothing: it offers a button.
//!
//! On failure: what was committed stays, the rest is looked at again soon. What could not be looked at is not judged.

mod comparing;
mod judging;
mod reading;
mod settling;

use std::sync::Arc;
use std::time::Duration;

use domain::payment::DifferenceKind;
use domain::{ChatId, Credits};
use store::StoreError;
use store::operators::Kind;
use store::reconciliations::differences::Found;
use tokio::time::Instant;
use tracing::{debug, warn};
use uuid::Uuid;

use crate::generations::Generations;
use crate::metrics::{self, Loop};
use crate::upkeep::asking::NoAnswer;

/// The name of the row that says when it is due.
pub(crate) const NAME: &str = "reconcile-books";

/// So often there is a look whether it is due or asked for.
const LOOK: Duration = Duration::from_secs(1);

const HOUR: Duration = Duration::from_secs(3600);

/// The pauses after one that was not whole: the first, and the longest they grow to.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = HOUR;

/// Who asks waits no longer: a first reading of a long list takes minutes.
pub(crate) const LONGEST: Duration = Duration::from_secs(600);

/// So many requests are answered by one reconciliation.
const MOST_REQUESTS: i64 = 16;

/// No more differences of a kind are kept by one reconciliation.
const MOST: i64 = 1_000;

/// What a reconciliation has come to so far.
#[derive(Debug, Default)]
struct Pass {
    pages: u64,
    /// Transactions that were news.
    news: u64,
    imported: u64,
    returned: u64,
    /// Of these kinds everything was found that there is.
    looked_at: Vec<DifferenceKind>,
    found: Vec<Found>,
    /// Credits were bought, as many as KIE has more than the books.
    bought: Option<Credits>,
    /// Why a part was not looked at: the first reason.
    problem: Option<String>,
    /// The bound was reached: there is more to be read.
    is_more: bool,
    /// Something is to be said in these chats.
    chats: Vec<ChatId>,
}

impl Pass {
    fn misses(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }
}

/// Reconciles whenever it is due or asked for, until the term drains.
pub(crate) async fn run(active: Arc<Generations>) {
    let mut is_known = false;
    loop {
        metrics::round(Loop::Reconciling);
        match round(&active, &mut is_known).await {
            Ok(()) => {}
            Err(NoAnswer::TermOver) => return,
            Err(NoAnswer::Problem(problem)) => {
                warn!(repeats = "reconciling", "[MONEY] cannot reconcile: {problem}");
                put_off(&active, &problem).await;
            }
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

/// One look, and one reconciliation if it is time.
async fn round(active: &Generations, is_known: &mut bool) -> Result<(), NoAnswer> {
    if !*is_known {
        let know =
            active.store.in_term(&active.term, async |tx| tx.upkeep().know_work(&[NAME]).await);
        know.await?;
        *is_known = true;
    }
    let asked = taken(active).await?;
    let is_due = active.store.due_work().await?.iter().any(|name| name == NAME);
    if asked.is_empty() && !is_due {
        return Ok(());
    }
    let (mut pass, began) = (Pass::default(), Instant::now());
    let came = reconcile(active, &mut pass).await;
    // What was said by commits on the way goes out, whatever came after them.
    active.wake.outbox(&pass.chats);
    came?;
    let by = asked.first().map_or("hour", |(_, by)| by.as_str());
    let asked: Vec<Uuid> = asked.iter().map(|(id, _)| *id).collect();
    judging::judge(active, pass, began, by, &asked).await
}

/// Looks at everything that can be reached.
async fn reconcile(active: &Generations, pass: &mut Pass) -> Result<(), NoAnswer> {
    let read = reading::read_list(active, pass).await?;
    settling::settle(active, pass).await?;
    if read == reading::Read::ToTheEnd {
        comparing::stars(active, pass).await?;
    }
    comparing::earlier(active, pass).await?;
    comparing::credits(active, pass).await?;
    comparing::prices(active, pass).await
}

/// The requests of operators that wait, in hand from now on; each with who asks.
async fn taken(active: &Generations) -> Result<Vec<(Uuid, String)>, NoAnswer> {
    let waiting = active.store.requests_waiting(true, MOST_REQUESTS).await?;
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    let Ok(_work) = active.term.work() else { return Err(NoAnswer::TermOver) };
    let taken = active.store.in_term(&active.term, async |tx| {
        let mut taken = Vec::new();
        for id in &waiting {
            let asked = tx.operators().take_request(*id).await?;
            let Some(asked) = asked.filter(|asked| asked.kind == Some(Kind::BooksReconcile)) else {
                continue;
            };
            tx.operators().hold_request(*id, LONGEST).await?;
            taken.push((*id, format!("operator:{}", asked.by)));
        }
        Ok(taken)
    });
    Ok(taken.await?)
}

/// Writes down that it came to nothing; should that fail as well, it stays due.
async fn put_off(active: &Generations, problem: &str) {
    let problem = shortened(problem);
    let written = active.store.in_term(&active.term, async |tx| {
        tx.upkeep().put_off_work(NAME, &problem, FIRST_PAUSE, LONGEST_PAUSE).await
    });
    if let Err(error) = written.await {
        debug!("[MONEY] a reconciliation was not put off: {error}");
    }
}

/// A problem as a row may have it.
fn shortened(problem: &str) -> String {
    const LONGEST: usize = 300;
    problem.chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}

/// What the database has refused, if that is what an error says: doing it again will bring the same.
fn refused(error: StoreError) -> Result<String, NoAnswer> {
    match error {
        error @ (StoreError::Refused(_) | StoreError::Broken(_)) => Ok(error.to_string()),
        error => Err(error.into()),
    }
}
