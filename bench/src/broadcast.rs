//! How fast a message reaches many people, and what the program takes for it: `bench broadcast`.
//!
//! ```text
//!   people and a broadcast, written by SQL ── trt serve ──> everybody is counted
//!                                              └── its memory, looked at all the time
//! ```
//!
//! A broadcast goes as fast as our own bucket lets it, so that bucket is the bare limit beside it. What is promised is
//! that it keeps up with it, that everybody is counted once, and that the memory of the process is the same at the end
//! as it was after the first quarter, however many people there are.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use store::DatabaseUrl;
use testbed::process::Process;
use testbed::server::Server;
use tokio_postgres::Client;

use crate::judgement::{self, Judgement};
use crate::machine::Memory;
use crate::samples::Samples;
use crate::stub::Stub;
use crate::webhook::contestant::{Contestant, Launch, START, Surroundings};
use crate::{Page, machine, within};

/// Of every limit but the one that is measured, for one second.
const LIFTED: &str = "100000";
/// For everything around the measurement, and for one that is far too slow.
const AROUND: Duration = Duration::from_secs(900);
const LOOK: Duration = Duration::from_millis(100);

/// Of the bare limit, this share is reached at least.
const SHARE: f64 = 0.8;
/// What the process may hold at its highest, and what it may hold more at the end than after a quarter, in megabytes.
const MOST: f64 = 150.0;
const FLAT: f64 = 8.0;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The program.
    #[arg(long, value_name = "PATH")]
    trt: PathBuf,
    /// People who have it.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    people: u32,
    /// Messages in a second that our own bucket lets through; Telegram's is 25.
    #[arg(long, value_name = "N", default_value_t = 500)]
    rate: u32,
    /// 2000 people.
    #[arg(long, conflicts_with = "people")]
    quick: bool,
}

/// What was measured.
#[derive(Debug, Default)]
struct Measured {
    people: u32,
    rate: u32,
    took: Duration,
    /// Of the process, in megabytes, in the order of looking.
    resident: Vec<f64>,
    delivered: i64,
    /// The most rows that waited in the outbox at once.
    window: i64,
}

pub(crate) async fn run(options: &Options) -> Result<Page> {
    let people = if options.quick { 2_000 } else { options.people };
    ensure!((1_000..=1_000_000).contains(&people), "--people is from 1000 to 1000000");
    ensure!((25..=5_000).contains(&options.rate), "--rate is from 25 to 5000");
    ensure!(
        options.trt.is_file(),
        "there is no trt at {}: build it with `cargo build --release -p trt`",
        options.trt.display()
    );
    within(AROUND, async {
        let state = machine::state().await;
        let server = Server::start().await?;
        let settings = machine::postgres(&server.connect("postgres").await?).await?;
        let measured = measure(options, &server, people).await?;
        page(&measured, &format!("{state}; {settings}"))
    })
    .await
}

async fn measure(options: &Options, server: &Server, people: u32) -> Result<Measured> {
    let admin = server.connect("postgres").await?;
    admin.batch_execute("create database broadcast").await?;
    let address = server.url("broadcast");
    let url = DatabaseUrl::parse(&address).map_err(|bad| anyhow!("{bad}"))?;
    store::migrations::apply(&url).await?;
    let client = server.connect("broadcast").await?;
    client.batch_execute(&fill(people)).await?;
    let stub = Stub::start().await?;
    let bot = serve(options, &address, &stub).await?;
    let began = Instant::now();
    let mut measured = Measured { people, rate: options.rate, ..Measured::default() };
    client.batch_execute("update broadcasts set state = 'on' where id = 1").await?;
    while !look(&client, &bot, &mut measured).await? {
        tokio::time::sleep(LOOK).await;
    }
    measured.took = began.elapsed();
    Ok(measured)
}

/// Looks once; says whether it is done.
async fn look(client: &Client, bot: &Process, measured: &mut Measured) -> Result<bool> {
    const STAND: &str = "select delivered, state = 'done', \
        (select count(*) from outbox where state in (0, 1)) from broadcasts where id = 1";
    let row = client.query_one(STAND, &[]).await?;
    let (delivered, is_done, waiting): (i64, bool, i64) = (row.get(0), row.get(1), row.get(2));
    let memory = Memory::of(bot.pid()).await;
    let memory = memory.with_context(|| format!("it ended: {}", bot.tail()))?;
    measured.resident.push(memory.resident);
    measured.delivered = delivered;
    measured.window = measured.window.max(waiting);
    Ok(is_done)
}

