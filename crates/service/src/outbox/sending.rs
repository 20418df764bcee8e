//! One row of the outbox, from the head of its line to what became of it.
//!
//! ```text
//!   doubt? ── settle it first
//!     v
//!   its time ── its message, if it is an edit ── its turn ── claim, committed ── call ── judge ── end, committed
//!                   └── not sent yet: held up by the other line
//! ```
//!
//! The turn is waited for before the claim: a row is `sending` only while a call of it can really be
//! under way.
//!
//! On failure: before the claim nothing has happened. After it, what became of the call decides: made,
//! surely not made, or in doubt. A drain gives a call whose body is sent 500 ms, then leaves it in
//! doubt; one whose body is not is dropped and goes back. Files that are gone are never sent as links: the
//! row is dead, and its generation is given up at once.

use std::time::Duration;

use domain::MessageId;
use leadership::CallEnded;
use store::{Ending, Outgoing, Settled, Standpoint, StoreError};
use telegram::client::{CallError, Reply, Sent};
use telegram::request::Request;
use telegram::throttle::{self, Turn};
use tokio::time::Instant;
use tracing::{debug, warn};
use uuid::Uuid;

use self::aiming::{aimed, pinned};
use super::activity;
use super::claim_writer::{Claimed, Claims, Ended};
use super::judging::{Judgement, judge};
use super::{own_data, samples, unreachable};
use crate::generations::opening::NoBytes;
use crate::generations::{delivering, missing};
use crate::metrics;
use crate::outbox::Outbox;
use crate::pictures::{self, NoPicture};
use crate::role::tools::LAST_ANSWER;
use crate::traces::{self, Moment, Name, Outcome, endings};

mod aiming;

/// No call takes longer: the client's own limits are below it.
const LONGEST: Duration = Duration::from_secs(30);

/// An upload of 50 MB on a slow line.
const LONGEST_UPLOAD: Duration = Duration::from_secs(15 * 60);

/// The pause after trouble with the database.
const PAUSE: Duration = Duration::from_millis(250);

/// So many other forms of a request are tried in one attempt: plain, sent anew, elsewhere.
const MOST_FORMS: usize = 3;

/// How it stands with the line afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// The head has ended; the next may follow.
    Ended,
    Reload,
    /// The head waits for something in the other line of the chat.
    HeldUp,
    /// The term drains or is over.
    Stopped,
}

/// Says the head of a line, or finds out why not.
pub(super) async fn send(active: &Outbox, claims: &Claims, row: Outgoing) -> Said {
    let said = tokio::select! {
        () = active.term.draining() => return Said::Stopped,
        ready = make_ready(active, claims, &row) => ready,
    };
    let (turn, request) = match said {
        Ok(ready) => ready,
        Err(said) => return said,
    };
    traces::moment(Moment::Turn);
    let Ok(_work) = active.term.work() else { return Said::Stopped };
    let attempt = Uuid::new_v4();
    match claims.claim(row.id, attempt).await {
        Claimed::Yes => traces::moment(Moment::Claimed),
        Claimed::No => return Said::Reload,
        Claimed::TermOver => return Said::Stopped,
    }
    let ending = match request {
        // It changes or takes away what never came to be.
        Some(request) if request.lacks_message() => Some(Ending::Sent(None)),
        Some(request) => call(active, turn, request, &row).await,
        None => Some(Ending::Dead("the stored request cannot be read".to_owned())),
    };
    let Some(ending) = ending else {
        traces::outcome(Outcome::Unknown);
        return Said::Stopped;
    };
    finish(active, claims, &row, attempt, ending).await
}

/// Writes the end down and says how to go on.
async fn finish(
    active: &Outbox,
    claims: &Claims,
    row: &Outgoing,
    attempt: Uuid,
    ending: Ending,
) -> Said {
    metrics::said(&ending);
    traces::outcome(endings::said(&ending));
    let (parked, again) = (ending == Ending::Parked, matches!(ending, Ending::Again { .. }));
    let gone = row.generation.filter(|_| matches!(ending, Ending::Gone(_)));
    if let Ending::Dead(problem) | Ending::Gone(problem) | Ending::Doubtful(problem) = &ending {
        warn!(repeats = "unsaid", "[OUTBOX] gave up a message: {problem}");
    }
    match claims.end(row.id, attempt, ending).await {
        Ended::TermOver => return Said::Stopped,
        Ended::Written => {}
    }
    if !again && !parked {
        debug!("[OUTBOX] said");
    }
    if parked {
        unreachable::mark(active, row.id, row.chat).await;
    }
    if let Some(generation) = gone
        && let Err(undone) =
            missing::files_are_gone(&active.generations, generation, row.chat).await
    {
        // It is found again among what nobody will ever deliver.
        debug!("[OUTBOX] not given up yet: {undone}");
    }
    if parked || again { Said::Reload } else { Said::Ended }
}

