//! What both fakes are made of: a world behind one lock, a clock, servers, faults, bodies.
//!
//! Whatever happens (a person taps, a call comes in, a delivery ends) is one short change under the
//! lock, journal entry included, so the journal's order is the order of things. The lock is never
//! held over an await. Waiters look again after every change.
//!
//! | module | owns |
//! | --- | --- |
//! | [`clock`] | time that tests can move, and numbers that repeat with a seed |
//! | [`http`] | connections that a fault can close without a word |
//! | [`multipart`] | forms, split as they come in |
//! | [`serving`] | bodies that are made while they are sent |
//! | [`faults`] | what a test has armed, and how often it fired |

pub(crate) mod clock;
pub(crate) mod faults;
pub(crate) mod http;
pub(crate) mod multipart;
pub(crate) mod serving;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use clock::Clock;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Choose another port.
    #[error("cannot listen on port {port} of loopback: {source}")]
    Listen { port: u16, source: std::io::Error },
    /// Repair the table of facts.
    #[error(transparent)]
    Facts(#[from] BadFacts),
}

/// A table of facts, by its file, has a line that cannot be understood.
#[derive(Debug, thiserror::Error)]
#[error("facts/{0}.toml: {1}")]
pub struct BadFacts(pub(crate) &'static str, pub(crate) String);

/// One running fake; shared by its servers, its tasks and the tests.
#[derive(Debug)]
pub(crate) struct Fake<Settings, Facts, World> {
    pub(crate) settings: Settings,
    pub(crate) facts: Facts,
    pub(crate) clock: Clock,
    /// Where the API is, and where files are.
    pub(crate) api: SocketAddr,
    pub(crate) files: SocketAddr,
    /// What the fake sends goes out here; it keeps connections alive.
    pub(crate) client: Client<HttpConnector, Body>,
    /// Ends everything the fake does.
    pub(crate) end: CancellationToken,
    patience: Duration,
    world: Mutex<World>,
    changed: watch::Sender<()>,
}

impl<Settings, Facts, World> Fake<Settings, Facts, World> {
    pub(crate) fn new(
        settings: Settings,
        facts: Facts,
        [api, files]: [SocketAddr; 2],
        patience: Duration,
        world: World,
    ) -> Self {
        let client = Client::builder(TokioExecutor::new()).build_http();
        let (clock, end) = (Clock::start(), CancellationToken::new());
        let (world, changed) = (Mutex::new(world), watch::Sender::new(()));
        Self { settings, facts, clock, api, files, client, end, patience, world, changed }
    }

    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the world without changing it: nobody is woken.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.lock())
    }

    /// Changes what nobody waits for: nobody is woken.
    pub(crate) fn tidy<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        change(&mut self.lock())
    }

    /// Changes the world and wakes whoever waits.
    pub(crate) fn with<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let done = change(&mut self.lock());
        self.changed.send_replace(());
        done
    }

    /// Waits until `probe` finds something, for as long as it takes.
    pub(crate) async fn when<T>(&self, mut probe: impl FnMut(&mut World) -> Option<T>) -> T {
        let mut changed = self.changed.subscribe();
        loop {
            if let Some(found) = probe(&mut self.lock()) {
                return found;
            }
            // The sender lives in self, so this cannot be an error while we are called.
            let _ = changed.changed().await;
        }
    }

    /// Waits until `probe` finds something, for as long as the settings have patience.
    pub(crate) async fn soon<T>(&self, probe: impl FnMut(&mut World) -> Option<T>) -> Option<T> {
        tokio::time::timeout(self.patience, self.when(probe)).await.ok()
    }

    /// Waits until a condition holds, and panics when the settings have no more patience.
    pub(crate) async fn expects(&self, what: &str, mut condition: impl FnMut(&mut World) -> bool) {
        let met = self.soon(|world| condition(world).then_some(())).await;
        assert!(met.is_some(), "waited {:?} for {what} in vain", self.patience);
    }

    /// Runs something of the fake's own in the background, until it is over or the fake ends.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let end = self.end.clone();
        tokio::spawn(async move { end.run_until_cancelled(work).await });
    }
}

/// What a word of a table or a protocol names.
pub(crate) fn named<T: serde::de::DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}

pub(crate) async fn listen(port: u16) -> Result<(TcpListener, SocketAddr), StartError> {
    let refused = |source| StartError::Listen { port, source };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    Ok((listener, address))
}
