//! Faults a test arms: wrong answers, cut connections, held answers, odd deliveries.
//!
//! ```text
//!   armed ── a call or delivery it concerns ──> fires ── n times ──> spent
//!     └── disarm ──> gone
//! ```
//!
//! A fault that was armed and never fired is listed among the violations, so that a test cannot
//! pass because its fault never happened. Faults concern calls of the Bot API and deliveries of
//! updates, not methods in response bodies: those have no connection of their own to break.
//!
//! Fetching a file is no call. Only a fault on the method `download` concerns it, and then every
//! cut but the first kind breaks the file off in its middle.

use std::sync::Arc;

use super::world::Core;

/// What happens to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is answered with this status and not applied.
    Status(u16),
    /// It is answered 429 with so many seconds and not applied.
    RetryAfter(u64),
    /// The connection is closed before anything is applied.
    CutBefore,
    /// The connection is closed while an upload is still coming in; a call without a file is cut as
    /// by [`Fault::CutBefore`].
    CutWithin,
    /// It is applied, then the connection is closed without an answer: the caller cannot know.
    CutAfter,
    /// It is applied, and the answer waits for [`Armed::release`].
    Hold,
}

/// What happens to a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryFault {
    /// The update goes to every instance at once (twice, if there is one only).
    Duplicate,
    /// Queues are emptied in any order and at odd moments.
    Reorder,
    /// The instance's answer is thrown away, so the update comes again.
    DropResponse,
}

#[derive(Debug, Clone)]
enum Concern {
    Calls { method: Option<String>, chat: Option<i64>, fault: Fault },
    Deliveries(DeliveryFault),
}

impl Concern {
    fn is_about(&self, method: &str, chat: Option<i64>) -> bool {
        let Self::Calls { method: own, chat: own_chat, .. } = self else { return false };
        own.as_ref().is_none_or(|own| own.eq_ignore_ascii_case(method))
            && own_chat.is_none_or(|own| Some(own) == chat)
    }
}

#[derive(Debug)]
struct Slot {
    id: u64,
    concern: Concern,
    left: usize,
    fired: usize,
    released: bool,
}

/// The faults of one fake.
#[derive(Debug, Default)]
pub(crate) struct FaultBoard {
    slots: Vec<Slot>,
    armed: u64,
}

impl FaultBoard {
    fn arm(&mut self, concern: Concern, times: usize) -> u64 {
        self.armed += 1;
        let id = self.armed;
        self.slots.push(Slot { id, concern, left: times, fired: 0, released: false });
        id
    }

    /// The fault that fires on this call, and its number.
    pub(crate) fn on_call(&mut self, method: &str, chat: Option<i64>) -> Option<(u64, Fault)> {
        self.fire(|concern| concern.is_about(method, chat))
    }

    /// Whether an upload of which a file has begun is cut.
    pub(crate) fn on_upload(&mut self, method: &str, chat: Option<i64>) -> bool {
        let fired = self.fire(|concern| {
            matches!(concern, Concern::Calls { fault: Fault::CutWithin, .. })
                && concern.is_about(method, chat)
        });
        fired.is_some()
    }

    /// The fault that fires on the fetch of a file; only one that names it does.
    pub(crate) fn on_download(&mut self, name: &str) -> Option<(u64, Fault)> {
        self.fire(|concern| match concern {
            Concern::Calls { method: Some(own), .. } => own.eq_ignore_ascii_case(name),
            _ => false,
        })
    }

    fn fire(&mut self, is_wanted: impl Fn(&Concern) -> bool) -> Option<(u64, Fault)> {
        let mut ready = self.slots.iter_mut().filter(|slot| slot.left > 0);
        let slot = ready.find(|slot| is_wanted(&slot.concern))?;
        match slot.concern {
            Concern::Calls { fault, .. } => {
                slot.fire();
                Some((slot.id, fault))
            }
            Concern::Deliveries(_) => None,
        }
    }

