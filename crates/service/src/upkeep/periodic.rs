//! What the active instance does again and again: a row says when, one loop looks every second.
//!
//! ```text
//!   look, every second ──> due, and not in hand ──> its own task ──┬── done: the row says when next
//!                                                                  ├── more: another batch, a little later
//!                                                                  └── failed: put off, longer each time
//! ```
//!
//! Rows go by the time of the business, so work is due by the calendar and not by how long a process has
//! been running: a deploy every ten minutes puts nothing off. [`work`] has the list. Each batch is one
//! fenced transaction that also moves the row on, so that two instances never do the same work twice.
//!
//! On failure: the row has the problem, a line in the log says so, and nothing else waits for it.

mod work;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use dialogue::PriceList;
use leadership::Term;
use store::{Store, StoreError};
use tokio::sync::Semaphore;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::MissedTickBehavior;
use tracing::{debug, error, warn};

use crate::metrics::{self, Loop};
use crate::process::wake::Wake;
use crate::role::tools::BotProfile;

use work::Work;
pub(crate) use work::{FINISH_LEAVING, Step};

/// So often there is a look at what is due.
const LOOK: Duration = Duration::from_secs(1);

/// The pause between two batches of the same work, so that nobody notices them.
const BETWEEN: Duration = Duration::from_millis(500);

/// So many batches run at the same time.
const HANDS: usize = 2;

/// The pauses after failures: the first, and the longest they grow to.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(3600);

const LONGEST_PROBLEM: usize = 300;

/// What periodic work is done with.
#[derive(Debug)]
pub(crate) struct Periodic {
    pub(crate) term: Term,
    pub(crate) store: Store,
    /// When the server ends a silent holder's session: T.
    pub(crate) stale_after: Duration,
    /// What can be ordered.
    pub(crate) prices: Arc<PriceList>,
    pub(crate) bot: Arc<BotProfile>,
    pub(crate) wake: Wake,
}

/// Work in hand, by the task that does it.
#[derive(Default)]
struct InHand {
    tasks: JoinSet<()>,
    works: BTreeMap<Id, Work>,
}

/// The names of all kinds of work.
pub(crate) fn names() -> Vec<&'static str> {
    Work::ALL.map(Work::name).to_vec()
}

/// Looks and works until the term drains, then finishes the batches in hand.
pub(crate) async fn run(active: Arc<Periodic>) {
    let hands = Arc::new(Semaphore::new(HANDS));
    let mut in_hand = InHand::default();
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut known = false;
    loop {
        metrics::round(Loop::Periodic);
        tokio::select! {
            () = active.term.draining() => break,
            Some(ended) = in_hand.tasks.join_next_with_id() => in_hand.ended(&active, ended).await,
            _ = ticks.tick() => match look(&active, &mut known).await {
                Ok(due) => in_hand.begin(&active, &hands, due),
                Err(StoreError::TermOver) => {}
                Err(error) => {
                    warn!(repeats = "periodic", "[RUN] cannot look at what is due: {error}");
                }
            }
        }
    }
    while in_hand.tasks.join_next().await.is_some() {}
}

/// What is due. The first look makes sure that every kind of work has its row.
async fn look(active: &Periodic, known: &mut bool) -> Result<Vec<Work>, StoreError> {
    if !*known {
        let names = Work::ALL.map(Work::name);
        let know = active.store.in_term(&active.term, async |tx| {
            tx.upkeep().know_work(&names).await?;
            // Whoever was active last may have been away for long.
            tx.upkeep().hasten_work(Work::CountUse.name()).await?;
            tx.upkeep().keep_lock_timing(active.stale_after).await
        });
        know.await?;
        *known = true;
    }
    let due = active.store.due_work().await?;
    Ok(due.iter().filter_map(|name| Work::from_name(name)).collect())
}

impl InHand {
    fn begin(&mut self, active: &Arc<Periodic>, hands: &Arc<Semaphore>, due: Vec<Work>) {
        for work in due {
            if self.works.values().any(|other| *other == work) {
                continue;
            }
            let task = batches(Arc::clone(active), Arc::clone(hands), work);
            let id = self.tasks.spawn(task).id();
            self.works.insert(id, work);
        }
    }

    async fn ended(&mut self, active: &Periodic, ended: Result<(Id, ()), JoinError>) {
        let id = match &ended {
            Ok((id, ())) => *id,
            Err(error) => error.id(),
        };
        let work = self.works.remove(&id);
        if let (Some(work), true) = (work, ended.is_err_and(|error| error.is_panic())) {
            error!(repeats = work.name(), work = work.name(), "[RUN] periodic work panicked");
            put_off(active, work, "it panicked").await;
        }
    }
}

/// Does one kind of work, batch by batch, until there is no more of it.
async fn batches(active: Arc<Periodic>, hands: Arc<Semaphore>, work: Work) {
    let mut after = 0;
    loop {
        let step = {
            let Ok(_hand) = hands.acquire().await else { return };
            batch(&active, work, after).await
        };
        match step {
            Ok(Step::More(last)) => after = last,
            Ok(Step::Done) | Err(StoreError::TermOver) => return,
            Err(error) => {
                let name = work.name();
                warn!(repeats = name, work = name, "[RUN] periodic work failed: {error}");
                return put_off(&active, work, &error.to_string()).await;
            }
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(BETWEEN) => {}
        }
    }
}

/// One batch and, with the last one, when the next is due: one commit.
async fn batch(active: &Periodic, work: Work, after: i64) -> Result<Step, StoreError> {
    let Ok(_work) = active.term.work() else { return Err(StoreError::TermOver) };
    let step = active.store.in_term(&active.term, async |tx| {
        if !tx.upkeep().take_work(work.name()).await? {
            return Ok(Step::Done);
        }
        let step = work.step(tx, after, active).await?;
        if step == Step::Done {
            tx.upkeep().work_done(work.name(), work.pause()).await?;
        }
        Ok(step)
    });
    let step = step.await?;
    debug!(work = work.name(), ?step, "[RUN] periodic work");
    Ok(step)
}

/// Writes down that it failed; should that fail as well, it stays due.
async fn put_off(active: &Periodic, work: Work, problem: &str) {
    let problem: String =
        problem.chars().filter(|c| !c.is_control()).take(LONGEST_PROBLEM).collect();
    let written = active.store.in_term(&active.term, async |tx| {
        tx.upkeep().put_off_work(work.name(), &problem, FIRST_PAUSE, LONGEST_PAUSE).await
    });
    if let Err(error) = written.await {
        debug!(work = work.name(), "[RUN] periodic work was not put off: {error}");
    }
}
