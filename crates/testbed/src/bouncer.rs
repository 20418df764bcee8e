//! A `PgBouncer` in front of a server: the pooler that many hosts put between us and PostgreSQL.

use std::net::SocketAddr;

use tokio::net::TcpStream;

use crate::account::Account;
use crate::folder::{self, Folder};
use crate::process::{Process, Signal, describe};
use crate::server::{SUPERUSER, Server};
use crate::{Error, SOON, places, port, wait};

/// When the pooler gives a server connection to another client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolMode {
    /// When the client disconnects.
    Session,
    /// When the transaction ends: nothing of a session survives.
    Transaction,
}

#[derive(Debug)]
pub struct Bouncer {
    // Dropped in this order: the process before the folder with its configuration.
    _process: Process,
    address: SocketAddr,
    _folder: Folder,
}

impl Bouncer {
    /// Starts one in front of a throw-away server.
    pub async fn start(server: &Server, mode: PoolMode) -> Result<Self, Error> {
        let program = places::program("pgbouncer").ok_or(Error::NoProgram {
            program: "PgBouncer",
            install: "apt-get install pgbouncer",
        })?;
        let account = Account::for_servers()?;
        let folder = Folder::throw_away("pgbouncer", &account)?;
        let address = port::draw()?;
        let settings = folder.path().join("pgbouncer.ini");
        folder::write_private(
            &settings,
            &configuration(server.address(), address, mode),
            &account,
        )?;
        let process = Process::build("pgbouncer", program)
            .arg(&settings)
            .folder(folder.path())
            .account(&account)
            .ends_by(Signal::SIGQUIT)
            .start()?;
        wait::until("PgBouncer to listen", SOON, async || {
            if let Some(status) = process.status() {
                return Some(Err(Error::DidNotStart {
                    what: "PgBouncer".into(),
                    outcome: describe(status),
                    log: process.tail(),
                }));
            }
            TcpStream::connect(address).await.is_ok().then_some(Ok(()))
        })
        .await??;
        Ok(Self { _process: process, address, _folder: folder })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

fn configuration(server: SocketAddr, address: SocketAddr, mode: PoolMode) -> String {
    let mode = match mode {
        PoolMode::Session => "session",
        PoolMode::Transaction => "transaction",
    };
    format!(
        "[databases]\n\
         * = host={} port={} user={SUPERUSER}\n\
         [pgbouncer]\n\
         listen_addr = {}\n\
         listen_port = {}\n\
         unix_socket_dir =\n\
         auth_type = any\n\
         pool_mode = {mode}\n\
         default_pool_size = 20\n\
         ignore_startup_parameters = extra_float_digits,options\n",
        server.ip(),
        server.port(),
        address.ip(),
        address.port(),
    )
}
