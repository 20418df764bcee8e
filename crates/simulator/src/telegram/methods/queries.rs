//! Answers to taps and checkouts.
//!
//! A query can be answered until its time is over. A second answer is accepted like the first,
//! and only the first counts: that one stopped the spinner.

use std::time::Duration;

use super::Done;
use crate::telegram::world::{Core, World};
use crate::telegram::{Call, Event, Refusal, Via, refusal};

/// How long a checkout waits for its answer.
const CHECKOUT: Duration = Duration::from_secs(10);

pub(super) fn answer(
    core: &Core,
    world: &mut World,
    call: &Call,
    via: Via,
) -> Result<Done, Refusal> {
    let (id, window, text) = if call.method == "answerCallbackQuery" {
        ("callback_query_id", core.settings.answer_window, call.text("text"))
    } else {
        let error = call.text("error_message");
        if !call.flag("ok") && error.is_none() {
            return Err(Refusal::mistake("error_message is required when ok is false"));
        }
        ("pre_checkout_query_id", CHECKOUT, error)
    };
    let query = world.queries.get_mut(call.text(id).unwrap_or_default());
    let query = query.ok_or_else(refusal::query_too_old)?;
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
