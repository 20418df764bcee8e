//! The one commit in which a generation ends: its money, its result, what is said about it.
//!
//! ```text
//!   succeed ──> succeeded, captured, cost written, results kept, delivery rows, status message away
//!   fail    ──> failed,    released, free try back, told, status message away, the model's failures counted
//!   lose    ──> lost,      released, told; a late result is delivered for nothing
//!   give_up ──> succeeded, and nobody could ever have it: given back after all, told
//!   take back ─> cancelled, released; the status message says so
//! ```
//!
//! What is told is a message of its own, since a change of one reaches nobody; then the status message is taken away, in
//! the same line, so that one message is left of an order.
//!
//! The person's conversation is locked first, as in every transaction about a person, then the
//! generation. Whoever comes second finds it ended and changes nothing.
//!
//! On failure: nothing is committed, and the same end is found again at the next look.

use dialogue::generation::{self as words, GenerationFacts, NextBest};
use dialogue::{PriceList, Screen};
use domain::catalogue::Output;
use domain::generation::{Brief, Failure};
use domain::{Credits, GenerationId, Money, PersonId};
use serde_json::json;
use store::outbox::Line;
use store::{
    AttemptEnd, Conversation, Generation, GenerationEnd, HoldEnd, LeaderTx, Look, Priority, Saying,
    Settlement, StoreError, Undeliverable,
};
use telegram::request::Request;
use tracing::{debug, warn};
use uuid::Uuid;

use super::charging;
use super::delivering;
use super::facts;
use super::inspecting::Good;
use super::{onward, trusting};
use crate::generations::Generations;
use crate::metrics;
use crate::payments::plans;
use crate::render;
use crate::traces::{self, Outcome};

/// How an attempt ends together with its generation.
pub(super) type Attempted = Option<(Uuid, AttemptEnd)>;

/// A generation came to nothing; everything goes back.
pub(super) async fn fail(
    active: &Generations,
    id: GenerationId,
    failure: Failure,
    attempted: Attempted,
) -> Result<(), StoreError> {
    end_badly(active, id, failure, GenerationEnd::Failed(failure.word()), attempted, None).await
}

/// A generation is not begun: its files are not what was paid for. Everything goes back, and its brief says
/// from now on what they are.
pub(super) async fn refuse(
    active: &Generations,
    id: GenerationId,
    failure: Failure,
    truth: &str,
) -> Result<(), StoreError> {
    end_badly(active, id, failure, GenerationEnd::Failed(failure.word()), None, Some(truth)).await
}

/// Nobody knows what became of a generation; everything goes back.
pub(super) async fn lose(
    active: &Generations,
    id: GenerationId,
    attempted: Attempted,
) -> Result<(), StoreError> {
    end_badly(active, id, Failure::Timeout, GenerationEnd::Lost, attempted, None).await
}

async fn end_badly(
    active: &Generations,
    id: GenerationId,
    failure: Failure,
    end: GenerationEnd<'_>,
    attempted: Attempted,
    truth: Option<&str>,
) -> Result<(), StoreError> {
    let ended = active.store.in_term(&active.term, async |tx| {
        let locked = match tx.generations().person_of(id).await? {
            Some(person) => lock(tx, person, id).await?,
            None => None,
        };
        let Some((mut running, conversation)) = locked else { return Ok(None) };
        let mut charged = charging::Charged::default();
        if let Some((attempt, ending)) = attempted {
            tx.generations().end_attempt(attempt, ending).await?;
            charged = charging::book(active, tx, attempt).await?;
        }
        if !tx.generations().end_generation(id, end).await? {
            return Ok(Some((charged, None)));
        }
        if let Some(truth) = truth {
            tx.generations().correct_input(id, truth).await?;
            truth.clone_into(&mut running.input);
        }
        let is_lost = end == GenerationEnd::Lost;
        if is_lost {
            // KIE may still make it and charge for it: what was for nothing stays used.
            settle(tx, &running, Settlement::Release).await?;
        } else {
            give_back(tx, &running).await?;
        }
        let judged = trusting::failed(tx, &running, failure, attempted).await?;
        let brief = Brief::from_text(&running.input).unwrap_or_default();
        let facts = facts(&active.prices, &running, &brief, conversation.speaks());
        let back = if is_lost { words::Back::Money } else { words::Back::Everything };
        let next = onward::next_best(active, tx, &conversation, &facts).await?;
        say_why(tx, &running, &facts, failure, (back, next.as_ref())).await?;
        if let Some(removal) = removal(&running) {
            tx.outbox().say(&removal).await?;
        }
        Ok(Some((charged, Some((running, judged)))))
    });
    let Some((charged, ended)) = ended.await? else { return Ok(()) };
    if let Some((running, judged)) = ended {
        metrics::generation_ended(&active.prices, &running.model, failure.word());
        traces::outcome(Outcome::GivenBack);
        debug!(
            generation = id.get(),
            failure = failure.word(),
            "[KIE] a generation came to nothing"
        );
        active.wake.outbox(&[running.chat]);
        judged.announce(active);
    }
    charged.announce(active);
    Ok(())
}

