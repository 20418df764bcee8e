//! The inbox loop: the active instance handles what any instance stored.
//!
//! ```text
//!   look (hint, bell, or 250 ms) ──> lanes ──> hands ──┬── done ──> the outbox is woken
//!      ^                              ^                ├── failed ──> tried again, 5 times in 15 s
//!      │                              └── fetched <────┤── a text file: the row steps aside for it
//!      └── the window has room again <─────────────────┴── then set aside, with an apology
//! ```
//!
//! It keeps no mark of how far it got: each look starts where lanes have something, so a row that
//! became visible late is found like any other. What is in hand is only in hand; the row says so
//! nowhere, and a crash leaves it pending.
//!
//! On failure: with the database away it waits and looks again, and that is no try. After an unexplained
//! end of the last holder each try is opened before it is made, so that an update that kills the process
//! is set aside by its fifth successor; what did not kill it, or fail by itself, does not count.

pub(crate) mod effects;

mod errands;
mod events;
mod facts;
mod fetches;
mod handling;
mod lanes;
mod money;
pub(crate) mod pace;
mod setting_aside;
mod text_files;

use std::sync::Arc;
use std::time::Duration;

use dialogue::PriceList;
use domain::InboxId;
use leadership::Term;
use parking_lot::Mutex;
use store::{Pending, Store, StoreError, Window};
use telegram::client::Client;
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior};
use tracing::{Instrument, debug, warn};

use crate::arrivals::Pressure;
use crate::logging::following;
use crate::metrics::{self, Loop};
use crate::process::wake::Wake;
use crate::role::tools::BotProfile;
use crate::status::Board;
use crate::traces;
use errands::{Brought, Wanted};
pub(crate) use facts::{media_kind, order_facts};
use fetches::Fetches;
use handling::{Handled, Trouble};
use lanes::{Care, Lanes, PER_LANE};
use pace::Pace;

/// So many updates are in hand at once.
const HANDS: usize = 8;

/// While updates come in harder than they can be stored at leisure one hand takes one at a time, with
/// a pause: about as many as Telegram takes replies.
const FEW_HANDS: usize = 1;
const FEW_PAUSE: Duration = Duration::from_millis(33);

/// Looks at least this often.
const LOOK: Duration = Duration::from_millis(250);

/// One look takes in this many lanes and rows at most.
const LANES_A_LOOK: usize = 256;
const ROWS_A_LOOK: usize = 2_048;

/// An update is tried this often.
const MOST_TRIES: i16 = 5;

/// The pauses between its tries: 15 s in all.
const PAUSES: [Duration; 4] = [
    Duration::from_millis(500),
    Duration::from_millis(1_500),
    Duration::from_secs(4),
    Duration::from_secs(9),
];

/// The pause while the database is away.
const AWAY: Duration = Duration::from_millis(500);

/// What updates are handled with.
#[derive(Debug)]
pub(crate) struct Inbox {
    pub(crate) term: Term,
    pub(crate) store: Store,
    pub(crate) telegram: Client,
    pub(crate) board: Board,
    pub(crate) wake: Wake,
    pub(crate) pressure: Pressure,
    pub(crate) bot: Arc<BotProfile>,
    pub(crate) prices: Arc<PriceList>,
    /// The prices with what admins made free, by what that is.
    pub(crate) freed: Mutex<Option<(String, Arc<PriceList>)>>,
    /// How fast people may be.
    pub(crate) pace: Pace,
    /// Until then rows are taken with care: the last holder ended without a word.
    pub(crate) careful_until: Option<Instant>,
}

impl Inbox {
    /// What is sold now: with what admins made free, or no longer free.
    pub(crate) fn prices_now(&self, free_models: &str) -> Arc<PriceList> {
        if free_models.is_empty() {
            return Arc::clone(&self.prices);
        }
        let mut freed = self.freed.lock();
        match freed.as_ref() {
            Some((known, prices)) if known == free_models => Arc::clone(prices),
            _ => {
                let prices = Arc::new(self.prices.with_free(free_models));
                *freed = Some((free_models.to_owned(), Arc::clone(&prices)));
                prices
            }
        }
    }

    fn takes_care(&self) -> bool {
        self.careful_until.is_some_and(|until| Instant::now() < until)
    }
}

/// What became of a row in hand.
enum Outcome {
    Settled,
    /// The row waits for this.
    ToFetch(Pending, Wanted),
    Again {
        attempts: i16,
        pause: Duration,
    },
    TermOver,
}

