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

use leadership::{Reason, Term};
use parking_lot::Mutex;
use store::{PoolSettings, Store, StoreError, VerifyError};
use tokio::time::Instant;
use tracing::debug;

use super::tools::Tools;
use crate::arrivals::passive::Voice;
use crate::arrivals::polling::{self, Polling};
use crate::arrivals::registration::{self, Registration};
use crate::broadcasting::{self, Broadcasting};
use crate::generations::{self, Generations, credits};
use crate::inbox::pace::Pace;
use crate::inbox::{self, Inbox};
use crate::metrics;
use crate::operators::auditing::{self, Auditing};
use crate::operators::digest;
use crate::operators::news::{self, Telling};
use crate::outbox::{self, Outbox};
use crate::payments::calling::{self, Calling};
use crate::payments::reconciling;
use crate::process::supervision::{self, Task};
use crate::process::wake::Wake;
use crate::requests::{self, Requests};
use crate::status::{Board, Database};
use crate::upkeep::introduction::{self, Introduction};
use crate::upkeep::periodic::{self, Periodic};

/// So long after an unexplained end of the last holder rows are taken with care.
const CARE: Duration = Duration::from_secs(60);

/// Hands, the claim writer, the looks and the bell, with one to spare.
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
            language: self.prices.offers.default_language,
        }
    }

    /// The first acts of a term; its loops run from here on.
    pub(crate) async fn activate(self, term: Term) -> Result<(), String> {
        let opened = Store::open(&self.database_url, POOL).await;
        let store = opened.map_err(|error| self.no_term(&error.into()))?;
        let store = store.telling(metrics::work_pool);
        if let Err(error) = store.verify(&term).await {
            store.close().await;
            return Err(self.no_term(&error));
        }
        tokio::spawn(work(self, term, store));
        Ok(())
    }

    /// Why there is no term. A database that is away comes back without anybody's help.
    fn no_term(&self, error: &VerifyError) -> String {
        if matches!(error, VerifyError::Store(StoreError::Away(_))) {
            self.board.database(Database::Unreachable);
        }
        error.to_string()
    }

    fn telling(&self, term: &Term, store: &Store) -> Telling {
        Telling {
            term: term.clone(),
            store: store.clone(),
            bot: Arc::clone(&self.bot),
            prices: Arc::clone(&self.prices),
            wake: self.wake.clone(),
        }
    }

    fn auditing(&self, term: &Term, store: &Store) -> Auditing {
        Auditing {
            term: term.clone(),
            store: store.clone(),
            database_url: self.database_url.clone(),
            wake: self.wake.clone(),
        }
    }

    fn generations(&self, term: &Term, store: &Store) -> Generations {
        Generations {
            term: term.clone(),
            store: store.clone(),
            intake: self.intake.clone(),
            telegram: self.telegram.clone(),
            kie: self.kie.clone(),
            board: self.board.clone(),
            wake: self.wake.clone(),
            bot: Arc::clone(&self.bot),
            prices: Arc::clone(&self.prices),
            public: self.public.clone(),
            callbacks: self.callbacks.clone(),
            closings: AtomicU32::new(0),
        }
    }

    fn inbox(&self, term: &Term, store: &Store) -> Inbox {
        Inbox {
            term: term.clone(),
            store: store.clone(),
            telegram: self.telegram.clone(),
            board: self.board.clone(),
            wake: self.wake.clone(),
            pressure: self.pressure.clone(),
            bot: Arc::clone(&self.bot),
            prices: Arc::clone(&self.prices),
            freed: Mutex::default(),
            pace: Pace::new(self.person_rate),
            careful_until: match term.reason() {
                Reason::Free | Reason::Released => None,
                // It may have left calls under way, and an update may have ended it.
                Reason::HolderDied | Reason::HolderSilent => Some(Instant::now() + CARE),
            },
        }
    }

    fn outbox(&self, term: &Term, store: &Store, generations: Arc<Generations>) -> Outbox {
        Outbox {
            term: term.clone(),
            store: store.clone(),
            intake: self.intake.clone(),
            telegram: self.telegram.clone(),
            throttle: self.throttle.clone(),
            wake: self.wake.clone(),
            doubt: self.doubt,
            generations,
            desks: self.bot.desks(),
        }
    }

    fn polling(&self, term: &Term) -> Polling {
        Polling {
            term: term.clone(),
            telegram: self.telegram.clone(),
            intake: self.intake.clone(),
            prices: Arc::clone(&self.prices),
            board: self.board.clone(),
            wake: self.wake.clone(),
        }
    }

    fn registration(&self, term: &Term, store: &Store) -> Registration {
        Registration {
            term: term.clone(),
            store: store.clone(),
            telegram: self.telegram.clone(),
            board: self.board.clone(),
            webhook: self.webhook.clone(),
            wake: self.wake.clone(),
        }
    }
}

