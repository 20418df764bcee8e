//! An address with several hosts: the primary is found, whoever is away and whatever becomes of it.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use store::{
    Arrival, ArrivalState, Cause, DatabaseUrl, Intake, PoolSettings, Standing, Store, StoreError,
    migrations,
};
use testbed::port;
use testbed::process::Signal;
use testbed::server::{Server, Shutdown};
use tokio::time::timeout;

use crate::bench::activate_at;

/// All hosts of a server's database, in this order.
fn url(hosts: &[SocketAddr], more: &str) -> DatabaseUrl {
    let hosts: Vec<String> = hosts.iter().map(SocketAddr::to_string).collect();
    DatabaseUrl::parse(&format!("postgres://postgres@{}/postgres{more}", hosts.join(","))).unwrap()
}

/// The one host of a server.
fn of_one(server: &Server) -> DatabaseUrl {
    url(&[server.address()], "")
}

/// A server with our schema, and one that follows it.
async fn pair() -> (Server, Server) {
    let primary = Server::start().await.unwrap();
    migrations::apply(&of_one(&primary)).await.unwrap();
    let standby = primary.standby().await.unwrap();
    (primary, standby)
}

fn arrival(number: i64) -> Arrival {
    let (update_id, payload) = (domain::UpdateId::new(number), "{}".into());
    Arrival { update_id, lane: 1, standing: ArrivalState::Pending, payload }
}

/// Whether each of the ways that the product has leads to a server that takes writes.
async fn all_write(url: &DatabaseUrl, number: i64) {
    migrations::apply(url).await.unwrap();
    let intake = Intake::new(url);
    intake.accept_one(&arrival(number)).await.unwrap();
    intake.ring().await.unwrap();
    let store = Store::open(url, PoolSettings::default()).await.unwrap();
    assert!(!store.server().await.unwrap().standby);
    let _bell = store.doorbell().await.unwrap();
    leadership::probe(&url.lock_connector().await.unwrap()).await.unwrap();
}

#[tokio::test]
async fn the_primary_is_found_behind_a_host_that_is_away_and_one_that_is_a_standby() {
    let (primary, standby) = pair().await;
    let nobody = port::draw().unwrap();
    let url = url(&[nobody, standby.address(), primary.address()], "");

    all_write(&url, 1).await;

    let standings = url.standings().await;
    let what: Vec<&Standing> = standings.iter().map(|(_, standing)| standing).collect();
    assert!(
        matches!(what[..], [Standing::Away(_), Standing::ReadOnly, Standing::Primary]),
        "{standings:?}"
    );
    assert_eq!(standings[2].0, primary.address().to_string());
}

#[tokio::test]
async fn a_host_that_says_nothing_costs_a_second_once_and_the_next_one_begins_elsewhere() {
    let (primary, standby) = pair().await;
    standby.signal(Signal::SIGSTOP).unwrap();
    let url = url(&[standby.address(), primary.address()], "");

    let began = Instant::now();
    let store = Store::open(&url, PoolSettings::default()).await.unwrap();
    let first = began.elapsed();
    store.close().await;
    let began = Instant::now();
    let other = Store::open(&url, PoolSettings::default()).await.unwrap();
    let second = began.elapsed();
    other.close().await;
    let connector = url.lock_connector().await.unwrap();
    let probed = timeout(Duration::from_secs(10), leadership::probe(&connector)).await;

    assert!(first >= Duration::from_secs(1), "the silent host was never asked: {first:?}");
    assert!(second < Duration::from_millis(900), "it was asked again: {second:?}");
    probed.unwrap().unwrap();
    standby.signal(Signal::SIGCONT).unwrap();
}

#[tokio::test]
async fn a_promotion_in_the_middle_is_followed_and_no_session_to_the_old_primary_is_kept() {
    let (mut primary, standby) = pair().await;
    let url = url(&[primary.address(), standby.address()], "");
    let intake = Intake::new(&url);
    let store = Store::open(&url, PoolSettings::default()).await.unwrap();
    intake.accept_one(&arrival(1)).await.unwrap();
    standby.catch_up_with(&primary).await.unwrap();

    primary.stop(Shutdown::Immediate).await.unwrap();
    standby.promote().await.unwrap();
    // The first may be told that its session is gone.
    let _ = store.server().await;
    intake.accept_one(&arrival(2)).await.unwrap();

    assert!(!store.server().await.unwrap().standby);
    all_write(&url, 3).await;
    let client = standby.connect("postgres").await.unwrap();
    let count = client.query_one("select count(*) from inbox", &[]).await.unwrap();
    assert_eq!(count.get::<_, i64>(0), 3);
}

