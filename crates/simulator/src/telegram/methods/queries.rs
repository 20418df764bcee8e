//! Answers to taps and checkouts.
//!
//! A query can be answered until its time is over. A second answer is accepted like the first,
//! and only the first counts: that one stopped the spinner.

use std::time::Duration;

use serde_json::Value;

use super::Done;
use crate::telegram::world::{Core, World};
use crate::telegram::{Call, Event, Refusal, Via, refusal};

/// How long a checkout waits for its answer.
const CHECKOUT: Duration = Duration::from_secs(10);

pub(super) fn answer_tap(
    core: &Core,
    world: &mut World,
    call: &Call,
    via: Via,
) -> Result<Done, Refusal> {
    let id = call.text("callback_query_id").unwrap_or_default();
    let text = call.text("text").map(str::to_owned);
    answer(core, world, id, core.settings.answer_window, text, via)
}

pub(super) fn answer_checkout(
    core: &Core,
    world: &mut World,
    call: &Call,
    via: Via,
) -> Result<Done, Refusal> {
    let error = call.params.get("error_message").and_then(Value::as_str);
    if !call.flag("ok") && error.is_none() {
        return Err(Refusal::mistake("error_message is required when ok is false"));
    }
    let id = call.text("pre_checkout_query_id").unwrap_or_default();
    answer(core, world, id, CHECKOUT, error.map(str::to_owned), via)
}

fn answer(
    core: &Core,
    world: &mut World,
    id: &str,
    window: Duration,
    text: Option<String>,
    via: Via,
) -> Result<Done, Refusal> {
    let query = world.queries.get_mut(id).ok_or_else(refusal::query_too_old)?;
    if core.clock.now().saturating_sub(query.created) > window {
        return Err(refusal::query_too_old());
    }
    if query.answered.is_none() {
        let within = query.born.elapsed();
        query.answered = Some((within, text.clone()));
        let update_id = query.update_id;
        world.journal.write(Event::Answered { update_id, text, via, within });
    }
    Ok(Done::truth())
}
