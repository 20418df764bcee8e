//! The protocol itself, as one pure function: [`step`].
//!
//! ```text
//!   Offline ──> Connecting ──> Waiting ──granted──> Claiming ──claimed──> Leading
//!      ^            │ refused     │ lost    ^            ├─ other key        │
//!      ├────────────┴─────────────┘         └─ WaitingForOldKey             │
//!      ├───────────────────────────────── refused ┘                         │
//!      │                                                                    │
//!      └───────── Ending <──── lost, refused, untrusted, or sealed ─────────┘
//!
//!   Leading:  Verifying ──> Active ──asked──> Draining ──idle──> Sealing
//!                 │ failed                       └─ too long ─> Cancelling ─idle─> Sealing
//!                 └─> Sealing
//!
//!   Work that outlives the deadline of Ending or Cancelling: the process is aborted.
//!   Stopped: the end, when a stop was asked.
//! ```
//!
//! The rules that make it safe:
//!
//! * Trust is counted from when a beat was *sent*, and an answer that comes late adds nothing.
//! * A term is one session: whatever is wrong with the connection ends the term, there is no
//!   reconnecting inside it.
//! * In order: start nothing more, finish what is in hand, seal, unlock. A seal never comes first.
//! * After a loss, what is in hand must end by `trusted_until + C`; if it does not, the process ends.
//!   The connection, and with it the lock, is let go only when nothing is in hand.
//!
//! The elector runs this function against a real PostgreSQL; the model in the tests runs the same
//! function against every interleaving of faults.

mod words;

#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::clock::Moment;
use crate::timing::Timing;

pub use words::{Action, Ending, Event};

/// Pauses between attempts to connect: doubled from the first to the last.
const FIRST_RETRY: Duration = Duration::from_millis(50);
const LAST_RETRY: Duration = Duration::from_secs(1);
/// After a refusal by nature (a standby, a pooler, another's database): it may change, not at once.
const REFUSED_RETRY: Duration = Duration::from_secs(5);
/// How long it takes at most to find out that nothing is in hand.
const LAST_WORDS: Duration = Duration::from_millis(250);
/// After a hand-over somebody else goes first.
const AFTER_YOU: Duration = Duration::from_secs(1);
/// After a failed activation somebody else should try.
const PENALTY: Duration = Duration::from_secs(5);

/// The state of one elector.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Machine {
    /// Where it stands.
    pub phase: Phase,
    /// Whether a stop was asked: then the end is [`Phase::Stopped`].
    pub stopping: bool,
    /// Failed attempts to connect in a row.
    failures: u32,
}

/// Where an elector stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Without a connection until the next attempt.
    Offline {
        /// When to try again.
        retry_at: Moment,
    },
    /// Connecting and probing.
    Connecting,
    /// Waiting for the lock, slice by slice.
    Waiting,
    /// Has the lock, and waits for the one its name was hashed to before.
    WaitingForOldKey,
    /// Has the lock; the claim is on its way.
    Claiming {
        /// When it was sent.
        sent_at: Moment,
    },
    /// Holds a term.
    Leading(Leading),
    /// The term is over; what was in hand must end by the deadline.
    Ending {
        /// When the process is aborted if it has not.
        deadline: Moment,
        /// The pause before the next attempt.
        pause: Duration,
    },
    /// Ended for good.
    Stopped,
}

/// A term in hand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Leading {
    /// What the term is at.
    pub stage: Stage,
    /// When trust ends if no further beat is acknowledged.
    pub trusted_until: Moment,
    /// The heartbeat.
    pub beat: Beat,
}

/// The stages of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The first fenced transaction has not come back yet; nothing else may start.
    Verifying,
    /// Work is done.
    Active,
    /// Nothing new is started, what is in hand is finished.
    Draining {
        /// When what is still in hand is cancelled.
        until: Moment,
    },
    /// The drain ran out: what was still in hand is cancelled, and must end.
    Cancelling {
        /// When the process is aborted if it has not.
        deadline: Moment,
    },
    /// The seal is on its way.
    Sealing {
        /// The pause before the next attempt.
        pause: Duration,
    },
}

/// The heartbeat: one at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Beat {
    /// To be sent then.
    Due(Moment),
    /// Sent, and not answered yet.
    InFlight,
}

impl Machine {
    /// A machine that connects at its first tick.
    pub fn new() -> Self {
        let phase = Phase::Offline { retry_at: Moment::default() };
        Self { phase, stopping: false, failures: 0 }
    }