/// People of both languages, and a draft for all of them.
fn fill(people: u32) -> String {
    format!(
        "insert into conversations (person_id, language_tag) \
         select id, case when id % 2 = 0 then 'ru' else 'en' end from generate_series(1, {people}) as id; \
         insert into broadcasts (id, admin_id, words, buttons) \
         values (1, 1, repeat('What is new here. ', 20), 'Try it | image'); \
         analyze"
    )
}

/// Starts the program beside the stub and waits until it is active.
async fn serve(options: &Options, database: &str, stub: &Stub) -> Result<Process> {
    let (program, arguments) = (options.trt.clone(), vec!["serve".to_owned()]);
    let launch = Launch { contestant: Contestant::Ours, program, arguments };
    let (api, database) = (stub.address, Some(database));
    let around = Surroundings { api, database, ledger: None, collector: None };
    let rate = options.rate.to_string();
    let builder = launch.builder(&around).env("TELEGRAM_RATE", &rate);
    let process = builder.env("TELEGRAM_CHAT_RATE", LIFTED).start()?;
    match process.line("[LOCK] PASSIVE → ACTIVE", START).await {
        Ok(_) => Ok(process),
        Err(error) => bail!("{error:#}; its last lines:\n{}", process.tail()),
    }
}

/// Writes the page.
fn page(measured: &Measured, settings: &str) -> Result<Page> {
    let [quarter, end] = [measured.quarter(0), measured.quarter(3)];
    let rate = measured.rate();
    let mut text = format!(
        "broadcast: {} people; TELEGRAM_RATE {}, which is the bare limit\n{settings}\n\n\
         per second {rate:.0}, the bare limit {} ({:.2} of it), {:.1} s in all\n\
         resident memory: {:.1} MB in the first quarter, {:.1} MB in the last, {:.1} MB at most\n\
         rows in the outbox at once: {} at most\n",
        measured.people,
        measured.rate,
        measured.rate,
        rate / f64::from(measured.rate),
        measured.took.as_secs_f64(),
        quarter.p50(),
        end.p50(),
        measured.all().max(),
        measured.window,
    );
    let met = judgement::table(&mut text, &judge(measured))?;
    Ok(Page { text, met })
}

fn judge(measured: &Measured) -> Vec<Judgement> {
    let (rate, limit) = (measured.rate(), f64::from(measured.rate));
    let growth = measured.quarter(3).p50() - measured.quarter(0).p50();
    let peak = measured.all().max();
    let missing = i64::from(measured.people) - measured.delivered;
    vec![
        Judgement::new(
            "share of the bare limit",
            format!("{:.2}", rate / limit),
            format!(">= {SHARE}"),
            rate >= SHARE * limit,
        ),
        Judgement::new(
            "memory at the end over the first quarter, MB",
            format!("{growth:.1}"),
            format!("< {FLAT}"),
            growth < FLAT,
        ),
        Judgement::new(
            "memory at most, MB",
            format!("{peak:.1}"),
            format!("< {MOST}"),
            peak < MOST,
        ),
        Judgement::none("people who are not counted as delivered", missing.unsigned_abs()),
    ]
}

impl Measured {
    fn rate(&self) -> f64 {
        f64::from(self.people) / self.took.as_secs_f64().max(f64::EPSILON)
    }

    fn all(&self) -> Samples {
        self.resident.iter().copied().collect()
    }

    /// What was looked at in a quarter of the time.
    fn quarter(&self, which: usize) -> Samples {
        let length = self.resident.len().div_ceil(4).max(1);
        self.resident.iter().skip(which * length).take(length).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Measured, judge};
    use crate::judgement::Verdict;

    #[test]
    fn each_promise_is_judged_by_itself() {
        let well = || Measured {
            people: 20_000,
            rate: 500,
            took: Duration::from_secs(41),
            resident: vec![40.0, 41.0, 42.0, 42.0],
            delivered: 20_000,
            window: 512,
        };
        let missed = |measured: &Measured| {
            let missed = judge(measured).into_iter().filter(|one| one.verdict == Verdict::Missed);
            missed.count()
        };

        assert_eq!(missed(&well()), 0);
        assert_eq!(missed(&Measured { took: Duration::from_secs(60), ..well() }), 1);
        assert_eq!(missed(&Measured { resident: vec![40.0, 41.0, 42.0, 49.0], ..well() }), 1);
        assert_eq!(missed(&Measured { resident: vec![151.0; 4], ..well() }), 1);
        assert_eq!(missed(&Measured { delivered: 19_999, ..well() }), 1);
    }
}
