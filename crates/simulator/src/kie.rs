//! The fake KIE: the API that makes pictures, films and music, over real HTTP.
//!
//! ```text
//!   the bot ── create ──> check, ledger ──> task ── by the clock ──> end ── callback ──> the bot
//!      │                                      ^                       │
//!      ├── look ──────────> records ──────────┘                    results
//!      └── upload, fetch ─> files <───────────────────────────────────┘
//! ```
//!
//! | module | owns |
//! | --- | --- |
//! | [`settings`] | how a fake is set up |
//! | [`world`], [`journal`] | everything it knows, and what happened |
//! | [`route`], [`facts`], [`field`], [`check`] | what can be asked for, and whether a body is good |
//! | [`create`], [`task`], [`life`], [`ledger`], [`windows`] | a task from its creation to its end |
//! | [`looks`], [`records`], [`results`] | what a record says |
//! | [`callbacks`], [`payloads`] | what is told to the bot |
//! | [`uploads`], [`shelf`], [`files`], [`serving`], [`media`] | files, in and out |
//! | [`faults`], [`magic`] | what a test or a prompt breaks |
//! | [`server`], [`answer`], [`control`] | HTTP |
//!
//! It knows no prices and no catalogue: a task costs four credits unless a test says otherwise. Not
//! simulated: chat models, the older helpers of Suno (WAV, stems, films) and of Veo (longer, larger),
//! removal of records after two weeks, ranges of files.

mod answer;
mod callbacks;
mod check;
mod control;
mod create;
mod facts;
mod faults;
mod field;
mod files;
mod journal;
mod ledger;
mod life;
mod looks;
mod magic;
pub(crate) mod media;
mod payloads;
mod records;
mod results;
mod route;
mod server;
mod serving;
mod settings;
mod shelf;
mod task;
mod uploads;
mod windows;
mod world;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use tokio::net::TcpListener;

pub use callbacks::Ring;
pub use facts::BadFacts;
pub use faults::{Armed, Fault, Faults, Rates};
pub use journal::{CallbackSent, CreateCall, UploadSeen};
pub use route::Route;
pub use settings::{Callbacks, Limits, Pace, Settings};
pub use task::{State, Task};

use facts::Facts;
use server::Host;
use task::Verdict;
use world::Core;

/// A fake that could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Choose another port.
    #[error("cannot listen on port {port} of loopback: {source}")]
    Listen {
        /// The port of the settings.
        port: u16,
        /// Why not.
        source: std::io::Error,
    },
    /// Repair the table of facts.
    #[error(transparent)]
    Facts(#[from] BadFacts),
}

/// A running fake; dropping it ends its servers and its tasks.
#[derive(Debug)]
pub struct FakeKie {
    core: Arc<Core>,
}

impl FakeKie {
    /// Starts the two servers on loopback.
    ///
    /// # Errors
    /// When it cannot listen.
    pub async fn start(settings: Settings) -> Result<Self, StartError> {
        let (api, api_address) = listen(settings.port).await?;
        let (files, files_address) = listen(0).await?;
        let client = Client::builder(TokioExecutor::new()).build_http();
        let addresses = [api_address, files_address];
        let core = Arc::new(Core::new(settings, Facts::read()?, client, addresses));
        server::spawn(Arc::clone(&core), api, Host::Api);
        server::spawn(Arc::clone(&core), files, Host::Files);
        Ok(Self { core })
    }

    /// What the product takes as the address of the API.
    pub fn url(&self) -> String {
        format!("http://{}", self.core.api)
    }

    /// What the product takes as the address of uploads.
    pub fn upload_url(&self) -> String {
        format!("http://{}", self.core.files)
    }

    /// The key that callers present.
    pub fn key(&self) -> &str {
        &self.core.settings.key
    }

    /// Where callbacks go, in turn, whatever host they name; may be changed at any time.
    pub fn deliver_to(&self, receivers: Vec<SocketAddr>) {
        self.core.with(|world| world.receivers = receivers);
    }

    /// Every task that was really made, in order.
    pub fn tasks(&self) -> Vec<Task> {
        self.core.with(|world| world.tasks(self.core.clock.now()))
    }

    /// Every creation that was asked for, in order.
    pub fn creates(&self) -> Vec<CreateCall> {
        self.core.look(|world| world.journal.creates.clone())
    }