/// Settles doubt, waits for the row's time and for its turn.
async fn make_ready(
    active: &Outbox,
    claims: &Claims,
    row: &Outgoing,
) -> Result<(Turn, Option<Request>), Said> {
    if let Standpoint::Sending { epoch, attempt } = row.standpoint {
        return Err(settle(active, claims, row, (epoch, attempt)).await);
    }
    let wait = Duration::from_millis(u64::try_from(row.wait_ms).unwrap_or_default());
    tokio::time::sleep(wait).await;
    let target = match row.target {
        Some(target) if target.message.is_none() => reread(active, row).await?,
        Some(target) => Some(target.message),
        None => None,
    };
    let request = Request::from_bytes(&row.body).ok().map(|request| match row.priority {
        // How far something is, is told where it was told so far or nowhere.
        store::Priority::Progress => pinned(request, target),
        _ => aimed(request, target),
    });
    let items = request.as_ref().map_or(1, Request::items);
    // What is taken away is no message: it counts among all, and keeps none of its chat waiting.
    let chat = Some(row.chat).filter(|_| !request.as_ref().is_some_and(Request::is_deletion));
    let asked = Instant::now();
    let turn = active.throttle.turn(chat, items, urgency(row)).await;
    metrics::had_turn(asked.elapsed());
    Ok((turn, request))
}

/// The message of an edited row, which may have been sent since this one was read; none if it has left.
async fn reread(active: &Outbox, row: &Outgoing) -> Result<Option<Option<MessageId>>, Said> {
    match active.store.edited_by(row.id).await {
        Ok(Some(target)) if target.is_open => Err(Said::HeldUp),
        Ok(target) => Ok(target.map(|target| target.message)),
        Err(error) => {
            debug!("[OUTBOX] cannot read what is to be edited: {error}");
            tokio::time::sleep(PAUSE).await;
            Err(Said::Reload)
        }
    }
}

/// A row that was being sent when it was read, and is not in hand.
async fn settle(
    active: &Outbox,
    claims: &Claims,
    row: &Outgoing,
    (epoch, attempt): (i64, Uuid),
) -> Said {
    if epoch != active.term.epoch() {
        // As long as this the holder of that term, frozen or cut off, may still be at it.
        match active.store.doubt_left(&active.term, epoch, active.doubt).await {
            Ok(left) if left.is_zero() => {}
            Ok(left) => {
                tokio::time::sleep(left).await;
                return Said::Reload;
            }
            Err(error) => {
                warn!(repeats = "doubt", "[OUTBOX] cannot tell how long to doubt: {error}");
                tokio::time::sleep(PAUSE).await;
                return Said::Reload;
            }
        }
    }
    let settled = active.store.in_term(&active.term, async |tx| {
        if claims.is_unmade(attempt) {
            // Claimed without our knowing: the answer was lost, the call was never made.
            tx.outbox().unclaim(row.id, attempt).await?;
            return Ok(Settled::NotThere);
        }
        let settled = tx.outbox().settle_doubt(row.id, attempt).await?;
        if settled == Settled::Sent {
            // What carried a result has delivered it; Telegram's copies are not known.
            tx.generations().delivered_by(row.id, &[]).await?;
        }
        if settled == Settled::Doubtful {
            tx.operators().add_dead_sends(&[row.id], &active.desks).await?;
        }
        Ok(settled)
    });
    match settled.await {
        Ok(settled) => {
            claims.forget(attempt);
            metrics::doubt_settled(settled);
            traces::outcome(endings::settled(settled));
            if settled == Settled::Doubtful {
                warn!("[OUTBOX] a message may have been sent and is not sent again");
            }
        }
        Err(problem) => {
            warn!(repeats = "doubt", "[OUTBOX] cannot settle a doubt: {problem}");
            tokio::time::sleep(PAUSE).await;
        }
    }
    Said::Reload
}

/// Makes the call, in another form if Telegram does not take this one. None: it is left in doubt.
async fn call(active: &Outbox, turn: Turn, request: Request, row: &Outgoing) -> Option<Ending> {
    let (mut turn, mut request) = (turn, request);
    for _ in 0..=MOST_FORMS {
        let traced = traces::child(Name::Telegram).calling(request.method().name());
        let outcome = match once(active, turn, &request, row).await {
            Called::Answered(outcome) => traced.ended(outcome, endings::called),
            Called::Gone(problem) => return Some(Ending::Gone(problem)),
            Called::Dropped => return Some(dropped()),
            Called::InDoubt => return None,
        };
        if let Err(CallError::NotSent(why)) = &outcome {
            // It is said again by itself; what keeps it, such as a proxy, is for the operator to see.
            warn!(repeats = "not-sent", "[OUTBOX] not sent yet: {why}");
        }
        match judge(outcome, &request, row) {
            Judgement::End(Ending::Dead(problem)) => match as_links(active, &request, row).await {
                Some(links) => request = links,
                None => return Some(Ending::Dead(problem)),
            },
            Judgement::End(ending) => return Some(ending),
            Judgement::Instead(other) if is_edit_in_place(&request, row, &other) => {
                match may_be_said(active, row).await {
                    Ok(true) => request = other,
                    // It was a late tap, and the chat has heard of another one just now.
                    Ok(false) => return Some(Ending::Sent(None)),
                    Err(error) => return Some(Ending::again(PAUSE, &error.to_string())),
                }
            }
            Judgement::Instead(other) => request = other,
            Judgement::Without(words, file) => {
                samples::forget(active, row.chat, &file, &request).await;
                request = words;
            }
        }
        turn = tokio::select! {
            () = active.term.draining() => return Some(dropped()),
            turn = active.throttle.turn(request.chat(), request.items(), urgency(row)) => turn,
        };
    }
    Some(Ending::Dead("Telegram takes it in no form".to_owned()))
}

