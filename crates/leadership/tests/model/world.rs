//! What one state of the model is: some processes, one server, and how much may still go wrong.
//!
//! Times are ticks relative to now, or [`Moment`]s around the fixed [`NOW`]: when a tick passes,
//! everything else moves into the past. So states that differ only in their date are one state, the
//! graph is finite without a bound on time, and the exploration covers runs of any length.

use leadership::clock::Moment;
use leadership::step::{Machine, Phase, Stage};

/// One tick: the retry pauses of the protocol (50 ms to 1 s) are all due at the next one.
pub(crate) const TICK: u64 = 1_000;
/// The present, for ever.
pub(crate) const NOW: Moment = Moment::from_millis(100 * TICK);
/// How far the past is told apart: longer ago than everything that counts.
pub(crate) const LONG_AGO: i8 = -6;

/// One state.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct World {
    pub(crate) processes: Vec<Process>,
    pub(crate) server: Server,
    /// How many more faults there may be.
    pub(crate) faults: u8,
    /// How many more hand-overs may be asked for.
    pub(crate) requests: u8,
    /// For how many ticks nobody has led, though nothing went wrong.
    pub(crate) leaderless: u8,
    /// What the last move brought about.
    pub(crate) marks: u32,
}

/// The name of a term; no holder (0): sealed, or none yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Name {
    pub(crate) timeline: u8,
    pub(crate) epoch: u8,
    pub(crate) holder: u8,
}

impl Name {
    /// Where it stands in the order of terms.
    pub(crate) fn number(self) -> (u8, u8) {
        (self.timeline, self.epoch)
    }

    /// Whether the row is what sealing this term left behind.
    pub(crate) fn is_sealed_by(self, row: Self) -> bool {
        row.holder == 0 && row.number() == (self.timeline, self.epoch + 1)
    }

    /// Whether a statement that names the one finds the other: no statement names a timeline.
    pub(crate) fn finds(self, row: Self) -> bool {
        (self.epoch, self.holder) == (row.epoch, row.holder)
    }
}

/// What PostgreSQL knows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Server {
    /// The row of `leader_term`.
    pub(crate) row: Name,
    /// The row before the last claim: what a failover that loses it comes back to.
    pub(crate) previous: Name,
    /// The newest term that was ever claimed.
    pub(crate) claimed: (u8, u8),
    /// How the newest term lost the lock.
    pub(crate) ended: Option<Cause>,
    /// The epoch that was asked to hand over.
    pub(crate) asked: u8,
    /// The last holder's number; every claim takes a new one.
    pub(crate) holders: u8,
    /// Open fenced transactions of processes that are gone without the server noticing.
    pub(crate) orphans: u8,
}

/// How a term lost the lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Cause {
    /// The server's timer ended the silent session.
    DeadMan,
    /// The process died, and its socket with it.
    Death,
    /// Sealed with nothing in hand.
    Sealed,
    /// The process closed the session itself.
    Dropped,
    /// The server ended the session early.
    Terminated,
}

/// One operating system process with its elector.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Process {
    pub(crate) life: Life,
    pub(crate) machine: Machine,
    /// The open one last; before it those that only the server still has.
    pub(crate) sessions: Vec<Session>,
    /// Of the newest claim.
    pub(crate) holder: u8,
    pub(crate) term: Option<Term>,
    /// The activation has not come back.
    pub(crate) verifying: bool,
    /// The elector wants to know when nothing is in hand.
    pub(crate) tell_idle: bool,
    /// A permitted call to the outside is under way.
    pub(crate) call: bool,
    pub(crate) transaction: Transaction,
    /// When what is in hand has ended at the latest, once it is cancelled.
    pub(crate) ends_in: Option<u8>,
    pub(crate) slept: Slept,
    /// For how long what is in hand may overlap the next term, where that cannot be helped.
    pub(crate) grace: Option<u8>,
}

/// Whether a process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Life {
    Running,
    /// By SIGSTOP, a suspend, a long stall: it does nothing at all.
    Paused,
    Dead,
}

/// What a pause did to the work that was in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Slept {
    No,
    /// It slept past the end of trust: the process may have to be aborted.
    Late,
    /// It slept past `trusted_until + C`: a frozen call, which no timer can take back.
    Over,
}

