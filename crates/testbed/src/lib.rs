//! A place to break things on purpose: a private PostgreSQL, proxies that fail, child processes.
//!
//! The map:
//!
//! | module | owns |
//! | --- | --- |
//! | [`server`] | a PostgreSQL of our own: start, stop, crash, restart, standby, promotion |
//! | [`database`] | the cluster of a test run and a database per test, cloned from a template |
//! | [`bouncer`] | a `PgBouncer` in front of a server |
//! | [`patroni`] | three servers under Patroni, of which one is the primary, whoever is killed |
//! | [`browser`] | a browser without a window, for a test that looks at a page |
//! | [`proxy`] | the chaos proxy: latency, loss, cuts, resets, and COMMITs held on the wire |
//! | [`forward`] | a proxy that clients ask: SOCKS5 and CONNECT, with a log, failing on demand |
//! | [`tls`] | TLS in front of a plain server, by an authority of its own |
//! | [`loopback`] | an HTTP server that answers, breaks off and keeps silent as it is told |
//! | [`process`] | child processes: signals by pid, captured logs, ended with the test |
//! | [`disk`] | a small disk that can be filled to the last byte |
//! | [`names`] | host names that a process believes in until they are taken away |
//! | [`clocks`] | the clocks of a process, set while it runs |
//! | [`places`] | where the server binaries of this machine are |
//! | [`draws`] | numbers that look random and repeat with their seed |
//! | [`pages`] | the commands of a page of documentation, run as its reader would |
//! | [`port`] | addresses for servers that come back at the same one |
//! | [`wait`] | waiting for a condition with a deadline, the replacement of every sleep |
//! | [`promise`] | checks whose failure no second try of a test makes good |
//! | [`skip`] | tests that cannot run here, counted instead of silently green |
//! | [`owner`] | `testbed pg -- COMMAND`: one cluster for a whole test run |
//!
//! Whatever a test starts ends with it. Values clean up when they are dropped; if the test process
//! is killed before it can drop anything, the [`reaper`] does it.
//!
//! ```no_run
//! # async fn example() -> Result<(), testbed::Error> {
//! use testbed::proxy::{ChaosProxy, Moment};
//! use testbed::server::Server;
//!
//! let server = Server::start().await?;
//! let proxy = ChaosProxy::postgres(server.address()).await?;
//! let hold = proxy.hold_commit(Moment::AfterDecision, 1);
//! // ... the code under test commits through proxy.address() ...
//! let held = hold.reached(testbed::SOON).await?;
//! held.cut(); // the server has committed, the client will never know
//! # Ok(())
//! # }
//! ```

#![expect(missing_docs, reason = "where a name says it all, a sentence would only repeat it")]

pub mod bouncer;
pub mod browser;
pub mod clocks;
pub mod database;
pub mod disk;
pub mod draws;
pub mod forward;
pub mod loopback;
pub mod names;
pub mod owner;
pub mod pages;
pub mod patroni;
pub mod places;
pub mod port;
pub mod process;
pub mod promise;
pub mod proxy;
pub mod reaper;
pub mod server;
pub mod skip;
pub mod tls;
pub mod wait;

mod account;
mod error;
mod folder;
mod output;
mod random;

pub use error::Error;

/// The deadline of waits that normally take milliseconds: long enough for two busy cores.
pub const SOON: std::time::Duration = std::time::Duration::from_secs(20);
