//! The signs to stop: SIGTERM from a host, SIGINT from a person.
//!
//! The first asks for an orderly end, the second for an end at once. Listening begins early, so that
//! a sign that comes during the start is not lost.

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The signs to stop, from the moment of listening on.
#[derive(Debug)]
pub struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    Terminate,
    Interrupt,
}

impl Signals {
    /// Listens from here on; the signals no longer end the process by themselves.
    pub fn listen() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    pub async fn next(&mut self) -> Sign {
        tokio::select! {
            Some(()) = self.terminate.recv() => Sign::Terminate,
            Some(()) = self.interrupt.recv() => Sign::Interrupt,
            // Both streams end only with the runtime, and then nobody waits here.
            else => std::future::pending().await,
        }
    }
}

impl Sign {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Terminate => "SIGTERM",
            Self::Interrupt => "SIGINT",
        }
    }
}
