//! A call from arrival to answer: faults, the table of facts, flood limits, the action itself.
//!
//! ```text
//!   request ── fault? ──> CutBefore, CutWithin, Status, RetryAfter: nothing is applied
//!      │
//!      └─> facts ──> flood ──> action, journal ── fault? ──> CutAfter, Hold: applied all the same
//! ```
//!
//! Checking and doing happen in one change of the world, so a caller that hangs up in the middle
//! cannot leave half an action.

use std::sync::Arc;

use serde_json::{Value, json};

use super::check::{Call, check};
use super::world::{Core, World};
use super::{
    Blame, Done, Event, Fault, Refusal, Request, Strictness, Via, methods, polling, refusal,
};

#[derive(Debug)]
pub(crate) enum Ending {
    Answer { status: u16, body: Value, retry_after: Option<u64> },
    Cut,
}

pub(crate) async fn serve(core: &Arc<Core>, request: &Request) -> Ending {
    let chat = request.chat();
    let fault = core.with(|world| {
        let fault = world.faults.on_call(&request.method, chat)?;
        world.faulted(fault.0, &request.method);
        Some(fault)
    });
    let early = match fault {
        Some((Fault::Status(code), _)) => Some(Some(Refusal::status(code))),
        Some((Fault::RetryAfter(seconds), _)) => Some(Some(Refusal::flood(seconds))),
        Some((Fault::CutBefore | Fault::CutWithin, _)) => Some(None),
        Some((Fault::CutAfter | Fault::Hold, _)) | None => None,
    };
    if let Some(refusal) = early {
        return core.with(|world| refuse(world, request, refusal));
    }
    let cut = matches!(fault, Some((Fault::CutAfter, _)));
    let outcome = if request.method.eq_ignore_ascii_case("getUpdates") {
        let outcome = polling::get_updates(core, request).await;
        core.with(|world| record(world, request, &outcome, Via::Call, cut));
        outcome
    } else {
        // One change for the action and its entry: the journal's order is the order of actions.
        core.with(|world| {
            let outcome = decide(core, world, request, Via::Call);
            record(world, request, &outcome, Via::Call, cut);
            outcome
        })
    };
    match fault {
        Some((Fault::CutAfter, _)) => return Ending::Cut,
        Some((Fault::Hold, armed)) => armed.is_released().await,
        _ => {}
    }
    ending(&outcome)
}

/// Whether a fault cuts a call of which a file is coming in.
pub(crate) fn is_cut_within(world: &mut World, begun: &Request) -> bool {
    let is_cut = world.faults.on_upload(&begun.method, begun.chat());
    if is_cut {
        world.faulted(Fault::CutWithin, &begun.method);
        let _ = refuse(world, begun, None);
    }
    is_cut
}

/// Performs a method that came in the body of an answer, in which there are no faults.
pub(crate) fn perform(
    core: &Arc<Core>,
    world: &mut World,
    request: &Request,
    via: Via,
) -> Result<Done, Refusal> {
    let outcome = decide(core, world, request, via);
    record(world, request, &outcome, via, false);
    outcome
}

pub(crate) fn admit(core: &Core, world: &mut World, request: &Request) -> Result<Call, Refusal> {
    let method = core.facts.method(&request.method).ok_or_else(Refusal::no_method);
    let checked = check(method?, request)?;
    if core.settings.strictness == Strictness::Strict {
        for stranger in checked.strangers {
            world.violation(format!("{}: unknown parameter {stranger}", request.method));
        }
    }
    Ok(checked.call)
}

fn decide(
    core: &Arc<Core>,
    world: &mut World,
    request: &Request,
    via: Via,
) -> Result<Done, Refusal> {
    if request.is_too_large {
        return Err(Refusal::status(413));
    }
    let call = admit(core, world, request)?;
    if let Some(cost) = cost(&call) {
        let chat = call.integer("chat_id").filter(|chat| world.chats.contains_key(chat));
        let chat = chat.ok_or_else(refusal::chat_not_found)?;
        let limits = &core.settings.limits;
        let taken = world.flood.take(limits, chat, cost, core.clock.now());
        taken.map_err(Refusal::flood)?;
    }
    methods::apply(core, world, &call, via)
}

/// How many messages a call counts for; `None` when it is not counted.
fn cost(call: &Call) -> Option<u32> {
    let method = call.method.as_str();
    let counted = method.starts_with("send") || method.starts_with("editMessage");
    if !counted || method == "sendChatAction" {
        return None;
    }
    let album = call.params.get("media").and_then(Value::as_array).map_or(1, Vec::len);
    Some(u32::try_from(album).unwrap_or(u32::MAX))
}

/// Writes a call that a fault refuses, or cuts where there is no refusal.
fn refuse(world: &mut World, request: &Request, refusal: Option<Refusal>) -> Ending {
    let status = refusal.as_ref().map(|refusal| refusal.code);
    let answer = refusal.as_ref().map_or(Value::Null, Refusal::to_json);
    write(world, request, None, status, answer, Via::Call);
    refusal.map_or(Ending::Cut, |refusal| ending(&Err(refusal)))
}

fn record(
    world: &mut World,
    request: &Request,
    outcome: &Result<Done, Refusal>,
    via: Via,
    cut: bool,
) {
    let (status, answer) = answer(outcome);
    write(world, request, outcome.as_ref().ok(), (!cut).then_some(status), answer, via);
    if let Err(refusal) = outcome
        && refusal.blame == Blame::Caller
    {
        world.violation(format!("{}: {}", request.method, refusal.description));
    }
}

fn write(
    world: &mut World,
    request: &Request,
    done: Option<&Done>,
    status: Option<u16>,
    answer: Value,
    via: Via,
) {
    let (method, chat) = (request.method.clone(), request.chat());
    let (params, applied) = (request.to_json(), done.is_some());
    let message_id = done.and_then(|done| done.message_id);
    let called = Event::Called { method, chat, params, applied, message_id, status, answer, via };
    world.journal.write(called);
}

fn answer(outcome: &Result<Done, Refusal>) -> (u16, Value) {
    match outcome {
        Ok(done) => (200, json!({ "ok": true, "result": done.result })),
        Err(refusal) => (refusal.code, refusal.to_json()),
    }
}

fn ending(outcome: &Result<Done, Refusal>) -> Ending {
    let (status, body) = answer(outcome);
    let retry_after = outcome.as_ref().err().and_then(|refusal| refusal.retry_after);
    Ending::Answer { status, body, retry_after }
}