/// Handles updates until the term drains, then finishes what is in hand.
pub(crate) async fn run(active: Arc<Inbox>) {
    let mut inbox = InboxLoop::new(active);
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        metrics::round(Loop::Inbox);
        inbox.hand_out();
        inbox.look();
        let (active, wake_at) = (Arc::clone(&inbox.active), inbox.wake_at());
        tokio::select! {
            biased;
            () = active.term.draining() => break,
            Some(done) = inbox.hands.join_next() => inbox.put_down(done),
            Some(fetched) = inbox.fetches.next() => inbox.fetches.take_in(&active, fetched),
            Some(Ok(looked)) = inbox.looks.join_next() => inbox.take_in(looked),
            () = active.wake.inbox_news() => inbox.hinted = true,
            _ = ticks.tick() => inbox.hinted = true,
            () = tokio::time::sleep_until(wake_at) => {}
        }
    }
    inbox.fetches.stop().await;
    while inbox.hands.join_next().await.is_some() {}
}

struct InboxLoop {
    active: Arc<Inbox>,
    lanes: Lanes,
    hands: JoinSet<(i64, Outcome)>,
    fetches: Fetches,
    /// The look that is under way. It has a task of its own: to drop it half-way, whenever a hand is
    /// done, would cost a connection each time.
    looks: JoinSet<Result<Vec<Pending>, StoreError>>,
    /// The lane after which the next look begins; None: from the start, once there is a hint.
    after: Option<i64>,
    hinted: bool,
    /// When a hand took something last.
    handed_out: Instant,
}

impl InboxLoop {
    fn new(active: Arc<Inbox>) -> Self {
        let (hands, looks) = (JoinSet::new(), JoinSet::new());
        Self {
            active,
            lanes: Lanes::default(),
            hands,
            fetches: Fetches::default(),
            looks,
            after: None,
            hinted: true,
            handed_out: Instant::now(),
        }
    }

    /// When there is something to hand out again, if nothing happens before.
    fn wake_at(&self) -> Instant {
        let rested = self.lanes.next_wake();
        let pressed = self.active.pressure.is_high().then(|| self.handed_out + FEW_PAUSE);
        let wakes = rested.into_iter().chain(pressed.filter(|at| *at > Instant::now()));
        wakes.min().unwrap_or_else(|| Instant::now() + LOOK)
    }

    /// Looks into the inbox, unless somebody does, or there is no room for what it would find.
    fn look(&mut self) {
        let wanted = self.hinted || self.after.is_some();
        if !wanted || !self.looks.is_empty() || self.lanes.room() < ROWS_A_LOOK {
            return;
        }
        if self.after.is_none() {
            self.hinted = false;
        }
        let (active, after) = (Arc::clone(&self.active), self.after.unwrap_or(i64::MIN));
        let full = self.lanes.full();
        self.looks.spawn(async move {
            let (lanes, per_lane) = (LANES_A_LOOK as i64, PER_LANE as i64);
            let window = Window { after, full: &full, lanes, per_lane, rows: ROWS_A_LOOK as i64 };
            active.store.pending(window).await
        });
    }

    /// Takes in what a look found, and remembers where the next one goes on.
    fn take_in(&mut self, looked: Result<Vec<Pending>, StoreError>) {
        self.after = None;
        let rows = match looked {
            Ok(rows) => rows,
            Err(error) => {
                warn!(repeats = "look", "[QUEUE] cannot look into the inbox: {error}");
                return;
            }
        };
        let lanes = rows.chunk_by(|one, next| one.lane == next.lane).count();
        if rows.len() >= ROWS_A_LOOK || lanes >= LANES_A_LOOK {
            self.after = rows.last().map(|row| row.lane);
        }
        for row in rows {
            self.lanes.offer(row);
        }
    }

    fn hand_out(&mut self) {
        let pressed = self.active.pressure.is_high();
        if pressed && self.handed_out.elapsed() < FEW_PAUSE {
            return;
        }
        while self.hands.len() < if pressed { FEW_HANDS } else { HANDS } {
            let careful = self.active.takes_care();
            let care = if careful { Care::SuspectsAlone } else { Care::Usual };
            let Some((row, brought)) = self.next(care) else { return };
            self.handed_out = Instant::now();
            let active = Arc::clone(&self.active);
            let span = traces::handling(&row, active.term.epoch());
            let handled = async move { (row.lane, settle(&active, row, brought, careful).await) };
            self.hands.spawn(span.around(handled).instrument(following::update(&row)));
        }
    }

