//! From an order to a task of KIE.
//!
//! ```text
//!   waiting ── closed? ──> goes on waiting, given back when its time is over
//!      │         └── half open ──> one tries it, the others wait
//!      v
//!   its files are at KIE ── not yet, or too old ──> still waiting: they are brought first
//!      v
//!   a turn in the bucket ── drained in line ──> still waiting
//!      v
//!   attempt committed ── KIE is asked ──┬── taken: committed
//!                                       ├── surely not: tried again, or given back
//!                                       └── nobody knows: doubted, and never asked again
//! ```
//!
//! On failure: before the attempt is committed nothing has happened. After it, only what KIE answered
//! counts; an answer that comes when the term is over is left behind as a fact. A drain takes back a
//! question that has not gone out, and waits 500 ms for the answer to one that has.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use domain::GenerationId;
use domain::catalogue::Model;
use domain::generation::{Cause, Delay, Failure, Tempo};
use kie::{NewTask, NotCreated, Sent, TaskId, Turn};
use leadership::{CallEnded, Permit};
use store::closures::{DEAR, EVERYTHING};
use store::{AttemptEnd, LeaderTx, NewAttempt, StoreError, Waiting};
use tokio::time::{Instant, MissedTickBehavior};
use tracing::{Instrument, debug, error, warn};
use uuid::Uuid;

use super::closing::{close, close_everything, close_unpaid};
use super::hands::Hands;
use super::room::Room;
use super::uploads;
use super::{PAUSE, asked, callback, ending, reopening};
use crate::generations::Generations;
use crate::logging::following;
use crate::metrics::{self, Loop};
use crate::role::tools::LAST_ANSWER;
use crate::traces::{self, Moment, Name, Outcome, endings};

/// So many orders are in hand at once; KIE's own limit is two a second.
const HANDS: usize = 16;

/// Looks at least this often.
const LOOK: Duration = Duration::from_millis(250);

/// The client's own limit is below it.
const LONGEST: Duration = Duration::from_secs(90);

/// While KIE is being repaired.
const MAINTENANCE: Duration = Duration::from_secs(30);

/// Until what stands in the way of an order is closed.
const CLOSING: Duration = Duration::from_secs(5);

/// A model that KIE no longer knows.
const GONE: Duration = Duration::from_secs(3_600);