#[tokio::test]
async fn a_primary_that_takes_no_writes_any_more_loses_all_its_sessions_at_the_first_refusal() {
    let (primary, standby) = pair().await;
    let url = url(&[primary.address(), standby.address()], "");
    let (_elector, term) = activate_at(&of_one(&primary)).await;
    let (intake, settings) = (Intake::new(&url), PoolSettings { connections: 3, ..<_>::default() });
    let store = Store::open(&url, settings).await.unwrap();
    let (one, two, three) = tokio::join!(store.now(), store.now(), store.now());
    assert!(one.is_ok() && two.is_ok() && three.is_ok());
    let both = (arrival(1), arrival(2));
    let (one, two) = tokio::join!(intake.accept_one(&both.0), intake.accept_one(&both.1));
    assert!(one.is_ok() && two.is_ok());
    standby.catch_up_with(&primary).await.unwrap();

    takes_no_writes_any_more(&primary).await;
    standby.promote().await.unwrap();

    // Tried again in the same call: the second try is on the new primary.
    intake.accept_one(&arrival(3)).await.unwrap();
    let writes = async || {
        store.in_term(&term, async |tx| tx.upkeep().keep_profile("somebot", false).await).await
    };
    let (refused, next) = (writes().await, writes().await);

    assert!(matches!(refused, Err(StoreError::Away(_))), "{refused:?}");
    assert!(next.is_ok(), "a session to the old primary was kept: {next:?}");
    let sessions = "select count(*) from pg_stat_activity where application_name = 'trt/work'";
    let admin = primary.connect("postgres").await.unwrap();
    let left = testbed::wait::until("the old sessions to end", testbed::SOON, async || {
        let row = admin.query_one(sessions, &[]).await.ok()?;
        (row.get::<_, i64>(0) == 0).then_some(())
    });
    left.await.unwrap();
}

/// As a provider does before it moves a primary: sessions live on, and may not write.
async fn takes_no_writes_any_more(primary: &Server) {
    let admin = primary.connect("postgres").await.unwrap();
    admin.batch_execute("alter system set default_transaction_read_only = on").await.unwrap();
    admin.batch_execute("select pg_reload_conf()").await.unwrap();
    testbed::wait::until("the settings to be read", testbed::SOON, async || {
        let told = admin.query_one("show default_transaction_read_only", &[]).await.ok()?;
        (told.get::<_, String>(0) == "on").then_some(())
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn hosts_that_are_all_away_are_told_of_in_time_and_by_name() {
    let nobody = [port::draw().unwrap(), port::draw().unwrap()];
    let url = url(&nobody, "");

    let opened = timeout(Duration::from_secs(6), Store::open(&url, PoolSettings::default())).await;

    let error = opened.unwrap().unwrap_err();
    assert!(matches!(error, StoreError::Away(_)), "{error:?}");
    assert_eq!(error.cause(), Some(Cause::NoPrimary));
    let said = error.to_string();
    assert!(nobody.iter().all(|host| said.contains(&host.to_string())), "{said}");
}

#[tokio::test]
async fn standbys_alone_are_no_place_to_work_and_a_wrong_password_everywhere_is_told_as_such() {
    let (primary, standby) = pair().await;
    let alone = url(&[standby.address(), standby.address()], "");
    let error = Store::open(&alone, PoolSettings::default()).await.unwrap_err();
    assert_eq!(error.cause(), Some(Cause::NoPrimary), "{error}");
    assert!(error.to_string().contains("a standby"), "{error}");
    let probed = leadership::probe(&alone.lock_connector().await.unwrap()).await;
    assert!(probed.is_err());

    // Who says that one host is to be written to is not given a standby, either.
    let one = url(&[standby.address()], "?target_session_attrs=read-write");
    let error = Store::open(&one, PoolSettings::default()).await.unwrap_err();
    assert_eq!(error.cause(), Some(Cause::ReadOnly), "{error}");

    let hosts = [primary.address(), standby.address()].map(|host| host.to_string()).join(",");
    let nowhere = DatabaseUrl::parse(&format!("postgres://postgres@{hosts}/nowhere")).unwrap();
    let error = Store::open(&nowhere, PoolSettings::default()).await.unwrap_err();
    assert!(matches!(error, StoreError::Refused(_)), "{error:?}");
    assert_eq!(error.cause(), Some(Cause::NoDatabase));
}
