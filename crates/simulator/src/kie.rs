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
//! | [`create`], [`task`], [`life`] | a task from its creation to its end |
//! | [`ledger`], [`prices`] | what tasks cost |
//! | [`records`], [`results`] | what a record says |
//! | [`callbacks`], [`payloads`] | what is told to the bot |
//! | [`uploads`], [`files`], [`media`] | files, in and out |
//! | [`faults`], [`magic`] | what a test or a prompt breaks |
//! | [`server`], [`answer`], [`control`] | HTTP |
//!
//! It knows no prices by itself: a task costs four credits unless a test or a list of prices says
//! otherwise. Not simulated: chat models, the older helpers of Suno (WAV, stems, films) and of Veo (longer, larger),
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
mod magic;
mod media;
mod payloads;
mod prices;
mod records;
mod results;
mod route;
mod server;
mod settings;
mod task;
mod uploads;
mod world;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::fake;
use answer::{Answer, Said};
use facts::{Facts, Fields, Life, Model, Output, Tempo};
use faults::{FaultBoard, Place};
use field::Field;
use journal::Journal;
use ledger::Ledger;
use magic::Magic;
use media::content_type;
pub(crate) use media::fine;
use payloads::{Moment, payload};
use results::{Spelling, View, mark};
use route::Family;
use server::Host;
use task::{Job, Verdict, latency};
use uploads::{UploadStore, Way};
use world::{Core, World};

pub use crate::fake::faults::Armed;
pub use crate::fake::{BadFacts, StartError};
pub use callbacks::Ring;
pub use faults::{Fault, Faults, Rates};
pub use journal::{CallbackSent, CreateCall, UploadSeen};
pub use prices::PriceList;
pub use route::Route;
pub use settings::{Callbacks, Limits, Pace, Settings};
pub use task::{State, Task};

/// A running fake; dropping it ends its servers and its tasks.
#[derive(Debug)]
pub struct FakeKie {
    core: Arc<Core>,
}

impl FakeKie {
    pub async fn start(settings: Settings) -> Result<Self, StartError> {
        let (api, api_address) = fake::listen(settings.port).await?;
        let (files, files_address) = fake::listen(0).await?;
        let (world, patience) = (World::new(&settings), settings.patience);
        let addresses = [api_address, files_address];
        let core = Arc::new(Core::new(settings, Facts::read()?, addresses, patience, world));
        server::spawn(&core, api, Host::Api);
        server::spawn(&core, files, Host::Files);
        Ok(Self { core })
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.core.api)
    }

    pub fn upload_url(&self) -> String {
        format!("http://{}", self.core.files)
    }

    pub fn key(&self) -> &str {
        &self.core.settings.key
    }

    /// Where callbacks go, in turn, whatever host they name; may be changed at any time.
    pub fn deliver_to(&self, receivers: Vec<SocketAddr>) {
        self.core.with(|world| world.receivers = receivers);
    }

    pub fn tasks(&self) -> Vec<Task> {
        self.core.with(|world| world.tasks(self.core.clock.now()))
    }

    pub fn creates(&self) -> Vec<CreateCall> {
        self.core.look(|world| world.journal.creates.clone())
    }

    pub fn uploads(&self) -> Vec<UploadSeen> {
        self.core.look(|world| world.journal.uploads.clone())
    }

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

    pub fn set_credits(&self, millionths: i64) {
        self.core.with(|world| world.ledger.set_credits(millionths));
    }

    /// What every model costs from now on, by the list of whoever sells them.
    pub fn set_prices(&self, list: PriceList) {
        self.core.with(|world| world.ledger.set_list(list));
    }

    pub fn set_price(&self, model: &str, millionths: i64) {
        self.core.with(|world| world.ledger.set_price(model, millionths));
    }

    /// Ends a task well, now. One that has ended stays as it is.
    pub fn finishes(&self, task_id: &str) {
        self.ends(task_id, Verdict::Success);
    }

    /// Ends a task badly, now. One that has ended stays as it is.
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

    pub fn faults(&self) -> Faults {
        Faults { core: Arc::clone(&self.core) }
    }

    /// Sends a callback about a task now, genuine or forged; the journal shows what came of it.
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

    pub async fn waits_until(&self, what: &str, condition: impl Fn(&[Task]) -> bool) {
        let core = &self.core;
        core.expects(what, |world| condition(&world.tasks(core.clock.now()))).await;
    }

    pub async fn hears_until(&self, what: &str, condition: impl Fn(&[CallbackSent]) -> bool) {
        self.core.expects(what, |world| condition(&world.journal.callbacks)).await;
    }
}

impl Drop for FakeKie {
    fn drop(&mut self) {
        self.core.end.cancel();
    }
}
