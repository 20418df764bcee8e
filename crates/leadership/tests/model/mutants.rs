//! The protocol broken on purpose, to prove that the model can fail.
//!
//! `step` is never touched: a mutant is another server, or other things done for what `step` says.
//! Not expressible here: a lock that beats take once more (the model's lock does not count), an
//! identity that is not fresh (the model tells terms apart by it), a reconnect inside a term and a
//! late answer that revives trust (both would be changes of `step` itself; the unit tests beside it
//! have those).

use crate::properties::{I2, I3, I4, I7, I8};
use crate::rules::{Fault, Rules, Work};

/// What is broken on purpose, each by a change to the server or around `step`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mutant {
    /// An answer is trusted from when it came.
    TrustFromAnswer,
    /// The server's timer is shorter than R + C.
    ShortStale,
    /// Claim and seal do not take the fence's lock.
    FenceWithoutLock,
    /// The fence looks at the epoch only.
    FenceWithoutHolder,
    /// There is no fence at all.
    NoFence,
    /// The lock is released, then the term is sealed.
    UnlockBeforeSeal,
    /// The lock is released when the drain begins.
    UnlockBeforeDrain,
    /// The seal is sent when the drain begins.
    SealBeforeDrain,
    /// The lock is released without a seal.
    NoSeal,
    /// Beats run on another session than the one that holds the lock.
    BeatBesideTheLock,
    /// The clock stands still while the process does.
    ClockStopsInSleep,
    /// A claim keeps the epoch.
    SameEpoch,
    /// The server never ends a silent session.
    NoDeadMan,
    /// A blocked claim does not end the transactions that hold it up.
    StragglersLive,
    /// A lost session is not noticed by a waiting process.
    LossUnnoticed,
}

impl Mutant {
    pub(crate) const ALL: [Self; 15] = [
        Self::TrustFromAnswer,
        Self::ShortStale,
        Self::FenceWithoutLock,
        Self::FenceWithoutHolder,
        Self::NoFence,
        Self::UnlockBeforeSeal,
        Self::UnlockBeforeDrain,
        Self::SealBeforeDrain,
        Self::NoSeal,
        Self::BeatBesideTheLock,
        Self::ClockStopsInSleep,
        Self::SameEpoch,
        Self::NoDeadMan,
        Self::StragglersLive,
        Self::LossUnnoticed,
    ];
}

impl Mutant {
    /// The smallest rules that bring the mutant to light, and the invariant that notices.
    pub(crate) fn case(self, processes: usize) -> (Rules, &'static str) {
        use Fault::{Failover, Kill, Link, Pause, Stop, Terminate};
        use Work::{Calls, Transactions};
        let rules = |faults: &'static [Fault], work| {
            let budget = u8::try_from(faults.len()).unwrap_or(u8::MAX);
            Rules::new(processes, faults, budget, work).broken_by(self)
        };
        match self {
            Self::TrustFromAnswer | Self::ShortStale => (rules(&[Link], Calls), I4),
            Self::FenceWithoutLock | Self::NoFence => (rules(&[Terminate], Transactions), I3),
            Self::FenceWithoutHolder => (rules(&[Link, Failover], Transactions), I3),
            Self::UnlockBeforeSeal | Self::NoSeal => (rules(&[Stop], Calls), I8),
            Self::UnlockBeforeDrain | Self::SealBeforeDrain => {
                (rules(&[], Calls).with_request(), I4)
            }
            Self::BeatBesideTheLock => (rules(&[], Calls), I4),
            Self::ClockStopsInSleep => (rules(&[Pause], Calls), I4),
            Self::SameEpoch => (rules(&[Terminate], Calls), I2),
            Self::NoDeadMan => (rules(&[Pause], Calls), I7),
            Self::StragglersLive => (rules(&[Pause], Transactions), I7),
            Self::LossUnnoticed => {
                // All who wait lose their session, then the leader dies.
                let budget = u8::try_from(processes).unwrap_or(u8::MAX);
                (Rules { budget, ..rules(&[Terminate, Kill], Calls) }, I7)
            }
        }
    }
}
