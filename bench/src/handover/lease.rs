//! A lease with the numbers of others, as a real process: the peer of the lock.
//!
//! The elections of client-go, River and Oban are leases: a record that its holder renews and that
//! runs out. Their own programs need Kubernetes, Go and Elixir; what decides how long nobody leads
//! is the rule and its numbers, and those are kept here on the same PostgreSQL, in the words of
//! their sources. So a page that shows them says "a lease with the numbers of".
//!
//! ```text
//!   waiting ── the record is free or has run out ──> ACTIVE: a row every 10 ms, without a fence
//!      ^                                                │
//!      └────── River, Oban ─── PASSIVE <── not renewed ─┤
//!                       client-go: the process ends     └── asked to go: finished, released, ended
//! ```
//!
//! | module | owns |
//! | --- | --- |
//! | [`client_go`] | the rule of Kubernetes' client-go |
//! | [`river`] | the rule of River |
//! | [`oban`] | the rule of Oban |
//! | [`seat`] | what they share: connections, the request to end, the rows of the work |
//!
//! On failure: a database that does not answer ends the process; it is not what is measured here.

mod client_go;
mod oban;
mod river;
mod seat;

use anyhow::Result;

use crate::Page;
use seat::Seat;

/// One process that competes for a lease.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Whose rule and whose numbers.
    #[arg(value_enum)]
    rule: Rule,
    /// The address of the database.
    address: String,
}

/// A way to keep a lease, with the numbers it has by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Rule {
    /// 15 s of lease, renewed every 2 s, given up after 10 s; not released at the end.
    ClientGo,
    /// The same with `ReleaseOnCancel`.
    ClientGoReleased,
    /// 15 s of lease, renewed every 5 s; released at the end, with a notice.
    River,
    /// 30 s of lease, renewed every 15 s; released at the end, with a notice.
    Oban,
}

/// Competes until it is asked to end, or has lost by a rule that ends the process.
pub(crate) async fn compete(options: &Options) -> Result<Page> {
    let seat = Seat::open(&options.address).await?;
    match options.rule {
        Rule::ClientGo => client_go::compete(seat, false).await,
        Rule::ClientGoReleased => client_go::compete(seat, true).await,
        Rule::River => river::compete(seat).await,
        Rule::Oban => oban::compete(seat).await,
    }?;
    Ok(Page { text: String::new(), met: true })
}
