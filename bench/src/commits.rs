//! The limit: one row inserted and committed, through the plainest client, on the same server.
//!
//! A durable acknowledgement cannot be quicker than this. With one client it is the latency of the
//! disk; with sixteen the server makes several commits durable at once, which is where a service
//! that takes many updates lives.

use std::time::{Duration, Instant};

use anyhow::Result;
use testbed::server::Server;
use tokio::task::JoinSet;
use tokio_postgres::Client;

use crate::load::histogram::Histogram;
use crate::load::update::Source;

const TABLE: &str = "create table if not exists bare_commit (
        id bigint generated always as identity primary key,
        body text not null
    )";
const INSERT: &str = "insert into bare_commit (body) values ($1)";

/// How many clients are measured side by side.
pub(crate) const CLIENTS: [usize; 2] = [1, 16];

/// What some clients together brought.
#[derive(Debug)]
pub(crate) struct Commits {
    pub(crate) latency: Histogram,
    pub(crate) per_second: f64,
}

/// Commits for this long with so many clients.
pub(crate) async fn run(server: &Server, clients: usize, length: Duration) -> Result<Commits> {
    server.connect("postgres").await?.batch_execute(TABLE).await?;
    let body = body()?;
    let mut connected = Vec::new();
    for _ in 0..clients {
        connected.push(server.connect("postgres").await?);
    }
    let began = Instant::now();
    let mut workers = JoinSet::new();
    for client in connected {
        workers.spawn(work(client, body.clone(), began + length));
    }
    let mut latency = Histogram::default();
    while let Some(worker) = workers.join_next().await {
        latency.add(&worker??);
    }
    let per_second = latency.len() as f64 / began.elapsed().as_secs_f64();
    Ok(Commits { latency, per_second })
}

async fn work(client: Client, body: String, until: Instant) -> Result<Histogram> {
    let insert = client.prepare(INSERT).await?;
    let mut latency = Histogram::default();
    loop {
        let began = Instant::now();
        if began >= until {
            return Ok(latency);
        }
        // A statement on its own is a transaction of its own.
        client.execute(&insert, &[&body]).await?;
        latency.record(began.elapsed());
    }
}

/// As large as an update.
fn body() -> Result<String> {
    let (source, mut body) = (Source::new(), Vec::new());
    source.body(source.next(), &mut body);
    Ok(String::from_utf8(body)?)
}

#[cfg(test)]
mod tests {
    use super::body;

    #[test]
    fn a_row_is_as_large_as_an_update() {
        assert!((550..=850).contains(&body().unwrap().len()));
    }
}
