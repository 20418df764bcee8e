//! Answers to taps, checkouts and inline queries.
//!
//! A tap can be answered until its time is over. A second answer is accepted like the first, and only the first
//! counts: that one stopped the spinner. A checkout is answered once.

use std::sync::Arc;
use std::time::Duration;

use super::Done;
use crate::telegram::payments::sheet::{self, Verdict};
use crate::telegram::world::{Core, World};
use crate::telegram::{Call, Event, Refusal, Via, inline, refusal};

pub(super) fn answer_tap(
    core: &Core,
    world: &mut World,
    call: &Call,
    via: Via,
) -> Result<Done, Refusal> {
    let id = call.text("callback_query_id").unwrap_or_default();
    note(core, world, (id, core.settings.answer_window), call.text("text"), via)
}

pub(super) fn answer_checkout(
    core: &Arc<Core>,
    world: &mut World,
    call: &Call,
    via: Via,
) -> Result<Done, Refusal> {
    let id = call.text("pre_checkout_query_id").unwrap_or_default();
    let words = call.text("error_message").filter(|_| !call.flag("ok"));
    let verdict = match (call.flag("ok"), words) {
        (true, _) => Verdict::Yes,
        (false, Some(words)) => Verdict::No(words.to_owned()),
        (false, None) => {
            return Err(Refusal::mistake("error_message is required when ok is false"));
        }
    };
    if world.payments.sheets.get(id).is_some_and(|sheet| sheet.end.is_some()) {
        return Err(refusal::query_too_old());
    }
    let done = note(core, world, (id, sheet::WINDOW), words, via)?;
    sheet::settle(core, world, id, verdict);
    Ok(done)
}

pub(super) fn answer_inline(
    core: &Core,
    world: &mut World,
    call: &Call,
    via: Via,
) -> Result<Done, Refusal> {
    let id = call.text("inline_query_id").unwrap_or_default();
    let answer = inline::checked(world, call)?;
    let done = note(core, world, (id, inline::WINDOW), None, via)?;
    world.inline.entry(id.to_owned()).or_insert(answer);
    Ok(done)
}

/// Writes down that a query is answered, if there is still time for that.
fn note(
    core: &Core,
    world: &mut World,
    (id, window): (&str, Duration),
    text: Option<&str>,
    via: Via,
) -> Result<Done, Refusal> {
    let query = world.queries.get_mut(id).ok_or_else(refusal::query_too_old)?;
    if core.clock.now().saturating_sub(query.created) > window {
        return Err(refusal::query_too_old());
    }
    if query.answered.is_none() {
        let (within, text) = (query.born.elapsed(), text.map(str::to_owned));
        query.answered = Some((within, text.clone()));
        let update_id = query.update_id;
        world.journal.write(Event::Answered { update_id, text, via, within });
    }
    Ok(Done::truth())
}
