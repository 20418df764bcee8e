//! A database of rich people, and `trt serve` between a stub of Telegram and one of KIE.
//!
//! ```text
//!   database ──> migrated, everybody is paid ──> stubs ──> trt serve ──> ACTIVE ──> KIE may ring
//! ```
//!
//! On failure: a bot that does not come up is an error that carries its last lines.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use store::DatabaseUrl;
use testbed::process::Process;
use testbed::server::Server;

use super::chats::{ChatStub, Chats};
use super::maker::{Maker, Mood};
use crate::ledger::ours;
use crate::load::update::People;
use crate::machine::Memory;
use crate::webhook::contestant::{Contestant, Launch, START, Surroundings, port_of_ours};

/// The lowest id of a person.
const FIRST: i64 = 5_300_000_000;
/// Of every limit, for one second.
const LIFTED: &str = "100000";
/// What KIE allows to be asked, for one second.
pub(super) const READS: u32 = 10;

/// A bot that is active, and what is around it.
#[derive(Debug)]
pub(super) struct Bot {
    process: Process,
    url: DatabaseUrl,
    pub(super) address: SocketAddr,
    pub(super) people: People,
    pub(super) chats: Arc<Chats>,
    pub(super) maker: Maker,
    _stub: ChatStub,
}

impl Bot {
    /// Starts one in a new database with so many rich people.
    pub(super) async fn start(
        trt: &Path,
        server: &Server,
        database: &str,
        mood: Mood,
        count: u32,
    ) -> Result<Self> {
        let people = People { first: FIRST, count: count.into() };
        let client = server.connect("postgres").await?;
        client.batch_execute(&format!("create database {database}")).await?;
        let address = server.url(database);
        let url = DatabaseUrl::parse(&address).map_err(|bad| anyhow!("{bad}"))?;
        ours::enrich(&url, people.first..people.first + people.count).await?;
        let chats = Arc::new(Chats::of(people));
        let (stub, maker) = (ChatStub::start(&chats).await?, Maker::start(mood).await?);
        let (api, database) = (stub.address, Some(&*address));
        let around = Surroundings { api, database, ledger: None, collector: None };
        let arguments = vec!["serve".to_owned()];
        let launch = Launch { contestant: Contestant::Ours, program: trt.to_owned(), arguments };
        let reads = if mood == Mood::Slow { READS.to_string() } else { LIFTED.to_owned() };
        let process = launch
            .builder(&around)
            .env("TELEGRAM_RATE", LIFTED)
            .env("TELEGRAM_CHAT_RATE", LIFTED)
            .env("PERSON_RATE", LIFTED)
            .env("KIE_RATE", LIFTED)
            .env("KIE_READ_RATE", reads)
            .env("KIE_API_URL", maker.url())
            .start()?;
        let address = match active(&process).await {
            Ok(address) => address,
            Err(error) => bail!("{error:#}; its last lines:\n{}", process.tail()),
        };
        maker.rings_at(address);
        Ok(Self { process, url, address, people, chats, maker, _stub: stub })
    }

    /// Its resident memory.
    pub(super) async fn memory(&self) -> Result<Memory> {
        Memory::of(self.process.pid()).await
    }

    /// How many invariants its books break now.
    pub(super) async fn findings(&self) -> Result<u64> {
        ours::findings(&self.url).await
    }

    /// Its last lines, for messages.
    pub(super) fn tail(&self) -> String {
        self.process.tail()
    }
}

async fn active(process: &Process) -> Result<SocketAddr> {
    process.line("[LOCK] PASSIVE → ACTIVE", START).await?;
    port_of_ours(&process.line("[HTTP] listening", START).await?)
}
