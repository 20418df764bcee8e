//! A worker of which several may run and exactly one works: two terminals, one address.
//!
//! ```sh
//! cargo run --example worker -- postgres://localhost/postgres
//! ```
//!
//! Start it twice. One says ACTIVE and writes rows, the other one waits. End the active one with
//! Ctrl-C, kill it with -9 or freeze it with -STOP, and watch the other.
//!
//! Every row is written in a transaction that begins with the fence; the table `worker_mark`
//! afterwards shows who worked when. Two more words may follow the address: the name of the lock,
//! and how many milliseconds there are between two rows. `LOCK_TIMING` sets the four durations.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use leadership::{Connector, Elector, LockKey, Reason, Report, Role, Settings, Term, Timing};
use tokio::signal::unix::{SignalKind, signal};
use tokio_postgres::{Client, Config, NoTls};

/// Between two rows, and between two lines about them.
const EVERY: Duration = Duration::from_millis(100);
const TELL_EVERY: Duration = Duration::from_secs(1);

/// Makes the tables, once, whoever comes first; SCHEMA goes in between.
const BEGIN: &str = "select pg_advisory_lock(1, 1)";
const MARKS: &str = "create table if not exists worker_mark (
    id bigint generated always as identity primary key,
    epoch bigint not null,
    pid int not null,
    at timestamptz not null default clock_timestamp()
)";
const END: &str = "select pg_advisory_unlock(1, 1)";

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    let mut words = std::env::args().skip(1);
    let address = words.next().ok_or("say the address of a PostgreSQL database")?;
    let lock = words.next().unwrap_or_else(|| "example".to_owned());
    let every = words.next().map(|word| word.parse().map(Duration::from_millis));
    let every = every.transpose()?.unwrap_or(EVERY);
    let config: Config = address.parse()?;
    let voice = Arc::new(Voice::default());
    voice.say(&format!("process {} begins", std::process::id()));
    prepare(&connect(&config).await?).await?;
    let connector = Connector::plain(config.clone());
    leadership::probe_for(&connector, &lock).await?;

    let settings = Settings {
        key: LockKey::of(&lock),
        name: lock,
        instance: format!("worker {}", std::process::id()),
        connector,
        timing: timing()?,
        drain: Duration::from_secs(5),
        handover_after: None,
    };
    // The connection that has seen the term is the one that works in it.
    let opened = Arc::new(Mutex::new(None));
    let slot = Arc::clone(&opened);
    let activate = move |term: Term| -> leadership::Activation {
        let (config, slot) = (config.clone(), Arc::clone(&slot));
        // The first act of a term: do the connections we work with see it?
        Box::pin(async move {
            let client = connect(&config).await.map_err(|error| error.to_string())?;
            fenced(&client, &term, "select").await.map_err(|error| error.to_string())?;
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(client);
            Ok(())
        })
    };
    let teller = Arc::clone(&voice);
    let elector = Elector::start(settings, activate, move |report| teller.tell(&report))?;
    let mut roles = elector.roles();
    let (mut asked, mut broken) =
        (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    loop {
        let role = roles.borrow_and_update().clone();
        match role {
            Role::Active(term) => {
                // Taken once: a signal that comes meanwhile starts no second work in the term.
                let client = opened.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(client) = client {
                    tokio::spawn(work_in(term, client, every, Arc::clone(&voice)));
                }
            }
            Role::Stopped => return Ok(()),
            Role::Passive | Role::Draining(_) => {}
        }
        tokio::select! {
            changed = roles.changed() => changed?,
            _ = asked.recv() => elector.stop(),
            _ = broken.recv() => elector.stop(),
        }
    }
}

/// A connection for work: the elector keeps its own to itself.
async fn connect(config: &Config) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = config.connect(NoTls).await?;
    tokio::spawn(async { drop(connection.await) });
    Ok(client)
}

