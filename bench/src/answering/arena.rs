//! PostgreSQL of our own, its databases, and `trt serve` in one of them.
//!
//! ```text
//!   fresh database ──> migrated ──> (filled by whoever measures) ──> start ──> listening ──> ACTIVE
//! ```
//!
//! Every bot has a stub and a journal of its own, so that a reply that comes late is not taken for
//! one of the next bot. Whoever drops a [`Bot`] kills it.
//!
//! On failure: a bot that does not come up is an error that carries its last lines.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use testbed::process::{Builder, Process};
use testbed::server::Server;
use tokio_postgres::Client;

use super::journal::Journal;
use super::waits::{self, Waits};
use crate::commits::{self, Commits};
use crate::load::Target;
use crate::load::open;
use crate::load::update::{People, Source, UpdateId};
use crate::machine::{self, Memory};
use crate::stub::Stub;
use crate::webhook::contestant::{Contestant, Launch, SECRET, START, Surroundings, port_of_ours};

/// Of both of Telegram's limits, for one second.
const RATE: &str = "100000";

/// The servers around the bots.
pub(crate) struct Arena {
    trt: PathBuf,
    pub(crate) server: Server,
    pub(crate) client: Client,
    databases: u32,
    /// Where the traces of bots go that are started now.
    pub(crate) collector: Option<SocketAddr>,
}

/// A migrated database.
pub(crate) struct Database {
    pub(crate) name: String,
    url: String,
    pub(crate) client: Client,
}

/// A bot that is active.
#[derive(Debug)]
pub(crate) struct Bot {
    process: Process,
    pub(crate) journal: Arc<Journal>,
    target: Target,
    /// When its process was started.
    pub(crate) started: Instant,
    /// When it said that it is active.
    pub(crate) active: Instant,
    _stub: Stub,
}

impl Arena {
    pub(crate) async fn open(trt: &Path) -> Result<Self> {
        // Before the server: a mistake in the command line is told at once.
        ensure!(
            trt.is_file(),
            "there is no trt at {}: build it with `cargo build --release -p trt`",
            trt.display()
        );
        let server = Server::start().await?;
        let client = server.connect("postgres").await?;
        Ok(Self { trt: trt.to_owned(), server, client, databases: 0, collector: None })
    }

    /// The machine and the server on it, in words.
    pub(crate) async fn settings(&self, state: &str) -> Result<String> {
        Ok(format!("machine: {state}; {}", machine::postgres(&self.client).await?))
    }

    /// A new database with the schema of the bot.
    pub(crate) async fn database(&mut self) -> Result<Database> {
        self.databases += 1;
        let name = format!("bench_{}", self.databases);
        self.client.batch_execute(&format!("create database {name}")).await?;
        let (url, client) = (self.server.url(&name), self.server.connect(&name).await?);
        let database = Database { name, url, client };
        let stub = Stub::start().await?;
        let migrate = self.builder(&database, &stub, "migrate").start()?;
        let status = migrate.exit(START).await?;
        ensure!(status.success(), "trt migrate ended with {status}:\n{}", migrate.tail());
        Ok(database)
    }

    /// Removes a database, which nobody may use any more.
    pub(crate) async fn forget(&self, database: Database) -> Result<()> {
        let Database { name, client, .. } = database;
        drop(client);
        self.client.batch_execute(&format!("drop database {name} with (force)")).await?;
        Ok(())
    }

    /// Starts a bot in this database and waits until it is active.
    pub(crate) async fn start(&self, database: &Database) -> Result<Bot> {
        let journal = Arc::new(Journal::default());
        let stub = Stub::recording(Arc::clone(&journal)).await?;
        let builder = self.builder(database, &stub, "serve");
        let started = Instant::now();
        let process = builder.start()?;
        let active = async {
            process.line("[LOCK] PASSIVE → ACTIVE", START).await?;
            let active = Instant::now();
            let line = process.line("[HTTP] listening", START).await?;
            Ok::<_, anyhow::Error>((active, port_of_ours(&line)?))
        };
        let (active, address) = match active.await {
            Ok(active) => active,
            Err(error) => bail!("{error:#}; its last lines:\n{}", process.tail()),
        };
        let nobody = People { first: 1, count: 1 };
        let source = Arc::new(Source::starts(nobody, UpdateId(1)));
        let target = Target { address, secret: SECRET.into(), source };
        Ok(Bot { process, journal, target, started, active, _stub: stub })
    }

    fn builder(&self, database: &Database, stub: &Stub, command: &str) -> Builder {
        let (contestant, program) = (Contestant::Ours, self.trt.clone());
        let launch = Launch { contestant, program, arguments: vec![command.to_owned()] };
        let (api, database) = (stub.address, Some(&*database.url));
        let around = Surroundings { api, database, ledger: None, collector: self.collector };
        let builder = launch.builder(&around);
        builder.env("TELEGRAM_RATE", RATE).env("TELEGRAM_CHAT_RATE", RATE).env("PERSON_RATE", RATE)
    }

    /// Bare commits on this server by one client: the limit of the machine.
    pub(crate) async fn commit(&self, length: Duration) -> Result<Commits> {
        commits::run(&self.server, 1, length).await
    }
}

impl Bot {
    /// Where updates from this source go.
    pub(crate) fn target(&self, source: &Arc<Source>) -> Target {
        Target { source: Arc::clone(source), ..self.target.clone() }
    }

    /// People ask at this rate for this long; how long they waited for their replies.
    pub(crate) async fn ask(&self, source: &Arc<Source>, rate: u32, length: Duration) -> Waits {
        let seen = self.journal.len();
        let open = open::run(&self.target(source), rate, length).await;
        waits::settle(&self.journal, seen, open).await
    }

    /// Its resident memory.
    pub(crate) async fn memory(&self) -> Result<Memory> {
        Memory::of(self.process.pid()).await
    }

    /// Its last lines, for messages.
    pub(crate) fn tail(&self) -> String {
        self.process.tail()
    }
}
