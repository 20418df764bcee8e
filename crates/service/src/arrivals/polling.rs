//! `BOT_MODE=polling`: the active instance asks Telegram for updates.
//!
//! ```text
//!   getUpdates(offset) ──> stored, in one commit ──> taps answered ──> offset moves on
//!        │                   ├── refused as a batch: row by row; what is refused alone is kept as bytes
//!        │                   └── no readable number: kept as bytes, passed by with its neighbours
//!        │ nothing but such ones ──> kept, then growing pauses
//!        │ 409: somebody else polls, or a webhook is set ──> wait and ask again
//! ```
//!
//! The offset is Telegram's own memory of what we have: it moves only after the commit, and is asked
//! for anew after a restart. What is delivered again then is known by its number.
//!
//! On failure: the same offset is asked for again, so nothing is lost whatever step fails. The poll is
//! dropped when the term drains, before the next instance can begin its own. An update that cannot be
//! stored even alone must not stand in the way of all others for ever: its bytes are kept where those
//! without a number are.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use dialogue::PriceList;
use leadership::Term;
use store::{Arrival, Intake, StoreError};
use telegram::client::{CallError, Client, Reply};
use telegram::envelope::{self, Envelope};
use telegram::request::Chatless;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tracing::{info, warn};

use super::registration::ALLOWED;
use super::{answer_to, keep_unreadable};
use crate::metrics::{self, Loop};
use crate::process::pauses::Pauses;
use crate::process::wake::Wake;
use crate::status::Board;
use crate::traces::{self, Name, Outcome};

/// How long Telegram keeps a poll open when there is nothing; below the client's own limit.
const POLL: Duration = Duration::from_secs(10);

const LONGEST: Duration = Duration::from_secs(30);

const PAUSES: Pauses = Pauses::new(Duration::from_millis(500), Duration::from_secs(30));

/// The old poll of another instance ends by itself within this.
const CONFLICT: Duration = Duration::from_secs(3);

/// What is asked with, and where updates go.
#[derive(Debug)]
pub(crate) struct Polling {
    pub(crate) term: Term,
    pub(crate) telegram: Client,
    pub(crate) intake: Intake,
    /// What things are called, for who looks for their results.
    pub(crate) prices: Arc<PriceList>,
    pub(crate) board: Board,
    pub(crate) wake: Wake,
}

pub(crate) async fn run(active: Arc<Polling>) {
    info!(epoch = active.term.epoch(), "[WEBHOOK] polling");
    let (mut offset, mut pauses) = (0, PAUSES);
    loop {
        metrics::round(Loop::Polling);
        let polled = tokio::select! {
            biased;
            // A poll has no effect until its offset is asked for: it can be dropped at any moment.
            () = active.term.draining() => return,
            polled = poll(&active, offset) => polled,
        };
        let wait = match polled {
            Polled::Updates(next) => {
                offset = next;
                pauses.reset();
                continue;
            }
            Polled::TermOver => return,
            Polled::Conflict => {
                active.board.poll_ended_by_another();
                CONFLICT
            }
            Polled::Unreadable(next) => {
                offset = next;
                pauses.longer()
            }
            Polled::Problem => pauses.longer(),
        };
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(wait) => {}
        }
    }
}

enum Polled {
    /// Everything is stored; ask for this offset next.
    Updates(i64),
    /// Nothing that has a number, and all of it is kept; ask for this offset next, after a pause.
    Unreadable(i64),
    Conflict,
    Problem,
    TermOver,
}

async fn poll(active: &Arc<Polling>, offset: i64) -> Polled {
    let Ok(permit) = active.term.permit(LONGEST) else { return Polled::TermOver };
    let request = Chatless::get_updates(offset, POLL, &ALLOWED);
    let began = Instant::now();
    let Ok(answer) = permit.run(active.telegram.ask(&request)).await else {
        return Polled::TermOver;
    };
    metrics::called(request.method(), began, &answer);
    match answer {
        Ok(reply) => match store(active, offset, &reply).await {
            Ok(Stored::Updates(next)) => Polled::Updates(next),
            Ok(Stored::Unreadable) => {
                warn!(repeats = "no-number", "[WEBHOOK] a poll brought no update with a number");
                // One with the offset's own number is kept, so it may be passed by.
                Polled::Unreadable(if offset > 0 { offset + 1 } else { offset })
            }
            Err(problem) => {
                warn!(repeats = "polling", "[WEBHOOK] updates are not stored: {problem}");
                Polled::Problem
            }
        },
        Err(CallError::Conflict(why)) => {
            warn!(repeats = "conflict", "[WEBHOOK] waiting for another poller or webhook: {why}");
            Polled::Conflict
        }
        Err(error) => {
            warn!(repeats = "polling", "[WEBHOOK] no updates: {error}");
            Polled::Problem
        }
    }
}

