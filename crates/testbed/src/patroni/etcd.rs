//! What the nodes agree by. One member: the test is about PostgreSQL, and in life there are three.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use tokio::net::TcpStream;

use crate::account::Account;
use crate::process::{Process, describe};
use crate::{Error, SOON, port, wait};

#[derive(Debug)]
pub(super) struct Etcd {
    _process: Process,
    address: SocketAddr,
}

impl Etcd {
    pub(super) async fn start(
        program: PathBuf,
        folder: &Path,
        account: &Account,
    ) -> Result<Self, Error> {
        let (address, peers) = (port::draw()?, port::draw()?);
        let (clients, peers) = (format!("http://{address}"), format!("http://{peers}"));
        let process = Process::build("etcd", program)
            .arg("--data-dir")
            .arg(folder.join("etcd"))
            .args(["--listen-client-urls", &clients, "--advertise-client-urls", &clients])
            .args(["--listen-peer-urls", &peers, "--initial-advertise-peer-urls", &peers])
            .args(["--initial-cluster", &format!("default={peers}")])
            // A busy machine is late now and then, and there is nobody else to elect.
            .args(["--heartbeat-interval", "500", "--election-timeout", "5000"])
            .args(["--log-level", "error"])
            .folder(folder)
            .account(account)
            .start()?;
        wait::until("etcd to listen", SOON, async || {
            if let Some(status) = process.status() {
                return Some(Err(Error::DidNotStart {
                    what: "etcd".into(),
                    outcome: describe(status),
                    log: process.tail(),
                }));
            }
            TcpStream::connect(address).await.is_ok().then_some(Ok(()))
        })
        .await??;
        Ok(Self { _process: process, address })
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }
}