    /// Every file that was uploaded, in order.
    pub fn uploads(&self) -> Vec<UploadSeen> {
        self.core.look(|world| world.journal.uploads.clone())
    }

    /// Every callback that was sent or tried, in order.
    pub fn callbacks(&self) -> Vec<CallbackSent> {
        self.core.look(|world| world.journal.callbacks.clone())
    }

    /// Headers and the beginnings of bodies of the newest requests, to search for secrets. Every
    /// request was also searched as it came; see [`FakeKie::violations`].
    pub fn requests_text(&self) -> String {
        self.core.look(|world| world.journal.requests_text())
    }

    /// What the account holds, in millionths of a credit.
    pub fn credits(&self) -> i64 {
        self.core.with(|world| {
            world.catches_up(self.core.clock.now());
            world.ledger.credits()
        })
    }

    /// Sets what the account holds, in millionths of a credit.
    pub fn set_credits(&self, millionths: i64) {
        self.core.with(|world| world.ledger.set_credits(millionths));
    }

    /// Sets what a task of a model costs, in millionths of a credit.
    pub fn set_price(&self, model: &str, millionths: i64) {
        self.core.with(|world| world.ledger.set_price(model, millionths));
    }

    /// Ends a task well, now. One that has ended stays as it is.
    ///
    /// # Panics
    /// When there is no such task.
    pub fn finishes(&self, task_id: &str) {
        self.ends(task_id, Verdict::Success);
    }

    /// Ends a task badly, now. One that has ended stays as it is.
    ///
    /// # Panics
    /// When there is no such task.
    pub fn fails(&self, task_id: &str, code: &str, message: &str) {
        self.ends(task_id, Verdict::Fails { code: code.to_owned(), message: message.to_owned() });
    }

    fn ends(&self, task_id: &str, verdict: Verdict) {
        self.core.with(|world| {
            assert!(world.job(task_id).is_some(), "there is no task {task_id}");
            world.ends(task_id, self.core.clock.now(), verdict);
        });
    }

    /// Lets time pass for tasks, limits, retries and lifetimes.
    pub fn advance(&self, by: Duration) {
        self.core.clock.advance(by);
        self.core.with(|world| world.catches_up(self.core.clock.now()));
    }

    /// Where faults are armed.
    pub fn faults(&self) -> Faults {
        Faults { core: Arc::clone(&self.core) }
    }

    /// Sends a callback about a task now, genuine or forged; the journal shows what came of it.
    ///
    /// # Panics
    /// When there is no such task, or it has no address to call.
    pub fn rings(&self, task_id: &str, ring: Ring) {
        let rung = callbacks::rings(&self.core, task_id, ring);
        assert!(rung, "there is no task {task_id} with an address to call");
    }

    /// What the bot has done wrong, and faults that never fired; empty after a good test.
    pub fn violations(&self) -> Vec<String> {
        self.core.look(|world| {
            let mut all = world.journal.violations.clone();
            all.extend(world.faults.never_fired());
            all
        })
    }

    /// Waits until the tasks satisfy a condition.
    ///
    /// # Panics
    /// When they do not within [`Settings::patience`].
    pub async fn waits_until(&self, what: &str, condition: impl Fn(&[Task]) -> bool) {
        let core = &self.core;
        let met = core.soon(|world| condition(&world.tasks(core.clock.now())).then_some(()));
        assert!(met.await.is_some(), "waited {:?} for {what} in vain", core.settings.patience);
    }

    /// Waits until the callbacks satisfy a condition.
    ///
    /// # Panics
    /// When they do not within [`Settings::patience`].
    pub async fn hears_until(&self, what: &str, condition: impl Fn(&[CallbackSent]) -> bool) {
        let core = &self.core;
        let met = core.soon(|world| condition(&world.journal.callbacks).then_some(()));
        assert!(met.await.is_some(), "waited {:?} for {what} in vain", core.settings.patience);
    }
}

impl Drop for FakeKie {
    fn drop(&mut self) {
        self.core.end.cancel();
    }
}

async fn listen(port: u16) -> Result<(TcpListener, SocketAddr), StartError> {
    let refused = |source| StartError::Listen { port, source };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(refused)?;
    let address = listener.local_addr().map_err(refused)?;
    Ok((listener, address))
}
