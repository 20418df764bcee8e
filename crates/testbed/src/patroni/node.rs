//! One node: Patroni, and the PostgreSQL that it keeps.
#![expect(clippy::disallowed_methods, reason = "synchronous on purpose: Drop cannot await")]

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::Common;
use crate::process::Process;
use crate::server::SUPERUSER;
use crate::{Error, port, reaper};

/// Killed processes are gone at once; the kernel may be busy.
const GONE: Duration = Duration::from_secs(10);

/// A question to Patroni is answered from memory.
const QUESTION: Duration = Duration::from_secs(2);

/// A node, running or killed.
#[derive(Debug)]
pub(super) struct Node {
    patroni: Option<Process>,
    name: String,
    address: SocketAddr,
    rest: SocketAddr,
    data: PathBuf,
    common: Arc<Common>,
}

impl Node {
    pub(super) fn start(number: usize, folder: &Path, common: Arc<Common>) -> Result<Self, Error> {
        let name = format!("pg-{number}");
        let data = folder.join(&name);
        // First the reaper, then the server: a kill in between leaves nothing.
        reaper::remember_server(&data)?;
        let (address, rest) = (port::draw()?, port::draw()?);
        let mut node = Self { patroni: None, name, address, rest, data, common };
        node.resume()?;
        Ok(node)
    }

    /// As Patroni and the primary call it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether its Patroni says yes to this, as it does to a load balancer.
    pub(super) async fn agrees(&self, path: &str) -> bool {
        let asked = async {
            let mut stream = TcpStream::connect(self.rest).await.ok()?;
            stream.write_all(format!("GET {path} HTTP/1.0\r\n\r\n").as_bytes()).await.ok()?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await.ok()?;
            let line = String::from_utf8_lossy(&answer);
            Some(line.split_whitespace().nth(1)? == "200")
        };
        tokio::time::timeout(QUESTION, asked).await.ok().flatten().unwrap_or(false)
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The last that Patroni said, and its PostgreSQL.
    pub(super) fn tail(&self) -> String {
        self.patroni.as_ref().map(Process::tail).unwrap_or_default()
    }

    /// Starts Patroni, which starts its PostgreSQL as soon as it knows as what.
    pub(super) fn resume(&mut self) -> Result<(), Error> {
        let (common, folder) = (&self.common, self.data.parent().unwrap_or(&self.data));
        let (address, rest) = (self.address.to_string(), self.rest.to_string());
        let process = Process::build(self.name.as_str(), &common.program)
            .arg(&common.configuration)
            .env("LC_ALL", "C.UTF-8")
            .env("HOME", folder)
            .env("PATRONI_NAME", &self.name)
            .env("PATRONI_ETCD3_HOSTS", common.etcd.to_string())
            .env("PATRONI_RESTAPI_LISTEN", &rest)
            .env("PATRONI_RESTAPI_CONNECT_ADDRESS", &rest)
            .env("PATRONI_POSTGRESQL_LISTEN", &address)
            .env("PATRONI_POSTGRESQL_CONNECT_ADDRESS", &address)
            .env("PATRONI_POSTGRESQL_DATA_DIR", &self.data)
            .env("PATRONI_POSTGRESQL_BIN_DIR", common.binaries.folder())
            .env("PATRONI_POSTGRESQL_PGPASS", folder.join(format!("{}.pgpass", self.name)))
            .env("PATRONI_SUPERUSER_USERNAME", SUPERUSER)
            .env("PATRONI_SUPERUSER_PASSWORD", &common.password)
            .env("PATRONI_REPLICATION_USERNAME", "replicator")
            .env("PATRONI_REPLICATION_PASSWORD", &common.password)
            .folder(folder)
            .account(&common.account)
            .start()?;
        self.patroni = Some(process);
        Ok(())
    }

    /// Kills Patroni and all processes of its PostgreSQL, and waits until they are gone.
    pub(super) fn kill(&mut self) -> Result<(), Error> {
        // It is not to start anything any more.
        self.patroni = None;
        let Some(postmaster) = postmaster(&self.data) else { return Ok(()) };
        // Standing still, it starts none that would be missed.
        let _ = kill(raw(postmaster), Signal::SIGSTOP);
        let children = children(postmaster);
        for one in [postmaster].into_iter().chain(children) {
            let _ = kill(raw(one), Signal::SIGKILL);
        }
        let until = Instant::now() + GONE;
        while is_there(postmaster, &self.data) {
            if Instant::now() >= until {
                let what = format!("the end of the PostgreSQL of {}", self.name);
                return Err(Error::TimedOut { what, within: GONE });
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("--- last lines of {} ---\n{}\n---", self.name, self.tail());
        }
        // What cannot be ended now is left to the reaper, which still remembers it.
        if self.kill().is_ok() {
            reaper::forget_server(&self.data);
        }
    }
}

/// The first process of the server on this data, if it runs.
fn postmaster(data: &Path) -> Option<i32> {
    let text = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    let pid = text.lines().next()?.trim().parse().ok()?;
    is_there(pid, data).then_some(pid)
}

/// Whether this process is the server on this data: it stands in it.
fn is_there(pid: i32, data: &Path) -> bool {
    fs::read_link(format!("/proc/{pid}/cwd")).is_ok_and(|place| place == data)
}

fn children(pid: i32) -> Vec<i32> {
    let text = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

fn raw(pid: i32) -> Pid {
    Pid::from_raw(pid)
}