    /// When the next tick is needed.
    pub fn wake_at(&self) -> Option<Moment> {
        match &self.phase {
            Phase::Offline { retry_at } => Some(*retry_at),
            Phase::Ending { deadline, .. } => Some(*deadline),
            Phase::Leading(leading) => {
                let drain = match leading.stage {
                    Stage::Draining { until } => Some(until),
                    Stage::Cancelling { deadline } => Some(deadline),
                    Stage::Verifying | Stage::Active | Stage::Sealing { .. } => None,
                };
                let beat = match leading.beat {
                    Beat::Due(at) => Some(at),
                    Beat::InFlight => None,
                };
                [drain, beat, Some(leading.trusted_until)].into_iter().flatten().min()
            }
            Phase::Connecting
            | Phase::Waiting
            | Phase::WaitingForOldKey
            | Phase::Claiming { .. }
            | Phase::Stopped => None,
        }
    }
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

/// Takes one event and tells what is to be done.
///
/// An event that does not fit the phase (an answer that came after its connection was given up)
/// changes nothing.
pub fn step(
    machine: Machine,
    event: Event,
    now: Moment,
    timing: &Timing,
    drain: Duration,
) -> (Machine, Vec<Action>) {
    let mut next = machine;
    let mut actions = Vec::new();
    if event == Event::StopAsked {
        next.stopping = true;
    }
    match next.phase.clone() {
        Phase::Leading(leading) => {
            let rules = Rules { now, timing, drain, stopping: next.stopping };
            next.phase = rules.lead(leading, event, &mut actions);
        }
        Phase::Ending { deadline, pause } => match event {
            Event::Idle => {
                actions.push(Action::Drop);
                next.go_offline(now.after(pause));
            }
            Event::Tick if now >= deadline => actions.push(Action::Abort),
            _ => {}
        },
        Phase::Stopped => {}
        _ => next.seek(event, now, timing, &mut actions),
    }
    (next, actions)
}

impl Machine {
    /// The phases without a term.
    fn seek(&mut self, event: Event, now: Moment, timing: &Timing, actions: &mut Vec<Action>) {
        use Phase::{Claiming, Connecting, Offline, Waiting, WaitingForOldKey};
        if self.stopping {
            self.phase = Phase::Stopped;
            return actions.push(Action::Drop);
        }
        match (&self.phase, event) {
            (Offline { retry_at }, Event::Tick) if now >= *retry_at => {
                self.phase = Connecting;
                actions.push(Action::Connect);
            }
            (Connecting, Event::Connected) => {
                self.failures = 0;
                self.phase = Waiting;
                actions.push(Action::Await);
            }
            (Connecting, Event::ConnectFailed) => self.retry(now),
            (Connecting | Claiming { .. }, Event::Refused) => {
                actions.push(Action::Drop);
                self.go_offline(now.after(REFUSED_RETRY));
            }
            (Waiting, Event::SliceOver) => actions.push(Action::Await),
            (WaitingForOldKey, Event::SliceOver) => actions.push(Action::AwaitOldKey),
            (Waiting | WaitingForOldKey, Event::Granted) => self.claim(now, actions),
            (Claiming { .. }, Event::OtherKey) => {
                self.phase = WaitingForOldKey;
                actions.push(Action::AwaitOldKey);
            }
            (Claiming { .. }, Event::ClaimBlocked) => {
                actions.push(Action::EndStragglers);
                self.claim(now, actions);
            }
            (Claiming { sent_at }, Event::Claimed) => {
                let trusted_until = sent_at.after(timing.trust());
                let beat = Beat::Due(sent_at.after(timing.heartbeat()));
                let leading = Leading { stage: Stage::Verifying, trusted_until, beat };
                self.phase = Phase::Leading(leading);
                actions.extend([Action::Begin, Action::Trust(trusted_until), Action::Verify]);
            }
            (Connecting | Waiting | WaitingForOldKey | Claiming { .. }, Event::SessionLost) => {
                actions.push(Action::Drop);
                self.retry(now);
            }
            _ => {}
        }
    }

    fn claim(&mut self, now: Moment, actions: &mut Vec<Action>) {
        self.phase = Phase::Claiming { sent_at: now };
        actions.push(Action::Claim);
    }

    fn go_offline(&mut self, retry_at: Moment) {
        self.phase = if self.stopping { Phase::Stopped } else { Phase::Offline { retry_at } };
    }

    fn retry(&mut self, now: Moment) {
        let pause = LAST_RETRY.min(FIRST_RETRY * 2_u32.pow(self.failures));
        // Bounded, so that the machine has finitely many states.
        self.failures = (self.failures + 1).min(5);
        self.go_offline(now.after(pause));
    }
}

/// What the phases with a term need to know.
struct Rules<'a> {
    now: Moment,
    timing: &'a Timing,
    drain: Duration,
    stopping: bool,
}

