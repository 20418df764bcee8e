//! From the token of a link to where the file can be fetched now: with us, or at an address of KIE.
//!
//! ```text
//!   token ── asked for within minutes ──> the same address
//!     v
//!   database ──┬── unknown ──> Gone
//!     v        └── we have a copy ──> Ours
//!   a turn of our own bucket ── none soon ──> Later
//!     v
//!   KIE ──┬── an address: kept for minutes      busy, silent ──> Later
//!         v
//!   it knows no such file: is it at its own address? ── no ──> Gone
//! ```
//!
//! KIE allows some ten reads a second to everybody's results. Links have at most a fifth of that, and
//! of those who ask for one file at once only one asks KIE: a link that is asked for often takes nothing
//! from anybody.
//!
//! On failure: whoever asks is told to come again; the result is there.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use kie::{NoFile, NoLink};
use parking_lot::Mutex;
use store::Intake;
use store::results::Linked;
use tokio::sync::Semaphore;
use tokio::time::Instant;
use tracing::{debug, warn};

use super::bucket::{Allowance, Bucket};

use crate::metrics;

/// KIE's addresses are valid for twenty minutes.
const FRESH: Duration = Duration::from_secs(5 * 60);

/// After KIE gave no answer it is not asked about the same file for a moment.
const PAUSE: Duration = Duration::from_secs(2);

/// So many files are remembered.
const MOST: usize = 1_024;

/// Of KIE's read budget.
const SHARE: f64 = 5.0;

/// How long a browser waits for its turn before it is sent away.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long KIE may take to name an address.
const KIE: Duration = Duration::from_secs(10);

/// So many tokens are looked for in the database at once: doorbells use the same connection.
const LOOKUPS: usize = 2;

/// What became of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    Ours(Linked),
    /// The file is there for some minutes.
    At(String),
    Gone,
    Later,
}

/// Fresh addresses of files; what asks for them.
#[derive(Debug)]
pub struct Links {
    intake: Intake,
    kie: kie::Client,
    lookups: Semaphore,
    turns: Mutex<Bucket>,
    known: Mutex<HashMap<Vec<u8>, Remembered>>,
}

#[derive(Debug)]
struct Remembered {
    file: Arc<File>,
    /// Whether the database knows it.
    is_ours: bool,
    asked_at: Instant,
}

/// What is known of a file, and until when; whoever finds it out holds the lock.
type File = tokio::sync::Mutex<Option<(Found, Instant)>>;

impl Links {
    /// Links through this KIE, whom all of us may ask so often a second.
    pub fn new(intake: Intake, kie: kie::Client, reads_per_second: f64) -> Self {
        let per_second = (reads_per_second / SHARE).max(1.0);
        let turns = Bucket::full(Allowance { per_second, at_once: per_second });
        let (lookups, known) = (Semaphore::new(LOOKUPS), Mutex::default());
        Self { intake, kie, lookups, turns: Mutex::new(turns), known }
    }

    /// Where the file with this token is.
    pub(super) async fn find(&self, token: &[u8]) -> Found {
        let file = self.remembered(token);
        let mut file = file.lock().await;
        if let Some((found, until)) = &*file
            && Instant::now() < *until
        {
            return found.clone();
        }
        let Some((found, kept)) = self.ask(token).await else {
            // Not a file of ours: nobody's tokens push out those of people.
            self.known.lock().remove(token);
            return Found::Gone;
        };
        if let Some(remembered) = self.known.lock().get_mut(token) {
            remembered.is_ours = true;
        }
        *file = Some((found.clone(), Instant::now() + kept));
        found
    }

    /// Finds out; none when there is no such token.
    async fn ask(&self, token: &[u8]) -> Option<(Found, Duration)> {
        let lookup = tokio::time::timeout(PATIENCE, self.lookups.acquire()).await;
        let Ok(Ok(lookup)) = lookup else { return Some((Found::Later, Duration::ZERO)) };
        let linked = match self.intake.linked(token).await {
            Ok(linked) => linked?,
            Err(error) => {
                warn!(repeats = "results", "[HTTP] a result could not be looked up: {error}");
                return Some((Found::Later, Duration::ZERO));
            }
        };
        drop(lookup);
        if linked.pieces > 0 {
            // A copy may be forgotten at any time.
            return Some((Found::Ours(linked), Duration::ZERO));
        }
        let turn = self.turns.lock().turn(PATIENCE);
        let Some(turn) = turn else { return Some((Found::Later, Duration::ZERO)) };
        tokio::time::sleep(turn).await;
        Some(match tokio::time::timeout(KIE, self.address(&linked.url)).await {
            Ok(found) => found,
            Err(_) => (Found::Later, PAUSE),
        })
    }

    /// Asks KIE for an address.
    async fn address(&self, url: &str) -> (Found, Duration) {
        let began = Instant::now();
        let linked = self.kie.link(url).await;
        metrics::kie_linked(began, &linked);
        match linked {
            Ok(fresh) => return (Found::At(fresh), FRESH),
            // Results of some models are with others, whom KIE knows nothing about.
            Err(NoLink::Gone) => {}
            Err(NoLink::NoAnswer(reason)) => {
                debug!("[KIE] no link: {reason}");
                return (Found::Later, PAUSE);
            }
        }
        match self.kie.open(url).await {
            Ok(_) => (Found::At(url.to_owned()), FRESH),
            Err(NoFile::Gone(_)) => (Found::Gone, FRESH),
            Err(NoFile::Later(reason)) => {
                debug!("[KIE] no file: {reason}");
                (Found::Later, PAUSE)
            }
        }
    }

    fn remembered(&self, token: &[u8]) -> Arc<File> {
        let mut known = self.known.lock();
        let now = Instant::now();
        if let Some(remembered) = known.get_mut(token) {
            remembered.asked_at = now;
            return Arc::clone(&remembered.file);
        }
        if known.len() >= MOST {
            // What strangers make up goes before what people were given.
            let age = |remembered: &Remembered| (remembered.is_ours, remembered.asked_at);
            let oldest = known.iter().min_by_key(|(_, remembered)| age(remembered));
            if let Some(oldest) = oldest.map(|(token, _)| token.clone()) {
                known.remove(&oldest);
            }
        }
        let file = Arc::<File>::default();
        let remembered = Remembered { file: Arc::clone(&file), is_ours: false, asked_at: now };
        known.insert(token.to_vec(), remembered);
        file
    }
}
