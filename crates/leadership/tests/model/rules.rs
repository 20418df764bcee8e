//! What is explored: how many processes, what may go wrong, and what is broken on purpose.

use std::time::Duration;

use leadership::timing::Timing;

use crate::mutants::Mutant;
use crate::world::TICK;

/// H, R, C and T in ticks: the shortest that [`Timing`] accepts.
pub(crate) const HEARTBEAT: u8 = 1;
pub(crate) const TRUST: u8 = 3;
pub(crate) const CALL: u8 = 1;
pub(crate) const STALE: u8 = 5;
/// How long a drain may take.
pub(crate) const DRAIN: u8 = 2;
/// How long the elector waits for an answer on the guard (`PATIENCE`).
pub(crate) const PATIENCE: u8 = 5;
/// For how long nobody may lead after the last fault, or after the server ended a dead session: that
/// session's T, and a tick each for a straggler and a pause.
pub(crate) const LEADERLESS: u8 = STALE + 2;

/// What can go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    /// SIGSTOP. Waking up is free.
    Pause,
    /// SIGKILL; on a link that is not up, the loss of the machine. Starting again is free.
    Kill,
    /// SIGTERM.
    Stop,
    /// From now on the open session's link delivers late, or never.
    Link,
    /// `pg_terminate_backend` of the guard session.
    Terminate,
    /// The activation fails.
    Activation,
    /// The main runtime is stuck.
    Stall,
    /// The server cannot be reached.
    Connect,
    /// Another server takes over, without the last claim.
    Failover,
}

/// All of them, except for the failover: it is explored by itself.
pub(crate) const FAULTS: &[Fault] = &[
    Fault::Pause,
    Fault::Kill,
    Fault::Stop,
    Fault::Link,
    Fault::Terminate,
    Fault::Activation,
    Fault::Stall,
    Fault::Connect,
];
/// A failover, and what keeps the old holder from hearing of it.
pub(crate) const FAILOVER: &[Fault] = &[Fault::Link, Fault::Failover];

/// What a leader does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Calls,
    Transactions,
}

/// One exploration.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(crate) processes: usize,
    pub(crate) faults: &'static [Fault],
    /// How many faults there may be in one run.
    pub(crate) budget: u8,
    /// How many hand-overs may be asked for in one run.
    pub(crate) requests: u8,
    pub(crate) work: Work,
    pub(crate) mutant: Option<Mutant>,
    pub(crate) timing: Timing,
}

impl Rules {
    pub(crate) fn new(processes: usize, faults: &'static [Fault], budget: u8, work: Work) -> Self {
        let [h, r, c, t] = [HEARTBEAT, TRUST, CALL, STALE].map(ticks);
        let timing = Timing::new(h, r, c, t).expect("the ticks keep the inequalities");
        Self { processes, faults, budget, requests: 0, work, mutant: None, timing }
    }

    pub(crate) fn with_request(self) -> Self {
        Self { requests: 1, ..self }
    }

    pub(crate) fn broken_by(self, mutant: Mutant) -> Self {
        Self { mutant: Some(mutant), ..self }
    }

    pub(crate) fn has(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    pub(crate) fn can(&self, fault: Fault) -> bool {
        self.budget > 0 && self.faults.contains(&fault)
    }

    /// When the server ends a silent session.
    pub(crate) fn stale(&self) -> u8 {
        if self.has(Mutant::ShortStale) { TRUST } else { STALE }
    }
}

pub(crate) fn ticks(count: u8) -> Duration {
    Duration::from_millis(TICK) * u32::from(count)
}
