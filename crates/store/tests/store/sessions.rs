//! The work pool: what its sessions are told, and how it fails.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::join_all;
use store::{DatabaseUrl, PoolSettings, Store, StoreError};
use testbed::SOON;
use testbed::proxy::{Fault, Way};
use tokio::time::timeout;

use crate::bench::{app, migrated, open, proxied, replace_now, url};

/// What a session says about itself, in the text of an error.
pub(crate) const CONFESS: &str = "raise exception 'confession: % % % % %', \
    current_setting('statement_timeout'), current_setting('lock_timeout'), \
    current_setting('idle_in_transaction_session_timeout'), current_setting('timezone'), \
    current_setting('application_name')";

/// A pool of so many sessions.
fn of(connections: u32) -> PoolSettings {
    PoolSettings { connections, ..PoolSettings::default() }
}

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

    assert!(matches!(refused, Err(StoreError::Away(_))), "{refused:?}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable_within_the_patience_of_the_pool() {
    let patience = Duration::from_millis(300);
    let settings = PoolSettings { acquire: patience, ..PoolSettings::default() };
    // Reserved, and nobody listens there.
    let url = DatabaseUrl::parse("postgres://u@127.0.0.1:1/d").unwrap();

    let opened = timeout(patience * 10, Store::open(&url, settings)).await.unwrap();

    assert!(matches!(opened, Err(StoreError::Away(_))), "{opened:?}");
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

#[tokio::test]
async fn a_session_goes_from_one_user_to_the_next_without_a_question() {
    let database = migrated().await;
    let (proxy, url) = proxied(&database, "").await;
    let store = Store::open(&url, of(1)).await.unwrap();
    store.now().await.unwrap();

    let words = proxy.inject(Fault::Latency { way: Way::Up, delay: Duration::ZERO });
    for _ in 0..5 {
        store.now().await.unwrap();
    }

    assert_eq!(words.heal(), 5, "each reading is one word");
}

/// Lets a minute pass for whoever counts how long a session was idle.
async fn a_minute_passes() {
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(61)).await;
    tokio::time::resume();
}

#[tokio::test]
async fn a_server_that_fell_silent_costs_each_session_one_wait_and_no_place() {
    let database = migrated().await;
    let (proxy, url) = proxied(&database, "").await;
    let settings = PoolSettings { connections: 2, acquire: Duration::from_secs(1) };
    let store = Store::open(&url, settings).await.unwrap();
    let (one, other) = tokio::join!(store.now(), store.now());
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");

    let silence = proxy.inject(Fault::Silence);
    // Somebody goes away before the answer that never comes, and the rest waits too long.
    assert!(timeout(Duration::from_millis(200), store.now()).await.is_err());
    a_minute_passes().await;
    let unreached = store.now().await;
    assert!(matches!(unreached, Err(StoreError::Away(_))), "{unreached:?}");
    assert!(silence.heal() > 0, "nobody met the silence");

    let began = tokio::time::Instant::now();
    for answer in join_all((0..10).map(|_| store.now())).await {
        answer.unwrap();
    }
    assert!(began.elapsed() < settings.acquire, "a place is missing: {:?}", began.elapsed());
}

#[tokio::test]
async fn a_pool_on_a_silent_server_is_closed_in_time() {
    let database = migrated().await;
    let (proxy, url) = proxied(&database, "").await;
    let store = Store::open(&url, of(2)).await.unwrap();
    let (one, other) = tokio::join!(store.now(), store.now());
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");

    let silence = proxy.inject(Fault::Silence);
    let asked = tokio::spawn({
        let store = store.clone();
        async move { store.now().await }
    });
    silence.strikes(SOON).await.unwrap();
    // The other session is found to be too old by whoever wants one now.
    a_minute_passes().await;
    assert!(timeout(Duration::from_millis(200), store.now()).await.is_err());

    timeout(Duration::from_secs(5), store.close()).await.unwrap();
    let refused = store.now().await;
    assert!(matches!(refused, Err(StoreError::Away(_))), "{refused:?}");
    asked.abort();
}

#[tokio::test]
async fn a_session_that_died_is_found_out_and_one_that_was_idle_for_long_is_not_used() {
    let database = migrated().await;
    let store = Store::open(&app(&database), of(1)).await.unwrap();
    let witness = database.connect().await.unwrap();
    let kill = "select pg_terminate_backend(pid, 5000) from pg_stat_activity \
                where application_name = 'trt/work' and datname = current_database()";

    witness.batch_execute(kill).await.unwrap();
    let found_out = store.now().await;
    let next = store.now().await;
    witness.batch_execute(kill).await.unwrap();
    a_minute_passes().await;
    let long_afterwards = store.now().await;

    assert!(matches!(found_out, Err(StoreError::Away(_))), "{found_out:?}");
    assert!(next.is_ok() && long_afterwards.is_ok(), "{next:?} {long_afterwards:?}");
}

#[tokio::test]
async fn whoever_goes_away_half_way_takes_the_session_from_nobody() {
    let database = migrated().await;
    let store = Store::open(&app(&database), of(1)).await.unwrap();

    let left = AtomicUsize::new(0);
    let users = join_all((0..60).map(async |user| {
        if user % 3 == 0 {
            // The first one has asked by then, the others wait for their turn. On a busy machine the
            // answer may be there when it is first looked for.
            let answer = store.now().now_or_never();
            left.fetch_add(usize::from(answer.is_none()), Ordering::Relaxed);
            return answer;
        }
        Some(store.now().await)
    }));

    for answer in users.await.into_iter().flatten() {
        answer.unwrap();
    }
    assert!(left.into_inner() > 0, "nobody went away half-way");
}

#[tokio::test]
async fn whoever_listens_has_a_session_and_the_others_share_the_rest() {
    let database = migrated().await;
    let store = Store::open(&app(&database), of(2)).await.unwrap();
    let (one, other) = tokio::join!(store.now(), store.now());
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");

    let _doorbell = store.doorbell().await.unwrap();

    for answer in join_all((0..10).map(|_| store.now())).await {
        answer.unwrap();
    }
}
