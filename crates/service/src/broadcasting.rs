//! Messages to many people go out: a window of each at a time, behind whatever people wait for.
//!
//! ```text
//!   look ──> due ── one commit: what ended is counted and leaves, the next people get their row ──┐
//!     ^                                                                                           │
//!     └────── twice a second; sooner while there is room in the window <──────────────────────────┘
//! ```
//!
//! The rows stand in a line of their own and wait for their turn behind everything else, so nobody who asks waits for
//! those who did not. How far a broadcast is, is in its row: the next instance goes on there. A message of which
//! nobody knows whether it was sent is not sent again; it is counted as in doubt.
//!
//! On failure: nothing of the batch is written, and it is tried again at the next look.

use std::sync::Arc;
use std::time::Duration;

use dialogue::{Html, broadcast_letter};
use domain::{BroadcastId, ChatId, Language};
use leadership::Term;
use store::outbox::broadcasts::BroadcastBody;
use store::outbox::broadcasts::spreading::{Next, Spreading};
use store::{LeaderTx, Store, StoreError};
use telegram::request::Request;
use tokio::time::MissedTickBehavior;
use tracing::{debug, info};

use crate::inbox::media_kind;
use crate::metrics::{self, Loop};
use crate::process::wake::Wake;
use crate::render;

/// So many rows of a broadcast wait in the outbox.
const WINDOW: u32 = 256;

/// So many are written at once: whoever is owed an answer is read together with them.
const AT_ONCE: u32 = 128;

/// With less room than this the next people are not looked for.
const ROOM: u32 = 64;

/// So often there is a look at what is due.
const LOOK: Duration = Duration::from_millis(500);

/// The pause between two batches of the same broadcast.
const BETWEEN: Duration = Duration::from_millis(100);

/// What broadcasts go out with.
#[derive(Debug)]
pub(crate) struct Broadcasting {
    pub(crate) term: Term,
    pub(crate) store: Store,
    pub(crate) wake: Wake,
}

/// What came of one batch.
#[derive(Debug, Default)]
struct Batch {
    chats: Vec<ChatId>,
    /// There is something to be done soon.
    is_going_on: bool,
    is_done: bool,
}

/// Lets them go out until the term is over.
pub(crate) async fn run(active: Arc<Broadcasting>) {
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = active.term.draining() => return,
            _ = ticks.tick() => {}
        }
        loop {
            metrics::round(Loop::Broadcasting);
            match look(&active).await {
                Ok(false) | Err(StoreError::TermOver) => break,
                Ok(true) => {}
                Err(error) => {
                    debug!("[OUTBOX] a broadcast does not go on: {error}");
                    break;
                }
            }
            tokio::select! {
                () = active.term.draining() => return,
                () = tokio::time::sleep(BETWEEN) => {}
            }
        }
    }
}

/// One batch of each that is due; says whether the next look is to be soon.
async fn look(active: &Broadcasting) -> Result<bool, StoreError> {
    let mut is_soon = false;
    for id in active.store.broadcasts_due().await? {
        let Ok(_work) = active.term.work() else { return Ok(false) };
        let batch = active.store.in_term(&active.term, async |tx| batch(tx, id).await).await?;
        active.wake.outbox(&batch.chats);
        if batch.is_done {
            info!(broadcast = id.get(), "[OUTBOX] a broadcast is done");
        }
        is_soon |= batch.is_going_on;
    }
    Ok(is_soon)
}

async fn batch(tx: &mut LeaderTx<'_>, id: BroadcastId) -> Result<Batch, StoreError> {
    let spreading = tx.broadcasts().spreading(id).await?;
    let counted = tx.broadcasts().count_ended(id).await?;
    // One that was ended only has what was under way then counted.
    let Some(spreading) = spreading else { return Ok(Batch::default()) };
    if spreading.is_written {
        let is_done = spreading.waiting == 0 && counted == 0;
        if is_done {
            tx.broadcasts().is_done(id).await?;
        }
        return Ok(Batch { chats: Vec::new(), is_going_on: !is_done, is_done });
    }
    let room = WINDOW.saturating_sub(spreading.waiting).min(AT_ONCE);
    if room < ROOM {
        return Ok(Batch { is_going_on: true, ..Batch::default() });
    }
    let next = tx.broadcasts().next_people(id, &spreading.segment, i64::from(room)).await?;
    let bodies = bodies(&spreading, &next);
    tx.broadcasts().write_people(id, &next, &bodies).await?;
    let chats = next.people.iter().map(|one| one.chat()).collect();
    Ok(Batch { chats, is_going_on: true, is_done: false })
}

fn bodies(spreading: &Spreading, next: &Next) -> Vec<Vec<u8>> {
    let body = |one: &store::outbox::broadcasts::spreading::Recipient| {
        letter(one.chat(), one.language, &spreading.body).to_bytes()
    };
    next.people.iter().map(body).collect()
}

/// What somebody gets.
pub(crate) fn letter(chat: ChatId, language: Language, body: &BroadcastBody) -> Request {
    let screen = broadcast_letter(language, &body.words, &body.styles, &body.buttons);
    let file = body.file.as_ref().and_then(|(kind, id)| Some((media_kind(kind)?, id)));
    match file {
        Some((kind, id)) => {
            let caption = Html::as_str(&screen.text);
            render::file(chat, kind, id, caption, &render::keyboard(&screen))
        }
        None => render::message(chat, &screen),
    }
}
