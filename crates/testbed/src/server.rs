//! A PostgreSQL of our own, and everything that can happen to one.
//!
//! ```text
//!   Server::start ──> running ── stop(Fast | Immediate) ──> stopped ── resume ──> running
//!                        │ standby()                           (same port, same data)
//!                        └──> a second server that follows ── promote ──> a primary of its own
//!   drop: immediate stop, folder removed        Server::open: fast stop, data stays
//! ```
//!
//! The server listens on loopback only, on a random port, with durable settings (`fsync` is left
//! on: crash tests would prove nothing without it). Throw-away servers trust their clients; one
//! that is kept, with data somebody cares for, asks for a password that lies beside the data.
//!
//! [`Server::start_with`] adds settings of a test, [`Server::start_on`] keeps its tables on a small disk.
//!
//! On failure: a port that somebody else took is drawn again; anything else is an error that
//! carries the end of the server's log.

mod admin;
mod backup;
mod data;
mod standby;

pub use admin::connect;
pub(crate) use data::FRESH;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::account::Account;
use crate::disk::SmallDisk;
use crate::folder::{self, Folder};
use crate::places::Binaries;
use crate::process::{Process, Signal, describe};
use crate::{Error, SOON, port, random, wait};

const PASSWORD_FILE: &str = "password";
const STARTS: u32 = 5;
/// initdb and a base backup on two busy cores.
const SET_UP: Duration = Duration::from_secs(120);

/// The superuser of every server of the testbed.
pub(crate) const SUPERUSER: &str = "postgres";

const SETTINGS: [&str; 9] = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=300",
    "shared_buffers=64MB",
    "timezone=UTC",
    "log_timezone=UTC",
    "logging_collector=off",
    // Enough for several standbys and slots in one test.
    "max_wal_senders=10",
    "wal_level=replica",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shutdown {
    /// Clients are disconnected, open transactions rolled back, everything written.
    Fast,
    /// As in a crash: the next start recovers from the log.
    Immediate,
}

/// One PostgreSQL server, running or stopped.
#[derive(Debug)]
pub struct Server {
    // Dropped in this order: the process before the folder it writes to.
    process: Option<Process>,
    binaries: Binaries,
    account: Account,
    address: SocketAddr,
    /// Whether it has answered at its address: from then on clients may know it.
    settled: bool,
    password: Option<String>,
    end: Shutdown,
    /// What a test wants otherwise than [`SETTINGS`], such as `max_connections=30`.
    settings: Vec<String>,
    folder: Folder,
}

impl Server {
    pub async fn start() -> Result<Self, Error> {
        let mut server = Self::throw_away("pg")?;
        server.make_data().await?;
        server.resume().await?;
        Ok(server)
    }

    /// Makes and starts a throw-away server with settings of its own, such as `max_connections=30`.
    pub async fn start_with(settings: &[&str]) -> Result<Self, Error> {
        let mut server = Self::throw_away("pg")?;
        server.settings = settings.iter().map(|setting| (*setting).to_owned()).collect();
        server.make_data().await?;
        server.resume().await?;
        Ok(server)
    }

    /// Makes and starts a throw-away server that keeps the tables of its database on this disk.
    ///
    /// The log of what is written stays where there is room: a full disk refuses rows, and does not
    /// stop the server as it would if the log had no room.
    pub async fn start_on(disk: &SmallDisk) -> Result<Self, Error> {
        let server = Self::start().await?;
        // Nobody may use a database that moves, so it is told from another one.
        let admin = server.connect("template1").await?;
        let place = disk.tablespace(&server.account)?;
        let create = format!("create tablespace small location '{}'", place.display());
        for statement in [&create, "alter database postgres set tablespace small"] {
            let done = admin.batch_execute(statement).await;
            done.map_err(Error::database("move the database to a small disk"))?;
        }
        Ok(server)
    }

    /// Starts the server of a whole test run, which keeps a copy of its data as initdb made it.
    pub async fn start_for_a_run() -> Result<Self, Error> {
        let mut server = Self::throw_away("pg")?;
        server.make_data().await?;
        server.keep_fresh_copy().await?;
        server.resume().await?;
        Ok(server)
    }

    fn throw_away(purpose: &str) -> Result<Self, Error> {
        let account = Account::for_servers()?;
        let folder = Folder::throw_away(purpose, &account)?;
        Self::stopped(folder, account, Shutdown::Immediate)
    }

