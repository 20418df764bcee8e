//! The work pool: what its sessions are told, and how it fails.

use std::time::Duration;

use store::{DatabaseUrl, PoolSettings, Store, StoreError};
use tokio::time::timeout;

use crate::bench::{migrated, open, replace_now, url};

/// What a session says about itself, in the text of an error.
pub(crate) const CONFESS: &str = "raise exception 'confession: % % % % %', \
    current_setting('statement_timeout'), current_setting('lock_timeout'), \
    current_setting('idle_in_transaction_session_timeout'), current_setting('timezone'), \
    current_setting('application_name')";

#[tokio::test]
async fn every_session_is_bounded_by_the_server() {
    let database = migrated().await;
    let store = open(&database).await;
    replace_now(&database.connect().await.unwrap(), CONFESS).await;

    let confession = store.now().await.unwrap_err().to_string();

    assert!(confession.contains("confession: 10s 5s 5s UTC trt/work"), "{confession}");
}

#[tokio::test]
async fn the_settings_of_the_address_hold_beside_ours() {
    let database = migrated().await;
    let address = format!("{}?options=-cwork_mem=5MB%20-cstatement_timeout=1h", database.url());
    let url = DatabaseUrl::parse(&address).unwrap();
    let store = Store::open(&url, PoolSettings::default()).await.unwrap();
    let body = "raise exception 'confession: % %', \
        current_setting('work_mem'), current_setting('statement_timeout')";
    replace_now(&database.connect().await.unwrap(), body).await;

    let confession = store.now().await.unwrap_err().to_string();

    assert!(confession.contains("confession: 5MB 10s"), "{confession}");
}

#[tokio::test]
async fn business_time_can_be_replaced_in_a_database() {
    let database = migrated().await;
    let store = open(&database).await;
    let witness = database.connect().await.unwrap();
    let real = store.now().await.unwrap();
    replace_now(&witness, "return '2031-05-06 07:08:09+00'").await;

    let replaced = store.now().await.unwrap();

    assert!(real.year() < 2031, "{real}");
    assert_eq!(replaced.unix_timestamp(), 1_935_817_689);
}

#[tokio::test]
async fn a_closed_store_refuses_at_once() {
    let database = migrated().await;
    let store = open(&database).await;

    store.close().await;
    let refused = timeout(Duration::from_secs(1), store.now()).await.unwrap();

    assert!(matches!(refused, Err(StoreError::Unreachable(_))), "{refused:?}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable_within_the_patience_of_the_pool() {
    let patience = Duration::from_millis(300);
    let settings = PoolSettings { acquire: patience, ..PoolSettings::default() };
    // Reserved, and nobody listens there.
    let url = DatabaseUrl::parse("postgres://u@127.0.0.1:1/d").unwrap();

    let opened = timeout(patience * 10, Store::open(&url, settings)).await.unwrap();

    assert!(matches!(opened, Err(StoreError::Unreachable(_))), "{opened:?}");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_a_refusal() {
    let database = migrated().await;
    let (server, _) =
        database.url().rsplit_once('/').map(|(s, d)| (s.to_owned(), d.len())).unwrap();
    let nowhere = DatabaseUrl::parse(&format!("{server}/nowhere")).unwrap();

    let opened = Store::open(&nowhere, PoolSettings::default()).await;

    assert!(matches!(&opened, Err(StoreError::Refused(_))), "{opened:?}");
    assert!(opened.unwrap_err().to_string().contains("nowhere"));
    assert!(Store::open(&url(&database), PoolSettings::default()).await.is_ok());
}
