//! PostgreSQL under Patroni: three servers of which one is the primary, whoever is killed.
//!
//! ```text
//!   etcd (one member)
//!     ├── Patroni pg-1 ── PostgreSQL     primary
//!     ├── Patroni pg-2 ── PostgreSQL     standby, synchronous: it has every commit before it is acknowledged
//!     └── Patroni pg-3 ── PostgreSQL     standby
//!
//!   kill(node): Patroni and its PostgreSQL at once, as a machine that fails ── returns(node): Patroni again
//! ```
//!
//! Everything is on loopback, at drawn ports, below one folder, as an unprivileged user. Patroni starts its
//! PostgreSQL in a session of its own, so that it outlives Patroni: it is known by the file with its number in
//! the folder of its data, here and to the reaper.
//!
//! On failure: dropped, it kills all of them and removes the folder; a killed test leaves that to the reaper.

mod etcd;
mod node;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Client;

use self::etcd::Etcd;
use self::node::Node;
use crate::account::Account;
use crate::folder::Folder;
use crate::places::Binaries;
use crate::server::{SUPERUSER, connect};
use crate::{Error, places, random, wait};

/// initdb, two base backups and three starts on two busy cores; a node that returns may have to be copied anew.
const SET_UP: Duration = Duration::from_secs(180);

/// A failover takes the time to live of the primary's key, and a few seconds.
pub const FAILOVER: Duration = Duration::from_secs(90);

/// A cluster; dropping it ends everything in it.
#[derive(Debug)]
pub struct Patroni {
    // Dropped in this order: the servers before what they agree by, and that before the folder.
    nodes: Vec<Node>,
    _etcd: Etcd,
    password: String,
    _folder: Folder,
}

/// What all nodes have in common.
#[derive(Debug)]
struct Common {
    program: PathBuf,
    configuration: PathBuf,
    binaries: Binaries,
    account: Account,
    etcd: SocketAddr,
    password: String,
}

impl Patroni {
    /// Starts a cluster of so many nodes with this configuration, and waits until it is whole.
    pub async fn start(configuration: &str, nodes: usize) -> Result<Self, Error> {
        let program = places::program("patroni");
        let program = program.ok_or(missing("Patroni", "apt-get install patroni"))?;
        let etcd = places::program("etcd");
        let etcd = etcd.ok_or(missing("etcd", "apt-get install etcd-server"))?;
        let account = Account::for_servers()?;
        let folder = Folder::throw_away("patroni", &account)?;
        let etcd = Etcd::start(etcd, folder.path(), &account).await?;
        let password = random::hex(24)?;
        let file = folder.path().join("patroni.yaml");
        crate::folder::write_private(&file, configuration, &account)?;
        let common = Common {
            program,
            configuration: file,
            binaries: Binaries::find()?,
            account,
            etcd: etcd.address(),
            password: password.clone(),
        };
        let common = std::sync::Arc::new(common);
        let mut cluster = Self { nodes: Vec::new(), _etcd: etcd, password, _folder: folder };
        for number in 1..=nodes {
            let place = cluster._folder.path();
            cluster.nodes.push(Node::start(number, place, std::sync::Arc::clone(&common))?);
        }
        cluster.is_whole().await?;
        Ok(cluster)
    }

    /// Where the servers are, the dead ones included.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(Node::address).collect()
    }

    /// The address of one of its databases, with all hosts.
    pub fn url(&self, database: &str) -> String {
        self.url_through(&self.addresses(), database)
    }

    /// The same database, reached through something in front of each node.
    pub fn url_through(&self, addresses: &[SocketAddr], database: &str) -> String {
        let hosts: Vec<String> = addresses.iter().map(SocketAddr::to_string).collect();
        let (password, hosts) = (&self.password, hosts.join(","));
        format!("postgres://{SUPERUSER}:{password}@{hosts}/{database}")
    }

    /// Which node takes writes at this moment; none during a failover.
    pub async fn primary(&self) -> Option<usize> {
        for (place, node) in self.nodes.iter().enumerate() {
            let Ok(client) = self.connect(node).await else { continue };
            let row = client.query_one("select pg_is_in_recovery()", &[]).await;
            if row.is_ok_and(|row| !row.get::<_, bool>(0)) {
                return Some(place);
            }
        }
        None
    }

    /// Waits until some node other than this one takes writes.
    pub async fn has_another_primary(&self, than: usize) -> Result<usize, Error> {
        wait::until("another primary", FAILOVER, async || {
            self.primary().await.filter(|place| *place != than)
        })
        .await
    }

    /// Kills a node as a machine that fails does: Patroni and every process of its PostgreSQL.
    pub fn kill(&mut self, place: usize) -> Result<(), Error> {
        self.nodes[place].kill()
    }

    /// Starts a killed node again, and waits until the cluster is whole.
    pub async fn returns(&mut self, place: usize) -> Result<(), Error> {
        self.nodes[place].resume()?;
        self.is_whole().await
    }

    /// Waits until everybody follows the primary, and Patroni knows one of them to be synchronous: until it has
    /// said so, nobody may be promoted.
    pub async fn is_whole(&self) -> Result<(), Error> {
        let whole = wait::until("a cluster that is whole", SET_UP, async || {
            let primary = self.primary().await?;
            let client = self.connect(&self.nodes[primary]).await.ok()?;
            let query = "select application_name, sync_state \
                         from pg_stat_replication where state = 'streaming'";
            let rows = client.query(query, &[]).await.ok()?;
            let mut synchronous = 0;
            for (_, node) in self.nodes.iter().enumerate().filter(|(place, _)| *place != primary) {
                // Not a base backup, which streams as well.
                let row = rows.iter().find(|row| row.get::<_, &str>(0) == node.name())?;
                node.agrees("/replica").await.then_some(())?;
                let is_synchronous = row.get::<_, &str>(1) == "sync";
                synchronous += usize::from(is_synchronous && node.agrees("/synchronous").await);
            }
            (synchronous > 0).then_some(())
        });
        whole.await.map_err(|vain| match vain {
            Error::TimedOut { what, .. } => Error::DidNotStart {
                what,
                outcome: "it never was".into(),
                log: self.nodes.iter().map(Node::tail).collect::<Vec<_>>().join("\n--\n"),
            },
            other => other,
        })
    }

    async fn connect(&self, node: &Node) -> Result<Client, Error> {
        connect(&self.url_through(&[node.address()], SUPERUSER)).await
    }
}

fn missing(program: &'static str, install: &'static str) -> Error {
    Error::NoProgram { program, install }
}
