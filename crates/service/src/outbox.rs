//! The outbox loop: what was decided is said to Telegram, in order for each line of a chat.
//!
//! ```text
//!   hint (a chat) ──┐
//!                   ├──> read its rows ──> lines ──> one call per line at a time ──┐
//!   walk (1 s) ─────┘          ^                                                   │
//!                              └── tried again, or more has changed <──────────────┘
//! ```
//!
//! Lines go their own ways: one that waits for Telegram's permission, for a file, or for doubt to be settled,
//! holds up nobody else, not even the other line of its chat. Who may speak first when all of them want to is
//! the throttle's business.
//!
//! On failure: what is not known to have ended is read again from the table, which knows. Without its
//! claim writer the loop can say nothing: it dies with it, and its supervisor begins both anew.

mod activity;
mod chats;
mod claim_writer;
mod judging;
pub(crate) mod own_data;
mod samples;
mod sending;
mod unreachable;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use domain::ChatId;
use leadership::Term;
use store::{Intake, Outgoing, Store, StoreError};
use telegram::client::Client;
use telegram::throttle::Throttle;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::MissedTickBehavior;
use tracing::{Instrument, Span, warn};

use crate::generations::Generations;
use crate::logging::following;
use crate::metrics::{self, Loop};
use crate::process::wake::Wake;
use crate::traces;
use chats::{Chats, Handed, Key, MOST_LINES, MOST_WALKED, PER_LINE};
use claim_writer::Claims;
use sending::{Said, send};

/// The table is walked at least this often.
const WALK: Duration = Duration::from_secs(1);

/// One step of the walk takes in this many chats.
const CHATS_A_STEP: i64 = 256;

/// The pause after the table could not be read.
const PAUSE: Duration = Duration::from_millis(250);

/// What is said with.
#[derive(Debug)]
pub(crate) struct Outbox {
    pub(crate) term: Term,
    pub(crate) store: Store,
    /// For facts that come too late.
    pub(crate) intake: Intake,
    pub(crate) telegram: Client,
    pub(crate) throttle: Throttle,
    pub(crate) wake: Wake,
    /// How long a call of a lost term can still be under way: R + C.
    pub(crate) doubt: Duration,
    /// Brings the bytes of results.
    pub(crate) generations: Arc<Generations>,
    /// The chats of operators: what cannot be said there is told nobody there.
    pub(crate) desks: Vec<i64>,
}

enum Looked {
    Rows(Vec<Key>, Result<Vec<Outgoing>, StoreError>),
    Chats(Result<Vec<ChatId>, StoreError>),
}

/// Says what is to be said until the term drains, then finishes what is in hand.
pub(crate) async fn run(active: Arc<Outbox>) {
    let (claims, writer) = Claims::new();
    let writer = {
        let active = Arc::clone(&active);
        tokio::spawn(async move { writer.run(&active).await })
    };
    beside(writer, speak(OutboxLoop::new(active, claims))).await;
}

/// Does the work as long as the claim writer lives, then waits until the last of it is written.
async fn beside(mut writer: JoinHandle<()>, work: impl Future<Output = ()>) {
    let ended = {
        let mut work = pin!(work);
        tokio::select! {
            biased;
            () = &mut work => writer.await,
            ended = &mut writer => {
                if ended.is_ok() {
                    work.await;
                }
                ended
            }
        }
    };
    if let Err(error) = ended
        && error.is_panic()
    {
        std::panic::resume_unwind(error.into_panic());
    }
}

async fn speak(mut outbox: OutboxLoop) {
    let mut ticks = tokio::time::interval(WALK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        metrics::round(Loop::Outbox);
        outbox.send_out();
        outbox.read();
        let active = Arc::clone(&outbox.active);
        tokio::select! {
            biased;
            () = active.term.draining() => break,
            Some(said) = outbox.calls.join_next() => outbox.settle(said),
            Some(Ok(looked)) = outbox.looks.join_next() => outbox.take_in(looked),
            chats = active.wake.outbox_news() => outbox.hint(&chats, MOST_LINES),
            _ = ticks.tick() => outbox.walk(),
        }
    }
    // With the loop's end nobody can claim anything more: the writer writes the last of it and ends.
    while outbox.calls.join_next().await.is_some() {}
}

struct OutboxLoop {
    active: Arc<Outbox>,
    claims: Claims,
    chats: Chats,
    calls: JoinSet<(Key, Said)>,
    looks: JoinSet<Looked>,
    reading: bool,
    walking: bool,
    /// The chat after which the walk goes on.
    after: ChatId,
}