/// What became of a batch of which everything is stored or kept.
enum Stored {
    Updates(i64),
    Unreadable,
}

/// Stores what a poll brought and answers taps.
async fn store(active: &Arc<Polling>, offset: i64, reply: &Reply) -> Result<Stored, StoreError> {
    let began = traces::now();
    let updates: Vec<Bytes> =
        reply.list().into_iter().map(|raw| Bytes::copy_from_slice(raw.as_bytes())).collect();
    if updates.is_empty() {
        return Ok(Stored::Updates(offset));
    }
    let mut read: Vec<(Envelope, &Bytes)> = Vec::with_capacity(updates.len());
    for bytes in &updates {
        match envelope::read(bytes) {
            Ok(envelope) => read.push((envelope, bytes)),
            Err(_) => keep(active, bytes).await?,
        }
    }
    let Some(highest) = read.iter().map(|(envelope, _)| envelope.update_id.get()).max() else {
        return Ok(Stored::Unreadable);
    };
    let (answers, arrivals) = judge(active, &read).await;
    let news = accept(active, &arrivals).await?;
    let outcome = if news == 0 { Outcome::Known } else { Outcome::Stored };
    for arrival in &arrivals {
        traces::arrived(began, Name::Poll, arrival.update_id, outcome);
    }
    answer(active, answers).await;
    active.wake.inbox();
    Ok(Stored::Updates(highest + 1))
}

/// What answers each, all at once, and how it is stored then.
async fn judge(
    active: &Arc<Polling>,
    read: &[(Envelope, &Bytes)],
) -> (Vec<Chatless>, Vec<Arrival>) {
    let mut judged = JoinSet::new();
    for (envelope, bytes) in read {
        let (active, envelope, bytes) = (Arc::clone(active), envelope.clone(), (*bytes).clone());
        judged.spawn(
            async move { answer_to(&active.intake, &active.prices, &envelope, &bytes).await },
        );
    }
    let (answers, arrivals): (Vec<_>, Vec<_>) = judged.join_all().await.into_iter().unzip();
    (answers.into_iter().flatten().collect(), arrivals)
}

/// Stores updates in one commit, or, where that is refused, each in its own; says how many were new.
async fn accept(active: &Polling, arrivals: &[Arrival]) -> Result<u64, StoreError> {
    let news = match active.intake.accept(arrivals).await {
        Ok(news) => {
            metrics::stored_together(arrivals.len() as u64);
            news
        }
        Err(error @ StoreError::Away(_)) => return Err(error),
        Err(_) => accept_one_by_one(active, arrivals).await?,
    };
    active.board.received(news);
    metrics::received(news, (arrivals.len() as u64).saturating_sub(news));
    Ok(news)
}

/// Stores each in a commit of its own; says how many were new.
async fn accept_one_by_one(active: &Polling, arrivals: &[Arrival]) -> Result<u64, StoreError> {
    let mut news = 0;
    for arrival in arrivals {
        match active.intake.accept_one(arrival).await {
            Ok(stored) => news += u64::from(stored == store::Stored::New),
            Err(error @ StoreError::Away(_)) => return Err(error),
            Err(error) => {
                warn!(repeats = "refused", "[WEBHOOK] an update cannot be stored: {error}");
                keep(active, &arrival.payload).await?;
            }
        }
    }
    Ok(news)
}

async fn keep(active: &Polling, bytes: &Bytes) -> Result<(), StoreError> {
    keep_unreadable(&active.intake, bytes).await?;
    warn!(repeats = "unreadable", "[WEBHOOK] kept a body that is no update to be stored");
    Ok(())
}

/// Answers taps, pre-checkout and inline queries by calls, all at once, before anything is handled.
async fn answer(active: &Arc<Polling>, answers: Vec<Chatless>) {
    let mut calls = JoinSet::new();
    for request in answers {
        let active = Arc::clone(active);
        calls.spawn(async move {
            let Ok(permit) = active.term.permit(LONGEST) else { return };
            let (call, began) = (active.telegram.ask(&request), Instant::now());
            if let Ok(answer) = permit.run(call).await {
                metrics::called(request.method(), began, &answer);
            }
        });
    }
    while calls.join_next().await.is_some() {}
}
