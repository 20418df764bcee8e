//! Delivery of updates to the webhook, as Telegram does it.
//!
//! One task per queue, for as long as the queue has updates:
//!
//! ```text
//!   head of the queue ── a place to deliver to, a free connection ──> attempt
//!        ^                                                              │
//!        │<── next ── any 2xx: accepted, its body is a method perhaps ──┤
//!        │<── next ── lifetime over: given up                           │
//!        └─── pause: 0, 2, 4, 8 .. s, or Retry-After ── anything else ──┘
//! ```
//!
//! The head blocks its queue and no other. Connections over all queues are bounded by the
//! webhook's `max_connections`.

mod attempt;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::{Core, DeliveryFault, Fate, Key, Request, Target, Timing, Update, Via, calls};
use attempt::{Reply, Setback};

/// The largest `Retry-After` that is obeyed, in seconds.
const LONGEST_RETRY_AFTER: u64 = 3600;

/// Empties a queue in a task of its own, which ends with the queue or with the fake.
pub(crate) fn spawn(core: &Arc<Core>, key: Key) {
    let own = Arc::clone(core);
    core.spawn(async move {
        while let Some((update, shuffle)) = next(&own, key) {
            own.clock.until(own.clock.now() + shuffle).await;
            deliver(&own, &update).await;
        }
    });
}

/// The next update of the queue, and how long to wait first, which is for disorder only.
fn next(core: &Core, key: Key) -> Option<(Arc<Update>, Duration)> {
    core.with(|world| {
        let mut shuffle = Duration::ZERO;
        let (faults, draws) = (&mut world.faults, &mut world.draws);
        let update = world.updates.next_of(key, |length| {
            if !faults.on_delivery(DeliveryFault::Reorder) {
                return 0;
            }
            shuffle = draws.between(Duration::ZERO, core.settings.timing.shuffle);
            draws.below(length)
        })?;
        Some((update, shuffle))
    })
}

async fn deliver(core: &Arc<Core>, update: &Arc<Update>) {
    let mut tries = 0;
    loop {
        let ready = tokio::select! {
            biased;
            () = core.clock.until(update.expires) => None,
            ready = place(core, update) => ready,
        };
        let Some((target, permit)) = ready else {
            core.with(|world| world.settle(update.number, update.update_id, Fate::Gone));
            return;
        };
        tries += 1;
        let reply = attempt::send(core, update, &target, tries).await;
        drop(permit);
        let again = match reply {
            Reply::Delivered(body) => {
                accept(core, update, &body);
                return;
            }
            Reply::Refused(Setback { at, retry_after, why }) => {
                core.with(|world| world.webhook.last_error = Some((core.clock.unix(), why)));
                let timing = &core.settings.timing;
                let pause = match retry_after {
                    Some(seconds) => {
                        let seconds = seconds.min(LONGEST_RETRY_AFTER);
                        timing.retry_after_second * u32::try_from(seconds).unwrap_or(u32::MAX)
                    }
                    None => {
                        let (low, high) = timing.longest;
                        let longest = core.with(|world| world.draws.between(low, high));
                        pause(tries, timing, longest)
                    }
                };
                at + pause
            }
        };
        core.clock.until(again.min(update.expires)).await;
    }
}

/// Waits for somewhere to deliver to and for a connection; `None` when the update has ended
/// meanwhile, for example because a poller took it.
async fn place(
    core: &Core,
    update: &Update,
) -> Option<(Target, tokio::sync::OwnedSemaphorePermit)> {
    loop {
        let slots = core.when(|world| {
            if !world.updates.is_pending(update.number) {
                return Some(None);
            }
            world.webhook.is_reachable().then(|| Some(Arc::clone(&world.webhook.slots)))
        });
        let permit = slots.await?.acquire_owned().await.ok()?;
        // The webhook may have been deleted while we waited for the connection.
        let target = core.with(|world| {
            let pending = world.updates.is_pending(update.number);
            pending.then(|| world.webhook.target())
        });
        if let Some(target) = target? {
            return Some((target, permit));
        }
    }
}

/// Ends an update that was answered with 2xx and does what the answer's body asks for.
fn accept(core: &Arc<Core>, update: &Update, body: &Bytes) {
    core.with(|world| {
        world.settle(update.number, update.update_id, Fate::Accepted(Instant::now()));
        let Some(request) = Request::from_response(body) else {
            return;
        };
        let name = request.method.to_lowercase();
        let refused = ["setwebhook", "deletewebhook", "close", "logout"].contains(&name.as_str());
        if refused || name.starts_with("get") {
            let method = &request.method;
            world.violation(format!("{method} cannot be called in the body of an answer"));
            return;
        }
        let via = Via::Response { update_id: update.update_id };
        // The result is thrown away: the bot has hung up and will never know it.
        let _ = calls::perform(core, world, &request, via);
    });
}

fn pause(tries: u32, timing: &Timing, longest: Duration) -> Duration {
    match tries {
        0 | 1 => Duration::ZERO,
        _ => timing.pause.saturating_mul(1 << (tries - 2).min(20)).min(longest),
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Timing, pause};

    #[test]
    fn pauses_double_from_two_seconds_up_to_the_longest() {
        let longest = Duration::from_secs(77);
        let seconds = |tries| pause(tries, &Timing::default(), longest).as_secs();

        let pauses: Vec<_> = (1..10).map(seconds).collect();

        assert_eq!(pauses, [0, 2, 4, 8, 16, 32, 64, 77, 77]);
        assert_eq!(seconds(u32::MAX), 77);
    }
}