/// Whether a message would take the place of one that somebody tapped and that cannot be edited any more.
fn is_edit_in_place(request: &Request, row: &Outgoing, instead: &Request) -> bool {
    row.target.is_none()
        && row.chat.get() > 0
        && *instead == request.as_send()
        && request != instead
}

/// Whether a message may take the place of an edit now: at most one in a chat in ten seconds.
async fn may_be_said(active: &Outbox, row: &Outgoing) -> Result<bool, StoreError> {
    let may = active.store.in_term(&active.term, async |tx| {
        tx.people().may_say_instead(row.chat, Some(row.id)).await
    });
    may.await
}

/// What is surely not made when the term drains goes back.
fn dropped() -> Ending {
    Ending::again(Duration::ZERO, "dropped in a drain")
}

enum Called {
    Answered(Result<Reply, CallError>),
    /// Never made: what it was to carry is gone.
    Gone(String),
    /// Surely not made.
    Dropped,
    InDoubt,
}

/// The links to a result whose files Telegram takes in no form.
async fn as_links(active: &Outbox, request: &Request, row: &Outgoing) -> Option<Request> {
    let generation = row.generation?;
    if request.attachments().is_empty() {
        return None;
    }
    delivering::as_links(&active.generations, generation, row.chat).await
}

async fn once(active: &Outbox, turn: Turn, request: &Request, row: &Outgoing) -> Called {
    let names = request.attachments();
    let longest = if names.is_empty() { LONGEST } else { LONGEST_UPLOAD };
    let Ok(permit) = active.term.permit(longest) else { return Called::Dropped };
    let call = match (row.generation, &names[..]) {
        (None, []) => active.telegram.call(turn, request),
        (None, names) if pictures::are_ours(names) => {
            let drawn = tokio::select! {
                () = active.term.draining() => return Called::Dropped,
                drawn = pictures::attachments(&active.store, names) => drawn,
            };
            match drawn {
                Ok(files) => active.telegram.upload(turn, request, files),
                Err(NoPicture::Later(problem)) => {
                    return Called::Answered(Err(CallError::NotSent(problem)));
                }
                Err(NoPicture::Never(problem)) => {
                    return Called::Answered(Err(CallError::FileRefused(problem.to_owned())));
                }
            }
        }
        (None, names) => {
            let made = tokio::select! {
                () = active.term.draining() => return Called::Dropped,
                made = own_data::files(&active.store, row.chat, names) => made,
            };
            match made {
                Ok(files) => active.telegram.upload(turn, request, files),
                Err(problem) => return Called::Answered(Err(problem)),
            }
        }
        (Some(generation), names) => {
            let opened = tokio::select! {
                () = active.term.draining() => return Called::Dropped,
                opened = delivering::attachments(&active.generations, generation, names) => opened,
            };
            match opened {
                Ok(files) if files.is_empty() => active.telegram.call(turn, request),
                Ok(files) => active.telegram.upload(turn, request, files),
                Err(NoBytes::Later(problem)) => {
                    return Called::Answered(Err(CallError::NotSent(problem)));
                }
                Err(NoBytes::Gone(problem)) => {
                    return Called::Gone(format!("its files are gone: {problem}"));
                }
            }
        }
    };
    let (sent, began) = (call.sent(), Instant::now());
    tokio::select! {
        biased;
        outcome = activity::beside(active, row, request, permit.run(call)) => match outcome {
            Ok(outcome) => {
                metrics::called(request.method(), began, &outcome);
                Called::Answered(outcome)
            }
            Err(CallEnded::TooLate) => {
                Called::Answered(Err(CallError::Unknown("took too long".to_owned())))
            }
            Err(CallEnded::TermOver) => Called::InDoubt,
        },
        called = drained(active, &sent) => called,
    }
}

/// Ends when the term drains and the call has had its time.
async fn drained(active: &Outbox, sent: &Sent) -> Called {
    active.term.draining().await;
    if !sent.is_sent() {
        return Called::Dropped;
    }
    tokio::time::sleep(LAST_ANSWER).await;
    Called::InDoubt
}

fn urgency(row: &Outgoing) -> throttle::Priority {
    match row.priority {
        store::Priority::Answer => throttle::Priority::Answer,
        store::Priority::Result => throttle::Priority::Result,
        store::Priority::Progress => throttle::Priority::Progress,
        store::Priority::Broadcast => throttle::Priority::Broadcast,
    }
}