/// Works until the term drains or is over.
async fn work_in(term: Term, client: Client, every: Duration, voice: Arc<Voice>) {
    let (epoch, pid) = (term.epoch(), std::process::id());
    let mark = format!("insert into worker_mark (epoch, pid) values ({epoch}, {pid})");
    let (mut rhythm, mut told) = (tokio::time::interval(every), Instant::now());
    voice.rows.store(0, Ordering::Relaxed);
    while let Ok(_in_hand) = term.work() {
        if let Err(error) = fenced(&client, &term, &mark).await {
            let why = error.as_db_error().map_or_else(|| error.to_string(), |e| e.to_string());
            voice.say(&format!("a row of term {epoch} was not written: {why}"));
            return;
        }
        let rows = voice.rows.fetch_add(1, Ordering::Relaxed) + 1;
        if told.elapsed() >= TELL_EVERY {
            told = Instant::now();
            voice.say(&format!("ACTIVE: {rows} rows written in term {epoch}"));
        }
        rhythm.tick().await;
    }
}

/// One transaction of the term: the fence first, then the statement.
async fn fenced(
    client: &Client,
    term: &Term,
    statement: &str,
) -> Result<(), tokio_postgres::Error> {
    let fence = format!(
        "begin isolation level read committed; select leader_fence('{}', {}, '{}'); {statement}; commit",
        term.name().replace('\'', "''"),
        term.epoch(),
        term.holder()
    );
    let outcome = client.batch_execute(&fence).await;
    if outcome.is_err() {
        // A session that is gone needs no rollback.
        let _ = client.batch_execute("rollback").await;
    }
    outcome
}

async fn prepare(client: &Client) -> Outcome<()> {
    client.batch_execute(BEGIN).await?;
    let known = client.query_one("select to_regclass('leader_term') is not null", &[]).await?;
    if !known.get::<_, bool>(0) {
        client.batch_execute(leadership::SCHEMA).await?;
    }
    client.batch_execute(MARKS).await?;
    Ok(client.batch_execute(END).await?)
}

/// H, R, C and T in milliseconds from `LOCK_TIMING`, for trying things out faster.
fn timing() -> Outcome<Timing> {
    let Ok(text) = std::env::var("LOCK_TIMING") else { return Ok(Timing::default()) };
    let mut millis = text.split(',').map(|word| word.trim().parse().map(Duration::from_millis));
    let mut next =
        || millis.next().ok_or("LOCK_TIMING has four numbers")?.map_err(Box::<dyn Error>::from);
    Ok(Timing::new(next()?, next()?, next()?, next()?)?)
}

/// Speaks to whoever looks at the terminal.
#[derive(Default)]
struct Voice {
    /// How many rows were written in the newest term of ours.
    rows: AtomicU64,
    /// The last term of somebody else that was told.
    seen: Mutex<Option<(i64, bool)>>,
}

impl Voice {
    fn say(&self, words: &str) {
        println!("[worker {}] {words}", std::process::id());
    }

    fn tell(&self, report: &Report) {
        match report {
            Report::Waiting => self.say("PASSIVE: waiting for the lock"),
            Report::Seen(seen) => {
                let mut last = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
                if last.replace((seen.epoch, seen.held)) != Some((seen.epoch, seen.held)) {
                    let who = seen.instance.as_deref().unwrap_or("somebody");
                    let who = if seen.held { who } else { "nobody yet" };
                    self.say(&format!("PASSIVE: active is {who}, the last term is {}", seen.epoch));
                }
            }
            Report::Activated { term, reason, waited, .. } => {
                let (epoch, waited) = (term.epoch(), waited.as_secs_f64());
                let why = because(*reason);
                self.say(&format!("ACTIVE: term {epoch}, because {why}; waited {waited:.3} s"));
            }
            Report::Draining { epoch } => {
                self.say(&format!("asked to go: finishing what is in hand in term {epoch}"));
            }
            Report::Ended { epoch, ending, was_active: true, .. } => {
                let (rows, why) = (self.rows.load(Ordering::Relaxed), ending.as_str());
                self.say(&format!("PASSIVE: term {epoch} is over ({why}), {rows} rows written"));
            }
            Report::Refused(refusal) => self.say(&format!("refused: {refusal}")),
            Report::Unreachable { problem } => self.say(&format!("no database: {problem}")),
            Report::Beat { .. } => {}
            other => self.say(&format!("{other:?}")),
        }
    }
}

/// Why the role was free.
fn because(reason: Reason) -> &'static str {
    match reason {
        Reason::Free => "nobody has ever held it",
        Reason::Released => "the last holder handed it over",
        Reason::HolderDied => "the last holder died",
        Reason::HolderSilent => "the last holder fell silent",
    }
}
