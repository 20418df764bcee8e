//! What goes wrong: which fault can hit a process in a state, and what it does.

use leadership::step::{Event, Phase};

use crate::rules::{Fault, Rules};
use crate::world::{Cause, Life, Name, World};

impl World {
    pub(crate) fn can_suffer(&self, fault: Fault, at: usize) -> bool {
        let process = &self.processes[at];
        let runs = process.runs();
        let session = process.session();
        match fault {
            Fault::Pause => runs,
            Fault::Kill => process.life != Life::Dead,
            Fault::Stop => runs && !process.machine.stopping,
            Fault::Link => session.is_some_and(|session| session.up),
            Fault::Terminate => session.is_some_and(|session| session.alive),
            Fault::Activation => runs && process.verifying,
            Fault::Stall => runs && matches!(process.machine.phase, Phase::Leading(_)),
            Fault::Connect => runs && process.machine.phase == Phase::Connecting,
            // It hits all of them: once is enough.
            Fault::Failover => at == 0,
        }
    }

    pub(crate) fn suffer(&mut self, rules: &Rules, fault: Fault, at: usize) {
        match fault {
            Fault::Pause => self.processes[at].life = Life::Paused,
            Fault::Kill => self.die(at),
            Fault::Stop => self.take(rules, at, Event::StopAsked),
            Fault::Link => {
                if let Some(session) = self.processes[at].session_mut() {
                    session.up = false;
                }
            }
            Fault::Terminate => {
                let newest = self.processes[at].sessions.len() - 1;
                self.end_session(at, newest, Cause::Terminated);
            }
            Fault::Activation => {
                self.processes[at].verifying = false;
                self.take(rules, at, Event::VerifyFailed);
            }
            Fault::Stall => self.take(rules, at, Event::Stalled),
            Fault::Connect => self.take(rules, at, Event::ConnectFailed),
            Fault::Failover => self.fail_over(),
        }
    }

    /// All sessions end, and the new server has never heard of the last claim.
    fn fail_over(&mut self) {
        self.end_transactions();
        for at in 0..self.processes.len() {
            for which in (0..self.processes[at].sessions.len()).rev() {
                if self.processes[at].sessions[which].alive {
                    self.end_session(at, which, Cause::Terminated);
                }
            }
        }
        let server = &mut self.server;
        let timeline = server.row.timeline + 1;
        server.row = Name { timeline, ..server.previous };
        server.ended = Some(Cause::Terminated);
        server.asked = 0;
    }
}
