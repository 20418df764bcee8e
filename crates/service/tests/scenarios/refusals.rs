//! Databases that will not do, as an operator meets them: one clear message, exit 2 or patience.

use testbed::bouncer::{Bouncer, PoolMode};
use testbed::database::Cluster;
use testbed::server::Server;
use testbed::{Error, SOON, skip, wait};

use crate::instance::{Instance, serving};

#[tokio::test]
async fn a_database_that_is_away_is_waited_for() {
    let mut server = Server::start().await.unwrap();
    server.stop(testbed::server::Shutdown::Fast).await.unwrap();
    let url = server.url("postgres");
    let trt = Instance::start(&[("DATABASE_URL", &url)]).await;

    trt.process.line("[DB] not ready", SOON).await.unwrap();
    assert_eq!(trt.get("/health").await.status, 200);
    assert_eq!(trt.get("/live").await.status, 200, "nobody is restarted for that");
    let ready = trt.get("/ready").await;
    assert_eq!(ready.status, 503, "{}", ready.body);
    server.resume().await.unwrap();

    trt.becomes("ACTIVE").await;
    trt.says("PASSIVE → ACTIVE").await;
    assert_eq!(trt.said("[DB] not ready").len(), 1, "said once, not every second");
    assert_eq!(trt.said("[DB] ready").len(), 1);
}

#[tokio::test]
async fn a_pooler_is_refused_with_the_cure() {
    let server = Server::start().await.unwrap();
    let bouncer = match Bouncer::start(&server, PoolMode::Transaction).await {
        Err(missing @ Error::NoProgram { .. }) => return skip::because(missing),
        started => started.unwrap(),
    };
    let pooled = server.url_through(bouncer.address(), "postgres") + "?pgbouncer=true";

    let refused = serving(&[("DATABASE_URL", &pooled)]).start().unwrap();
    assert_eq!(refused.exit(SOON).await.unwrap().code(), Some(2));
    refused.line("set LOCK_DATABASE_URL to the direct address", SOON).await.unwrap();

    let direct = server.url("postgres");
    let both = [("DATABASE_URL", pooled.as_str()), ("LOCK_DATABASE_URL", direct.as_str())];
    Instance::start(&both).await.becomes("ACTIVE").await;
}

#[tokio::test]
async fn a_server_that_cannot_encrypt_is_refused_where_encryption_is_asked_for() {
    let database = Cluster::shared().await.unwrap().empty_database().await.unwrap();
    let url = format!("{}?sslmode=require", database.url());

    let refused = serving(&[("DATABASE_URL", &url)]).start().unwrap();

    assert_eq!(refused.exit(SOON).await.unwrap().code(), Some(2));
    refused.line("or write sslmode=disable into the address", SOON).await.unwrap();
}

#[tokio::test]
async fn two_different_databases_never_make_an_active_instance() {
    let cluster = Cluster::shared().await.unwrap();
    let (work, lock) =
        (cluster.empty_database().await.unwrap(), cluster.empty_database().await.unwrap());
    let (work, lock) = (work.url(), lock.url());

    let trt = Instance::start(&[("DATABASE_URL", &work), ("LOCK_DATABASE_URL", &lock)]).await;

    trt.process.line("point at different databases", SOON).await.unwrap();
    assert!(trt.said("PASSIVE → ACTIVE").is_empty());
}

#[tokio::test]
async fn a_standby_is_not_ready_and_says_why() {
    let primary = Server::start().await.unwrap();
    let first = Instance::start(&[("DATABASE_URL", &primary.url("postgres"))]).await;
    first.becomes("ACTIVE").await;
    let standby = primary.standby().await.unwrap();

    let url = standby.url("postgres");
    let trt = Instance::start(&[("DATABASE_URL", &url), ("LOCK_MODE", "wait_then_passive")]).await;

    let ready = wait::until("a reason", SOON, async || {
        let ready = trt.get("/ready").await;
        (ready.status == 503 && ready.body.contains("read_only")).then_some(ready)
    });
    ready.await.unwrap();
    trt.process.line("leads to a standby", SOON).await.unwrap();
}

#[tokio::test]
async fn a_wrong_password_is_one_sentence_without_the_password() {
    let outer = Server::start().await.unwrap();
    let kept = Server::open(&outer.folder().join("kept")).await.unwrap();
    let url = format!("postgres://postgres:canary-password@{}/postgres", kept.address());

    let refused = serving(&[("DATABASE_URL", &url)]).start().unwrap();

    assert_eq!(refused.exit(SOON).await.unwrap().code(), Some(2));
    refused.line("password authentication failed", SOON).await.unwrap();
    assert!(!refused.lines().concat().contains("canary-password"));
}

#[tokio::test]
async fn odd_addresses_are_named_before_anything_starts() {
    let odd = [
        ("mysql://a:canary@b/c", "DATABASE_URL"),
        ("postgres://a:canary@b:notaport/c", "DATABASE_URL"),
        ("postgres://a:canary@b/c?sslmod=require", "sslmod"),
        ("postgres://a:canary@b/c?sslmode=maybe", "sslmode"),
    ];
    for (url, named) in odd {
        let refused = serving(&[("DATABASE_URL", url)]).start().unwrap();

        assert_eq!(refused.exit(SOON).await.unwrap().code(), Some(2), "{url}");
        refused.line(named, SOON).await.unwrap();
        assert!(!refused.lines().concat().contains("canary"), "{}", refused.tail());
    }
}