impl Rules<'_> {
    fn lead(&self, mut leading: Leading, event: Event, actions: &mut Vec<Action>) -> Phase {
        match event {
            Event::SessionLost => return self.lose(&leading, Ending::SessionLost, actions),
            Event::TermGone => return self.lose(&leading, Ending::Deposed, actions),
            Event::Stalled => return self.lose(&leading, Ending::Stalled, actions),
            // Before anything else: an answer that comes after trust has ended revives nothing.
            _ if self.now >= leading.trusted_until => {
                return self.lose(&leading, Ending::Untrusted, actions);
            }
            // The seal is the session's last statement: what comes before it changes nothing.
            Event::BeatAcked { .. } if matches!(leading.stage, Stage::Sealing { .. }) => {}
            Event::BeatAcked { sent_at, handover_asked } => {
                leading.trusted_until =
                    leading.trusted_until.max(sent_at.after(self.timing.trust()));
                leading.beat = Beat::Due(sent_at.after(self.timing.heartbeat()));
                actions.push(Action::Trust(leading.trusted_until));
                if handover_asked && leading.stage == Stage::Active {
                    self.drain(&mut leading, actions);
                }
            }
            Event::Verified if leading.stage == Stage::Verifying => {
                leading.stage = Stage::Active;
                actions.push(Action::Announce);
                if self.stopping {
                    self.drain(&mut leading, actions);
                }
            }
            Event::VerifyFailed if leading.stage == Stage::Verifying => {
                actions.push(Action::End(Ending::ActivationFailed));
                self.seal(&mut leading, PENALTY, actions);
            }
            Event::StopAsked if leading.stage == Stage::Active => {
                self.drain(&mut leading, actions);
            }
            Event::Idle if matches!(leading.stage, Stage::Draining { .. }) => {
                let ending = if self.stopping { Ending::Stopped } else { Ending::HandedOver };
                actions.push(Action::End(ending));
                self.seal(&mut leading, AFTER_YOU, actions);
            }
            Event::Idle if matches!(leading.stage, Stage::Cancelling { .. }) => {
                self.seal(&mut leading, AFTER_YOU, actions);
            }
            Event::Sealed => {
                if let Stage::Sealing { pause } = leading.stage {
                    actions.extend([Action::Release, Action::TellIdle]);
                    return Phase::Ending { deadline: self.now.after(self.timing.call()), pause };
                }
            }
            Event::Tick => self.tick(&mut leading, actions),
            _ => {}
        }
        Phase::Leading(leading)
    }

    fn tick(&self, leading: &mut Leading, actions: &mut Vec<Action>) {
        match leading.stage {
            Stage::Draining { until } if self.now >= until => {
                // Cancelled first, sealed when it has ended: nobody may follow while it lives.
                leading.stage = Stage::Cancelling { deadline: self.now.after(self.timing.call()) };
                actions.extend([Action::End(Ending::DrainRanOut), Action::TellIdle]);
            }
            Stage::Cancelling { deadline } if self.now >= deadline => {
                return actions.push(Action::Abort);
            }
            // The seal is the last statement of the session.
            Stage::Sealing { .. } => return,
            Stage::Verifying
            | Stage::Active
            | Stage::Draining { .. }
            | Stage::Cancelling { .. } => {}
        }
        if let Beat::Due(at) = leading.beat
            && self.now >= at
        {
            leading.beat = Beat::InFlight;
            actions.push(Action::Beat);
        }
    }

    fn drain(&self, leading: &mut Leading, actions: &mut Vec<Action>) {
        leading.stage = Stage::Draining { until: self.now.after(self.drain) };
        actions.extend([Action::Drain, Action::TellIdle]);
    }

    /// Nothing is in hand any more; then, and only then, the seal.
    fn seal(&self, leading: &mut Leading, pause: Duration, actions: &mut Vec<Action>) {
        leading.stage = Stage::Sealing { pause };
        leading.beat = Beat::InFlight;
        actions.push(Action::Seal);
    }

    /// The lock stays ours, as far as that is up to us, until what was in hand has ended.
    fn lose(&self, leading: &Leading, ending: Ending, actions: &mut Vec<Action>) -> Phase {
        if !matches!(leading.stage, Stage::Cancelling { .. } | Stage::Sealing { .. }) {
            actions.push(Action::End(ending));
        }
        if ending == Ending::SessionLost {
            actions.push(Action::Drop);
        }
        actions.push(Action::TellIdle);
        let deadline = leading.trusted_until.after(self.timing.call());
        // One that wakes up long after it still gets the time to notice that nothing is in hand.
        let deadline = deadline.max(self.now.after(LAST_WORDS));
        Phase::Ending { deadline, pause: Duration::ZERO }
    }
}
