//! The chaos proxy: a TCP proxy on loopback that loses, delays, cuts and holds what passes.
//!
//! ```text
//!   client ──Up──> [read] ─ latency ─ framing ─ holds ─ losses ─ cuts ─ [write] ──> server
//!   client <─Down─ [write] ────────────── the same, the other way ────── [read] <── server
//! ```
//!
//! A [`Fault`] is in force from [`ChaosProxy::inject`] until it is healed; a COMMIT is held by
//! [`ChaosProxy::hold_commit`]. Both tell whether they happened: a healed fault that never touched
//! a byte panics, so a test cannot pass because its fault never fired.
//!
//! What the faults mean on TCP, where the kernel sends again what was lost:
//!
//! | fault | bytes | connections |
//! | --- | --- | --- |
//! | [`Fault::Latency`] | come later, in order | live |
//! | [`Fault::OneWayLoss`] | of that way wait, and come when healed | live, both ends open |
//! | [`Fault::Blackhole`] | of both ways wait, and come when healed | live; new ones get nowhere |
//! | [`Fault::HalfOpen`] | none any more | reset for the client; open and silent for the server until healed |
//! | [`Fault::Silence`] | none any more, also after it is healed | old and new ones stay open at both ends; those made after it work |
//! | [`Fault::Reset`] | none any more | old and new ones reset at both ends |
//! | [`Fault::CutAfter`] | exactly that many of that way, counted over all connections | then that connection is closed at both ends, once |
//!
//! Limits: it answers TCP keepalives itself, so it cannot test those; and framing ends where TLS
//! begins, so a COMMIT inside TLS is never held (and the wait for it fails).

mod board;
mod framing;
mod hold;
mod link;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use board::Injected;
pub use hold::{CommitHold, HeldCommit, Moment};

use crate::Error;
use board::Board;
use framing::Protocol;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Up,
    Down,
}

/// What can be wrong with the link; the table above says what each means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Each piece of `way` arrives `delay` later.
    Latency {
        way: Way,
        delay: Duration,
    },
    /// Nothing of this way arrives.
    OneWayLoss(Way),
    Blackhole,
    /// The client is gone and the server has not heard of it.
    HalfOpen,
    /// The other side has vanished, and nobody says so: a failover, a lost table of a router.
    Silence,
    /// Connections are torn down with RST.
    Reset,
    /// The link breaks in the middle of a message.
    CutAfter {
        way: Way,
        bytes: u64,
    },
}

/// A running proxy; dropping it resets its connections.
#[derive(Debug)]
pub struct ChaosProxy {
    address: SocketAddr,
    board: Arc<Board>,
    acceptor: JoinHandle<()>,
}

impl ChaosProxy {
    /// A proxy that passes bytes and knows nothing of their meaning.
    pub async fn tcp(server: SocketAddr) -> Result<Self, Error> {
        Self::start(server, Protocol::Opaque).await
    }

    /// A proxy that knows PostgreSQL's framing and can hold COMMITs.
    pub async fn postgres(server: SocketAddr) -> Result<Self, Error> {
        Self::start(server, Protocol::Postgres).await
    }

    async fn start(server: SocketAddr, protocol: Protocol) -> Result<Self, Error> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .map_err(Error::io("listen as a proxy"))?;
        let address = listener.local_addr().map_err(Error::io("listen as a proxy"))?;
        let board = Arc::new(Board::new());
        let acceptor = tokio::spawn(link::accept(listener, server, protocol, Arc::clone(&board)));
        Ok(Self { address, board, acceptor })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Puts a fault in force until the returned value is healed or dropped.
    pub fn inject(&self, fault: Fault) -> Injected {
        Board::inject(&self.board, fault)
    }

    /// Holds the n-th COMMIT from now on (the next is 1), counted over all connections.
    pub fn hold_commit(&self, moment: Moment, nth: usize) -> CommitHold {
        assert!(nth > 0, "COMMITs are counted from 1");
        self.board.holds().arm(moment, "", nth)
    }

    /// Holds the next COMMIT of a transaction that asked for a statement with these words.
    pub fn hold_commit_of(&self, moment: Moment, words: &'static str) -> CommitHold {
        self.board.holds().arm(moment, words, 1)
    }

    pub fn connections(&self) -> usize {
        self.board.connections()
    }
}

impl Drop for ChaosProxy {
    fn drop(&mut self) {
        // The acceptor owns the connections' tasks: they end with it.
        self.acceptor.abort();
    }
}
