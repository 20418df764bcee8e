//! The private PostgreSQL: stopping, crashing, following, promoting, keeping.

use std::time::Duration;

use testbed::SOON;
use testbed::process::Signal;
use testbed::server::{self, Server, Shutdown};
use testbed::wait;
use tokio_postgres::Client;

async fn value(client: &Client, query: &str) -> String {
    client.query_one(query, &[]).await.unwrap().get(0)
}

async fn count(client: &Client) -> i64 {
    client.query_one("select count(*) from marks", &[]).await.unwrap().get(0)
}

async fn closed(client: &Client) {
    wait::until("the client to notice", SOON, async || client.is_closed().then_some(()))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_throw_away_server_is_durable_and_listens_on_loopback_alone() {
    let server = Server::start().await.unwrap();
    let client = server.connect("postgres").await.unwrap();

    assert_eq!(value(&client, "show fsync").await, "on");
    assert_eq!(value(&client, "show listen_addresses").await, "127.0.0.1");
    assert!(server.address().ip().is_loopback());

    let folder = server.folder().to_owned();
    let pid = i32::try_from(server.pid().unwrap()).unwrap();
    drop((client, server));
    assert!(!folder.exists());
    assert!(!crate::life::is_alive(pid));
}

#[tokio::test]
async fn each_way_of_stopping_keeps_what_was_committed_and_the_address() {
    let mut server = Server::start().await.unwrap();
    let address = server.address();
    let mut client = server.connect("postgres").await.unwrap();
    client.batch_execute("create table marks (n int)").await.unwrap();

    for (round, how) in [(1, Shutdown::Fast), (2, Shutdown::Immediate)] {
        client.batch_execute("insert into marks values (1)").await.unwrap();
        client.batch_execute("begin; insert into marks values (2)").await.unwrap();

        server.stop(how).await.unwrap();
        closed(&client).await;
        assert!(server.connect("postgres").await.is_err(), "nobody listens while it is down");
        server.resume().await.unwrap();

        client = server.connect("postgres").await.unwrap();
        assert_eq!(server.address(), address);
        assert_eq!(count(&client).await, round, "{how:?}");
        let recovered = server.log().iter().any(|line| line.contains("automatic recovery"));
        assert_eq!(recovered, how == Shutdown::Immediate, "{how:?}");
    }
}

#[tokio::test]
async fn a_killed_postmaster_can_be_started_again() {
    let mut server = Server::start().await.unwrap();
    let client = server.connect("postgres").await.unwrap();
    client.batch_execute("create table marks (n int); insert into marks values (1)").await.unwrap();

    server.signal(Signal::SIGKILL).unwrap();
    closed(&client).await;
    server.restart(Shutdown::Immediate).await.unwrap();

    assert_eq!(count(&server.connect("postgres").await.unwrap()).await, 1);
}

#[tokio::test]
async fn a_terminated_backend_loses_its_session_and_no_other() {
    let server = Server::start().await.unwrap();
    let victim = server.connect("postgres").await.unwrap();
    let witness = server.connect("postgres").await.unwrap();
    let row = victim.query_one("select pg_backend_pid()", &[]).await.unwrap();

    assert!(server.terminate_backend(row.get(0)).await.unwrap());

    closed(&victim).await;
    assert_eq!(value(&witness, "select 'alive'").await, "alive");
    assert!(!server.terminate_backend(row.get(0)).await.unwrap(), "it is gone");
}

#[tokio::test]
async fn a_standby_follows_and_is_promoted_while_the_old_primary_lives() {
    let primary = Server::start().await.unwrap();
    let old = primary.connect("postgres").await.unwrap();
    old.batch_execute("create table marks (n int)").await.unwrap();
    let standby = primary.standby().await.unwrap();
    old.batch_execute("insert into marks values (1)").await.unwrap();
    standby.catch_up_with(&primary).await.unwrap();
    let new = standby.connect("postgres").await.unwrap();
    assert_eq!(count(&new).await, 1);
    assert!(new.batch_execute("insert into marks values (2)").await.is_err(), "read only");

    standby.promote().await.unwrap();

    new.batch_execute("insert into marks values (2), (3)").await.unwrap();
    old.batch_execute("insert into marks values (2)").await.unwrap();
    assert_eq!((count(&old).await, count(&new).await), (2, 3), "two primaries, two histories");
    let timeline = "select timeline_id::text from pg_control_checkpoint()";
    new.batch_execute("checkpoint").await.unwrap();
    assert_eq!(
        (value(&old, timeline).await, value(&new, timeline).await),
        ("1".into(), "2".into())
    );
}

#[tokio::test]
async fn a_kept_server_has_its_data_again_and_asks_for_a_password() {
    let outer = Server::start().await.unwrap();
    let folder = outer.folder().join("kept");
    let first = Server::open(&folder).await.unwrap();
    let client = first.connect("postgres").await.unwrap();
    client.batch_execute("create table marks (n int); insert into marks values (1)").await.unwrap();
    let stranger = format!("postgres://postgres:wrong@{}/postgres", first.address());
    assert!(server::connect(&stranger).await.is_err(), "a wrong password");
    drop((client, first));

    let second = Server::open(&folder).await.unwrap();

    let client = second.connect("postgres").await.unwrap();
    assert_eq!(count(&client).await, 1);
    let again = tokio::time::timeout(Duration::from_secs(60), Server::open(&folder)).await.unwrap();
    let sentence = again.unwrap_err().to_string();
    assert!(sentence.contains("postmaster.pid"), "a second server on the data: {sentence}");
    assert_eq!(count(&client).await, 1, "the first one did not suffer");
}
