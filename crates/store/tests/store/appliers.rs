//! Appliers that meet each other, a busy table, or their end.

use std::time::Duration;

use store::migrations;
use testbed::{SOON, wait};
use tokio::time::timeout;

use crate::bench::{empty, followed_by, migrated, migration, number, url, waiting};

const APPLIER: &str = "trt/migrate";

/// Wants a table for itself, after it has already done something.
const GREEDY: &str = "-- Two statements, the second needs a lock.\n\
    create table half (n int);\n\
    alter table schema_compat add column note text";

#[tokio::test]
async fn of_appliers_that_come_at_once_each_migration_is_applied_by_one() {
    let database = empty().await;
    let address = url(&database);

    let (a, b, c) = tokio::join!(
        migrations::apply(&address),
        migrations::apply(&address),
        migrations::apply(&address)
    );

    let mut applied: Vec<i64> =
        [a, b, c].into_iter().flat_map(|outcome| outcome.unwrap().applied).collect();
    applied.sort_unstable();
    assert_eq!(applied, (1..=migrations::newest()).collect::<Vec<_>>());
}

#[tokio::test]
async fn another_applier_is_waited_for_in_slices() {
    let database = empty().await;
    let (other, witness) = (database.connect().await.unwrap(), database.connect().await.unwrap());
    let key = "hashtextextended('trt_migrations', 0)";
    other.batch_execute(&format!("select pg_advisory_lock({key})")).await.unwrap();
    let address = url(&database);
    let applying = tokio::spawn(async move { migrations::apply(&address).await });

    let (_, first) = waiting(&witness, APPLIER).await;
    wait::until("the next slice, in a transaction of its own", SOON, async || {
        (waiting(&witness, APPLIER).await.1 != first).then_some(())
    })
    .await
    .unwrap();
    other.batch_execute(&format!("select pg_advisory_unlock({key})")).await.unwrap();

    let report = applying.await.unwrap().unwrap();
    assert!(report.waits > 0);
    assert_eq!(report.applied.len(), migrations::embedded().len());
}

#[tokio::test]
async fn a_migration_that_finds_its_table_in_use_lets_others_go_first_and_tries_again() {
    let database = migrated().await;
    let mut reader = database.connect().await.unwrap();
    let (other, witness) = (database.connect().await.unwrap(), database.connect().await.unwrap());
    let long = reader.transaction().await.unwrap();
    long.batch_execute("select oldest_binary from schema_compat").await.unwrap();
    let address = url(&database);
    let all = followed_by(migration(900, GREEDY));
    let applying = tokio::spawn(async move { migrations::apply_these(&address, &all).await });

    waiting(&witness, APPLIER).await;
    // Queues behind the migration, which waits for the reader, who does not end.
    let query = other.batch_execute("select oldest_binary from schema_compat");
    let bound = migrations::SLICE + Duration::from_secs(8);
    timeout(bound, query).await.expect("the migration must give way").unwrap();
    assert!(!applying.is_finished(), "the long reader is still there");
    long.commit().await.unwrap();

    let report = applying.await.unwrap().unwrap();
    assert_eq!(report.applied, [900]);
    assert!(report.waits > 0);
}

#[tokio::test]
async fn an_applier_that_dies_half_way_leaves_nothing_and_can_be_run_again() {
    let database = migrated().await;
    let mut reader = database.connect().await.unwrap();
    let witness = database.connect().await.unwrap();
    let long = reader.transaction().await.unwrap();
    long.batch_execute("select oldest_binary from schema_compat").await.unwrap();
    let address = url(&database);
    let all = followed_by(migration(900, GREEDY));
    let applying = tokio::spawn({
        let (address, all) = (address.clone(), all.clone());
        async move { migrations::apply_these(&address, &all).await }
    });

    let (pid, _) = waiting(&witness, APPLIER).await;
    witness.execute("select pg_terminate_backend($1)", &[&pid]).await.unwrap();
    let ended = applying.await.unwrap().unwrap_err();
    long.commit().await.unwrap();

    assert!(ended.to_string().contains("cannot be reached"), "{ended}");
    let half = "select count(*) from pg_class where relname = 'half'";
    assert_eq!(number(&witness, half).await, 0);
    assert_eq!(migrations::apply_these(&address, &all).await.unwrap().applied, [900]);
    assert_eq!(number(&witness, half).await, 1);
}