impl OutboxLoop {
    fn new(active: Arc<Outbox>, claims: Claims) -> Self {
        Self {
            active,
            claims,
            chats: Chats::default(),
            calls: JoinSet::new(),
            looks: JoinSet::new(),
            reading: false,
            walking: false,
            after: ChatId::new(i64::MIN),
        }
    }

    fn hint(&mut self, chats: &[ChatId], most: usize) {
        for chat in chats {
            // Without room it is found by a later walk.
            self.chats.hint(*chat, most);
        }
    }

    /// Looks which chats have something to be said in them.
    fn walk(&mut self) {
        if std::mem::replace(&mut self.walking, true) {
            return;
        }
        let (active, after) = (Arc::clone(&self.active), self.after);
        self.looks.spawn(async move {
            Looked::Chats(active.store.chats_waiting(after, CHATS_A_STEP).await)
        });
    }

    /// Reads the rows of lines that need it.
    fn read(&mut self) {
        if self.reading {
            return;
        }
        let lines = self.chats.take_unread();
        if lines.is_empty() {
            return;
        }
        self.reading = true;
        let active = Arc::clone(&self.active);
        self.looks.spawn(async move {
            let rows = active.store.outgoing(&lines, PER_LINE as i64).await;
            if rows.is_err() {
                tokio::time::sleep(PAUSE).await;
            }
            Looked::Rows(lines, rows)
        });
    }

    fn take_in(&mut self, looked: Looked) {
        match looked {
            Looked::Rows(asked, Ok(rows)) => {
                self.reading = false;
                self.chats.read(&asked, rows);
            }
            Looked::Rows(asked, Err(error)) => {
                self.reading = false;
                warn!(repeats = "outbox", "[OUTBOX] cannot read what is to be said: {error}");
                self.chats.unread(&asked);
            }
            Looked::Chats(Ok(chats)) => {
                self.walking = false;
                let whole = i64::try_from(chats.len()).unwrap_or(i64::MAX) >= CHATS_A_STEP;
                self.after =
                    chats.last().filter(|_| whole).copied().unwrap_or(ChatId::new(i64::MIN));
                self.hint(&chats, MOST_WALKED);
            }
            Looked::Chats(Err(error)) => {
                self.walking = false;
                warn!(repeats = "outbox", "[OUTBOX] cannot read what is to be said: {error}");
            }
        }
    }

    fn send_out(&mut self) {
        while let Some(Handed { key, head, superseded }) = self.chats.next() {
            let (active, claims) = (Arc::clone(&self.active), self.claims.clone());
            let span = head.as_ref().map_or_else(Span::none, following::outbox);
            let traced = traces::saying(head.as_ref(), active.term.epoch());
            let said = async move {
                if !superseded.is_empty() && !supersede(&active, &superseded).await {
                    return (key, Said::Reload);
                }
                match head {
                    Some(row) => (key, send(&active, &claims, row).await),
                    None => (key, Said::Reload),
                }
            };
            self.calls.spawn(traced.around(said).instrument(span));
        }
    }

    fn settle(&mut self, said: Result<(Key, Said), tokio::task::JoinError>) {
        match said {
            Ok((key, Said::Ended)) => self.chats.ended(key),
            Ok((key, Said::Reload)) => self.chats.reload(key),
            Ok((key, Said::HeldUp)) => self.chats.held_up(key),
            Ok((_, Said::Stopped)) => {}
            Err(error) => std::panic::resume_unwind(error.into_panic()),
        }
    }
}

/// Ends edits that a later one makes superfluous; says whether that is written.
async fn supersede(active: &Outbox, rows: &[domain::OutboxId]) -> bool {
    let write =
        active.store.in_term(&active.term, async |tx| tx.outbox().supersede_outgoing(rows).await);
    write.await.is_ok()
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::time::Duration;

    use tokio::sync::oneshot;

    use super::beside;

    #[tokio::test(start_paused = true)]
    async fn the_death_of_the_claim_writer_is_the_death_of_the_loop() {
        let writer = tokio::spawn(async { panic!("this one dies on purpose") });
        let outbox = tokio::spawn(beside(writer, pending()));

        let ended = tokio::time::timeout(Duration::from_secs(60), outbox).await;

        assert!(ended.expect("it goes on without its writer").unwrap_err().is_panic());
    }

    #[tokio::test]
    async fn the_claim_writer_writes_the_last_of_it_before_the_loop_ends() {
        let (written, last) = oneshot::channel();
        let writer = tokio::spawn(async { written.send(()).unwrap_or_default() });

        beside(writer, ready(())).await;

        assert!(last.await.is_ok());
    }
}