/// A term as the rest of the process sees it: `leadership::Term`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Term {
    pub(crate) name: Name,
    pub(crate) until: i8,
    pub(crate) draining: bool,
    pub(crate) over: bool,
}

/// The one fenced transaction a process may have in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Transaction {
    None,
    /// Work was taken, nothing has reached the server yet.
    Begun,
    /// It has passed the fence and holds the shared lock.
    Open,
    /// The server has ended its session.
    Ended,
}

/// One guard session, both ends of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Session {
    /// Whether the process still uses it; once closed by it, its last request is a `Close`.
    pub(crate) open: bool,
    /// Whether what is sent arrives within the tick. If not, it arrives at some time, or never: that
    /// is a slow, a half-open, a one-way and a dead link in one.
    pub(crate) up: bool,
    pub(crate) alive: bool,
    pub(crate) locked: bool,
    /// Of the claim it recorded.
    pub(crate) holder: u8,
    /// Ticks since its last statement ended.
    pub(crate) idle: u8,
    /// The first request is being executed, and waits for a lock.
    pub(crate) busy: bool,
    /// Ticks since the process sent what it waits for.
    pub(crate) unanswered: u8,
    pub(crate) requests: Vec<Request>,
    pub(crate) replies: Vec<Reply>,
}

/// A statement on its way to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Request {
    Await,
    Claim { holder: u8 },
    Beat { name: Name, sent: i8 },
    Seal { name: Name },
    Unlock,
    Close { dead: bool },
}

/// An answer on its way to the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Reply {
    Granted,
    SliceOver,
    Claimed(Name),
    Blocked,
    Acked { sent: i8, asked: bool },
    Gone,
    Sealed,
    Failed,
    Closed,
}

impl Process {
    pub(crate) fn new() -> Self {
        let mut machine = Machine::new();
        machine.phase = Phase::Offline { retry_at: NOW };
        Self {
            life: Life::Running,
            machine,
            sessions: Vec::new(),
            holder: 0,
            term: None,
            verifying: false,
            tell_idle: false,
            call: false,
            transaction: Transaction::None,
            ends_in: None,
            slept: Slept::No,
            grace: None,
        }
    }

    pub(crate) fn runs(&self) -> bool {
        self.life == Life::Running
    }

    /// The session the process still uses.
    pub(crate) fn session(&self) -> Option<&Session> {
        self.sessions.last().filter(|session| session.open)
    }

    pub(crate) fn session_mut(&mut self) -> Option<&mut Session> {
        self.sessions.last_mut().filter(|session| session.open)
    }

    pub(crate) fn in_hand(&self) -> bool {
        self.call || self.transaction != Transaction::None
    }

    pub(crate) fn stage(&self) -> Option<Stage> {
        match &self.machine.phase {
            Phase::Leading(leading) => Some(leading.stage),
            _ => None,
        }
    }

    /// Whether it believes in its term, by its own clock.
    pub(crate) fn trusts(&self) -> bool {
        self.term.is_some_and(|term| !term.over && term.until > 0)
    }

    /// Whether it acts for its term as far as timers can tell.
    pub(crate) fn acts(&self) -> bool {
        self.runs() && self.slept != Slept::Over && (self.trusts() || self.call)
    }

    /// Whether it does the work, or finishes it.
    pub(crate) fn leads(&self) -> bool {
        self.runs() && matches!(self.stage(), Some(Stage::Active | Stage::Draining { .. }))
    }
}

impl Session {
    pub(crate) fn opened() -> Self {
        Self {
            open: true,
            up: true,
            alive: true,
            locked: false,
            holder: 0,
            idle: 0,
            busy: false,
            unanswered: 0,
            requests: Vec::new(),
            replies: Vec::new(),
        }
    }
}

impl World {
    pub(crate) fn new(processes: usize, faults: u8, requests: u8) -> Self {
        Self {
            processes: vec![Process::new(); processes],
            server: Server::default(),
            faults,
            requests,
            leaderless: 0,
            marks: 0,
        }
    }

    pub(crate) fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.processes.iter().flat_map(|process| &process.sessions)
    }

    pub(crate) fn mark(&mut self, mark: u32) {
        self.marks |= mark;
    }
}