/// Runs the loops until the term is over, then closes its pool. Each has what it uses and nothing else.
async fn work(tools: Tools, term: Term, store: Store) {
    let generations = Arc::new(tools.generations(&term, &store));
    let outbox = tools.outbox(&term, &store, Arc::clone(&generations));
    let registration = Arc::new(tools.registration(&term, &store));
    let periodic = Periodic {
        term: term.clone(),
        store: store.clone(),
        stale_after: tools.stale_after,
        prices: Arc::clone(&tools.prices),
        bot: Arc::clone(&tools.bot),
        wake: tools.wake.clone(),
    };
    let requests = Requests {
        term: term.clone(),
        store: store.clone(),
        prices: Arc::clone(&tools.prices),
        wake: tools.wake.clone(),
    };
    let calling = Calling {
        term: term.clone(),
        store: store.clone(),
        telegram: tools.telegram.clone(),
        prices: Arc::clone(&tools.prices),
        wake: tools.wake.clone(),
    };
    let (news, auditing) = (Arc::new(tools.telling(&term, &store)), tools.auditing(&term, &store));
    let broadcasting =
        Broadcasting { term: term.clone(), store: store.clone(), wake: tools.wake.clone() };
    let introduction = Introduction {
        term: term.clone(),
        store: store.clone(),
        telegram: tools.telegram.clone(),
        bot: Arc::clone(&tools.bot),
    };
    let kept = (&tools.board, &term);
    tools.board.work_sessions(Some(store.occupied()));
    let way_in = match tools.webhook {
        Some(_) => keep("webhook", kept, Arc::clone(&registration), registration::webhook),
        None => keep("polling", kept, Arc::new(tools.polling(&term)), polling::run),
    };
    let tasks = [
        way_in,
        keep("inbox", kept, Arc::new(tools.inbox(&term, &store)), inbox::run),
        keep("outbox", kept, Arc::new(outbox), outbox::run),
        keep("generations", kept, Arc::clone(&generations), generations::run),
        keep("payments", kept, Arc::new(calling), calling::run),
        keep("broadcasting", kept, Arc::new(broadcasting), broadcasting::run),
        keep("news", kept, Arc::clone(&news), news::run),
        keep("digest", kept, news, digest::run),
        keep("auditing", kept, Arc::new(auditing), auditing::run),
        keep("periodic", kept, Arc::new(periodic), periodic::run),
        keep("requests", kept, Arc::new(requests), requests::run),
        keep("reconciling", kept, Arc::clone(&generations), reconciling::run),
        keep("credits", kept, generations, credits::run),
        keep("bell", kept, (term.clone(), store.clone(), tools.wake.clone()), listen),
        keep("introduction", kept, Arc::new(introduction), introduction::run),
        keep("profile", kept, registration, registration::profile),
    ];
    term.lost().await;
    drop(tasks);
    tools.board.work_sessions(None);
    store.close().await;
}

/// Supervises a loop of a term. One that ends because the term drains has done its work.
fn keep<T, F>(name: &'static str, (board, term): (&Board, &Term), tools: T, run: fn(T) -> F) -> Task
where
    T: Clone + Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    let term = term.clone();
    supervision::keep(name, board, move || {
        let (term, tools) = (term.clone(), tools.clone());
        async move {
            run(tools).await;
            if term.work().is_err() {
                term.lost().await;
                std::future::pending::<()>().await;
            }
        }
    })
}

/// Passes on what other instances ring for.
async fn listen((term, store, wake): (Term, Store, Wake)) {
    loop {
        let outcome = tokio::select! {
            () = term.draining() => return,
            outcome = pass_on(&store, &wake) => outcome,
        };
        if let Err(error) = outcome {
            debug!("[QUEUE] the bell is not heard: {error}");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn pass_on(store: &Store, wake: &Wake) -> Result<(), store::StoreError> {
    let mut bell = store.doorbell().await?;
    loop {
        bell.rung().await?;
        wake.inbox();
        wake.looks();
    }
}