/// Submits until the term drains, then finishes what is in hand.
pub(super) async fn run(active: Arc<Generations>) {
    doubt(&active).await;
    let mut hands = Hands::new(HANDS);
    let mut room = Room::default();
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            () = active.term.draining() => break,
            () = hands.freed() => {}
            () = active.wake.orders_news() => {}
            _ = ticks.tick() => {}
        }
        metrics::round(Loop::Submitting);
        if !hands.look() {
            continue;
        }
        let found = async {
            let rows =
                active.store.waiting_generations(2 * HANDS as i64, room.left(&active)).await?;
            if !rows.is_empty() || room.is_tight {
                room.look(&active).await?;
            }
            Ok::<_, StoreError>(rows)
        };
        match found.await {
            Ok(rows) => {
                for row in rows {
                    let (active, id) = (Arc::clone(&active), row.generation);
                    if !hands.would_take(id) {
                        continue;
                    }
                    let Some(place) = room.take(&active, &row) else { continue };
                    let span = traces::step(Name::Submit, id, active.term.epoch());
                    let submitted = span.around(async move {
                        active.step("submitted", steps(&active, &row)).await;
                        drop(place);
                    });
                    hands.take(id, submitted.instrument(following::generation(id)));
                }
            }
            Err(error) => {
                warn!(repeats = "orders", "[KIE] cannot look for orders: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    hands.finish().await;
}

/// What an earlier term was submitting: nobody knows what became of it.
async fn doubt(active: &Generations) {
    while active.term.work().is_ok() {
        match active
            .store
            .in_term(&active.term, async |tx| tx.generations().doubt_attempts().await)
            .await
        {
            Ok(0) | Err(StoreError::TermOver) => return,
            Ok(doubted) => {
                warn!(doubted, "[KIE] tasks may have been begun without our knowing");
                return;
            }
            Err(error) => {
                warn!(repeats = "doubt", "[KIE] cannot look for doubtful tasks: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

async fn steps(active: &Generations, row: &Waiting) -> Result<(), StoreError> {
    let id = row.generation;
    let Some((model, brief)) = asked(&active.prices, &row.model, &row.input) else {
        return ending::fail(active, id, Failure::ModelClosed, None).await;
    };
    if row.is_overdue {
        let why = match row.closed.as_deref() {
            None => Failure::Waited,
            Some(EVERYTHING) => Failure::Paused,
            Some(_) => Failure::ModelClosed,
        };
        return ending::fail(active, id, why, None).await;
    }
    if row.tries && !claims(active, id).await? {
        return Ok(());
    }
    // Without them it is not here to be submitted: they are being brought.
    let Some(urls) = uploads::addresses(row) else { return Ok(()) };
    let Some(fields) = brief.fields(model, &urls) else {
        return ending::fail(active, id, Failure::BadInput, None).await;
    };
    // Both before the attempt is written: one that is written and not made would be doubted for ever,
    // and whoever ends while in line has asked nobody.
    let Some(turn) = turn(active).await else { return Ok(()) };
    let Ok(permit) = active.term.permit(LONGEST) else { return Ok(()) };
    let attempt = Uuid::new_v4();
    let token = active.callbacks.token(attempt);
    let (route, output) = (model.route, model.output);
    let new = NewAttempt { id: attempt, token: &token, route, output };
    let begun = active
        .store
        .in_term(&active.term, async |tx| tx.generations().begin_attempt(id, new).await);
    match begun.await {
        Ok(true) => traces::moment(Moment::Attempted),
        Ok(false) => return Ok(()),
        Err(StoreError::TermOver) => return Err(StoreError::TermOver),
        Err(error) => {
            // Nobody was asked. If it was committed all the same, it waits anew, not for its deadline.
            written(active, || again(active, attempt, PAUSE, None)).await?;
            return Err(error);
        }
    }
    let callback = callback(active, attempt, &token);
    let task = NewTask { route, model: &model.id, fields: &fields, callback: callback.as_deref() };
    let asked_at = Instant::now();
    let outcome = match ask(active, permit, turn, &task).await {
        Asked::Answered(outcome) => outcome,
        Asked::NotAtAll => {
            return written(active, || again(active, attempt, Duration::ZERO, None)).await;
        }
        // Left as it is: the successor doubts it.
        Asked::InDoubt => return Ok(()),
    };
    metrics::kie_created(asked_at, &outcome);
    traces::outcome(endings::created(&outcome));
    active.board.kie(standing(&outcome));
    match outcome {
        Ok(task) => {
            active.closings.store(0, Ordering::Relaxed);
            taken(active, attempt, &task, model).await?;
            if row.tries { kie_takes(active, id).await } else { Ok(()) }
        }
        Err(refused) => written(active, || not_taken(active, row, attempt, &refused)).await,
    }
}

/// Claims what is half open and in the way of an order; false: another one tries it, and this one waits.
async fn claims(active: &Generations, id: GenerationId) -> Result<bool, StoreError> {
    active.store.in_term(&active.term, async |tx| tx.closures().claim_trials(id).await).await
}

/// KIE took an order that was to try whether it does: it has credits for us, and takes our key.
async fn kie_takes(active: &Generations, id: GenerationId) -> Result<(), StoreError> {
    let opened = active
        .store
        .in_term(&active.term, async |tx| reopening::works(tx, id, &[EVERYTHING, DEAR]).await);
    opened.await?.announce(active);
    Ok(())
}

/// Leave to ask KIE; none when the term drains first, or the line is too long. The order still waits.
async fn turn(active: &Generations) -> Option<Turn> {
    let permit = active.term.permit(LONGEST).ok()?;
    permit.run_until_drain(active.kie.turn()).await.ok()?.ok()
}

/// What came of asking KIE.
enum Asked {
    Answered(Result<TaskId, NotCreated>),
    /// KIE was not asked, and will not be.
    NotAtAll,
    /// KIE may have been asked, and the term ends.
    InDoubt,
}

/// Asks KIE. In a drain a question that has not left is taken back; one that has gets a moment.
async fn ask(active: &Generations, permit: Permit, turn: Turn, task: &NewTask<'_>) -> Asked {
    let (sent, call) = (Sent::default(), traces::child(Name::Kie).calling("create"));
    let drained = async {
        active.term.draining().await;
        if sent.withhold() {
            return Asked::NotAtAll;
        }
        tokio::time::sleep(LAST_ANSWER).await;
        Asked::InDoubt
    };
    tokio::select! {
        biased;
        outcome = permit.run(active.kie.create(turn, task, &sent)) => match outcome {
            Ok(outcome) => Asked::Answered(call.ended(outcome, endings::created)),
            Err(CallEnded::TooLate) => {
                Asked::Answered(Err(NotCreated::Unknown("took too long".to_owned())))
            }
            Err(CallEnded::TermOver) => Asked::InDoubt,
        },
        asked = drained => asked,
    }
}

/// What `/health` says about KIE after an answer.
const fn standing(outcome: &Result<TaskId, NotCreated>) -> &'static str {
    match outcome {
        Err(NotCreated::OutOfCredits) => "out_of_credits",
        Err(NotCreated::KeyRefused) => "key_refused",
        Err(NotCreated::Maintenance) => "maintenance",
        Err(NotCreated::NotSent(_) | NotCreated::Unknown(_)) => "unreachable",
        Err(NotCreated::Busy { .. }) => "busy",
        Ok(_)
        | Err(
            NotCreated::Invalid(_)
            | NotCreated::Policy(_)
            | NotCreated::InputGone(_)
            | NotCreated::ModelGone(_)
            | NotCreated::Failed(_),
        ) => "ok",
    }
}

/// Writes down that KIE took it; what can no longer be written in the term is left as a fact.
async fn taken(
    active: &Generations,
    attempt: Uuid,
    task: &TaskId,
    model: &Model,
) -> Result<(), StoreError> {
    let look = Tempo::of(model).look_pause(Duration::ZERO);
    let take = || {
        active.store.in_term(&active.term, async |tx| {
            tx.generations().attempt_taken(attempt, task.as_str(), look).await
        })
    };
    match written(active, take).await {
        Ok(_) => {
            traces::outcome(Outcome::Taken);
            debug!(%attempt, "[KIE] submitted");
            active.wake.looks();
            Ok(())
        }
        Err(StoreError::TermOver) => {
            if let Err(error) = active.intake.attempt_was_taken(attempt, task.as_str()).await {
                warn!(repeats = "facts", "[KIE] cannot leave word of a task: {error}");
            }
            Err(StoreError::TermOver)
        }
        Err(error) => Err(error),
    }
}

/// Writes down what KIE said, as long as it takes: within the term nobody else ever looks at an attempt
/// that is being submitted.
async fn written<T, W: Future<Output = Result<T, StoreError>>>(
    active: &Generations,
    write: impl Fn() -> W,
) -> Result<T, StoreError> {
    loop {
        match write().await {
            Err(error @ StoreError::Away(_)) => {
                warn!(repeats = "outcome", "[KIE] cannot write down what KIE said: {error}");
                tokio::select! {
                    () = active.term.lost() => return Err(StoreError::TermOver),
                    () = tokio::time::sleep(PAUSE) => {}
                }
            }
            outcome => return outcome,
        }
    }
}

async fn not_taken(
    active: &Generations,
    row: &Waiting,
    attempt: Uuid,
    refused: &NotCreated,
) -> Result<(), StoreError> {
    let id = row.generation;
    let failure = match refused {
        NotCreated::Unknown(problem) => {
            warn!(repeats = "unknown", "[KIE] nobody knows whether it was begun: {problem}");
            let write =
                async |tx: &mut LeaderTx<'_>| tx.generations().attempt_unknown(attempt).await;
            return active.store.in_term(&active.term, write).await;
        }
        NotCreated::NotSent(_) => {
            let pause = Duration::from_secs(2);
            return again(active, attempt, pause, Some(Delay::Unreachable)).await;
        }
        NotCreated::Busy { wait } => return again(active, attempt, *wait, Some(Delay::Busy)).await,
        NotCreated::Maintenance => {
            return again(active, attempt, MAINTENANCE, Some(Delay::Repair)).await;
        }
        NotCreated::Failed(problem) => {
            // It said that nothing was made, and cannot be trusted in that: it is not asked again. Should it
            // ring all the same, the result is delivered for nothing.
            debug!("[KIE] failed to begin: {problem}");
            let not_begun = Some((attempt, AttemptEnd::NotBegun));
            return ending::fail(active, id, Failure::Provider, not_begun).await;
        }
        NotCreated::InputGone(_) if !row.uploads_gone => {
            let write = active.store.in_term(&active.term, async |tx| {
                tx.generations().attempt_again(attempt, Duration::ZERO, None).await?;
                tx.generations().forget_uploads(id).await
            });
            return write.await;
        }
        // What is closed waits until its own patience ends. It must not be left half done by a drain.
        NotCreated::OutOfCredits => {
            again(active, attempt, CLOSING, Some(Delay::Closed)).await?;
            return close_unpaid(active, row.cost).await;
        }
        NotCreated::KeyRefused => {
            again(active, attempt, CLOSING, Some(Delay::Paused)).await?;
            return close_everything(active, Cause::KeyRefused).await;
        }
        NotCreated::ModelGone(problem) => {
            warn!(model = row.model, "[KIE] does not know a model: {problem}");
            again(active, attempt, CLOSING, Some(Delay::Closed)).await?;
            return close(active, &row.model, GONE, Cause::Gone).await;
        }
        NotCreated::Invalid(problem) => {
            // The catalogue promised that it would be taken: somebody must look.
            error!(
                repeats = "invalid",
                model = row.model,
                "[KIE] does not take a request: {problem}"
            );
            Failure::BadInput
        }
        NotCreated::Policy(_) => Failure::Policy,
        NotCreated::InputGone(_) => Failure::FileGone,
    };
    ending::fail(active, id, failure, Some((attempt, AttemptEnd::Rejected))).await
}

async fn again(
    active: &Generations,
    attempt: Uuid,
    pause: Duration,
    delay: Option<Delay>,
) -> Result<(), StoreError> {
    traces::outcome(Outcome::Again);
    let write =
        async |tx: &mut LeaderTx<'_>| tx.generations().attempt_again(attempt, pause, delay).await;
    active.store.in_term(&active.term, write).await.map(|_| ())
}
