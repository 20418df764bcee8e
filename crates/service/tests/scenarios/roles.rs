//! Several instances of the real program on one database: who is active, and what the others say.

use std::time::{Duration, Instant};

use testbed::database::{Cluster, Database};
use testbed::process::Signal;
use testbed::{SOON, wait};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_postgres::Client;

use crate::instance::{Instance, TOKEN, program};
use crate::web::Answer;

/// Fast enough for a test, slow enough for two busy cores.
const BRISK: [(&str, &str); 4] = [
    ("LOCK_HEARTBEAT_SECONDS", "0.3"),
    ("LOCK_TRUST_SECONDS", "2"),
    ("LOCK_CALL_SECONDS", "0.5"),
    ("LOCK_STALE_HEARTBEAT_SECONDS", "3"),
];

async fn database() -> Database {
    Cluster::shared().await.unwrap().empty_database().await.unwrap()
}

async fn start(database: &Database, more: &[(&str, &str)]) -> Instance {
    let url = database.url();
    let changes = [BRISK.as_slice(), &[("DATABASE_URL", url.as_str())], more].concat();
    Instance::start(&changes).await
}

async fn history(client: &Client) -> Vec<(i64, String, String)> {
    let query = "select epoch, event, reason from leader_history order by at";
    let rows = client.query(query, &[]).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()
}

#[tokio::test]
async fn an_empty_database_is_migrated_and_the_first_instance_is_active() {
    let database = database().await;
    let trt = start(&database, &[]).await;

    let health = trt.becomes("ACTIVE").await;

    assert_eq!(health["mode"], "active");
    assert_eq!((&health["active"], &health["lock_acquired"]), (&true.into(), &true.into()));
    assert_eq!(health["epoch"], 1);
    assert!(health["lock_heartbeat_age"].as_f64().unwrap() < 3.0);
    trt.counts_takeovers(0).await;
    assert_eq!(health["db"]["status"], "ok");
    assert_eq!(health["migrations"]["applied"], health["migrations"]["latest"]);
    trt.becomes_ready().await;
    assert!(trt.get("/metrics").await.body.contains("trt_leader_active 1"));
    let line = trt.says("[LOCK] PASSIVE → ACTIVE").await;
    assert_eq!((&line["epoch"], &line["reason"]), (&1.into(), &"free".into()));
    assert!(line["waited_ms"].is_u64());
}

#[tokio::test]
async fn of_ten_instances_one_is_active_and_nine_are_quiet() {
    let database = database().await;
    let mut instances = Vec::new();
    for _ in 0..10 {
        instances.push(start(&database, &[]));
    }
    let mut ten = Vec::new();
    for instance in instances {
        ten.push(instance.await);
    }
    for trt in &ten {
        trt.process.line("[LOCK] waiting (PASSIVE)", SOON).await.unwrap();
    }
    wait::until("an active one", SOON, async || {
        ten.iter().any(|trt| !trt.said("PASSIVE → ACTIVE").is_empty()).then_some(())
    })
    .await
    .unwrap();
    let said_by_others = || -> usize {
        let others = ten.iter().filter(|trt| trt.said("PASSIVE → ACTIVE").is_empty());
        others.map(|trt| trt.log().len()).sum()
    };
    let said = said_by_others();

    // Ten beats of the active one: long enough for nine others to complain.
    let client = database.connect().await.unwrap();
    wait::until("ten beats", SOON, async || {
        let row = client.query_one("select beat >= 10 from leader_beat", &[]).await.ok()?;
        row.get::<_, bool>(0).then_some(())
    })
    .await
    .unwrap();

    let active: usize = ten.iter().map(|trt| trt.said("PASSIVE → ACTIVE").len()).sum();
    assert_eq!(active, 1, "one line in all logs");
    assert_eq!(said_by_others(), said, "and then silence");
    for trt in ten.iter().filter(|trt| trt.said("PASSIVE → ACTIVE").is_empty()) {
        trt.becomes_ready().await;
        assert_eq!(trt.health().await["lock_state"], "PASSIVE");
    }
    let query = "select count(*) from pg_stat_activity where datname = current_database() \
                 and application_name like 'leader/%'";
    let guards: i64 = client.query_one(query, &[]).await.unwrap().get(0);
    let query = "select count(*) from pg_stat_activity where datname = current_database() \
                 and application_name not in ('testbed')";
    let all: i64 = client.query_one(query, &[]).await.unwrap().get(0);
    assert_eq!(guards, 10, "one guard each");
    let (work_pool, way_in) = (14, 3);
    let most = guards + work_pool + 10 * way_in;
    assert!(all <= most, "three more each, and only the active one has a work pool: {all}");
}