/// A generation is done: paid for, and on its way.
pub(super) async fn succeed(
    active: &Generations,
    look: &Look,
    output: Output,
    result: &Good,
    charged: Option<Credits>,
) -> Result<(), StoreError> {
    let id = look.generation;
    let ended = active.store.in_term(&active.term, async |tx| {
        let locked = lock(tx, look.person, id).await?;
        let Some((running, conversation)) = locked else { return Ok(None) };
        if !tx.generations().end_attempt(look.attempt, AttemptEnd::Succeeded(charged)).await? {
            return Ok(None);
        }
        let summary = json!({ "files": result.files.len(), "text": result.text }).to_string();
        let in_time = tx
            .generations()
            .end_generation(id, GenerationEnd::Succeeded { result: &summary })
            .await?;
        if in_time {
            settle(tx, &running, Settlement::Capture).await?;
        }
        let booked = charging::book(active, tx, look.attempt).await?;
        tx.generations().keep_results(id, &result.files).await?;
        let judged = trusting::succeeded(active, tx, &running, charged).await?;
        let brief = Brief::from_text(&running.input).unwrap_or_default();
        let facts = facts(&active.prices, &running, &brief, conversation.speaks());
        let full_quality = conversation.full_quality;
        let wishes = delivering::Wishes { full_quality, is_late: !in_time };
        let onward = onward::onward(active, tx, &conversation, &facts).await?;
        let wishes = (wishes, &onward);
        let messages = delivering::messages(active, &facts, running.chat, output, result, wishes);
        let mut sayings: Vec<Saying> = messages
            .into_iter()
            .map(|one| saying(&running, Priority::Result, one.request, one.carries.then_some(id)))
            .collect();
        if in_time {
            sayings.extend(removal(&running));
        }
        tx.outbox().say_all(&sayings).await?;
        Ok(Some((running, in_time, booked, judged)))
    });
    let Some((running, in_time, booked, judged)) = ended.await? else { return Ok(()) };
    if !in_time {
        metrics::late_success();
    }
    let end = if in_time { "succeeded" } else { "late" };
    metrics::generation_ended(&active.prices, &running.model, end);
    traces::outcome(Outcome::Made);
    debug!("[KIE] made");
    active.wake.outbox(&[running.chat]);
    booked.announce(active);
    judged.announce(active);
    Ok(())
}

/// A result reached nobody, and never will: what it cost goes back. Whether it was still owed.
pub(super) async fn give_up(
    active: &Generations,
    given_up: Undeliverable,
) -> Result<bool, StoreError> {
    let Undeliverable { generation: id, person } = given_up;
    let ended = active.store.in_term(&active.term, async |tx| {
        let locked = lock(tx, person, id).await?;
        let Some((running, conversation)) = locked else { return Ok(None) };
        if !tx.generations().give_up_delivery(id).await? {
            return Ok(None);
        }
        if running.price > Money::ZERO && tx.books().compensate(person, id).await?.is_none() {
            return Err(StoreError::Broken("a generation that was paid for had no capture"));
        }
        let charged = charging::undelivered(active, tx, id).await?;
        let brief = Brief::from_text(&running.input).unwrap_or_default();
        let facts = facts(&active.prices, &running, &brief, conversation.speaks());
        let back = (words::Back::Money, None);
        say_why(tx, &running, &facts, Failure::Undelivered, back).await?;
        Ok(Some((running, charged)))
    });
    let Some((running, charged)) = ended.await? else { return Ok(false) };
    warn!(generation = id.get(), "[KIE] a result could not be delivered, and was given up");
    metrics::generation_ended(&active.prices, &running.model, Failure::Undelivered.word());
    active.wake.outbox(&[running.chat]);
    charged.announce(active);
    Ok(true)
}

