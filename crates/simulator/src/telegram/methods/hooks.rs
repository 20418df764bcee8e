//! setWebhook, deleteWebhook and getWebhookInfo.

use std::time::Duration;

use serde_json::Value;

use super::Done;
use crate::telegram::world::{Core, World};
use crate::telegram::{Call, PollEnd, Refusal, Registration, fault_of};

pub(super) fn set(core: &Core, world: &mut World, call: &Call) -> Result<Done, Refusal> {
    let now = core.clock.now();
    if let (Some(limit), Some(last)) =
        (core.settings.limits.webhooks_per_second, world.webhook.last_set)
        && now.saturating_sub(last) < Duration::from_secs(1) / limit.max(1)
    {
        return Err(Refusal::flood(1));
    }
    let url = call.text("url").unwrap_or_default();
    let secret = call.text("secret_token");
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if secret.is_some_and(|secret| !secret.chars().all(plain)) {
        return Err(Refusal::mistake("secret token contains unallowed characters"));
    }
    if url.is_empty() {
        return Ok(delete(world, call));
    }
    if let Some(fault) = fault_of(url) {
        return Err(Refusal::mistake(format!("bad webhook: {fault}")));
    }
    let webhook = &mut world.webhook;
    webhook.last_set = Some(now);
    webhook.registration = Registration::Set(url.to_owned());
    webhook.secret = secret.map(str::to_owned);
    webhook.ip_address = call.text("ip_address").map(str::to_owned);
    let connections = call.integer("max_connections").and_then(|wanted| u32::try_from(wanted).ok());
    webhook.limit_connections(connections);
    // Left out, the list stays as it was.
    if let Some(kinds) = call.params.get("allowed_updates").and_then(Value::as_array) {
        let kinds = kinds.iter().filter_map(Value::as_str).map(str::to_owned);
        world.updates.allowed = Some(kinds.collect());
    }
    if call.flag("drop_pending_updates") {
        world.drop_pending();
    }
    world.pollers.end(PollEnd::Webhook);
    Ok(Done::truth())
}

pub(super) fn delete(world: &mut World, call: &Call) -> Done {
    world.webhook.registration = Registration::Deleted;
    world.webhook.secret = None;
    if call.flag("drop_pending_updates") {
        world.drop_pending();
    }
    Done::truth()
}

pub(super) fn info(world: &World) -> Done {
    let allowed = world.updates.allowed.as_deref();
    Done::with(world.webhook.to_json(world.updates.pending_count(), allowed))
}
