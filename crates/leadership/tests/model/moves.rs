//! What can happen next: every move, and whether it must come before time passes.
//!
//! A move is *due* when nothing in reality would put it off for a whole tick: a timer that has come,
//! an answer on a link that is up, a statement that waits for nothing. As long as something is due
//! no time passes, but in which order things happen is open, faults in between included. A paused
//! process has nothing due, and a link that is not up delivers when it likes.

use leadership::step::{Event, Phase, Stage};
use stateright::{Model, Property};

use crate::marks;
use crate::mutants::Mutant;
use crate::properties;
use crate::rules::{Fault, PATIENCE, Rules, Work};
use crate::server::Serve;
use crate::time::moment;
use crate::world::{Cause, Life, NOW, Process, Reply, Transaction, World};

/// One move; processes and sessions by their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    /// A tick passes.
    Time,
    Tick(usize),
    Connect(usize),
    /// The process gets the server's next answer.
    Deliver(usize),
    /// The process has waited long enough for an answer.
    Impatience(usize),
    Idle(usize),
    Verify(usize),
    /// The server takes the next request of a session.
    Serve(usize, usize),
    /// The server's timer ends a silent session.
    DeadMan(usize, usize),
    StartCall(usize),
    EndCall(usize),
    BeginTransaction(usize),
    Fence(usize),
    Commit(usize),
    RollBack(usize),
    AskHandover,
    Resume(usize),
    Restart(usize),
    Fault(Fault, usize),
}

/// The moves from one state.
pub(crate) struct Moves<'a> {
    pub(crate) moves: &'a mut Vec<Move>,
    due: bool,
}

impl Moves<'_> {
    pub(crate) fn may(&mut self, possible: bool, next: Move) {
        if possible {
            self.moves.push(next);
        }
    }

    fn must(&mut self, possible: bool, next: Move) {
        self.due |= possible;
        self.may(possible, next);
    }
}

impl Model for Rules {
    type State = World;
    type Action = Move;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(self.processes, self.budget, self.requests)]
    }

    fn actions(&self, world: &World, moves: &mut Vec<Move>) {
        let mut moves = Moves { moves, due: false };
        for (at, process) in world.processes.iter().enumerate() {
            if process.runs() {
                elector(process, at, &mut moves);
                work(self, process, at, &mut moves);
            }
            for (which, session) in process.sessions.iter().enumerate() {
                let serve = world.serve_when(self, session);
                moves.must(serve == Serve::Now, Move::Serve(at, which));
                moves.may(serve == Serve::OnArrival, Move::Serve(at, which));
                let silent = session.alive && !session.busy && session.idle >= self.stale();
                moves.must(silent && !self.has(Mutant::NoDeadMan), Move::DeadMan(at, which));
            }
            moves.may(process.life == Life::Paused, Move::Resume(at));
            moves.may(process.life == Life::Dead, Move::Restart(at));
            if world.faults > 0 {
                for fault in self.faults {
                    let possible = world.can_suffer(*fault, at);
                    moves.may(possible, Move::Fault(*fault, at));
                }
            }
        }
        let held = world.server.row.holder != 0;
        moves.may(world.requests > 0 && held && world.server.asked == 0, Move::AskHandover);
        let due = moves.due;
        moves.may(!due, Move::Time);
    }

    fn next_state(&self, world: &World, next: Move) -> Option<World> {
        let mut after = world.clone();
        after.marks = 0;
        after.forgive(next);
        after.make(self, next);
        after.order(self);
        if after == (World { marks: 0, ..world.clone() }) {
            // That nothing changes is as it should be only when time passes over a quiet scene.
            if next == Move::Time && world.marks == 0 {
                return None;
            }
            after.mark(if next == Move::Time { 0 } else { marks::BROKE_PROGRESS });
        }
        Some(after)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        properties::all(self)
    }
}

/// What is due in the elector of a running process.
fn elector(process: &Process, at: usize, moves: &mut Moves<'_>) {
    let idle = process.tell_idle && !process.in_hand();
    // What ends in time ends before the deadline, and the elector hears of it first.
    let in_time = idle || process.ends_in == Some(0);
    let cancelling = matches!(process.stage(), Some(Stage::Cancelling { .. }));
    let aborts = cancelling || matches!(process.machine.phase, Phase::Ending { .. });
    let due = process.machine.wake_at().is_some_and(|wake| wake <= NOW);
    moves.must(due && !(aborts && in_time), Move::Tick(at));
    moves.must(idle, Move::Idle(at));
    moves.must(process.machine.phase == Phase::Connecting, Move::Connect(at));
    moves.must(process.verifying, Move::Verify(at));
    if let Some(session) = process.session() {
        let answered = !session.replies.is_empty();
        moves.must(answered && session.up, Move::Deliver(at));
        moves.may(answered && !session.up, Move::Deliver(at));
        moves.must(session.unanswered >= PATIENCE, Move::Impatience(at));
    }
}

/// What the work of a running process may do.
fn work(rules: &Rules, process: &Process, at: usize, moves: &mut Moves<'_>) {
    let last_moment = process.ends_in == Some(0);
    let may_begin = process.trusts()
        && process.term.is_some_and(|term| !term.draining)
        && process.stage() == Some(Stage::Active);
    match rules.work {
        Work::Calls => {
            moves.may(may_begin && !process.call, Move::StartCall(at));
            moves.may(process.call && !last_moment, Move::EndCall(at));
            moves.must(process.call && last_moment, Move::EndCall(at));
        }
        Work::Transactions => {
            let now = process.transaction;
            moves.may(may_begin && now == Transaction::None, Move::BeginTransaction(at));
            moves.may(now == Transaction::Begun, Move::Fence(at));
            moves.may(matches!(now, Transaction::Open | Transaction::Ended), Move::Commit(at));
            let over = process.term.is_none_or(|term| term.over) && now != Transaction::None;
            moves.may(over && !last_moment, Move::RollBack(at));
            moves.must(over && last_moment, Move::RollBack(at));
        }
    }
}

