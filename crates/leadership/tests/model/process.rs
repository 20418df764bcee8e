//! A process: `step` decides, and what it decided is done, as the elector's driver does it.
//!
//! Not here, because `step` does not see it: the second line that ends a silent holder's session
//! after 2 T (for the model that is [`Fault::Terminate`](crate::rules::Fault::Terminate)), and the
//! wait for the lock of an old name.

use leadership::clock::Moment;
use leadership::step::{Action, Beat, Ending, Event, Machine, Phase, Stage, step};

use crate::marks;
use crate::mutants::Mutant;
use crate::rules::{CALL, DRAIN, Rules, ticks};
use crate::world::{
    LONG_AGO, Life, NOW, Name, Process, Reply, Request, Session, Slept, TICK, Term, Transaction,
    World,
};

impl World {
    /// Gives the process an event, and does what `step` says.
    pub(crate) fn take(&mut self, rules: &Rules, at: usize, event: Event) {
        let machine = self.processes[at].machine.clone();
        let unnoticed = event == Event::SessionLost && rules.has(Mutant::LossUnnoticed);
        if unnoticed && machine.phase == Phase::Waiting {
            return;
        }
        let led = machine.stopping && matches!(machine.phase, Phase::Ending { .. });
        let (mut machine, actions) = step(machine, event, NOW, &rules.timing, ticks(DRAIN));
        round(&mut machine);
        let stopped = machine.phase == Phase::Stopped;
        self.processes[at].machine = machine;
        for action in actions {
            self.act(rules, at, action);
        }
        if stopped && self.processes[at].life == Life::Running {
            if led && self.server.row.holder != self.processes[at].holder {
                self.mark(marks::STOPPED);
            }
            self.die(at);
        }
        self.tidy(at);
    }

    fn act(&mut self, rules: &Rules, at: usize, action: Action) {
        let process = &mut self.processes[at];
        let name = process.term.map(|term| term.name).unwrap_or_default();
        match action {
            Action::Connect => {}
            Action::Await | Action::AwaitOldKey => self.send(at, Request::Await),
            Action::Claim => self.claim(at),
            Action::EndStragglers if rules.has(Mutant::StragglersLive) => {}
            Action::EndStragglers => self.end_transactions(),
            Action::Begin => process.verifying = false,
            Action::Verify => process.verifying = true,
            Action::Announce => {
                if !process.runs() || !name.finds(self.server.row) {
                    self.mark(marks::BROKE_I9);
                }
            }
            Action::Trust(until) => {
                if let Some(term) = &mut process.term {
                    term.until = relative(until);
                }
            }
            Action::Beat => self.send(at, Request::Beat { name, sent: 0 }),
            Action::Drain => self.drain(rules, at),
            Action::End(ending) => self.end(at, ending),
            Action::TellIdle => process.tell_idle = true,
            Action::Seal => match rules.mutant {
                Some(Mutant::NoSeal) => self.reply(at, Reply::Sealed),
                Some(Mutant::SealBeforeDrain) => {}
                Some(Mutant::UnlockBeforeSeal) => {
                    self.send(at, Request::Unlock);
                    self.send(at, Request::Seal { name });
                }
                _ => self.send(at, Request::Seal { name }),
            },
            Action::Release => {
                self.send(at, Request::Unlock);
                self.close(at, false);
            }
            Action::Drop => self.close(at, false),
            Action::Abort => self.abort(at),
        }
    }

    fn claim(&mut self, at: usize) {
        let again =
            self.processes[at].holder != 0 && self.processes[at].holder == self.server.row.holder;
        if again {
            self.mark(marks::AGAIN);
        }
        self.server.holders += 1;
        let holder = self.server.holders;
        self.processes[at].holder = holder;
        self.processes[at].tell_idle = false;
        self.send(at, Request::Claim { holder });
    }

    /// A claim was answered: the process has a term, before `step` hears of it.
    pub(crate) fn begin(&mut self, at: usize, name: Name) {
        let process = &mut self.processes[at];
        let busy = process.in_hand() || process.term.is_some_and(|term| !term.over);
        process.term = Some(Term { name, until: 0, draining: false, over: false });
        if name.number() >= self.server.claimed {
            process.grace = None;
        }
        if busy {
            self.mark(marks::BROKE_ONE_TERM);
        }
    }

    fn drain(&mut self, rules: &Rules, at: usize) {
        let process = &mut self.processes[at];
        let Some(term) = &mut process.term else { return };
        term.draining = true;
        let name = term.name;
        match rules.mutant {
            Some(Mutant::UnlockBeforeDrain) => self.send(at, Request::Unlock),
            Some(Mutant::SealBeforeDrain) => {
                self.send(at, Request::Seal { name });
                self.send(at, Request::Unlock);
            }
            _ => {}
        }
    }

