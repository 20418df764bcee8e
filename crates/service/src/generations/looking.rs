//! From a task of KIE to what became of it.
//!
//! ```text
//!   due, or KIE rang ── KIE is asked ──┬── done ──> looked at ──┬── succeed
//!                                      │                       └── not to be read: again later, for a day
//!                                      ├── failed, empty ──> fail
//!                                      ├── working ── in time ──> again later
//!                                      │          └── overdue ──> given back, a late result is free
//!                                      └── no answer ──> again later
//!   nobody knows, and overdue ──> given back
//! ```
//!
//! A doorbell only makes us ask. A task that only a doorbell names is believed when KIE's own record of
//! it knows the address that we gave for this attempt.
//!
//! On failure: a look leaves nothing behind; the next one is due soon. A drain drops it where it is.

use std::sync::Arc;
use std::time::Duration;

use domain::catalogue::Route;
use domain::generation::{Cause, Failure, Tempo};
use kie::{NoAnswer, Stage, TaskId, TaskStatus, Why};
use leadership::CallEnded;
use store::{AttemptEnd, Look, StoreError};
use tokio::time::{Instant, MissedTickBehavior};
use tracing::{Instrument, debug, warn};

use super::closing::close_everything;
use super::hands::Hands;
use super::inspecting::{self, Inspected};
use super::{PAUSE, callback, ending, model};
use crate::generations::Generations;
use crate::logging::following;
use crate::metrics::{self, Loop};
use crate::traces::{self, Name, Outcome, endings};

/// So many tasks are looked at at once; KIE's own limit is ten questions a second.
const HANDS: usize = 16;

/// Looks at least this often.
const LOOK: Duration = Duration::from_millis(250);

/// The client's own limits are below it.
const LONGEST: Duration = Duration::from_secs(30);

/// So long after its creation a task may not be visible yet.
const GRACE: i64 = 90;

/// The pause after KIE could not be asked.
const UNANSWERED: Duration = Duration::from_secs(3);

/// A task that is given up is asked for so long, in seconds.
const LATEST: i64 = 24 * 3_600;

/// The pause before another look at a task of which too little is known to ask.
const UNKNOWN: Duration = Duration::from_secs(3_600);

/// And then never again.
const NEVER: Duration = Duration::from_secs(3_650 * 24 * 3_600);

