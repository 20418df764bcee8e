//! The database's half by itself: the fence, the seal and the second line, statement by statement.

use std::time::Duration;

use leadership::{LockKey, Report};
use testbed::database::Database;
use testbed::proxy::{ChaosProxy, Fault, Way};
use testbed::server::Server;
use testbed::{SOON, wait};
use tokio_postgres::Client;

use crate::node::{LOCK, Plan, brisk, database, install, steady};

const ALICE: &str = "00000000-0000-0000-0000-00000000000a";
const BOB: &str = "00000000-0000-0000-0000-00000000000b";

fn claim(holder: &str) -> String {
    let LockKey { class, object } = LockKey::of(LOCK);
    format!(
        "select leader_await({class}, {object}, '1s'); select epoch from leader_claim(\
         '{LOCK}', {class}, {object}, '{holder}', 'by hand', now(), '1s')"
    )
}

fn fence(epoch: i64, holder: &str) -> String {
    format!("select leader_fence('{LOCK}', {epoch}, '{holder}')")
}

async fn code(client: &Client, statement: &str) -> String {
    let error = client.batch_execute(statement).await.unwrap_err();
    error.code().unwrap().code().to_owned()
}

/// A session that holds the lock and term 1, and never says anything again.
async fn holder(database: &Database) -> Client {
    let client = database.connect().await.unwrap();
    client.batch_execute(&claim(ALICE)).await.unwrap();
    client
}

#[tokio::test]
async fn a_term_of_the_same_number_with_another_holder_does_not_pass_the_fence() {
    let database = database().await;
    let session = holder(&database).await;

    // As after a failover that lost a claim: the number was given twice.
    assert_eq!(code(&session, &fence(1, BOB)).await, "LE001");
    session.batch_execute(&fence(1, ALICE)).await.unwrap();
}

#[tokio::test]
async fn a_fence_that_waited_for_a_claim_sees_the_claim() {
    let database = database().await;
    let session = holder(&database).await;
    let work = database.connect().await.unwrap();
    let admin = database.connect().await.unwrap();
    session.batch_execute(&format!("begin; {}", claim(BOB))).await.unwrap();

    let late = tokio::spawn(async move { code(&work, &fence(1, ALICE)).await });
    wait::until("a fence that waits", SOON, async || {
        let query = "select from pg_locks where mode = 'ShareLock' and not granted and database = \
                     (select oid from pg_database where datname = current_database())";
        admin.query_opt(query, &[]).await.unwrap().map(drop)
    })
    .await
    .unwrap();
    session.batch_execute("commit").await.unwrap();

    assert_eq!(late.await.unwrap(), "LE001");
}

#[tokio::test]
async fn a_claim_and_a_seal_wait_for_transactions_that_passed_the_fence() {
    let database = database().await;
    let session = holder(&database).await;
    let work = database.connect().await.unwrap();
    work.batch_execute(&format!("begin; {}", fence(1, ALICE))).await.unwrap();
    session.batch_execute("set lock_timeout = '100ms'").await.unwrap();
    let seal = format!("select leader_seal('{LOCK}', 1, '{ALICE}', 'stopped')");

    assert_eq!(code(&session, &claim(BOB)).await, "55P03", "a claim waits");
    assert_eq!(code(&session, &seal).await, "55P03", "a seal waits");
    work.batch_execute("commit").await.unwrap();

    session.batch_execute(&seal).await.unwrap();
    let query = "select epoch = 2 and holder is null from leader_term";
    let sealed: bool = session.query_one(query, &[]).await.unwrap().get(0);
    assert!(sealed, "a seal takes a number of its own and has no holder");
}

#[tokio::test]
async fn the_lock_is_held_and_beats_go_on_for_as_long_as_work_is_in_hand() {
    let database = database().await;
    let (first, term, second) = Plan::on(&database.url()).pair().await;
    let in_hand = term.work().unwrap();
    let admin = database.connect().await.unwrap();

    first.elector.stop();
    term.draining().await;
    let query = "select epoch, beat from leader_beat";
    let begun: i64 = admin.query_one(query, &[]).await.unwrap().get(1);
    let epoch = wait::until("four more beats, or another term", SOON, async || {
        let row = admin.query_one(query, &[]).await.unwrap();
        let (epoch, beat): (i64, i64) = (row.get(0), row.get(1));
        (epoch != term.epoch() || beat >= begun + 4).then_some(epoch)
    });

    assert_eq!(epoch.await.unwrap(), term.epoch(), "nobody came in between");
    drop(in_hand);
    second.active().await;
}

#[tokio::test]
async fn an_answer_that_took_long_is_trusted_that_much_shorter() {
    let server = Server::start().await.unwrap();
    install(&server.connect("postgres").await.unwrap()).await;
    let proxy = ChaosProxy::tcp(server.address()).await.unwrap();
    let plan = Plan::on(&server.url("postgres"));
    let node = plan.through(server.url_through(proxy.address(), "postgres")).start();
    let term = node.active().await;

    let delay = Duration::from_millis(600);
    let slow = proxy.inject(Fault::Latency { way: Way::Down, delay });
    node.reports("a slow beat", |report| match report {
        Report::Beat { took, .. } if *took >= delay => Some(()),
        _ => None,
    })
    .await;
    let admin = server.connect("postgres").await.unwrap();
    let query = "select beat from leader_beat";
    let begun: i64 = admin.query_one(query, &[]).await.unwrap().get(0);
    wait::until("three slow beats", SOON, async || {
        assert!(term.trust_left() <= steady().trust() - delay, "{:?}", term.trust_left());
        let beat: i64 = admin.query_one(query, &[]).await.unwrap().get(0);
        (beat >= begun + 3).then_some(())
    })
    .await
    .unwrap();
    assert!(slow.heal() > 0);
}

#[tokio::test]
async fn only_the_session_that_was_watched_is_ended_and_only_while_it_is_silent() {
    let database = database().await;
    let session = holder(&database).await;
    let admin = database.connect().await.unwrap();
    let LockKey { class, object } = LockKey::of(LOCK);
    let end = async |epoch: &str, beat: &str, start: &str| -> bool {
        let query = format!(
            "select leader_end_silent('{LOCK}', {class}, {object}, {epoch}, {beat}, lock_pid, \
             ({start})::text) from leader_look('{LOCK}', {class}, {object})"
        );
        admin.query_one(&query, &[]).await.unwrap().get(0)
    };

    assert!(!end("epoch + 1", "beat", "lock_start").await, "another term");
    assert!(!end("epoch", "beat + 1", "lock_start").await, "it has given a sign of life");
    let younger = "lock_start::timestamptz + interval '1s'";
    assert!(!end("epoch", "beat", younger).await, "another session with the same number");
    session.batch_execute("select").await.unwrap();

    assert!(end("epoch", "beat", "lock_start").await);
    wait::until("its end", SOON, async || session.is_closed().then_some(())).await.unwrap();
}

#[tokio::test]
async fn a_silent_holder_that_the_server_does_not_end_is_ended_by_a_follower() {
    let database = database().await;
    let session = holder(&database).await;
    let node = Plan::on(&database.url()).timed(brisk()).start();

    let term = node.active().await;

    assert!(session.is_closed());
    assert_eq!(term.epoch(), 2);
    let ended = |report: &Report| matches!(report, Report::SilentHolderEnded(_)).then_some(());
    node.reports("a report of it", ended).await;
}
