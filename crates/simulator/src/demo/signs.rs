//! The signs that end the demo: Ctrl-C, SIGTERM, and a terminal that closes.

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Listens from the moment it is made, so that no sign is missed.
#[derive(Debug)]
pub struct Signs {
    interrupted: Signal,
    terminated: Signal,
    hung_up: Signal,
}

impl Signs {
    pub fn listen() -> std::io::Result<Self> {
        Ok(Self {
            interrupted: signal(SignalKind::interrupt())?,
            terminated: signal(SignalKind::terminate())?,
            hung_up: signal(SignalKind::hangup())?,
        })
    }

    pub async fn any(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
            _ = self.hung_up.recv() => {}
        }
    }
}
