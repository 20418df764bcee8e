//! A worker of which several may run and exactly one works.
//!
//! ```sh
//! cargo run -p leadership --example worker -- postgres://localhost/postgres
//! ```
//!
//! Start it twice, stop or kill or freeze the one that says ACTIVE, and watch the other. The active
//! one writes a row every two milliseconds, in transactions that begin with the fence; the table
//! `worker_mark` afterwards shows who worked when. Every line it prints is one JSON object.
#![expect(clippy::print_stdout, clippy::use_debug, reason = "printing is what it is for")]

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use leadership::{Connector, Elector, LockKey, Report, Role, Settings, Term, Timing};
use tokio::signal::unix::{SignalKind, signal};
use tokio_postgres::{Client, Config, NoTls};

const EVERY: Duration = Duration::from_millis(2);

type Outcome<T> = Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> Outcome<()> {
    let address = std::env::args().nth(1).ok_or("say the address of a PostgreSQL database")?;
    let lock = std::env::args().nth(2).unwrap_or_else(|| "example".to_owned());
    let config: Config = address.parse()?;
    prepare(&connect(&config).await?).await?;

    let instance = format!("worker-{}", std::process::id());
    let settings = Settings {
        key: LockKey::of(&lock),
        name: lock,
        instance: instance.clone(),
        connector: Connector::plain(config.clone()),
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
    let elector = Elector::start(settings, activate, move |report| tell(&instance, &report))?;
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
                    tokio::spawn(async move { drop(work_in(term, client).await) });
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
async fn work_in(term: Term, client: Client) -> Outcome<()> {
    let mut rhythm = tokio::time::interval(EVERY);
    while let Ok(_in_hand) = term.work() {
        let mark = "insert into worker_mark (epoch, pid) values";
        let mark = format!("{mark} ({}, {})", term.epoch(), std::process::id());
        if let Err(error) = fenced(&client, &term, &mark).await {
            println!(
                "{{\"event\":\"write refused\",\"epoch\":{},\"error\":{:?}}}",
                term.epoch(),
                error.to_string()
            );
            return Err(error.into());
        }
        rhythm.tick().await;
    }
    Ok(())
}

/// One transaction of the term: the fence first, then the statement.
async fn fenced(
    client: &Client,
    term: &Term,
    statement: &str,
) -> Result<(), tokio_postgres::Error> {
    let fence = format!(
        "begin isolation level read committed; select leader_fence('{}', {}, '{}'); {statement}; commit",
        term.name(),
        term.epoch(),
        term.holder()
    );
    let outcome = client.batch_execute(&fence).await;
    if outcome.is_err() {
        client.batch_execute("rollback").await?;
    }
    outcome
}

/// Makes the tables, once, whoever comes first.
async fn prepare(client: &Client) -> Outcome<()> {
    client.batch_execute("select pg_advisory_lock(1, 1)").await?;
    let known = client.query_one("select to_regclass('leader_term') is not null", &[]).await?;
    if !known.get::<_, bool>(0) {
        client.batch_execute(leadership::SCHEMA).await?;
        client
            .batch_execute(
                "create table worker_mark (
                    id bigint generated always as identity primary key,
                    epoch bigint not null,
                    pid int not null,
                    at timestamptz not null default clock_timestamp()
                )",
            )
            .await?;
    }
    client.batch_execute("select pg_advisory_unlock(1, 1)").await?;
    Ok(())
}

/// H, R, C and T in milliseconds from `LOCK_TIMING`, for trying things out faster.
fn timing() -> Outcome<Timing> {
    let Ok(text) = std::env::var("LOCK_TIMING") else { return Ok(Timing::default()) };
    let mut millis = text.split(',').map(|word| word.trim().parse().map(Duration::from_millis));
    let mut next =
        || millis.next().ok_or("LOCK_TIMING has four numbers")?.map_err(Box::<dyn Error>::from);
    Ok(Timing::new(next()?, next()?, next()?, next()?)?)
}

fn tell(instance: &str, report: &Report) {
    let line = |event: &str, fields: String| {
        println!("{{\"instance\":{instance:?},\"event\":{event:?}{fields}}}");
    };
    match report {
        Report::Activated { term, reason, waited, .. } => line(
            "ACTIVE",
            format!(
                ",\"epoch\":{},\"reason\":{:?},\"waited_ms\":{}",
                term.epoch(),
                reason.as_str(),
                waited.as_millis()
            ),
        ),
        Report::Ended { epoch, ending, was_active: true, .. } => {
            line("PASSIVE", format!(",\"epoch\":{epoch},\"reason\":{:?}", ending.as_str()));
        }
        Report::Waiting => line("waiting", String::new()),
        Report::Refused(refusal) => line("refused", format!(",\"cure\":{:?}", refusal.to_string())),
        Report::Seen(_) | Report::Beat { .. } => {}
        other => line("note", format!(",\"what\":{:?}", format!("{other:?}"))),
    }
}
