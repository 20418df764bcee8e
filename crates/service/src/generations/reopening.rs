//! Back in business by itself: what waits for credits or for our key, and what a trial has shown to work.
//!
//! ```text
//!   for want of credits ── credits? ──┬── enough ──> open, waiting orders go on
//!                                     ├── some ──> the ceiling moves
//!                                     └── none, or no answer ──> asked again later
//!   key refused ── credits? ── an answer ──> half open
//!   half open ── its trial works, or KIE takes it ──> open
//!   open ──> one INFO line, one message to the admins
//! ```
//!
//! The pauses grow while KIE tells what we have and then takes no order.
//!
//! On failure: it stays closed, and is asked again.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use domain::generation::Cause;
use domain::{Credits, GenerationId, News};
use store::closures::{DEAR, EVERYTHING};
use store::{LeaderTx, StoreError};
use tokio::time::Instant;
use tracing::{debug, info};

use crate::generations::Generations;
use crate::metrics::{self, Loop};

/// The first pause.
const PAUSE: Duration = Duration::from_secs(10);

/// The longest one is the first, so many times doubled.
const MOST_DOUBLED: u32 = 6;

/// The client's own limit is below it.
const LONGEST: Duration = Duration::from_secs(30);

/// Something that opened by itself; others learn it once that is committed.
#[derive(Debug, Default)]
#[must_use = "nobody learns it"]
pub(crate) struct Opened {
    subjects: Vec<String>,
}

impl Opened {
    /// Tells the admins within the transaction that opened it.
    async fn note(&mut self, tx: &mut LeaderTx<'_>, subject: &str) -> Result<(), StoreError> {
        tx.operators().add_trouble(News::Opened, 1, subject, "").await?;
        self.subjects.push(subject.to_owned());
        Ok(())
    }

    /// It is committed: a line for the operators, what the admins are told goes out, and what waits goes on.
    pub(crate) fn announce(self, active: &Generations) {
        if self.subjects.is_empty() {
            return;
        }
        for subject in self.subjects {
            info!(subject, "[KIE] open again");
        }
        active.wake.news();
        active.wake.orders();
    }
}

pub(super) async fn run(active: Arc<Generations>) {
    loop {
        metrics::round(Loop::Reopening);
        let closings = active.closings.load(Ordering::Relaxed);
        let pause = PAUSE * 2_u32.pow(closings.saturating_sub(1).min(MOST_DOUBLED));
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(pause) => {}
        }
        if let Err(undone) = probe(&active).await {
            debug!("[KIE] not asked whether it takes us back: {undone}");
        }
    }
}

async fn probe(active: &Generations) -> Result<(), StoreError> {
    if !active.store.waits_for_balance().await? {
        return Ok(());
    }
    let Ok(permit) = active.term.permit(LONGEST) else { return Ok(()) };
    let began = Instant::now();
    let asked = permit.run_until_drain(active.kie.credits()).await;
    let Ok(answer) = asked else { return Ok(()) };
    metrics::kie_credits(began, &answer);
    let Ok(balance) = answer else { return Ok(()) };
    let settled = async |tx: &mut LeaderTx<'_>| settle(active, tx, balance).await;
    let opened = active.store.in_term(&active.term, settled).await?;
    if !opened.subjects.is_empty() {
        active.board.kie("ok");
    }
    opened.announce(active);
    Ok(())
}

/// KIE has so much left for us: what that pays for is open.
pub(crate) async fn settle(
    active: &Generations,
    tx: &mut LeaderTx<'_>,
    balance: Credits,
) -> Result<Opened, StoreError> {
    let mut opened = Opened::default();
    if !balance.is_positive() {
        return Ok(opened);
    }
    if tx.closures().open_everything(Cause::OutOfCredits.word()).await? {
        opened.note(tx, EVERYTHING).await?;
    }
    // It reads our key. Whether it takes orders by it, one of them finds out.
    if tx.closures().try_everything(Cause::KeyRefused.word()).await? {
        active.wake.orders();
    }
    if tx.closures().balance_is(balance).await? {
        opened.note(tx, DEAR).await?;
    }
    Ok(opened)
}

/// A generation shows that these subjects work: what it was to try is open.
pub(super) async fn works(
    tx: &mut LeaderTx<'_>,
    id: GenerationId,
    subjects: &[&str],
) -> Result<Opened, StoreError> {
    let mut opened = Opened::default();
    if subjects.is_empty() {
        return Ok(opened);
    }
    for subject in tx.closures().subjects_work(subjects, id).await? {
        opened.note(tx, &subject).await?;
    }
    Ok(opened)
}
