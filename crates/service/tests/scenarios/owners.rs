//! One bot for one database: another one is turned away, the same one with a new token is not.

use leadership::LockKey;
use testbed::SOON;
use testbed::database::{Cluster, Database};
use testbed::process::{Process, Signal};

use crate::instance::{Instance, TOKEN, serving};
use crate::web;

/// Another bot.
const ANOTHER: &str = "1234567:AAcanaryCANARYcanaryCANARYcanaryCAN";
/// The bot of [`TOKEN`] after its owner has asked for a new token.
const RENEWED: &str = "7654321098:AAcanaryRENEWEDcanaryRENEWEDcanaryX";

async fn database() -> Database {
    Cluster::shared().await.unwrap().empty_database().await.unwrap()
}

/// Ends with the sentence that says what to do, and was never active.
async fn is_turned_away(trt: &Process) {
    assert_eq!(trt.exit(SOON).await.unwrap().code(), Some(2), "{}", trt.tail());
    let said = "this database belongs to bot 7654321098, and TELEGRAM_BOT_TOKEN is of bot 1234567: \
                set DATABASE_URL to a database of its own, or the token of bot 7654321098";
    trt.line(said, SOON).await.unwrap();
    assert!(!trt.lines().concat().contains("PASSIVE → ACTIVE"), "{}", trt.tail());
    assert!(!trt.lines().concat().contains("canary"), "{}", trt.tail());
}

#[tokio::test]
async fn another_bot_is_turned_away_and_the_same_bot_with_a_new_token_is_not() {
    let database = database().await;
    let url = database.url();
    let first = Instance::start(&[("DATABASE_URL", &url)]).await;
    first.becomes("ACTIVE").await;

    let another = serving(&[("DATABASE_URL", &url), ("TELEGRAM_BOT_TOKEN", ANOTHER)]);
    is_turned_away(&another.start().unwrap()).await;

    let renewed = Instance::start(&[("DATABASE_URL", &url), ("TELEGRAM_BOT_TOKEN", RENEWED)]).await;
    renewed.process.line("[LOCK] waiting (PASSIVE)", SOON).await.unwrap();
    assert_eq!(first.health().await["lock_state"], "ACTIVE");
    first.process.signal(Signal::SIGTERM).unwrap();
    renewed.becomes("ACTIVE").await;
    let client = database.connect().await.unwrap();
    let names = "select (select string_agg(name, ',') from leader_term) || '/' || \
                 (select name from leader_owner)";
    let names: String = client.query_one(names, &[]).await.unwrap().get(0);
    assert_eq!(names, "7654321098/7654321098", "nothing of the other one is left");
}

#[tokio::test]
async fn another_bot_stores_nothing_before_it_is_turned_away() {
    let database = database().await;
    let url = database.url();
    let first = Instance::start(&[("DATABASE_URL", &url)]).await;
    first.becomes("ACTIVE").await;
    let client = database.connect().await.unwrap();
    let (url, secret) = (url.as_str(), ("WEBHOOK_SECRET_TOKEN", "of-the-other"));
    let changes = [("DATABASE_URL", url), ("TELEGRAM_BOT_TOKEN", ANOTHER), secret];

    let another = Instance::start(&changes).await;
    let mut statuses = Vec::new();
    while another.process.status().is_none() {
        let request = "POST /webhook HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
                       X-Telegram-Bot-Api-Secret-Token: of-the-other\r\n\
                       Content-Length: 15\r\n\r\n{\"update_id\":1}";
        let answer = web::try_send(another.address, request).await;
        statuses.extend(answer.map(|answer| answer.status));
    }

    assert!(statuses.iter().all(|status| *status == 503), "{statuses:?}");
    let stored: i64 = client.query_one("select count(*) from inbox", &[]).await.unwrap().get(0);
    assert_eq!(stored, 0, "{statuses:?}");
    is_turned_away(&another.process).await;
}

#[tokio::test]
async fn a_bot_that_another_one_forestalls_ends_when_its_claim_is_refused() {
    let database = database().await;
    let url = database.url();
    let client = database.connect().await.unwrap();
    let LockKey { class, object } = LockKey::of(&format!("telegram_polling:{ANOTHER}"));
    let hold = format!("select pg_advisory_lock({class}, {object})");
    client.batch_execute(&hold).await.unwrap();
    // It waits for its lock when its database becomes nobody's again, as by an operator's hand.
    let late = serving(&[("DATABASE_URL", &url), ("TELEGRAM_BOT_TOKEN", ANOTHER)]).start().unwrap();
    late.line("[LOCK] waiting (PASSIVE)", SOON).await.unwrap();
    client.batch_execute("delete from leader_owner").await.unwrap();
    let first = Instance::start(&[("DATABASE_URL", &url), ("TELEGRAM_BOT_TOKEN", TOKEN)]).await;
    first.becomes("ACTIVE").await;

    client.batch_execute("select pg_advisory_unlock_all()").await.unwrap();

    is_turned_away(&late).await;
    assert_eq!(first.health().await["lock_state"], "ACTIVE");
}
