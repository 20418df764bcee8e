//! `BOT_MODE=polling`: the active instance asks Telegram for updates.
//!
//! ```text
//!   getUpdates(offset) ──> stored, in one commit ──> taps answered ──> offset moves on
//!        │ 409: somebody else polls, or a webhook is set ──> wait and ask again
//! ```
//!
//! The offset is Telegram's own memory of what we have: it moves only after the commit, and is asked
//! for anew after a restart. What is delivered again then is known by its number.
//!
//! On failure: the same offset is asked for again, so nothing is lost whatever step fails. The poll is
//! dropped when the term drains, before the next instance can begin its own.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use dialogue::pre_checkout_refusal;
use domain::Language;
use store::{Arrival, Standing};
use telegram::client::{CallError, Reply};
use telegram::envelope::{self, Envelope, Kind};
use telegram::request::Request;
use telegram::throttle::Turn;
use telegram::update::{self, Update};
use tokio::task::JoinSet;
use tracing::{info, warn};

use crate::active::Active;
use crate::metrics;
use crate::pauses::Pauses;
use crate::registration::ALLOWED;

/// How long Telegram keeps a poll open when there is nothing; below the client's own limit.
const POLL: Duration = Duration::from_secs(10);

/// The permit for one poll.
const LONGEST: Duration = Duration::from_secs(30);

const PAUSES: Pauses = Pauses::new(Duration::from_millis(500), Duration::from_secs(30));

/// The old poll of another instance ends by itself within this.
const CONFLICT: Duration = Duration::from_secs(3);

/// Asks until the term drains.
pub(crate) async fn run(active: Arc<Active>) {
    info!(epoch = active.term.epoch(), "[WEBHOOK] polling");
    let (mut offset, mut pauses) = (0, PAUSES);
    loop {
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
            Polled::Conflict => CONFLICT,
            Polled::Problem => pauses.longer(),
        };
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(wait) => {}
        }
    }
}

/// What one poll came to.
enum Polled {
    /// Everything is stored; ask for this offset next.
    Updates(i64),
    Conflict,
    Problem,
    TermOver,
}

async fn poll(active: &Arc<Active>, offset: i64) -> Polled {
    let Ok(permit) = active.term.permit(LONGEST) else { return Polled::TermOver };
    let request = Request::get_updates(offset, POLL, &ALLOWED);
    let Ok(answer) = permit.run(active.telegram.call(Turn::unlimited(), &request)).await else {
        return Polled::TermOver;
    };
    metrics::called(request.method(), &answer);
    match answer {
        Ok(reply) => match store(active, offset, &reply).await {
            Ok(next) => Polled::Updates(next),
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

/// Stores what a poll brought and answers taps; tells the next offset.
async fn store(active: &Arc<Active>, offset: i64, reply: &Reply) -> Result<i64, String> {
    let updates: Vec<Bytes> =
        reply.list().into_iter().map(|raw| Bytes::copy_from_slice(raw.as_bytes())).collect();
    let read = updates.iter().filter_map(|bytes| Some((envelope::read(bytes).ok()?, bytes)));
    let read: Vec<(Envelope, &Bytes)> = read.collect();
    let arrivals: Vec<Arrival> =
        read.iter().map(|(envelope, bytes)| arrival(envelope, bytes)).collect();
    if arrivals.is_empty() {
        return Ok(offset);
    }
    let news = active.intake.accept(&arrivals).await.map_err(|error| error.to_string())?;
    active.board.received(news);
    metrics::received(news, (arrivals.len() as u64).saturating_sub(news));
    answer(active, &read).await;
    active.wake.inbox();
    let highest = read.iter().map(|(envelope, _)| envelope.update_id.get()).max();
    Ok(highest.map_or(offset, |highest| highest + 1))
}

fn arrival(envelope: &Envelope, bytes: &Bytes) -> Arrival {
    let standing = match envelope.kind {
        Kind::PreCheckout => Standing::Done,
        Kind::Message | Kind::Tap | Kind::Other => Standing::Pending,
    };
    let (update_id, lane) = (envelope.update_id, envelope.lane);
    Arrival { update_id, lane, standing, payload: bytes.clone() }
}

/// Answers taps and pre-checkout queries by calls, all at once, before anything is handled.
async fn answer(active: &Arc<Active>, read: &[(Envelope, &Bytes)]) {
    let mut calls = JoinSet::new();
    for request in read.iter().filter_map(|(envelope, bytes)| answer_to(envelope, bytes)) {
        let active = Arc::clone(active);
        calls.spawn(async move {
            let Ok(permit) = active.term.permit(LONGEST) else { return };
            let call = active.telegram.call(Turn::unlimited(), &request);
            if let Ok(answer) = permit.run(call).await {
                metrics::called(request.method(), &answer);
            }
        });
    }
    while calls.join_next().await.is_some() {}
}

/// What answers a query, whichever way it came.
pub(crate) fn answer_to(envelope: &Envelope, body: &[u8]) -> Option<Request> {
    let query = envelope.query.as_deref()?;
    match envelope.kind {
        Kind::Tap => Some(Request::answer_tap(query, None, false)),
        Kind::PreCheckout => {
            let tag = match update::read(body) {
                Update::PreCheckout(query) => query.from.language_code,
                _ => None,
            };
            let refusal = pre_checkout_refusal(Language::guess(tag.as_deref()));
            Some(Request::answer_pre_checkout(query, Err(&refusal)))
        }
        Kind::Message | Kind::Other => None,
    }
}
