//! The work of a term: what begins with an activation and ends with it.
//!
//! ```text
//!   activated ──> open the work pool, see the term through it ──> loops run, supervised
//!   draining ──> loops start nothing more, finish what is in hand ──> sealed ──> the pool is closed
//! ```
//!
//! On failure: an activation that cannot see its own term gives the role back. A loop that ends too
//! early is begun again by its supervisor, within the same term.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use leadership::Term;
use store::{PoolSettings, Store};
use tokio::time::Instant;
use tracing::debug;

use crate::arrivals::passive::Voice;
use crate::arrivals::{polling, registration};
use crate::generations::{self, credits};
use crate::process::supervision::{self, Task};
use crate::role::active::{Active, Tools};
use crate::upkeep::{introduction, periodic};
use crate::{inbox, metrics, outbox, requests};

/// Hands, the scribe, the looks and the bell, with one to spare.
const POOL: PoolSettings = PoolSettings { connections: 14, acquire: Duration::from_secs(5) };

/// The pause after the bell could not be listened to.
const PAUSE: Duration = Duration::from_secs(1);

impl Tools {
    /// How an instance speaks that has no term.
    pub(crate) fn voice(&self) -> Voice {
        Voice {
            intake: self.intake.clone(),
            telegram: self.telegram.clone(),
            throttle: self.throttle.clone(),
        }
    }

    /// The first acts of a term; its loops run from here on.
    ///
    /// # Errors
    /// Why the role must be given back.
    pub(crate) async fn activate(self, term: Term) -> Result<(), String> {
        let opened = Store::open(&self.database_url, POOL).await;
        let store = opened.map_err(|error| error.to_string())?;
        let store = store.telling_refusals(metrics::fenced_write);
        if let Err(error) = store.verify(&term).await {
            store.close().await;
            return Err(error.to_string());
        }
        let (since, closings) = (Instant::now(), AtomicU32::new(0));
        let active = Active { term, store, tools: self, since, closings };
        let active = Arc::new(active);
        tokio::spawn(work(active));
        Ok(())
    }
}

/// Runs the loops until the term is over, then closes its pool.
async fn work(active: Arc<Active>) {
    let way_in = match active.webhook {
        Some(_) => keep("webhook", &active, registration::webhook),
        None => keep("polling", &active, polling::run),
    };
    let tasks = [
        way_in,
        keep("inbox", &active, inbox::run),
        keep("outbox", &active, outbox::run),
        keep("generations", &active, generations::run),
        keep("periodic", &active, periodic::run),
        keep("requests", &active, requests::run),
        keep("credits", &active, credits::run),
        keep("bell", &active, listen),
        keep("introduction", &active, introduction::run),
        keep("profile", &active, registration::profile),
    ];
    active.term.lost().await;
    drop(tasks);
    active.store.close().await;
}

/// Supervises a loop of a term. One that ends because the term drains has done its work.
fn keep<F>(name: &'static str, active: &Arc<Active>, run: fn(Arc<Active>) -> F) -> Task
where
    F: Future<Output = ()> + Send + 'static,
{
    let active = Arc::clone(active);
    let board = active.board.clone();
    supervision::keep(name, &board, move || {
        let active = Arc::clone(&active);
        async move {
            run(Arc::clone(&active)).await;
            if active.term.work().is_err() {
                active.term.lost().await;
                std::future::pending::<()>().await;
            }
        }
    })
}

/// Passes on what other instances ring for.
async fn listen(active: Arc<Active>) {
    loop {
        let outcome = tokio::select! {
            () = active.term.draining() => return,
            outcome = pass_on(&active) => outcome,
        };
        if let Err(error) = outcome {
            debug!("[QUEUE] the bell is not heard: {error}");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn pass_on(active: &Active) -> Result<(), store::StoreError> {
    let mut bell = active.store.doorbell().await?;
    loop {
        bell.rung().await?;
        active.wake.inbox();
        active.wake.looks();
    }
}
