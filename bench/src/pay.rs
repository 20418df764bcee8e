//! How fast payments become balance, and how soon a long list is reconciled: `bench pay`.
//!
//! ```text
//!   a round:   bare commits ─> payments wait in the inbox ── trt serve ──> all credited
//!   then:      books without a part of Telegram's list ── trt serve, from nothing ──> reconciled
//!              the same again, without news
//! ```
//!
//! A payment goes the whole way: an update in the inbox, handled, booked, and a message to whoever paid. Beside it
//! stands the limit of the machine, bare commits of sixteen clients in the same rounds. The list has a hundred
//! thousand transactions, of which the books do not know every hundredth: those are credited by the way.
//!
//! | module | owns |
//! | --- | --- |
//! | [`till`] | the stub of Telegram with a list of Stars, and of KIE |
//! | [`fill`] | updates and books, written by SQL |
//! | [`report`] | the page, and what was promised |

mod fill;
mod report;
mod till;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use store::DatabaseUrl;
use testbed::process::Process;
use testbed::server::Server;
use tokio_postgres::Client;

use crate::ledger::ours;
use crate::webhook::contestant::{Contestant, Launch, START, Surroundings};
use crate::{Page, commits, machine, within};
use till::{List, Till};

const CLIENTS: usize = 16;
/// People who pay.
const PEOPLE: i64 = 1_000;
/// Of every limit, for one second.
const LIFTED: &str = "100000";
/// For everything around the measurements, and for one that is far too slow.
const AROUND: Duration = Duration::from_secs(900);
const LOOK: Duration = Duration::from_millis(20);

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The program.
    #[arg(long, value_name = "PATH")]
    trt: PathBuf,
    /// Payments of a round.
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    payments: u32,
    /// How often both are measured.
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: u32,
    /// Transactions of the list.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    transactions: u32,
    /// Two rounds of 500 payments, and 5000 transactions.
    #[arg(long, conflicts_with_all = ["payments", "rounds", "transactions"])]
    quick: bool,
}

/// What was measured.
#[derive(Debug, Default)]
struct Measured {
    /// Per second, round by round.
    commits: Vec<f64>,
    credits: Vec<f64>,
    /// The first reconciliation, and how many payments it learned.
    first: Duration,
    learned: i64,
    /// Those without news.
    idle: Vec<Duration>,
    findings: u64,
}

pub(crate) async fn run(options: &Options) -> Result<Page> {
    let (payments, rounds, transactions) = match options.quick {
        true => (500, 2, 5_000),
        false => (options.payments, options.rounds, options.transactions),
    };
    ensure!((1..=100_000).contains(&payments), "--payments is from 1 to 100000");
    ensure!((1..=100).contains(&rounds), "--rounds is from 1 to 100");
    ensure!((1_000..=1_000_000).contains(&transactions), "--transactions is from 1000 to 1000000");
    ensure!(
        options.trt.is_file(),
        "there is no trt at {}: build it with `cargo build --release -p trt`",
        options.trt.display()
    );
    within(AROUND, async {
        let state = machine::state().await;
        let server = Server::start().await?;
        let settings = machine::postgres(&server.connect("postgres").await?).await?;
        let mut measured = Measured::default();
        credit(&options.trt, &server, payments, rounds, &mut measured).await?;
        reconcile(&options.trt, &server, transactions, &mut measured).await?;
        let plan = report::Plan { payments, rounds, transactions };
        report::page(&measured, plan, &format!("{state}; {settings}"))
    })
    .await
}

/// A database with the schema, its address and a way in.
async fn database(server: &Server, name: &str) -> Result<(DatabaseUrl, Client)> {
    let admin = server.connect("postgres").await?;
    admin.batch_execute(&format!("create database {name}")).await?;
    let url = DatabaseUrl::parse(&server.url(name)).map_err(|bad| anyhow!("{bad}"))?;
    store::migrations::apply(&url).await?;
    Ok((url, server.connect(name).await?))
}