impl World {
    fn make(&mut self, rules: &Rules, next: Move) {
        match next {
            Move::Time => self.pass(rules),
            Move::Tick(at) => self.take(rules, at, Event::Tick),
            Move::Connect(at) => self.connect(rules, at),
            Move::Deliver(at) => self.deliver(rules, at),
            Move::Impatience(at) => {
                self.processes[at].session_mut().into_iter().for_each(|s| s.unanswered = 0);
                self.take(rules, at, Event::SessionLost);
            }
            Move::Idle(at) => {
                self.processes[at].tell_idle = false;
                self.take(rules, at, Event::Idle);
            }
            Move::Verify(at) => self.verify(rules, at),
            Move::Serve(at, which) => self.serve(rules, at, which),
            Move::DeadMan(at, which) => self.end_session(at, which, Cause::DeadMan),
            Move::StartCall(at) | Move::BeginTransaction(at) => self.begin_work(rules, at),
            Move::EndCall(at) => {
                self.processes[at].call = false;
                self.tidy(at);
            }
            Move::Fence(at) => self.fence(rules, at),
            Move::Commit(at) => self.commit(at),
            Move::RollBack(at) => {
                self.processes[at].transaction = Transaction::None;
                self.tidy(at);
            }
            Move::AskHandover => {
                self.requests -= 1;
                self.server.asked = self.server.row.epoch;
            }
            Move::Resume(at) | Move::Restart(at) => self.processes[at].life = Life::Running,
            Move::Fault(fault, at) => {
                self.faults -= 1;
                self.suffer(rules, fault, at);
            }
        }
    }

    /// As long as something moves on a broken link, the fault is not over.
    fn forgive(&mut self, next: Move) {
        let broken = match next {
            Move::Deliver(at) => self.processes[at].session().is_some_and(|session| !session.up),
            Move::Serve(at, which) => !self.processes[at].sessions[which].up,
            Move::AskHandover | Move::Fault(..) | Move::Resume(_) | Move::Restart(_) => true,
            // The session it ends was one that some fault had left behind.
            Move::DeadMan(..) => true,
            _ => false,
        };
        if broken {
            self.leaderless = 0;
        }
    }

    fn deliver(&mut self, rules: &Rules, at: usize) {
        let Some(session) = self.processes[at].session_mut() else { return };
        let reply = session.replies.remove(0);
        session.unanswered = 0;
        let event = match reply {
            Reply::Granted => Event::Granted,
            Reply::SliceOver => Event::SliceOver,
            Reply::Claimed(name) => {
                self.begin(at, name);
                Event::Claimed
            }
            Reply::Blocked => Event::ClaimBlocked,
            Reply::Acked { asked, .. } if rules.has(Mutant::TrustFromAnswer) => {
                Event::BeatAcked { sent_at: NOW, handover_asked: asked }
            }
            Reply::Acked { sent, asked } => {
                Event::BeatAcked { sent_at: moment(sent), handover_asked: asked }
            }
            Reply::Gone => Event::TermGone,
            Reply::Sealed => Event::Sealed,
            Reply::Failed | Reply::Closed => Event::SessionLost,
        };
        self.take(rules, at, event);
    }

    fn verify(&mut self, rules: &Rules, at: usize) {
        let process = &mut self.processes[at];
        process.verifying = false;
        let seen = process.term.is_some_and(|term| term.name.finds(self.server.row));
        self.take(rules, at, if seen { Event::Verified } else { Event::VerifyFailed });
    }

    fn begin_work(&mut self, rules: &Rules, at: usize) {
        let process = &mut self.processes[at];
        match rules.work {
            Work::Calls => process.call = true,
            Work::Transactions => process.transaction = Transaction::Begun,
        }
        if process.term.is_some_and(|term| term.name.is_sealed_by(self.server.row)) {
            self.mark(marks::BROKE_I8);
        }
    }

    fn fence(&mut self, rules: &Rules, at: usize) {
        let (row, process) = (self.server.row, &mut self.processes[at]);
        let passes = process.term.is_some_and(|term| {
            let same_epoch = term.name.epoch == row.epoch;
            term.name.finds(row)
                || rules.has(Mutant::NoFence)
                || rules.has(Mutant::FenceWithoutHolder) && same_epoch
        });
        process.transaction = if passes { Transaction::Open } else { Transaction::None };
        if !passes {
            self.mark(marks::REFUSED);
        }
        self.tidy(at);
    }

    fn commit(&mut self, at: usize) {
        let row = self.server.row;
        let process = &mut self.processes[at];
        let current = process.term.is_some_and(|term| term.name.finds(row));
        let sealed = process.term.is_some_and(|term| term.name.is_sealed_by(row));
        let refused = process.transaction == Transaction::Ended;
        process.transaction = Transaction::None;
        match (refused, current) {
            (true, _) => self.mark(marks::REFUSED),
            (false, true) => {}
            (false, false) if sealed => self.mark(marks::BROKE_I8 | marks::BROKE_I3),
            (false, false) => self.mark(marks::BROKE_I3),
        }
        self.tidy(at);
    }
}