    /// The next row a hand may take, with what it had stepped aside for.
    fn next(&mut self, care: Care) -> Option<(Pending, Option<Brought>)> {
        let Some(row) = self.fetches.first() else {
            return self.lanes.next(Instant::now(), care).map(|row| (row, None));
        };
        if !self.lanes.step_back(row, care) {
            return None;
        }
        self.fetches.take().map(|(row, brought)| (row, Some(brought)))
    }

    fn put_down(&mut self, done: Result<(i64, Outcome), tokio::task::JoinError>) {
        match done {
            Ok((lane, Outcome::Settled | Outcome::TermOver)) => self.lanes.settle(lane),
            Ok((_, Outcome::ToFetch(row, wanted))) => {
                self.lanes.step_aside();
                self.fetches.fetch(&self.active, row, wanted);
            }
            Ok((lane, Outcome::Again { attempts, pause })) => {
                self.lanes.again(lane, attempts, Instant::now() + pause);
            }
            // Handling catches panics itself; should one get here, the supervisor begins anew.
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
    }
}

/// Handles a row, or counts the try that failed, or sets it aside.
async fn settle(active: &Inbox, row: Pending, brought: Option<Brought>, careful: bool) -> Outcome {
    let Ok(_work) = active.term.work() else { return Outcome::TermOver };
    let mut attempts = row.attempts;
    if careful {
        match setting_aside::open(active, row.id).await {
            Ok(Some(tried)) if tried.last_was_fatal && tried.attempts >= MOST_TRIES => {
                let problem = "the process ended each time it was handled";
                return set_aside(active, row.id, tried.attempts, problem).await;
            }
            Ok(Some(tried)) => attempts = tried.attempts,
            Ok(None) => return Outcome::Settled,
            Err(error) => return after(active, row, attempts, error.into()).await,
        }
    }
    let began = Instant::now();
    match handling::handle(active, row.id, brought).await {
        Ok(Handled::Done(chats)) => {
            active.board.processed();
            traces::committed();
            metrics::handled("done", began.elapsed());
            debug!("[QUEUE] handled");
            if !chats.is_empty() {
                active.wake.outbox(&chats);
            }
            Outcome::Settled
        }
        Ok(Handled::Gone) => Outcome::Settled,
        Err(trouble) => after(active, row, attempts, trouble).await,
    }
}

/// What to do after handling did not work out.
async fn after(active: &Inbox, row: Pending, attempts: i16, trouble: Trouble) -> Outcome {
    let problem = match trouble {
        Trouble::TermOver => {
            traces::outcome(traces::Outcome::TermOver);
            return Outcome::TermOver;
        }
        Trouble::Away(error) => {
            debug!("[QUEUE] {error}");
            traces::outcome(traces::Outcome::Away);
            return Outcome::Again { attempts, pause: AWAY };
        }
        Trouble::ToFetch(wanted) => {
            traces::outcome(traces::Outcome::Fetching);
            return Outcome::ToFetch(Pending { attempts, ..row }, wanted);
        }
        Trouble::Failed(problem) => problem,
    };
    traces::outcome(traces::Outcome::Failed);
    let tried = match setting_aside::count(active, row.id).await {
        Ok(Some(tried)) => tried,
        Ok(None) => return Outcome::Settled,
        Err(StoreError::TermOver) => return Outcome::TermOver,
        Err(_) => return Outcome::Again { attempts, pause: AWAY },
    };
    metrics::handled("failed", Duration::ZERO);
    warn!(repeats = "handling", tried, "[QUEUE] an update could not be handled: {problem}");
    if tried >= MOST_TRIES {
        return set_aside(active, row.id, tried, &problem).await;
    }
    let place = usize::try_from(tried - 1).unwrap_or_default();
    Outcome::Again { attempts: tried, pause: PAUSES.get(place).copied().unwrap_or(AWAY) }
}

async fn set_aside(active: &Inbox, id: InboxId, tried: i16, problem: &str) -> Outcome {
    match setting_aside::set_aside(active, id, problem).await {
        Ok(chats) => {
            active.wake.outbox(&chats);
            metrics::handled("set_aside", Duration::ZERO);
            traces::outcome(traces::Outcome::SetAside);
            Outcome::Settled
        }
        Err(StoreError::TermOver) => Outcome::TermOver,
        Err(_) => Outcome::Again { attempts: tried, pause: AWAY },
    }
}
