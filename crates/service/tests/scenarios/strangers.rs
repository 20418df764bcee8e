//! What somebody without a secret gets to see, and how often.

use std::collections::BTreeSet;

use serde_json::Value;
use testbed::database::Cluster;
use tokio::task::JoinSet;

use crate::instance::Instance;
use crate::web::{self, Answer};

const CONSOLE: (&str, &str) = ("CONSOLE_TOKEN", "ann:canary-console-token");
const SECRET: (&str, &str) = ("WEBHOOK_SECRET_TOKEN", "canary-secret");
const NOBODYS: &str = "/kie-callback/00000000-0000-4000-8000-000000000000/00112233";

/// Every route with what a GET and a POST of it get, where a console token is set.
const ROUTES: [(&str, u16, u16); 13] = [
    ("/", 307, 405),
    ("/health", 200, 405),
    ("/live", 200, 405),
    ("/ready", 200, 405),
    ("/metrics", 401, 405),
    ("/diag", 401, 405),
    ("/console", 404, 404),
    ("/webhook", 405, 401),
    ("/kie-callback", 404, 404),
    ("/kie-callback/a/b", 405, 404),
    (NOBODYS, 405, 404),
    ("/r/00112233445566778899aabbccddeeff", 410, 405),
    ("/r/nonsense", 410, 405),
];

/// All that `/health` may have, however deep, and all that it may say about a task.
const HEALTH: &str = "active age_seconds applied commit count credits db depth epoch instance_id kie \
    last_error last_hour last_reason latest lock_acquired lock_heartbeat_age lock_state migrations \
    mode ok oldest_age_seconds outbox pending problems queue status takeovers tasks total_dropped \
    total_processed total_received ts uptime url_ok version watcher_id webhook";
const TASK: &str = "state restarts";

async fn ask(trt: &Instance, method: &str, path: &str) -> Answer {
    let head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
    web::send(trt.address, format!("{head}Content-Length: 2\r\n\r\n{{}}")).await
}

/// The names of all members, however deep.
fn names(value: &Value) -> BTreeSet<&str> {
    match value {
        Value::Object(members) => {
            let inner = members.iter().flat_map(|(name, value)| {
                names(value).into_iter().chain([name.as_str()]).collect::<Vec<_>>()
            });
            inner.collect()
        }
        Value::Array(values) => values.iter().flat_map(names).collect(),
        _ => BTreeSet::new(),
    }
}

fn is_listed(value: &Value, list: &str) {
    let listed: BTreeSet<&str> = list.split_whitespace().collect();
    let unlisted: Vec<&str> =
        names(value).into_iter().filter(|name| !listed.contains(name)).collect();
    assert!(unlisted.is_empty(), "{unlisted:?} in {value}");
}

/// Neither a secret nor where we keep things nor how we are built.
fn tells_nothing(path: &str, answer: &Answer) {
    let said = format!("{} {}", answer.head, answer.body).to_lowercase();
    for secret in ["canary", "postgres", "127.0.0.1", "sqlx", "src/", "select ", "panicked"] {
        assert!(!said.contains(secret), "{path} tells {secret}: {said}");
    }
}

#[tokio::test]
async fn every_route_gives_strangers_what_is_on_the_list_and_no_more() {
    let database = Cluster::shared().await.unwrap().empty_database().await.unwrap();
    let url = database.url();
    let trt = Instance::start(&[("DATABASE_URL", &url), CONSOLE, SECRET]).await;
    trt.becomes("ACTIVE").await;
    // The role may come before the probe of storing has ended.
    trt.becomes_ready().await;

    for (path, get, post) in ROUTES {
        for (method, expected) in [("GET", get), ("POST", post), ("DELETE", 0), ("BREW", 0)] {
            let answer = ask(&trt, method, path).await;
            let is_listed = match expected {
                0 => matches!(answer.status, 404 | 405),
                status => answer.status == status,
            };
            assert!(is_listed, "{method} {path}: {}", answer.status);
            tells_nothing(path, &answer);
        }
    }
    let mut health = trt.health().await;
    let tasks = health["tasks"].take();
    is_listed(&health, HEALTH);
    for task in tasks.as_object().into_iter().flat_map(|tasks| tasks.values()) {
        is_listed(task, TASK);
    }
    assert_eq!(trt.get("/wp-login.php").await.status, 404);
}

#[tokio::test]
async fn without_a_token_the_numbers_are_open_and_everything_else_is_closed() {
    // No database either: what is wrong with it is nobody's business.
    let trt = Instance::start(&[SECRET]).await;

    for (path, status) in [("/metrics", 200), ("/diag", 401), ("/health", 200), ("/ready", 503)] {
        let answer = trt.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        tells_nothing(path, &answer);
    }
}

/// How many of a hundred requests of this client get each status.
async fn hundred(trt: &Instance, path: &str, client: &str) -> (usize, usize) {
    let (address, mut asked) = (trt.address, JoinSet::new());
    for _ in 0..100 {
        let (path, line) = (path.to_owned(), format!("X-Forwarded-For: {client}"));
        asked.spawn(async move { web::get(address, &path, &[&line]).await.status });
    }
    let statuses = asked.join_all().await;
    let limited = statuses.iter().filter(|status| **status == 429).count();
    (statuses.len() - limited, limited)
}

#[tokio::test]
async fn who_asks_too_often_is_told_to_wait_if_a_trusted_proxy_names_them() {
    let trt = Instance::start(&[SECRET, ("TRUSTED_PROXIES", "127.0.0.0/8, ::1")]).await;

    let (answered, limited) = hundred(&trt, "/r/nonsense", "198.51.100.1, 203.0.113.7").await;
    assert!(limited > 10 && answered >= 60, "{answered} answered, {limited} limited");
    let somebody_else = web::get(trt.address, "/r/x", &["X-Forwarded-For: 203.0.113.8"]).await;
    assert_eq!(somebody_else.status, 410);
    let (_, limited) = hundred(&trt, "/live", "203.0.113.7").await;
    assert_eq!(limited, 0, "hosts ask whether we are alive as often as they like");
    let secret = format!("X-Telegram-Bot-Api-Secret-Token: {}", SECRET.1);
    let update = format!(
        "POST /webhook HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{secret}\r\n\
         X-Forwarded-For: 203.0.113.7\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    for _ in 0..3 {
        let status = web::send(trt.address, &update).await.status;
        assert_eq!(status, 503, "there is no database, and no limit for who has the secret");
    }
}

#[tokio::test]
async fn what_a_stranger_says_about_their_address_counts_for_nothing() {
    let trt = Instance::start(&[SECRET]).await;

    let (_, limited) = hundred(&trt, "/r/nonsense", "203.0.113.7").await;

    assert_eq!(limited, 0, "everybody may come from the address of one proxy");
}
