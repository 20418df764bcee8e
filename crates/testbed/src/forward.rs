//! A proxy that clients ask to connect them: SOCKS5 and HTTP CONNECT, on one port of loopback.
//!
//! ```text
//!   client ──┬── first byte 5: SOCKS5 ──┬── a name and a port ── a known name ──> where it leads
//!            └── a line: CONNECT ───────┘                          └─ unknown: no way on
//! ```
//!
//! A name means what [`ForwardProxy::leads`] says and nothing else: a client that looks names up itself, or
//! goes past the proxy, gets nowhere. Its log has what such servers write down: what was asked for, word
//! for word, and how many bytes passed each way.
//!
//! | conduct | connections |
//! | --- | --- |
//! | [`Conduct::Fair`] | lead where they were asked to |
//! | [`Conduct::NoWayOn`] | are told that the other side cannot be reached |
//! | [`Conduct::Hangs`] | are taken and never answered |
//! | [`Conduct::HangsUp`] | are closed before a word |
//!
//! [`ForwardProxy::dies`] cuts what there is and refuses what comes, until it [returns](ForwardProxy::returns)
//! on the same port. How often it failed somebody is counted, so that a test can see its fault happen.

mod asking;

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::Error;

/// What becomes of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conduct {
    Fair,
    NoWayOn,
    Hangs,
    HangsUp,
}

/// A running proxy; dropping it closes its connections.
#[derive(Debug)]
pub struct ForwardProxy {
    address: SocketAddr,
    board: Arc<Board>,
    acceptor: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
struct Board {
    conduct: watch::Sender<Conduct>,
    login: Option<(String, String)>,
    routes: Mutex<BTreeMap<String, SocketAddr>>,
    visits: Mutex<Vec<Arc<Visit>>>,
    failed: AtomicU64,
}

/// One connection, as it is written down.
#[derive(Debug)]
struct Visit {
    /// The method and the target as they were asked for.
    asked: String,
    up: AtomicU64,
    down: AtomicU64,
}

impl ForwardProxy {
    /// One that lets everybody through.
    pub async fn start() -> Result<Self, Error> {
        Self::begin(None).await
    }

    /// One that wants this user and password.
    pub async fn with_login(user: &str, password: &str) -> Result<Self, Error> {
        Self::begin(Some((user.to_owned(), password.to_owned()))).await
    }

    async fn begin(login: Option<(String, String)>) -> Result<Self, Error> {
        let listener = listen(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let address = listener.local_addr().map_err(Error::io("listen as a proxy"))?;
        let board = Arc::new(Board {
            conduct: watch::Sender::new(Conduct::Fair),
            login,
            routes: Mutex::default(),
            visits: Mutex::default(),
            failed: AtomicU64::new(0),
        });
        let acceptor = tokio::spawn(accept(listener, Arc::clone(&board)));
        Ok(Self { address, board, acceptor: Mutex::new(Some(acceptor)) })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Lets a name, with any port, lead to this address.
    pub fn leads(&self, name: &str, to: SocketAddr) {
        lock(&self.board.routes).insert(name.to_owned(), to);
    }

    /// What becomes of connections from now on; those that talk go on.
    pub fn behaves(&self, conduct: Conduct) {
        self.board.conduct.send_replace(conduct);
    }

    /// Cuts every connection and refuses new ones.
    pub async fn dies(&self) {
        let acceptor = lock(&self.acceptor).take();
        if let Some(acceptor) = acceptor {
            acceptor.abort();
            // Only then the port is free and every connection closed.
            let _ = acceptor.await;
        }
    }

    /// Comes back on its port.
    pub async fn returns(&self) -> Result<(), Error> {
        let listener = listen(self.address).await?;
        let acceptor = tokio::spawn(accept(listener, Arc::clone(&self.board)));
        lock(&self.acceptor).replace(acceptor);
        Ok(())
    }

    /// What it wrote down, a line for each connection that asked for something.
    pub fn log(&self) -> Vec<String> {
        let line = |visit: &Arc<Visit>| {
            let count = |bytes: &AtomicU64| bytes.load(Ordering::Relaxed);
            format!("{} up {} down {}", visit.asked, count(&visit.up), count(&visit.down))
        };
        lock(&self.board.visits).iter().map(line).collect()
    }

    /// The bytes that passed so far, up and down.
    pub fn bytes(&self) -> (u64, u64) {
        let visits = lock(&self.board.visits);
        let sum = |of: fn(&Visit) -> &AtomicU64| {
            visits.iter().map(|visit| of(visit).load(Ordering::Relaxed)).sum()
        };
        (sum(|visit| &visit.up), sum(|visit| &visit.down))
    }

    /// How many connections asked for something.
    pub fn connections(&self) -> usize {
        lock(&self.board.visits).len()
    }

    /// How many connections it did not lead anywhere, refused ones not counted.
    pub fn failed(&self) -> u64 {
        self.board.failed.load(Ordering::Relaxed)
    }
}

impl Drop for ForwardProxy {
    fn drop(&mut self) {
        if let Some(acceptor) = lock(&self.acceptor).take() {
            acceptor.abort();
        }
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, Error> {
    TcpListener::bind(address).await.map_err(Error::io("listen as a proxy"))
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Accepts connections; their tasks end with this one.
async fn accept(listener: TcpListener, board: Arc<Board>) {
    let mut carried = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                if let Ok((client, _)) = accepted {
                    carried.spawn(serve(client, Arc::clone(&board)));
                }
            }
            Some(_) = carried.join_next() => {}
        }
    }
}

async fn serve(client: TcpStream, board: Arc<Board>) {
    if carry(client, &board).await.is_none() {
        board.failed.fetch_add(1, Ordering::Relaxed);
    }
}

/// Leads a connection to its end; none when it leads nowhere.
async fn carry(mut client: TcpStream, board: &Board) -> Option<()> {
    let conduct = *board.conduct.borrow();
    match conduct {
        Conduct::HangsUp => return None,
        Conduct::Hangs => return silent(client, board).await,
        Conduct::Fair | Conduct::NoWayOn => {}
    }
    let asked = asking::read(&mut client, board.login.as_ref()).await?;
    let (up, down) = (AtomicU64::new(0), AtomicU64::new(0));
    let visit = Arc::new(Visit { asked: asked.to_string(), up, down });
    lock(&board.visits).push(Arc::clone(&visit));
    let route = lock(&board.routes).get(asked.name()).copied();
    let route = route.filter(|_| conduct == Conduct::Fair);
    let server = match route {
        Some(route) => TcpStream::connect(route).await.ok(),
        None => None,
    };
    client.write_all(asked.answer(server.is_some())).await.ok()?;
    let mut server = server?;
    let (client_read, client_write) = client.split();
    let (server_read, server_write) = server.split();
    tokio::join!(
        pump(client_read, server_write, &visit.up),
        pump(server_read, client_write, &visit.down),
    );
    Some(())
}

/// Holds a connection without a word until it may go on, which is then too late.
async fn silent(client: TcpStream, board: &Board) -> Option<()> {
    let mut conduct = board.conduct.subscribe();
    let _ = conduct.wait_for(|conduct| *conduct != Conduct::Hangs).await;
    drop(client);
    None
}

async fn pump(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    passed: &AtomicU64,
) {
    let mut piece = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut piece).await {
        passed.fetch_add(u64::try_from(count).unwrap_or_default(), Ordering::Relaxed);
        if to.write_all(&piece[..count]).await.is_err() {
            break;
        }
    }
    let _ = to.shutdown().await;
}
