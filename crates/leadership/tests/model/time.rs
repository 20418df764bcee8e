//! A tick passes: every timer is one tick further, and slices and lock timeouts are over.

use std::hash::{DefaultHasher, Hash, Hasher};

use leadership::clock::Moment;
use leadership::step::{Event, Phase};

use crate::marks;
use crate::mutants::Mutant;
use crate::process;
use crate::rules::{CALL, LEADERLESS, PATIENCE, Rules, STALE};
use crate::world::{LONG_AGO, Life, NOW, Process, Reply, Request, Session, Slept, TICK, World};

impl World {
    pub(crate) fn pass(&mut self, rules: &Rules) {
        self.inspect();
        for at in 0..self.processes.len() {
            let process = &mut self.processes[at];
            let stands = process.life == Life::Paused && rules.has(Mutant::ClockStopsInSleep);
            if !stands {
                process.age();
            }
            process.grace = process.grace.map(|grace| grace.saturating_sub(1));
            for which in 0..self.processes[at].sessions.len() {
                self.pass_in_session(rules, at, which);
            }
        }
        let eager = |process: &Process| process.runs() && !process.machine.stopping;
        let led = self.processes.iter().any(Process::leads);
        let waits = !led && self.processes.iter().any(eager);
        self.leaderless = if waits { (self.leaderless + 1).min(LEADERLESS + 1) } else { 0 };
    }

    /// What must not be so at the end of a tick, with nothing due.
    fn inspect(&mut self) {
        let claimed = self.server.claimed;
        let mut broke = 0;
        for process in &self.processes {
            let older = process.term.is_some_and(|term| term.name.number() < claimed);
            if older && process.acts() && process.grace == Some(0) {
                broke |= marks::BROKE_I4_BOUND;
            }
            // One that has just lost its term keeps the lock until nothing is in hand.
            let wants = matches!(
                process.machine.phase,
                Phase::Claiming { .. } | Phase::Leading(_) | Phase::Ending { .. }
            );
            let sits = |session: &Session| session.locked && session.up;
            if process.sessions.iter().any(|session| sits(session) && !session.open)
                || process.runs() && !wants && process.sessions.iter().any(sits)
            {
                broke |= marks::BROKE_I9;
            }
        }
        self.mark(broke);
    }

    fn pass_in_session(&mut self, rules: &Rules, at: usize, which: usize) {
        let process = &mut self.processes[at];
        let asks = matches!(process.machine.phase, Phase::Waiting | Phase::Claiming { .. });
        let (runs, session) = (process.runs(), &mut process.sessions[which]);
        session.age();
        if asks && session.open && !session.up {
            session.unanswered = (session.unanswered + 1).min(PATIENCE);
        }
        if !session.busy {
            return;
        }
        // A wait is over after a tick: the slice, or `lock_timeout`.
        if session.requests[0] == Request::Await && runs && session.open && session.up {
            // Heard of and begun again at once: nothing can come in between that matters.
            session.requests.remove(0);
            self.take(rules, at, Event::SliceOver);
            return;
        }
        session.busy = false;
        session.idle = 0;
        let reply = match session.requests.remove(0) {
            Request::Await => Reply::SliceOver,
            Request::Claim { .. } => Reply::Blocked,
            _ => Reply::Failed,
        };
        self.answer(at, which, reply);
    }

    /// Puts the processes into an order of their own: which is which makes no difference. A
    /// counter-example is easier to read without.
    pub(crate) fn order(&mut self, rules: &Rules) {
        if rules.mutant.is_some() {
            return;
        }
        self.processes.sort_by_cached_key(|process| {
            let mut hasher = DefaultHasher::new();
            process.hash(&mut hasher);
            hasher.finish()
        });
    }
}

impl Process {
    fn age(&mut self) {
        process::age(&mut self.machine);
        let mut until = LONG_AGO;
        if let Some(term) = &mut self.term {
            term.until = (term.until - 1).max(LONG_AGO);
            until = term.until;
        }
        if self.life == Life::Paused && self.in_hand() {
            let call = i8::try_from(CALL).unwrap_or(i8::MAX);
            let past_the_end = self.ends_in == Some(0) || until + call < 0;
            let slept = match (past_the_end, until <= 0) {
                (true, _) => Slept::Over,
                (false, true) => Slept::Late,
                (false, false) => Slept::No,
            };
            self.slept = self.slept.max(slept);
        }
        self.ends_in = self.ends_in.map(|ends_in| ends_in.saturating_sub(1));
    }
}

impl Session {
    fn age(&mut self) {
        let older = |sent: &mut i8| *sent = (*sent - 1).max(LONG_AGO);
        for request in &mut self.requests {
            if let Request::Beat { sent, .. } = request {
                older(sent);
            }
        }
        for reply in &mut self.replies {
            if let Reply::Acked { sent, .. } = reply {
                older(sent);
            }
        }
        if self.alive && !self.busy {
            self.idle = (self.idle + 1).min(STALE);
        }
    }
}

/// The moment this many ticks from now.
pub(crate) fn moment(ticks: i8) -> Moment {
    let distance = TICK * u64::from(ticks.unsigned_abs());
    let now = NOW.as_millis();
    Moment::from_millis(if ticks < 0 { now - distance } else { now + distance })
}