    /// Whether this fault fires on the delivery at hand.
    pub(crate) fn on_delivery(&mut self, wanted: DeliveryFault) -> bool {
        let slot = self
            .slots
            .iter_mut()
            .filter(|slot| slot.left > 0)
            .find(|slot| matches!(slot.concern, Concern::Deliveries(fault) if fault == wanted));
        slot.map(Slot::fire).is_some()
    }

    pub(crate) fn is_released(&self, id: u64) -> bool {
        self.slots.iter().find(|slot| slot.id == id).is_none_or(|slot| slot.released)
    }

    /// A sentence for each fault that never fired.
    pub(crate) fn never_fired(&self) -> Vec<String> {
        let silent = self.slots.iter().filter(|slot| slot.fired == 0);
        silent.map(|slot| format!("the fault {:?} never fired", slot.concern)).collect()
    }

    fn slot(&mut self, id: u64) -> Option<&mut Slot> {
        self.slots.iter_mut().find(|slot| slot.id == id)
    }
}

impl Slot {
    fn fire(&mut self) {
        self.left -= 1;
        self.fired += 1;
    }
}

/// Where a test arms faults; from [`super::FakeTelegram::faults`].
#[derive(Debug)]
pub struct Faults {
    pub(crate) core: Arc<Core>,
}

impl Faults {
    /// On the next `times` calls, whatever they are.
    pub fn next_calls(&self, times: usize, fault: Fault) -> Armed {
        self.calls(None, None, times, fault)
    }

    /// On the next `times` calls of a method.
    pub fn on_method(&self, method: &str, times: usize, fault: Fault) -> Armed {
        self.calls(Some(method), None, times, fault)
    }

    /// On the next `times` calls that name a chat.
    pub fn in_chat(&self, chat: i64, times: usize, fault: Fault) -> Armed {
        self.calls(None, Some(chat), times, fault)
    }

    /// On the next `times` calls of a method, if given, that name a chat, if given.
    pub fn calls(
        &self,
        method: Option<&str>,
        chat: Option<i64>,
        times: usize,
        fault: Fault,
    ) -> Armed {
        self.arm(Concern::Calls { method: method.map(str::to_owned), chat, fault }, times)
    }

    /// On the next `times` deliveries; `usize::MAX` until it is disarmed.
    pub fn deliveries(&self, times: usize, fault: DeliveryFault) -> Armed {
        self.arm(Concern::Deliveries(fault), times)
    }

    fn arm(&self, concern: Concern, times: usize) -> Armed {
        let id = self.core.with(|world| world.faults.arm(concern, times));
        Armed { core: Arc::clone(&self.core), id }
    }
}

/// A fault that is armed. Dropping it changes nothing.
#[derive(Debug)]
pub struct Armed {
    core: Arc<Core>,
    id: u64,
}

impl Armed {
    /// Waits until it has fired.
    ///
    /// # Panics
    /// When it has not within [`super::Settings::patience`].
    pub async fn fired(&self) {
        self.fired_times(1).await;
    }

    /// Waits until it has fired so often.
    ///
    /// # Panics
    /// When it has not within [`super::Settings::patience`].
    pub async fn fired_times(&self, times: usize) {
        let id = self.id;
        let fired = self.core.soon(|world| {
            world.faults.slot(id).is_none_or(|slot| slot.fired >= times).then_some(())
        });
        assert!(fired.await.is_some(), "waited in vain for a fault to fire {times} times");
    }

    /// How often it has fired so far.
    pub fn times(&self) -> usize {
        self.core.with(|world| world.faults.slot(self.id).map_or(0, |slot| slot.fired))
    }

    /// Lets held answers go, and holds no more.
    pub fn release(&self) {
        self.core.with(|world| {
            if let Some(slot) = world.faults.slot(self.id) {
                slot.left = 0;
                slot.released = true;
            }
        });
    }

    /// Takes the fault back, fired or not.
    pub fn disarm(self) {
        self.core.with(|world| world.faults.slots.retain(|slot| slot.id != self.id));
    }
}

#[cfg(test)]
mod tests;
