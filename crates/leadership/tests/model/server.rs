//! The server: what `schema.sql` does with each statement, and what PostgreSQL does by itself.
//!
//! A statement is executed in one go, unless it has to wait: `leader_await` for the lock (a slice is
//! one tick), claim and seal for the fence's lock, which open fenced transactions share (one tick,
//! then `lock_timeout`). Statements of one session are executed in the order they were sent, and
//! what was sent before a socket was closed counts.

use crate::marks;
use crate::mutants::Mutant;
use crate::rules::{CALL, Fault, Rules, TRUST};
use crate::world::{Cause, Name, Process, Reply, Request, Session, Transaction, World};

/// Whether the server can do something with the first request of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Serve {
    /// There is nothing, or it waits for a lock.
    No,
    /// When the link delivers it.
    OnArrival,
    /// It is there: nothing holds it up any more.
    Now,
}

impl World {
    pub(crate) fn serve_when(&self, rules: &Rules, session: &Session) -> Serve {
        let Some(request) = session.requests.first().filter(|_| session.alive) else {
            return Serve::No;
        };
        let on_arrival = if session.up { Serve::Now } else { Serve::OnArrival };
        match request {
            _ if !session.busy => on_arrival,
            _ if !self.must_wait(rules, *request) => Serve::Now,
            // A closed socket is noticed while a statement waits.
            _ if matches!(session.requests.get(1), Some(Request::Close { .. })) => on_arrival,
            _ => Serve::No,
        }
    }

    fn must_wait(&self, rules: &Rules, request: Request) -> bool {
        match request {
            Request::Await => self.sessions().any(|session| session.locked),
            Request::Claim { .. } | Request::Seal { .. } => {
                let open = |process: &Process| process.transaction == Transaction::Open;
                !rules.has(Mutant::FenceWithoutLock)
                    && (self.server.orphans > 0 || self.processes.iter().any(open))
            }
            Request::Beat { .. } | Request::Unlock | Request::Close { .. } => false,
        }
    }

    /// Executes the first request of a session, or lets it wait.
    pub(crate) fn serve(&mut self, rules: &Rules, at: usize, which: usize) {
        let session = &mut self.processes[at].sessions[which];
        let (request, closed) = (session.requests[0], session.requests.get(1).copied());
        let was_busy = session.busy;
        if self.must_wait(rules, request) {
            match closed {
                Some(Request::Close { dead }) if was_busy => self.hang_up(at, which, dead),
                _ => self.processes[at].sessions[which].busy = true,
            }
            if matches!(request, Request::Claim { .. }) {
                self.mark(marks::STRAGGLER);
            }
            return self.tidy(at);
        }
        let session = &mut self.processes[at].sessions[which];
        session.requests.remove(0);
        session.busy = false;
        if !(matches!(request, Request::Beat { .. }) && rules.has(Mutant::BeatBesideTheLock)) {
            session.idle = 0;
        }
        match request {
            Request::Await => {
                session.locked = true;
                self.answer(at, which, Reply::Granted);
            }
            Request::Claim { holder } => self.record_claim(rules, at, which, holder),
            Request::Beat { name, sent } => {
                let asked = self.server.asked != 0 && self.server.asked == name.epoch;
                let known = name.finds(self.server.row);
                let reply = if known { Reply::Acked { sent, asked } } else { Reply::Gone };
                self.answer(at, which, reply);
            }
            Request::Seal { name } => self.record_seal(at, which, name),
            Request::Unlock => self.unlock(at, which),
            Request::Close { dead } => self.hang_up(at, which, dead),
        }
        self.tidy(at);
    }

    fn record_claim(&mut self, rules: &Rules, at: usize, which: usize, holder: u8) {
        let server = &mut self.server;
        let bump = u8::from(!rules.has(Mutant::SameEpoch));
        server.previous = server.row;
        server.row.epoch += bump;
        server.row.holder = holder;
        server.asked = 0;
        let (name, cause) = (server.row, server.ended.take());
        let broke_i2 = name.number() <= server.claimed;
        server.claimed = name.number();
        if !rules.can(Fault::Failover) {
            self.server.previous = Name::default();
        }
        if broke_i2 {
            self.mark(marks::BROKE_I2);
        }
        match cause {
            Some(Cause::DeadMan) => self.mark(marks::TOOK_OVER),
            Some(Cause::Terminated) => self.tolerate(TRUST + CALL),
            Some(Cause::Dropped | Cause::Death | Cause::Sealed) | None => {}
        }
        let session = &mut self.processes[at].sessions[which];
        session.holder = holder;
        if !session.open {
            self.mark(marks::GHOST);
        }
        self.answer(at, which, Reply::Claimed(name));
    }

    /// The last term ended in a way that lets what it had in hand overlap the next for a while.
    fn tolerate(&mut self, grace: u8) {
        let claimed = self.server.claimed;
        let mut overlap = false;
        for process in &mut self.processes {
            let older = |name: Name| name.number() < claimed;
            // The answer to its claim may still be on its way.
            let told = |reply: &Reply| matches!(reply, Reply::Claimed(name) if older(*name));
            if process.term.is_some_and(|term| older(term.name))
                || process.session().is_some_and(|session| session.replies.iter().any(told))
            {
                process.grace = process.grace.or(Some(grace));
                overlap |= process.acts() && process.call;
            }
        }
        if overlap {
            self.mark(marks::OVERLAP);
        }
    }

    fn record_seal(&mut self, at: usize, which: usize, name: Name) {
        if name.finds(self.server.row) {
            self.server.row.epoch += 1;
            self.server.row.holder = 0;
            self.server.asked = 0;
            self.server.ended = Some(Cause::Sealed);
        }
        self.answer(at, which, Reply::Sealed);
    }

    fn unlock(&mut self, at: usize, which: usize) {
        let session = &mut self.processes[at].sessions[which];
        session.locked = false;
        let holder = session.holder;
        if holder != 0 && holder == self.server.row.holder {
            self.server.ended = Some(Cause::Sealed);
            self.mark(marks::BROKE_I8);
        }
    }

    fn hang_up(&mut self, at: usize, which: usize, dead: bool) {
        self.end_session(at, which, if dead { Cause::Death } else { Cause::Dropped });
    }

    /// The server's end of a session is gone.
    pub(crate) fn end_session(&mut self, at: usize, which: usize, cause: Cause) {
        let session = &mut self.processes[at].sessions[which];
        session.alive = false;
        session.busy = false;
        session.idle = 0;
        session.requests.clear();
        let locked = std::mem::take(&mut session.locked);
        if session.open {
            session.replies.push(Reply::Closed);
        }
        if locked && session.holder != 0 && session.holder == self.server.row.holder {
            self.server.ended = Some(cause);
        }
        self.tidy(at);
    }

    pub(crate) fn answer(&mut self, at: usize, which: usize, reply: Reply) {
        let session = &mut self.processes[at].sessions[which];
        if session.open {
            session.replies.push(reply);
        }
    }
}
