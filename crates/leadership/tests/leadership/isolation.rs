//! Isolation: what has waited for the fence sees what is there afterwards, whatever the defaults of the
//! database say.

use leadership::{LockKey, Report};
use testbed::database::Database;
use testbed::{SOON, wait};
use tokio_postgres::Client;

use crate::node::{LOCK, Plan, database, mark};

const ALICE: &str = "00000000-0000-0000-0000-00000000000a";
const BOB: &str = "00000000-0000-0000-0000-00000000000b";

/// Levels at which a transaction goes on seeing what was there when it began.
const TOO_HIGH: [&str; 2] = ["repeatable read", "serializable"];

fn claim(holder: &str) -> String {
    let LockKey { class, object } = LockKey::of(LOCK);
    format!("select leader_claim('{LOCK}', {class}, {object}, '{holder}', 'x', now(), '1s')")
}

fn fence(epoch: i64, holder: &str) -> String {
    format!("select leader_fence('{LOCK}', {epoch}, '{holder}')")
}

/// Makes every transaction that does not say otherwise begin at this level.
async fn by_default(database: &Database, level: &str) {
    let admin = database.connect().await.unwrap();
    let name = database.name();
    let set = format!("alter database \"{name}\" set default_transaction_isolation = '{level}'");
    admin.batch_execute(&set).await.unwrap();
}

async fn code(client: &Client, statement: &str) -> String {
    let error = client.batch_execute(statement).await.unwrap_err();
    error.code().unwrap().code().to_owned()
}

#[tokio::test]
async fn what_began_before_a_claim_commits_nothing_after_it_at_any_isolation_level() {
    for level in TOO_HIGH {
        let database = database().await;
        let session = database.connect().await.unwrap();
        session.batch_execute(&claim(ALICE)).await.unwrap();
        let deposed = database.connect().await.unwrap();
        // The first statement fixes what this transaction will see.
        let begin = format!("begin isolation level {level}; select from leader_term");
        deposed.batch_execute(&begin).await.unwrap();
        session.batch_execute(&claim(BOB)).await.unwrap();

        let write = format!("{}; insert into marks (epoch) values (1); commit", fence(1, ALICE));
        let outcome = deposed.batch_execute(&write).await;

        let marks = session.query_one("select count(*) from marks", &[]).await.unwrap();
        assert_eq!(marks.get::<_, i64>(0), 0, "{level}: written by an ended term: {outcome:?}");
        let refused = outcome.unwrap_err();
        assert_eq!(refused.code().unwrap().code(), "LE003", "{level}: {refused}");
    }
}

#[tokio::test]
async fn a_fence_that_waited_for_a_claim_does_not_pass_because_of_a_default() {
    for level in TOO_HIGH {
        let database = database().await;
        let session = database.connect().await.unwrap();
        session.batch_execute(&claim(ALICE)).await.unwrap();
        by_default(&database, level).await;
        let (admin, work) = (database.connect().await.unwrap(), database.connect().await.unwrap());
        session.batch_execute(&format!("begin; {}", claim(BOB))).await.unwrap();

        let late = format!("begin; {}; insert into marks (epoch) values (1)", fence(1, ALICE));
        let late = tokio::spawn(async move { code(&work, &late).await });
        wait::until("a fence that waits or refuses", SOON, async || {
            let waits = "select from pg_locks where mode = 'ShareLock' and not granted and database = \
                         (select oid from pg_database where datname = current_database())";
            let waits = admin.query_opt(waits, &[]).await.unwrap().is_some();
            (waits || late.is_finished()).then_some(())
        })
        .await
        .unwrap();
        session.batch_execute("commit").await.unwrap();

        assert_eq!(late.await.unwrap(), "LE003", "{level}");
    }
}

#[tokio::test]
async fn a_fence_a_claim_and_a_seal_say_which_level_they_need() {
    let database = database().await;
    let client = database.connect().await.unwrap();
    client.batch_execute(&claim(ALICE)).await.unwrap();
    let seal = format!("select leader_seal('{LOCK}', 1, '{ALICE}', 'stopped')");
    for statement in [fence(1, ALICE), claim(BOB), seal] {
        for level in TOO_HIGH {
            let begun = format!("begin isolation level {level}; {statement}");
            let refused = client.batch_execute(&begun).await.unwrap_err();
            client.batch_execute("rollback").await.unwrap();

            let told = refused.as_db_error().unwrap();
            assert_eq!(told.code().code(), "LE003", "{statement} at {level}");
            assert!(told.message().contains("begin isolation level read committed"), "{told}");
        }
        let fine = format!("begin isolation level read committed; {statement}; rollback");
        client.batch_execute(&fine).await.unwrap();
    }
}

#[tokio::test]
async fn a_default_of_the_database_keeps_nobody_from_leading_and_handing_over() {
    for level in TOO_HIGH {
        let database = database().await;
        by_default(&database, level).await;
        let plan = Plan::on(&database.url());
        let first = plan.start();
        let term = first.active().await;
        let second = plan.start();
        second.waiting().await;
        let beaten = |report: &Report| matches!(report, Report::Beat { .. }).then_some(());
        first.reports("a beat", beaten).await;

        first.stop().await;

        let next = second.active().await;
        assert!(next.epoch() > term.epoch() + 1, "{level}: it was sealed before");
        let client = database.connect().await.unwrap();
        assert_eq!(mark(&client, &term).await.unwrap_err().code().unwrap().code(), "LE001");
        mark(&client, &next).await.unwrap();
    }
}
