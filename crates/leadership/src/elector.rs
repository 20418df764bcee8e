//! The elector: runs [`step`](crate::step::step) against a real PostgreSQL.
//!
//! It has a thread and a runtime of its own, so that a busy program neither loses the role because
//! its beats are late nor keeps it while it does nothing: the elector also feels the pulse of the
//! runtime it was started on, and gives the role up when that stands still.
//!
//! Everything it waits for comes back as an event with the session or the term it belongs to; an
//! answer from a session that was given up is dropped. A future that waits on the guard is never
//! cancelled half-way: the connection goes as a whole.
//!
//! On failure: a dead connection, a silent server and a refused beat all end the term; see the
//! drawing in [`step`](crate::step). If the elector's thread or one of its tasks panics, the process is
//! aborted: there is never a term without somebody who watches it. An activation that panics has failed.

mod driver;
mod pulse;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::connector::Connector;
use crate::key::LockKey;
use crate::role::{Report, Role};
use crate::term::Term;
use crate::timing::Timing;

/// What an elector needs to know.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The name its rows carry: say whose lock it is, without secrets.
    pub name: String,
    /// The key of the lock.
    pub key: LockKey,
    /// Who we are, for people.
    pub instance: String,
    /// How to reach the database: directly.
    pub connector: Connector,
    /// The four durations.
    pub timing: Timing,
    /// How long what is in hand may take when the role is given up.
    pub drain: Duration,
    /// Ask the holder to hand over after waiting this long, if it started before us.
    pub handover_after: Option<Duration>,
}

/// The outcome of an activation: an error gives the role back.
pub type Activation = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;

pub(crate) type Activate = Arc<dyn Fn(Term) -> Activation + Send + Sync>;
pub(crate) type Tell = Arc<dyn Fn(Report) + Send + Sync>;

/// A running elector. Dropping it asks it to stop, without waiting.
#[derive(Debug)]
pub struct Elector {
    roles: watch::Receiver<Role>,
    stop: CancellationToken,
}

impl Elector {
    /// Starts an elector on a thread of its own.
    ///
    /// `activate` runs on the calling runtime when a term was claimed and must make sure, by a
    /// fenced transaction through the connections the work will use, that they see it; only then is
    /// the role announced. `tell` gets every report.
    ///
    /// # Panics
    /// Outside a tokio runtime.
    pub fn start(
        settings: Settings,
        activate: impl Fn(Term) -> Activation + Send + Sync + 'static,
        tell: impl Fn(Report) + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let (role, roles) = watch::channel(Role::Passive);
        let stop = CancellationToken::new();
        let main = tokio::runtime::Handle::current();
        let pulse = pulse::Pulse::start(&main);
        let driver = driver::Parts {
            settings,
            activate: Arc::new(activate),
            tell: Arc::new(tell),
            role,
            stop: stop.clone(),
            main,
            pulse,
        };
        std::thread::Builder::new().name("leadership".into()).spawn(move || driver.run())?;
        Ok(Self { roles, stop })
    }

    /// The role, as it changes.
    pub fn roles(&self) -> watch::Receiver<Role> {
        self.roles.clone()
    }

    /// Asks for the end: what is in hand is finished, the term sealed, the lock freed.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Waits until the elector has ended.
    pub async fn stopped(&self) {
        let mut roles = self.roles.clone();
        // An elector that is gone without a word aborts the process.
        let _ = roles.wait_for(|role| matches!(role, Role::Stopped)).await;
    }
}

impl Drop for Elector {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
