//! getUpdates: the other way to get updates, for one poller at a time.
//!
//! ```text
//!   call ── webhook set ──> 409
//!     └─> confirms by its offset, waits for updates ── some, or time over ──> answer
//!                                  └── another poller, or setWebhook ──> 409, a little later
//! ```
//!
//! A call with an offset confirms everything below it. The newest call wins; the one that waits
//! is ended. An id is compared as a number, as Telegram does: after a jump downwards an old
//! offset confirms the new updates unseen, which is why a bot must follow the ids it is given.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::world::{Core, World};
use super::{Call, Done, Fate, Refusal, Request, calls};

/// The longest a call waits, in seconds, whatever it asks for.
const LONGEST: u64 = 50;

const MOST: i64 = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PollEnd {
    Other,
    Webhook,
}

#[derive(Debug, Default)]
pub(crate) struct Pollers {
    turn: u64,
    ended: Option<PollEnd>,
}

impl Pollers {
    fn begin(&mut self) -> u64 {
        self.end(PollEnd::Other);
        self.turn
    }

    pub(crate) fn end(&mut self, why: PollEnd) {
        self.turn += 1;
        self.ended = Some(why);
    }

    fn ended(&self, turn: u64) -> Option<PollEnd> {
        if self.turn == turn { None } else { self.ended }
    }
}

pub(crate) async fn get_updates(core: &Arc<Core>, request: &Request) -> Result<Done, Refusal> {
    let (call, turn) = core.with(|world| {
        let call = calls::admit(core, world, request)?;
        if world.webhook.is_set() {
            return Err(Refusal::conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete \
                 the webhook first",
            ));
        }
        if let Some(kinds) = call.params.get("allowed_updates").and_then(Value::as_array) {
            let kinds = kinds.iter().filter_map(Value::as_str).map(str::to_owned);
            world.updates.allowed = Some(kinds.collect());
        }
        confirm(world, call.integer("offset").unwrap_or_default());
        Ok((call, world.pollers.begin()))
    })?;
    let asked = call.integer("timeout").and_then(|asked| u64::try_from(asked).ok());
    let until = core.clock.now() + Duration::from_secs(asked.unwrap_or_default().min(LONGEST));
    let found = core.when(|world| match world.pollers.ended(turn) {
        Some(why) => Some(Err(why)),
        None => batch(world, &call).map(Ok),
    });
    let outcome = tokio::select! {
        biased;
        found = found => found,
        () = core.clock.until(until) => Ok(Vec::new()),
    };
    let why = match outcome {
        Ok(updates) => return Ok(Done { result: Value::Array(updates), message_id: None }),
        Err(why) => why,
    };
    core.clock.until(core.clock.now() + core.settings.timing.conflict).await;
    Err(Refusal::conflict(match why {
        PollEnd::Other => {
            "terminated by other getUpdates request; make sure that only one bot instance is \
             running"
        }
        PollEnd::Webhook => "terminated by setWebhook request",
    }))
}

/// Confirms what is below the offset, or all but the last few if it is negative.
fn confirm(world: &mut World, offset: i64) {
    let all: Vec<_> = world.updates.pending().map(|u| (u.number, u.update_id)).collect();
    let kept = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    let forgotten = all.len().saturating_sub(kept);
    for (at, (number, update_id)) in all.into_iter().enumerate() {
        let confirmed = if offset < 0 { at < forgotten } else { update_id < offset };
        if confirmed {
            world.settle(number, update_id, Fate::Accepted(Instant::now()));
        }
    }
}

/// The updates that are there, or `None` to wait for some.
fn batch(world: &World, call: &Call) -> Option<Vec<Value>> {
    let limit = call.integer("limit").unwrap_or(MOST).clamp(1, MOST);
    let limit = usize::try_from(limit).unwrap_or(1);
    // Poison is no JSON and cannot be polled; as a string it is at least seen.
    let shown = |body: &bytes::Bytes| {
        serde_json::from_slice(body).unwrap_or_else(|_| json!(String::from_utf8_lossy(body)))
    };
    let updates: Vec<Value> =
        world.updates.pending().take(limit).map(|update| shown(&update.body)).collect();
    (!updates.is_empty()).then_some(updates)
}
