//! The program `bench`: one command per promise that is measured.
//!
//! ```text
//! bench handover --worker PATH    how long nobody leads when the role changes hands
//! bench webhook --trt PATH        how fast updates are taken for good, beside other frameworks
//! bench reply --trt PATH          how long a person waits for a reply
//! bench backlog --trt PATH        how a million waiting updates and a long history are borne
//! bench neighbours --trt PATH     what others feel of one person who sends without end
//! bench ledger                    how fast money is set apart and earned
//! bench generation --trt PATH     how fast orders become results, and what a thousand of them take
//! bench pay --trt PATH            how fast payments become balance, and how soon a list is reconciled
//! bench broadcast --trt PATH      how fast a message reaches 20,000 people, and in how much memory
//! ```
//!
//! Each command starts what it needs, prints one page and ends: 0 every target was met, 1 one was
//! missed, 2 it could not be measured.

mod answering;
mod backlog;
mod broadcast;
mod commits;
mod generation;
mod handover;
mod judgement;
mod ledger;
mod load;
mod machine;
mod neighbours;
mod pay;
mod reply;
mod samples;
mod stub;
mod tracing_off_and_on;
mod webhook;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};

/// Measures the promises of TRT beside their peers and bare limits.
#[derive(Debug, Parser)]
#[command(name = "bench")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// How long nobody leads when the leader is stopped, killed or frozen.
    Handover(handover::Options),
    /// How many updates per second are acknowledged, how fast, and what a kill loses.
    Webhook(webhook::Options),
    /// How long a person waits for the reply to `/start`.
    Reply(reply::Options),
    /// How soon and how fast a backlog is answered, and what a long history costs.
    Backlog(backlog::Options),
    /// How much longer others wait while one person sends without end.
    Neighbours(neighbours::Options),
    /// How many holds and captures per second the books take.
    Ledger(ledger::Options),
    /// How many orders per second become pictures, and what a thousand running ones take.
    Generation(generation::Options),
    /// How many payments per second are credited, and how soon a long list is reconciled.
    Pay(pay::Options),
    /// How fast a message reaches many people, and in how much memory.
    Broadcast(broadcast::Options),
    /// A peer of `handover`: a process that keeps a lease with the numbers of others.
    #[command(hide = true)]
    Lease(handover::lease::Options),
    /// The peer of `webhook` that only reads the update and answers.
    #[command(hide = true)]
    BareAxum,
}

#[tokio::main]
async fn main() -> ExitCode {
    let outcome = match Arguments::parse().what {
        What::Handover(options) => Box::pin(handover::run(&options)).await,
        What::Webhook(options) => Box::pin(webhook::run(&options)).await,
        What::Reply(options) => Box::pin(reply::run(&options)).await,
        What::Backlog(options) => Box::pin(backlog::run(&options)).await,
        What::Neighbours(options) => Box::pin(neighbours::run(&options)).await,
        What::Ledger(options) => Box::pin(ledger::run(&options)).await,
        What::Generation(options) => Box::pin(generation::run(&options)).await,
        What::Pay(options) => Box::pin(pay::run(&options)).await,
        What::Broadcast(options) => Box::pin(broadcast::run(&options)).await,
        What::Lease(options) => Box::pin(handover::lease::compete(&options)).await,
        What::BareAxum => webhook::bare_axum::serve().await,
    };
    match outcome {
        Ok(page) => {
            print(&page.text);
            if page.met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("bench: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// What a measurement has to say.
#[derive(Debug)]
struct Page {
    text: String,
    /// Whether every target was met.
    met: bool,
}

/// Gives a measurement up after this time.
async fn within(limit: Duration, measured: impl Future<Output = Result<Page>>) -> Result<Page> {
    let page = tokio::time::timeout(limit, Box::pin(measured)).await;
    page.with_context(|| format!("not done after {} s", limit.as_secs()))?
}

#[expect(clippy::print_stdout, reason = "the page is what the program is for")]
fn print(text: &str) {
    print!("{text}");
}
