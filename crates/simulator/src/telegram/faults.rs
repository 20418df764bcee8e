//! Faults a test arms: wrong answers, cut connections, held answers, odd deliveries.
//!
//! Faults concern calls of the Bot API and deliveries of
//! updates, not methods in response bodies: those have no connection of their own to break.
//!
//! Fetching a file is no call. Only a fault on the method `download` concerns it, and then every
//! cut but the first kind breaks the file off in its middle.

use std::sync::Arc;
use std::time::Duration;

use super::Core;
use crate::fake::faults::{Armed, Board};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
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
pub(crate) struct FaultBoard(Board<Concern>);

impl FaultBoard {
    pub(crate) fn new(patience: Duration) -> Self {
        Self(Board::new(patience))
    }

    pub(crate) fn on_call(&mut self, method: &str, chat: Option<i64>) -> Option<(Fault, Armed)> {
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
    pub(crate) fn on_download(&mut self, name: &str) -> Option<(Fault, Armed)> {
        self.fire(|concern| match concern {
            Concern::Calls { method: Some(own), .. } => own.eq_ignore_ascii_case(name),
            _ => false,
        })
    }

    fn fire(&mut self, is_wanted: impl Fn(&Concern) -> bool) -> Option<(Fault, Armed)> {
        match self.0.fire(is_wanted)? {
            (Concern::Calls { fault, .. }, armed) => Some((fault, armed)),
            (Concern::Deliveries(_), _) => None,
        }
    }

    pub(crate) fn on_delivery(&mut self, wanted: DeliveryFault) -> bool {
        let is_wanted =
            |concern: &Concern| matches!(concern, Concern::Deliveries(fault) if *fault == wanted);
        self.0.fire(is_wanted).is_some()
    }

    pub(crate) fn never_fired(&self) -> Vec<String> {
        self.0.never_fired().map(|concern| format!("the fault {concern:?} never fired")).collect()
    }
}

/// Where a test arms faults; from [`super::FakeTelegram::faults`].
#[derive(Debug)]
pub struct Faults {
    pub(crate) core: Arc<Core>,
}

impl Faults {
    pub fn next_calls(&self, times: usize, fault: Fault) -> Armed {
        self.calls(None, None, times, fault)
    }

    pub fn on_method(&self, method: &str, times: usize, fault: Fault) -> Armed {
        self.calls(Some(method), None, times, fault)
    }

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
        self.core.with(|world| world.faults.0.arm(concern, times))
    }
}

#[cfg(test)]
mod tests;