/// Payments that wait are credited, round by round.
async fn credit(
    trt: &Path,
    server: &Server,
    payments: u32,
    rounds: u32,
    measured: &mut Measured,
) -> Result<()> {
    const LENGTH: Duration = Duration::from_secs(4);
    let (url, client) = database(server, "credits").await?;
    let till = Till::start(List { count: 0, people: PEOPLE }).await?;
    let bot = serve(trt, &server.url("credits"), till.address).await?;
    for round in 0..rounds {
        measured.commits.push(commits::run(server, CLIENTS, LENGTH).await?.per_second);
        let first = i64::from(round) * i64::from(payments);
        let began = Instant::now();
        client.batch_execute(&fill::updates(first, payments.into(), PEOPLE)).await?;
        let all = first + i64::from(payments);
        until(&bot, &client, "select count(*) from payments", all).await?;
        measured.credits.push(f64::from(payments) / began.elapsed().as_secs_f64());
        // What is said about them is no part of it, and must not be of the next round.
        until(&bot, &client, "select count(*) from outbox where state < 2", 0).await?;
        eprintln!("bench: {} of {rounds} rounds", round + 1);
    }
    measured.findings += ours::findings(&url).await?;
    Ok(())
}

/// A list is read from nothing, and then without news.
async fn reconcile(
    trt: &Path,
    server: &Server,
    transactions: u32,
    measured: &mut Measured,
) -> Result<()> {
    const IDLE: i64 = 5;
    const DUE: &str = "update periodic_work set next_run_at = now() where name = 'reconcile-books'";
    let (url, client) = database(server, "books").await?;
    client.batch_execute(&fill::books(transactions.into(), PEOPLE)).await?;
    let till = Till::start(List { count: transactions.into(), people: PEOPLE }).await?;
    let bot = serve(trt, &server.url("books"), till.address).await?;
    let done = "select count(*) from reconciliations";
    until(&bot, &client, done, 1).await?;
    let row = "select took_ms, imported, transactions, problem from reconciliations where id = 1";
    let row = client.query_one(row, &[]).await?;
    let (took, news): (i64, i64) = (row.get(0), row.get(2));
    let problem: Option<String> = row.get(3);
    ensure!(news == i64::from(transactions), "{news} transactions were read: {problem:?}");
    (measured.first, measured.learned) = (millis(took), row.get(1));
    for nth in 2..2 + IDLE {
        client.batch_execute(DUE).await?;
        until(&bot, &client, done, nth).await?;
        let took = "select took_ms from reconciliations order by id desc limit 1";
        measured.idle.push(millis(client.query_one(took, &[]).await?.get(0)));
    }
    let strange = "select count(*) from differences where kind <> 'payment-learned'";
    let strange: i64 = client.query_one(strange, &[]).await?.get(0);
    measured.findings += u64::try_from(strange)? + ours::findings(&url).await?;
    Ok(())
}

fn millis(count: i64) -> Duration {
    Duration::from_millis(u64::try_from(count).unwrap_or_default())
}

/// Starts the program between the stubs and waits until it is active.
async fn serve(trt: &Path, database: &str, till: SocketAddr) -> Result<Process> {
    let arguments = vec!["serve".to_owned()];
    let launch = Launch { contestant: Contestant::Ours, program: trt.to_owned(), arguments };
    let around =
        Surroundings { api: till, database: Some(database), ledger: None, collector: None };
    let builder = launch.builder(&around);
    let builder = builder.env("TELEGRAM_RATE", LIFTED).env("TELEGRAM_CHAT_RATE", LIFTED);
    let builder = builder.env("PERSON_RATE", LIFTED);
    let process = builder.start()?;
    match process.line("[LOCK] PASSIVE → ACTIVE", START).await {
        Ok(_) => Ok(process),
        Err(error) => bail!("{error:#}; its last lines:\n{}", process.tail()),
    }
}

/// Waits until a query gives a number.
async fn until(bot: &Process, client: &Client, query: &str, number: i64) -> Result<()> {
    const LONGEST: Duration = Duration::from_secs(600);
    let began = Instant::now();
    loop {
        let now: i64 = client.query_one(query, &[]).await?.get(0);
        if now == number {
            return Ok(());
        }
        let waited = began.elapsed() < LONGEST;
        waited
            .then_some(())
            .with_context(|| format!("{query} is {now}; last lines:\n{}", bot.tail()))?;
        tokio::time::sleep(LOOK).await;
    }
}