/// The person takes a generation back that nobody has begun to make; whether that was still possible.
pub(crate) async fn take_back(
    prices: &PriceList,
    tx: &mut LeaderTx<'_>,
    id: GenerationId,
    language: domain::Language,
) -> Result<bool, StoreError> {
    let Some(running) = tx.generations().lock(id).await? else { return Ok(false) };
    if !tx.generations().end_generation(id, GenerationEnd::Cancelled).await? {
        return Ok(false);
    }
    give_back(tx, &running).await?;
    let brief = Brief::from_text(&running.input).unwrap_or_default();
    let facts = facts(prices, &running, &brief, language);
    let balance = tx.books().balance(running.person).await?.available();
    let screen = words::cancelled(&facts, balance);
    let said = change(&running, running.revision + 1, &screen).unwrap_or_else(|| {
        // Nobody knows the status message any more.
        saying(&running, Priority::Answer, render::message(running.chat, &screen), None)
    });
    tx.outbox().say(&Saying { priority: Priority::Answer, ..said }).await?;
    metrics::generation_ended(prices, &running.model, "cancelled");
    Ok(true)
}

/// The person, then the generation.
pub(super) async fn lock(
    tx: &mut LeaderTx<'_>,
    person: PersonId,
    id: GenerationId,
) -> Result<Option<(Generation, Conversation)>, StoreError> {
    let conversation = tx.people().conversation(person, None).await?;
    let running = tx.generations().lock(id).await?;
    Ok(running.map(|running| (running, conversation)))
}

/// Everything goes back: the money, or the free try.
async fn give_back(tx: &mut LeaderTx<'_>, running: &Generation) -> Result<(), StoreError> {
    if running.is_free {
        tx.generations().give_back_free(running.id).await?;
    }
    settle(tx, running, Settlement::Release).await
}

/// Ends the hold, which is open as long as its generation is alive.
async fn settle(
    tx: &mut LeaderTx<'_>,
    running: &Generation,
    settlement: Settlement,
) -> Result<(), StoreError> {
    if running.price == Money::ZERO {
        return Ok(());
    }
    match tx.books().settle(running.person, running.id, settlement).await? {
        HoldEnd::Done(_) => Ok(()),
        HoldEnd::Already(_) | HoldEnd::None => {
            Err(StoreError::Broken("a generation that was alive had no open hold"))
        }
    }
}

/// Changes the status message while the generation is made.
pub(super) async fn tell(
    tx: &mut LeaderTx<'_>,
    running: &Generation,
    screen: &Screen,
) -> Result<(), StoreError> {
    let revision = tx.generations().next_revision(running.id).await?;
    if let Some(change) = change(running, revision, screen) {
        tx.outbox().say(&change).await?;
    }
    Ok(())
}

/// Takes it away, if it is still there: in its line this stands behind what was said of the end, whose revision it
/// has, so that no earlier change comes after it.
fn removal(running: &Generation) -> Option<Saying> {
    let edits = Some(running.status_row?);
    let delete = Request::delete_message(running.chat, running.status_message);
    let revision = running.revision + 1;
    Some(Saying { edits, revision, ..saying(running, Priority::Progress, delete, None) })
}

/// The status message as it is from now on, if it is still there.
fn change(running: &Generation, revision: i32, screen: &Screen) -> Option<Saying> {
    let edits = Some(running.status_row?);
    let edit = render::edit(running.chat, running.status_message, screen);
    Some(Saying { edits, revision, ..saying(running, Priority::Progress, edit, None) })
}

/// Says what happened, what came back and what may help.
async fn say_why(
    tx: &mut LeaderTx<'_>,
    running: &Generation,
    facts: &GenerationFacts<'_>,
    failure: Failure,
    (back, next): (words::Back, Option<&NextBest>),
) -> Result<(), StoreError> {
    let balance = tx.books().balance(running.person).await?.available();
    let usage = tx.generations().usage(running.person, &facts.offers.time_zone).await?;
    let discount = facts.offers.discount(&plans::keys(&usage.plans));
    let standing = words::Standing { balance, discount };
    let screen = words::failed(facts, failure, back, standing, next);
    let message = render::message(running.chat, &screen);
    tx.outbox().say(&saying(running, Priority::Result, message, None)).await?;
    Ok(())
}

fn saying(
    running: &Generation,
    priority: Priority,
    request: Request,
    generation: Option<GenerationId>,
) -> Saying {
    let saying = render::saying(running.chat, Line::Results, priority, &request);
    Saying { generation, ..saying }
}
