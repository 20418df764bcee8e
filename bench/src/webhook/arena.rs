//! Where it happens: a PostgreSQL of our own, the stub, and the rounds.
//!
//! ```text
//!   a round:   each contestant: start ─> open loop ─> closed loop ─> memory ─> stop
//!              ─> start with a ledger ─> load ─> kill ─> count        then: bare commits
//! ```
//!
//! Each loop has an unmeasured second before it. The open loop comes first: the closed one leaves a
//! backlog, and what a server does with that is not its latency at a rate it can keep up with.
//!
//! Rounds are interleaved, and each begins with another contestant, so that all share the same
//! weather. Every start of our service gets a fresh database on the one server.
//!
//! On failure: a contestant that fails in a round is out from then on, with the reason; the others
//! go on.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, ensure};
use testbed::server::Server;
use tokio_postgres::Client;

use super::contestant::{Contestant, Launch, Running, Surroundings};
use super::kill::{self, Kept, Killed};
use crate::commits::{self, Commits};
use crate::load::update::Source;
use crate::load::{closed, open};
use crate::machine::{self, Memory};
use crate::stub::Stub;

/// Updates per second in the open loop.
pub(crate) const RATE: u32 = 500;
/// Before each loop: connections, caches, compilers that work as they go.
const WARM_UP: Duration = Duration::from_secs(1);
/// Of bare commits, for each number of clients and round.
const COMMITTING: Duration = Duration::from_secs(2);

/// What one round with one contestant brought.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) closed: closed::Closed,
    pub(crate) open: open::Open,
    pub(crate) memory: Memory,
    /// Processor time of the load for each update of the closed loop.
    pub(crate) own_time: Duration,
}

/// Everything about one contestant.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) contestant: Contestant,
    /// How to start it, or why it is out.
    pub(crate) launch: Result<Launch, String>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) kills: Vec<Killed>,
}

/// The servers around the contestants.
pub(crate) struct Arena {
    stub: Stub,
    /// Where traces go in this moment.
    pub(crate) collector: Option<SocketAddr>,
    source: Arc<Source>,
    pub(crate) client: Client,
    server: Server,
    databases: u32,
    /// With the numbers of [`commits::CLIENTS`].
    pub(crate) commits: Vec<(usize, Commits)>,
}

impl Arena {
    pub(crate) async fn open() -> Result<Self> {
        let (server, stub) = (Server::start().await?, Stub::start().await?);
        let client = server.connect("postgres").await?;
        let source = Arc::new(Source::new());
        let collector = None;
        Ok(Self { stub, collector, source, client, server, databases: 0, commits: Vec::new() })
    }

    /// One round of throughput and latency and one with a kill; a failure puts the contestant out.
    pub(crate) async fn round(&mut self, entry: &mut Entry, length: Duration, instant: f64) {
        let Ok(launch) = entry.launch.clone() else { return };
        let outcome = async {
            entry.rounds.push(self.measure(&launch, length).await?);
            entry.kills.push(self.kill(&launch, instant).await?);
            Ok::<(), anyhow::Error>(())
        };
        if let Err(error) = outcome.await {
            eprintln!("bench: {} is out: {error:#}", launch.contestant.name());
            entry.launch = Err(format!("{error:#}"));
        }
    }

    pub(super) async fn measure(&mut self, launch: &Launch, length: Duration) -> Result<Round> {
        let (database, _) = self.fresh_database().await?;
        let running = self.start(launch, &database, None).await?;
        open::run(&running.target, RATE, WARM_UP).await;
        let open = open::run(&running.target, RATE, length).await;
        closed::run(&running.target, WARM_UP).await;
        let before = machine::own_time()?;
        let closed = closed::run(&running.target, length).await;
        let used = machine::own_time()?.saturating_sub(before);
        ensure!(!closed.tally.acked.is_empty(), "no update was answered 200");
        let memory = Memory::of(running.process.pid()).await?;
        let own_time = used.div_f64(closed.tally.acked.len() as f64);
        Ok(Round { closed, open, memory, own_time })
    }

    async fn kill(&mut self, launch: &Launch, instant: f64) -> Result<Killed> {
        let (database, client) = self.fresh_database().await?;
        // In the folder of the throw-away server, which is removed with it.
        let ledger = self.server.folder().join(format!("ledger-{}", self.databases));
        let running = self.start(launch, &database, Some(&ledger)).await?;
        let kept = match launch.contestant {
            Contestant::Ours => Kept::Inbox(Box::new(client)),
            _ => Kept::Ledger(ledger),
        };
        kill::round(&running, &kept, instant).await
    }

    async fn start(
        &self,
        launch: &Launch,
        database: &str,
        ledger: Option<&std::path::Path>,
    ) -> Result<Running> {
        let (api, database) = (self.stub.address, Some(database));
        let around = Surroundings { api, database, ledger, collector: self.collector };
        launch.start(&around, &self.source).await
    }

    /// A new database: its address, and a client in it.
    async fn fresh_database(&mut self) -> Result<(String, Client)> {
        self.databases += 1;
        let name = format!("bench_{}", self.databases);
        self.client.batch_execute(&format!("create database {name}")).await?;
        Ok((self.server.url(&name), self.server.connect(&name).await?))
    }

    /// The limit of the machine, in the same round.
    pub(crate) async fn commit(&mut self) -> Result<()> {
        for clients in commits::CLIENTS {
            let commits = commits::run(&self.server, clients, COMMITTING).await?;
            self.commits.push((clients, commits));
        }
        Ok(())
    }
}
