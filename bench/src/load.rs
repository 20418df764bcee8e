//! The load: updates over keep-alive connections, as Telegram would send them.
//!
//! Raw HTTP over TCP and not a client library: the load shares its cores with the server it
//! measures, and each cycle it takes is missing there.
//!
//! | module | owns |
//! | --- | --- |
//! | [`update`] | the updates: numbers that rise, many users |
//! | [`answer`] | reading an answer from the bytes that came |
//! | [`connection`] | one connection: an update out, its answer in |
//! | [`closed`] | as fast as the answers come |
//! | [`open`] | at a fixed rate, whatever the answers do |
//! | [`histogram`] | how long it took, in little memory |
//!
//! On failure: an update that is refused or gets no answer is counted, and a broken connection is
//! opened anew. A worker whose server is gone ends; the rest is what a [`Tally`] shows as missing.

pub(crate) mod closed;
pub(crate) mod connection;
pub(crate) mod histogram;
pub(crate) mod open;
pub(crate) mod update;

mod answer;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use connection::{Connection, Outcome};
use histogram::Histogram;
use update::{Source, UpdateId};

/// Connections kept open at once. Telegram opens up to 100, and 40 unless told otherwise.
pub(crate) const CONNECTIONS: usize = 64;

/// How often in a row a worker tries to reach a server before it takes it for gone.
const TRIES: u32 = 3;

/// Where the updates go.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) address: SocketAddr,
    /// What Telegram presents with each update.
    pub(crate) secret: Arc<str>,
    pub(crate) source: Arc<Source>,
}

/// What became of the updates.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Answered 200.
    pub(crate) acked: Vec<UpdateId>,
    /// When each of those was due, in the same order.
    pub(crate) due: Vec<Instant>,
    /// Answered otherwise.
    pub(crate) refused: u64,
    /// Sent without an answer.
    pub(crate) broken: u64,
    /// Of those answered 200.
    pub(crate) latency: Histogram,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.acked.extend(other.acked);
        self.due.extend(other.due);
        self.refused += other.refused;
        self.broken += other.broken;
        self.latency.add(&other.latency);
    }

    /// Updates that were sent and not answered 200.
    pub(crate) fn failed(&self) -> u64 {
        self.refused + self.broken
    }
}

/// Sends one update, which must be answered 200.
pub(crate) async fn probe(target: &Target) -> Result<()> {
    let mut worker = Worker::new(target.clone());
    match worker.send(Instant::now()).await {
        Some(Outcome::Acked) => Ok(()),
        Some(Outcome::Refused(status)) => bail!("it answers an update with {status}"),
        Some(Outcome::Broken) => bail!("it takes an update and does not answer"),
        None => bail!("it does not accept connections"),
    }
}

/// Sends one update after the other and keeps the count.
struct Worker {
    target: Target,
    connection: Option<Connection>,
    tally: Tally,
}

impl Worker {
    fn new(target: Target) -> Self {
        Self { target, connection: None, tally: Tally::default() }
    }

    /// Sends the next update, due at `since`; nothing when the server is gone.
    async fn send(&mut self, since: Instant) -> Option<Outcome> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(reach(self.target.address).await?),
        };
        let id = self.target.source.next();
        let outcome = connection.deliver(&self.target, id).await;
        match outcome {
            Outcome::Acked => {
                self.tally.latency.record(since.elapsed());
                self.tally.acked.push(id);
                self.tally.due.push(since);
            }
            Outcome::Refused(_) => self.tally.refused += 1,
            Outcome::Broken => self.tally.broken += 1,
        }
        if !connection.usable() {
            self.connection = None;
        }
        Some(outcome)
    }
}

async fn reach(address: SocketAddr) -> Option<Connection> {
    const PAUSE: Duration = Duration::from_millis(20);
    for _ in 0..TRIES {
        match Connection::open(address).await {
            Ok(connection) => return Some(connection),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
    None
}