    fn end(&mut self, at: usize, ending: Ending) {
        let process = &mut self.processes[at];
        if let Some(term) = &mut process.term {
            (term.draining, term.over) = (true, true);
        }
        process.verifying = false;
        let ends_in = process.in_hand().then_some(CALL);
        process.ends_in = process.ends_in.or(ends_in);
        if ending == Ending::HandedOver {
            self.mark(marks::HANDED_OVER);
        }
    }

    /// The sessions of all open fenced transactions are ended.
    pub(crate) fn end_transactions(&mut self) {
        self.server.orphans = 0;
        for process in &mut self.processes {
            if process.transaction == Transaction::Open {
                process.transaction = Transaction::Ended;
            }
        }
    }

    fn send(&mut self, at: usize, request: Request) {
        if let Some(session) = self.processes[at].session_mut() {
            session.unanswered = 0;
            if session.alive {
                session.requests.push(request);
            }
        }
    }

    fn reply(&mut self, at: usize, reply: Reply) {
        if let Some(session) = self.processes[at].session_mut() {
            session.replies.push(reply);
        }
    }

    /// Closes the socket; what was sent before still counts.
    fn close(&mut self, at: usize, dead: bool) {
        self.send(at, Request::Close { dead });
        if self.processes[at].term.is_none() {
            self.processes[at].grace = None;
        }
        if let Some(session) = self.processes[at].session_mut() {
            session.open = false;
            session.unanswered = 0;
            session.replies.clear();
        }
    }

    fn abort(&mut self, at: usize) {
        let process = &self.processes[at];
        let mark = if process.slept == Slept::No { marks::BROKE_ABORT } else { marks::ABORTED };
        self.mark(mark);
        self.die(at);
    }

    /// The process is gone, and with it what it had in hand.
    pub(crate) fn die(&mut self, at: usize) {
        let cut_off = self.processes[at].session().is_some_and(|session| !session.up);
        if cut_off && self.processes[at].transaction == Transaction::Open {
            self.server.orphans += 1;
        }
        self.close(at, true);
        let process = &mut self.processes[at];
        let sessions = std::mem::take(&mut process.sessions);
        let holder = process.holder;
        *process = Process::new();
        (process.life, process.sessions, process.holder) = (Life::Dead, sessions, holder);
        self.tidy(at);
    }

    pub(crate) fn connect(&mut self, rules: &Rules, at: usize) {
        self.processes[at].sessions.push(Session::opened());
        self.take(rules, at, Event::Connected);
    }

    /// Forgets what makes no difference any more.
    pub(crate) fn tidy(&mut self, at: usize) {
        let process = &mut self.processes[at];
        process.sessions.retain(|session| session.open || session.alive);
        if process.in_hand() {
            return;
        }
        (process.ends_in, process.slept) = (None, Slept::No);
        let seeking = !matches!(process.machine.phase, Phase::Leading(_) | Phase::Ending { .. });
        if seeking && process.term.is_some_and(|term| term.over) {
            (process.term, process.grace) = (None, None);
        }
    }
}

/// A moment in ticks from now.
pub(crate) fn relative(moment: Moment) -> i8 {
    let ticks = |millis: u64| i64::try_from(millis / TICK).unwrap_or(i64::MAX);
    let difference = ticks(moment.as_millis()) - ticks(NOW.as_millis());
    i8::try_from(difference).unwrap_or(i8::MAX).max(LONG_AGO)
}

/// There are only whole ticks, and a pause that is over is over.
fn round(machine: &mut Machine) {
    match &mut machine.phase {
        Phase::Offline { retry_at } => {
            *retry_at = Moment::from_millis(retry_at.as_millis().next_multiple_of(TICK)).max(NOW);
        }
        // The quarter of a second for last words is no tick; `Idle` comes before what is due.
        Phase::Ending { deadline, .. } => {
            *deadline = Moment::from_millis(deadline.as_millis() / TICK * TICK);
        }
        _ => {}
    }
}

/// Lets a tick pass for a machine: all its moments are one tick earlier.
pub(crate) fn age(machine: &mut Machine) {
    let oldest = NOW.as_millis() - TICK * u64::from(LONG_AGO.unsigned_abs());
    let earlier = |moment: &mut Moment| {
        *moment = Moment::from_millis((moment.as_millis() - TICK).max(oldest));
    };
    match &mut machine.phase {
        Phase::Offline { retry_at: moment }
        | Phase::Claiming { sent_at: moment }
        | Phase::Ending { deadline: moment, .. } => earlier(moment),
        Phase::Leading(leading) => {
            earlier(&mut leading.trusted_until);
            if let Stage::Draining { until: moment } | Stage::Cancelling { deadline: moment } =
                &mut leading.stage
            {
                earlier(moment);
            }
            if let Beat::Due(at) = &mut leading.beat {
                earlier(at);
            }
        }
        Phase::Connecting | Phase::Waiting | Phase::WaitingForOldKey | Phase::Stopped => {}
    }
    round(machine);
}
