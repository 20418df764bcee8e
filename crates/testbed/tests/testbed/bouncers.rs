//! A pooler in front of the server does what poolers do to sessions.

use testbed::bouncer::{Bouncer, PoolMode};
use testbed::server::{self, Server};
use testbed::{Error, skip};
use tokio_postgres::{Client, SimpleQueryMessage};

/// A pooler and a client of it; none where `PgBouncer` is not installed.
async fn pooled(server: &Server, mode: PoolMode) -> Option<(Bouncer, Client, Client)> {
    let bouncer = match Bouncer::start(server, mode).await {
        Err(missing @ Error::NoProgram { .. }) => {
            skip::because(missing);
            return None;
        }
        started => started.unwrap(),
    };
    let (first, second) = (connect(server, &bouncer).await, connect(server, &bouncer).await);
    Some((bouncer, first, second))
}

async fn connect(server: &Server, bouncer: &Bouncer) -> Client {
    server::connect(&server.url_through(bouncer.address(), "postgres")).await.unwrap()
}

/// Simple queries only: prepared statements are a session's, too.
async fn backend(client: &Client) -> String {
    let answer = client.simple_query("select pg_backend_pid()").await.unwrap();
    let pid = answer.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    });
    pid.unwrap()
}

#[tokio::test]
async fn in_transaction_mode_two_clients_take_turns_on_one_session() {
    let server = Server::start().await.unwrap();
    let Some((_bouncer, first, second)) = pooled(&server, PoolMode::Transaction).await else {
        return;
    };

    assert_eq!(backend(&first).await, backend(&second).await);

    first.batch_execute("begin").await.unwrap();
    let held = backend(&first).await;
    assert_ne!(backend(&second).await, held, "an open transaction keeps its session");
}

#[tokio::test]
async fn in_session_mode_each_client_keeps_its_own() {
    let server = Server::start().await.unwrap();
    let Some((_bouncer, first, second)) = pooled(&server, PoolMode::Session).await else {
        return;
    };

    let mine = backend(&first).await;

    assert_ne!(backend(&second).await, mine);
    assert_eq!(backend(&first).await, mine);
}