/// Two instances: the first is active, the second waits in the lock.
async fn active_and_passive(database: &Database) -> [Instance; 2] {
    let old = start(database, &[]).await;
    old.becomes("ACTIVE").await;
    let new = start(database, &[]).await;
    new.process.line("[LOCK] waiting (PASSIVE)", SOON).await.unwrap();
    [old, new]
}

#[tokio::test]
async fn a_stop_hands_the_role_over_in_order() {
    let database = database().await;
    let [old, new] = active_and_passive(&database).await;

    old.process.signal(Signal::SIGTERM).unwrap();

    new.becomes("ACTIVE").await;
    assert_eq!(old.process.exit(SOON).await.unwrap().code(), Some(0));
    assert_eq!(new.says("PASSIVE → ACTIVE").await["reason"], "released");
    assert_eq!(old.says("ACTIVE → PASSIVE").await["reason"], "stopped");
    new.counts_takeovers(0).await;
    let client = database.connect().await.unwrap();
    let words = |epoch, event: &str, reason: &str| (epoch, event.to_owned(), reason.to_owned());
    assert_eq!(
        history(&client).await,
        [
            words(1, "claimed", "free"),
            words(1, "sealed", "stopped"),
            words(3, "claimed", "released")
        ]
    );
    let levels: Vec<_> = old.log().iter().map(|line| line["level"].clone()).collect();
    assert!(levels.iter().all(|level| level != "ERROR"), "a clean deploy has none: {levels:?}");
}

#[tokio::test]
async fn every_line_about_the_role_names_its_watcher() {
    let database = database().await;
    let all = [("LOG_LEVEL", "debug")];
    let old = start(&database, &all).await;
    old.becomes("ACTIVE").await;
    let new = start(&database, &[]).await;
    new.process.line("[LOCK] waiting (PASSIVE)", SOON).await.unwrap();
    old.process.line("[LOCK] beat", SOON).await.unwrap();

    let watchers =
        [old.health().await, new.health().await].map(|health| health["watcher_id"].clone());
    old.process.signal(Signal::SIGTERM).unwrap();
    new.becomes("ACTIVE").await;
    new.says("PASSIVE → ACTIVE").await;
    old.says("ACTIVE → PASSIVE").await;

    assert_ne!(watchers[0], watchers[1]);
    for (trt, watcher) in [&old, &new].into_iter().zip(&watchers) {
        assert!(watcher.is_string(), "{watcher}");
        let lines = trt.said("[LOCK]");
        let others: Vec<_> = lines.iter().filter(|line| line["watcher_id"] != *watcher).collect();
        assert!(others.is_empty() && lines.len() >= 2, "{watcher}: {lines:#?}");
    }
}

#[tokio::test]
async fn a_killed_instance_is_replaced_and_counted() {
    let database = database().await;
    let [old, new] = active_and_passive(&database).await;

    old.process.signal(Signal::SIGKILL).unwrap();

    new.becomes("ACTIVE").await;
    let health = new.counts_takeovers(1).await;
    assert_eq!(health["takeovers"]["last_reason"], "holder_died");
}

#[tokio::test]
async fn a_frozen_instance_is_replaced_and_steps_down_when_it_wakes() {
    let database = database().await;
    let [old, new] = active_and_passive(&database).await;

    old.process.signal(Signal::SIGSTOP).unwrap();
    let frozen = Instant::now();
    new.becomes("ACTIVE").await;
    assert!(frozen.elapsed() < Duration::from_secs(3 + 1), "{:?}", frozen.elapsed());
    old.process.signal(Signal::SIGCONT).unwrap();

    old.process.line("[LOCK] ACTIVE → PASSIVE", SOON).await.unwrap();
    old.becomes("PASSIVE").await;
    assert_eq!(new.health().await["lock_state"], "ACTIVE");
}