/// Looks until the term drains, then finishes what is in hand.
pub(super) async fn run(active: Arc<Generations>) {
    let mut hands = Hands::new(HANDS);
    let mut ticks = tokio::time::interval(LOOK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let is_tick = tokio::select! {
            biased;
            () = active.term.draining() => break,
            () = hands.freed() => false,
            () = active.wake.looks_news() => false,
            _ = ticks.tick() => true,
        };
        metrics::round(Loop::Looking);
        if !hands.look() {
            continue;
        }
        let outcome = async {
            for look in active.store.due_looks(4 * HANDS as i64).await? {
                let (active, span) = (Arc::clone(&active), following::generation(look.generation));
                let attempt = look.attempt;
                let traced = traces::step(Name::Look, look.generation, active.term.epoch());
                let looked = async move { look_at(&active, look).await };
                hands.take(attempt, traced.around(looked).instrument(span));
            }
            if is_tick {
                give_up(&active).await?;
            }
            Ok::<_, StoreError>(())
        };
        match outcome.await {
            Ok(()) | Err(StoreError::TermOver) => {}
            Err(error) => {
                warn!(repeats = "looks", "[KIE] cannot look for tasks: {error}");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    hands.finish().await;
}

/// Attempts of which nobody will ever know: the money goes back.
async fn give_up(active: &Generations) -> Result<(), StoreError> {
    for overdue in active.store.overdue_unknowns(16).await? {
        let Ok(_work) = active.term.work() else { return Ok(()) };
        let end = Some((overdue.attempt, AttemptEnd::Lost(None)));
        let lost = ending::lose(active, overdue.generation, end);
        let traced = traces::step(Name::Look, overdue.generation, active.term.epoch());
        traced.around(lost).instrument(following::generation(overdue.generation)).await?;
    }
    Ok(())
}

async fn look_at(active: &Generations, look: Look) {
    let Ok(_work) = active.term.work() else { return };
    if let Err(undone) = steps(active, &look).await {
        debug!(attempt = %look.attempt, "[KIE] not looked at: {undone}");
        active.rest(PAUSE).await;
    }
}

async fn steps(active: &Generations, look: &Look) -> Result<(), StoreError> {
    let Some(task) = TaskId::new(&look.task) else {
        let end = Some((look.attempt, AttemptEnd::Lost(None)));
        return ending::lose(active, look.generation, end).await;
    };
    let Some(asked) = Asked::of(active, look) else {
        // Written by a release that kept no route, of a model that this one does not know: the next may.
        warn!(repeats = "unknown-model", model = look.model, "[KIE] a task of an unknown model");
        return later(active, look, UNKNOWN).await;
    };
    let Ok(permit) = active.term.permit(LONGEST) else { return Ok(()) };
    let (call, began) = (traces::child(Name::Kie).calling("look"), Instant::now());
    let answer = permit.run_until_drain(active.kie.look(asked.route, &task)).await;
    call.end(answer.as_ref().map_or(Outcome::Unknown, endings::looked));
    if let Ok(answer) = &answer {
        metrics::kie_looked(began, answer);
    }
    let seen = match answer {
        Ok(Ok(seen)) => seen,
        Ok(Err(NoAnswer::Busy { wait })) => return later(active, look, wait).await,
        Ok(Err(NoAnswer::KeyRefused)) => {
            close_everything(active, Cause::KeyRefused).await?;
            return later(active, look, Duration::from_secs(30)).await;
        }
        // A bell about a task that nobody could ever be asked about is forgotten in the end.
        Ok(Err(NoAnswer::Later(_))) if look.is_hearsay && look.age > LATEST => {
            return forget(active, look).await;
        }
        Ok(Err(NoAnswer::Later(_))) | Err(CallEnded::TooLate) => {
            return later(active, look, UNANSWERED).await;
        }
        Err(CallEnded::TermOver) => return Ok(()),
    };
    if look.is_hearsay {
        let ours = callback(active, look.attempt, &look.token);
        if seen.stage == Stage::Absent && look.age <= GRACE {
            // Its record is not there yet. The bell is all we know of it, so it stays.
            return later(active, look, UNANSWERED).await;
        }
        if ours.is_none() || seen.callback != ours {
            // Somebody rang for a task that is not ours. The bell is forgotten, nothing else.
            return forget(active, look).await;
        }
        let taken = active.store.in_term(&active.term, async |tx| {
            tx.generations().attempt_taken(look.attempt, task.as_str(), Duration::ZERO).await
        });
        taken.await?;
    }
    judge(active, look, asked.tempo, seen).await
}

/// What is known of how a task was asked for: by the attempt itself, else by its model.
struct Asked {
    route: Route,
    tempo: Tempo,
}

impl Asked {
    fn of(active: &Generations, look: &Look) -> Option<Self> {
        let model = model(&active.prices, &look.model);
        let output = look.output.or_else(|| model.map(|model| model.output))?;
        let route = look.route.or_else(|| model.map(|model| model.route))?;
        let usual_seconds = model.map(|model| model.usual_seconds);
        Some(Self { route, tempo: Tempo { output, usual_seconds } })
    }
}

async fn judge(
    active: &Generations,
    look: &Look,
    tempo: Tempo,
    seen: TaskStatus,
) -> Result<(), StoreError> {
    let end = |end| Some((look.attempt, end));
    match seen.stage {
        Stage::Done(made) => match inspecting::inspect(active, tempo.output, made).await {
            Inspected::Good(result) => {
                ending::succeed(active, look, tempo.output, &result, seen.charged).await
            }
            Inspected::Nothing => {
                let failed = end(AttemptEnd::Failed(seen.charged));
                ending::fail(active, look.generation, Failure::Empty, failed).await
            }
            Inspected::Later(problem) => {
                debug!("[KIE] a result cannot be read yet: {problem}");
                wait_for_files(active, look, tempo).await
            }
            Inspected::TermOver => Ok(()),
        },
        Stage::Empty => {
            let failed = end(AttemptEnd::Failed(seen.charged));
            ending::fail(active, look.generation, Failure::Empty, failed).await
        }
        Stage::Failed { why, message } => {
            debug!("[KIE] failed: {message}");
            let failure = match why {
                Why::Policy => Failure::Policy,
                Why::BadInput => Failure::BadInput,
                Why::Provider => Failure::Provider,
                Why::Timeout => Failure::Timeout,
            };
            let failed = end(AttemptEnd::Failed(seen.charged));
            ending::fail(active, look.generation, failure, failed).await
        }
        Stage::Absent if look.age <= GRACE => later(active, look, UNANSWERED).await,
        Stage::Absent | Stage::Working => wait(active, look, tempo).await,
    }
}

/// It is not done. Past its deadline the money goes back; the task is still looked at for a day.
async fn wait(active: &Generations, look: &Look, tempo: Tempo) -> Result<(), StoreError> {
    let age = Duration::from_secs(u64::try_from(look.age).unwrap_or_default());
    let pause = tempo.look_pause(age);
    if look.is_late {
        let pause = if look.age > LATEST { NEVER } else { pause };
        return later(active, look, pause).await;
    }
    if look.is_overdue {
        let end = Some((look.attempt, AttemptEnd::Lost(Some(pause))));
        return ending::lose(active, look.generation, end).await;
    }
    later(active, look, pause).await
}

/// It is made, and its files cannot be read: whatever its deadline, it is not given up before a day is over.
async fn wait_for_files(active: &Generations, look: &Look, tempo: Tempo) -> Result<(), StoreError> {
    if look.is_late || look.age > LATEST {
        return wait(active, look, tempo).await;
    }
    let age = Duration::from_secs(u64::try_from(look.age).unwrap_or_default());
    let pause = tempo.look_pause(age);
    traces::outcome(Outcome::Working);
    let put_off = active.store.in_term(&active.term, async |tx| {
        tx.generations().put_off_deadline(look.generation, pause * 2).await?;
        tx.generations().looked(&[(look.attempt, pause)]).await
    });
    put_off.await
}

async fn later(active: &Generations, look: &Look, pause: Duration) -> Result<(), StoreError> {
    traces::outcome(Outcome::Working);
    let looked = [(look.attempt, pause)];
    active.store.in_term(&active.term, async |tx| tx.generations().looked(&looked).await).await
}

async fn forget(active: &Generations, look: &Look) -> Result<(), StoreError> {
    active
        .store
        .in_term(&active.term, async |tx| tx.generations().forget_ring(look.attempt).await)
        .await
}