    /// Starts the server whose data is kept in `path`; makes it if it is not there.
    pub async fn open(path: &Path) -> Result<Self, Error> {
        let account = Account::for_servers()?;
        let folder = Folder::kept(path, &account)?;
        let mut server = Self::stopped(folder, account, Shutdown::Fast)?;
        let secret = server.folder.path().join(PASSWORD_FILE);
        if !server.data().join("PG_VERSION").exists() {
            folder::write_private(&secret, &random::hex(32)?, &server.account)?;
            server.make_kept_data(&secret).await?;
        }
        server.password = Some(folder::read(&secret)?.trim().to_owned());
        server.resume().await?;
        Ok(server)
    }

    fn stopped(folder: Folder, account: Account, end: Shutdown) -> Result<Self, Error> {
        let binaries = Binaries::find()?;
        let address = port::draw()?;
        Ok(Self {
            process: None,
            binaries,
            account,
            address,
            settled: false,
            password: None,
            end,
            settings: Vec::new(),
            folder,
        })
    }

    /// Where clients reach it; the same after every restart.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of one of its databases, for any client.
    pub fn url(&self, database: &str) -> String {
        self.url_through(self.address, database)
    }

    /// The same database, reached through a proxy or pooler at `address`.
    pub fn url_through(&self, address: SocketAddr, database: &str) -> String {
        let secret = self.password.as_ref().map_or(String::new(), |word| format!(":{word}"));
        format!("postgres://{SUPERUSER}{secret}@{address}/{database}")
    }

    pub fn pid(&self) -> Option<u32> {
        self.process.as_ref().map(Process::pid)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn log(&self) -> Vec<String> {
        self.process.as_ref().map(Process::lines).unwrap_or_default()
    }

    pub fn signal(&self, signal: Signal) -> Result<(), Error> {
        self.running()?.signal(signal)
    }

    /// Stops it and waits until it is down. A stopped one stays stopped.
    pub async fn stop(&mut self, how: Shutdown) -> Result<(), Error> {
        let Some(process) = &self.process else {
            return Ok(());
        };
        // A server that has just died by itself is down, which is what was asked for.
        let _ = process.signal(how.signal());
        process.exit(SOON).await?;
        self.process = None;
        Ok(())
    }

    /// Starts a stopped server again, at the same address, and waits until it answers.
    pub async fn resume(&mut self) -> Result<(), Error> {
        let mut starts = 0;
        loop {
            starts += 1;
            match self.launch().await {
                Err(Error::DidNotStart { log, .. })
                    if !self.settled && starts < STARTS && log.contains("could not bind") =>
                {
                    self.address = port::draw()?;
                }
                outcome => {
                    self.settled |= outcome.is_ok();
                    return outcome;
                }
            }
        }
    }

    pub async fn restart(&mut self, how: Shutdown) -> Result<(), Error> {
        self.stop(how).await?;
        self.resume().await
    }

    async fn launch(&mut self) -> Result<(), Error> {
        let process = Process::build("postgres", self.binaries.program("postgres"))
            .arg("-D")
            .arg(self.data())
            .args(["-p", &self.address.port().to_string()])
            .args(SETTINGS.iter().flat_map(|setting| ["-c", setting]))
            .args(self.settings.iter().flat_map(|setting| ["-c", setting]))
            .env("LC_ALL", "C")
            .folder(self.folder.path())
            .account(&self.account)
            .ends_by(self.end.signal())
            .start()?;
        let (url, data) = (self.url(SUPERUSER), self.data());
        let process = self.process.insert(process);
        let started = format!("PostgreSQL on {} to answer", self.address);
        let answer = wait::until(&started, SOON, async || {
            if let Some(status) = process.status() {
                return Some(Err(Error::DidNotStart {
                    what: "PostgreSQL".into(),
                    outcome: describe(status),
                    log: process.tail(),
                }));
            }
            admin::greet(&url, &data).await
        });
        let outcome = answer.await.and_then(|greeting| greeting);
        if outcome.is_err() {
            self.process = None;
        }
        outcome
    }

    fn running(&self) -> Result<&Process, Error> {
        self.process.as_ref().ok_or_else(|| Error::Ended { what: "PostgreSQL".into() })
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Shutdown {
    fn signal(self) -> Signal {
        match self {
            Self::Fast => Signal::SIGINT,
            Self::Immediate => Signal::SIGQUIT,
        }
    }
}