/// Questions that wait at its door are answered the moment it wakes, before it has found out anything.
#[tokio::test]
async fn a_frozen_instance_never_calls_itself_active_when_it_wakes() {
    let database = database().await;
    let [old, new] = active_and_passive(&database).await;
    old.process.signal(Signal::SIGSTOP).unwrap();
    new.becomes("ACTIVE").await;

    // The kernel takes connections and questions in, however fast its process sleeps.
    let mut asked = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(old.address).await.unwrap();
        let question = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        stream.write_all(question).await.unwrap();
        asked.push(stream);
    }
    old.process.signal(Signal::SIGCONT).unwrap();

    for mut stream in asked {
        let mut answer = Vec::new();
        let read = tokio::time::timeout(SOON, stream.read_to_end(&mut answer)).await;
        read.unwrap().unwrap();
        let health = Answer::parse(&answer).json();
        assert_eq!(health["lock_state"], "PASSIVE", "{health}");
        assert_eq!(health["active"], false, "{health}");
    }
}

#[tokio::test]
async fn a_newer_instance_may_ask_for_the_role_and_an_operator_always() {
    let database = database().await;
    let asking = [("LOCK_MODE", "wait_then_handover"), ("LOCK_WAIT_SECONDS", "0.5")];
    let old = start(&database, &asking).await;
    old.becomes("ACTIVE").await;
    let new = start(&database, &asking).await;

    new.becomes("ACTIVE").await;
    old.becomes("PASSIVE").await;
    assert_eq!(old.says("ACTIVE → PASSIVE").await["reason"], "handed_over");

    let url = database.url();
    let lock = |action: &str| {
        program(&["lock", action]).env("DATABASE_URL", &url).env("TELEGRAM_BOT_TOKEN", TOKEN)
    };
    let status = lock("status").start().unwrap();
    assert_eq!(status.exit(SOON).await.unwrap().code(), Some(0));
    status.line("active     ", SOON).await.unwrap();
    status.line("claimed (released)", SOON).await.unwrap();
    let handover = lock("handover").start().unwrap();
    assert_eq!(handover.exit(SOON).await.unwrap().code(), Some(0), "{}", handover.tail());

    old.becomes("ACTIVE").await;
    new.becomes("PASSIVE").await;
    let printed = [&old, &new].map(|trt| trt.process.lines().concat()).concat();
    assert!(!printed.contains("canary"), "no secret is ever printed");
}

#[tokio::test]
async fn a_release_with_one_more_migration_takes_over_and_can_be_rolled_back() {
    let database = database().await;
    let previous = start(&database, &[]).await;
    previous.becomes("ACTIVE").await;

    // The newer release begins by applying what the previous one does not know.
    let url = store::DatabaseUrl::parse(&database.url()).unwrap();
    let mut newer = store::migrations::embedded();
    let mut last = newer.last().unwrap().clone();
    last.version += 1;
    last.sql =
        sqlx_text("-- A column of the next release.\nalter table leader_beat add note text;");
    newer.push(last);
    store::migrations::apply_these(&url, &newer).await.unwrap();
    assert_eq!(previous.health().await["lock_state"], "ACTIVE", "the old one goes on");
    previous.process.signal(Signal::SIGTERM).unwrap();
    assert_eq!(previous.process.exit(SOON).await.unwrap().code(), Some(0));

    let back = start(&database, &[]).await;
    let health = back.becomes("ACTIVE").await;
    assert!(health["migrations"]["applied"].as_i64() > health["migrations"]["latest"].as_i64());
    assert_eq!(health["status"], "ok");
}

fn sqlx_text(sql: &'static str) -> sqlx::SqlStr {
    sqlx::SqlStr::from_static(sql)
}
