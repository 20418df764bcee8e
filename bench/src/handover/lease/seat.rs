//! What every rule needs: its connection, notices, the request to end, and the work of a leader.

use std::future::poll_fn;
use std::time::Duration;

use anyhow::Result;
use testbed::draws::Draws;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio_postgres::{AsyncMessage, Client, Config, NoTls};

/// A leader writes a row this often.
const EVERY: Duration = Duration::from_millis(10);

/// A process that competes.
pub(super) struct Seat {
    /// For the lease itself.
    pub(super) lease: Client,
    /// Who we are: another one at each start.
    pub(super) me: String,
    pub(super) draws: Draws,
    config: Config,
    asked: Signal,
    notices: mpsc::UnboundedReceiver<()>,
}

/// Why a pause was over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Woken {
    /// It was over.
    Late,
    /// Somebody has told that the lease is free.
    Told,
    /// We are asked to end.
    Asked,
}

/// The work of a leader, while it believes that it is one.
pub(super) struct Work {
    over: watch::Sender<bool>,
    writer: JoinHandle<Result<(), tokio_postgres::Error>>,
}

impl Seat {
    pub(super) async fn open(address: &str) -> Result<Self> {
        let config: Config = address.parse()?;
        let (told, notices) = mpsc::unbounded_channel();
        let lease = connect(&config, told).await?;
        let (asked, pid) = (signal(SignalKind::terminate())?, std::process::id());
        let draws = Draws::seeded(u64::from(pid));
        Ok(Self { lease, me: format!("process-{pid}"), draws, config, asked, notices })
    }

    /// Makes the tables, unless an earlier process has: they never start at the same time.
    pub(super) async fn prepare(&self, own: &str) -> Result<()> {
        let marks = "create sequence if not exists lease_term;
            create table if not exists lease_mark (
                id bigint generated always as identity primary key,
                epoch bigint not null,
                pid int not null,
                at timestamptz not null default clock_timestamp()
            )";
        self.lease.batch_execute(marks).await?;
        Ok(self.lease.batch_execute(own).await?)
    }

    /// Waits so long, unless there is a reason not to.
    pub(super) async fn pause(&mut self, length: Duration) -> Woken {
        tokio::select! {
            biased;
            _ = self.asked.recv() => Woken::Asked,
            Some(()) = self.notices.recv() => Woken::Told,
            () = tokio::time::sleep(length) => Woken::Late,
        }
    }

    /// Begins to work, and says so.
    pub(super) async fn lead(&self) -> Result<Work> {
        let row = self.lease.query_one("select nextval('lease_term')", &[]).await?;
        let (epoch, pid) = (row.get::<_, i64>(0), std::process::id());
        let client = connect(&self.config, mpsc::unbounded_channel().0).await?;
        let (over, mut told) = watch::channel(false);
        let writer = tokio::spawn(async move {
            let write = format!("insert into lease_mark (epoch, pid) values ({epoch}, {pid})");
            let mut rhythm = tokio::time::interval(EVERY);
            while !*told.borrow_and_update() {
                client.batch_execute(&write).await?;
                rhythm.tick().await;
            }
            Ok(())
        });
        crate::print("ACTIVE\n");
        Ok(Work { over, writer })
    }
}

impl Work {
    /// Finishes what is in hand, and says so.
    pub(super) async fn end(self) -> Result<()> {
        self.over.send_replace(true);
        self.writer.await??;
        crate::print("PASSIVE\n");
        Ok(())
    }
}

pub(super) fn say_waiting() {
    crate::print("waiting\n");
}

/// A connection whose notices are told.
async fn connect(config: &Config, told: mpsc::UnboundedSender<()>) -> Result<Client> {
    let (client, mut connection) = config.connect(NoTls).await?;
    tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if matches!(message, AsyncMessage::Notification(_)) {
                // Who listens to nothing has gone.
                let _ = told.send(());
            }
        }
    });
    Ok(client)
}
