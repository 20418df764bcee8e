//! Exactly one active instance, proved to PostgreSQL in every transaction.
//!
#![doc = include_str!("../README.md")]
//!
//! # The map
//!
//! | module | owns |
//! | --- | --- |
//! | [`step`] | the protocol: one pure function, its states and its rules |
//! | [`timing`] | the four durations and the inequalities between them |
//! | [`term`] | the proof of leadership, work in hand, permits |
//! | [`clock`] | moments that count through a suspend |
//! | [`key`] | the name of a lock, hashed to what PostgreSQL takes |
//! | [`mod@probe`] | whether a connection is fit to hold the lock |
//! | `elector` | runs the protocol against PostgreSQL, on a thread of its own |
//! | `guard`, `session`, `connector` | the one connection, its statements, how it is opened |
//! | `role` | what an elector tells the world |
//! | `observe` | looking from outside, and asking for the role |

pub mod clock;
pub mod key;
pub mod probe;
pub mod step;
pub mod term;
pub mod timing;

mod connector;
mod elector;
mod guard;
mod observe;
mod role;
mod session;

pub use connector::Connector;
pub use elector::{Activation, Elector, Settings};
pub use key::LockKey;
pub use observe::{HistoryEntry, Observer};
pub use probe::{ProbeFailed, Refusal, own, probe, probe_for};
pub use role::{Obstacle, Report, Role};
pub use session::{Reason, Sighting};
pub use step::Ending;
pub use term::{CallEnded, Permit, Term, TermOver, Work};
pub use timing::{Timing, UnsafeTiming};

/// The tables and functions: apply them once, before anything else here.
///
/// ```no_run
/// # async fn example(client: tokio_postgres::Client) -> Result<(), tokio_postgres::Error> {
/// client.batch_execute(leadership::SCHEMA).await?;
/// # Ok(())
/// # }
/// ```
pub const SCHEMA: &str = concat!(include_str!("../schema.sql"), include_str!("../one_owner.sql"));

/// The same in the steps in which it grew: a database that has the first ones needs the others.
pub const SCHEMA_STEPS: [&str; 2] =
    [include_str!("../schema.sql"), include_str!("../one_owner.sql")];
