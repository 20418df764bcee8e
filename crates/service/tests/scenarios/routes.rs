//! What every instance answers, database or not.

use serde_json::Value;
use testbed::{SOON, wait};

use crate::instance::Instance;
use crate::web;

#[tokio::test]
async fn health_is_always_200_and_has_the_types_of_the_contract() {
    let trt = Instance::start(&[]).await;

    let answer = trt.get("/health").await;

    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("content-type: application/json"));
    let health = answer.json();
    for name in ["ok", "active", "lock_acquired"] {
        assert!(health[name].is_boolean(), "{name}: {health}");
    }
    for name in ["status", "mode", "lock_state", "instance_id", "ts", "version"] {
        assert!(health[name].is_string(), "{name}: {health}");
    }
    assert!(health["uptime"].is_u64() && health["problems"].is_array(), "{health}");
    assert!(health["takeovers"]["count"].is_null(), "nobody could look: {health}");
    for name in ["watcher_id", "epoch", "lock_heartbeat_age"] {
        assert!(health.get(name).is_some_and(Value::is_null), "{name}: {health}");
    }
    assert_eq!(health["instance_id"], trt.log()[0]["instance_id"]);
}

#[tokio::test]
async fn an_instance_without_a_database_is_alive_and_not_ready() {
    let trt = Instance::start(&[]).await;

    let live = trt.get("/live").await;
    assert_eq!((live.status, live.body.as_str()), (200, "alive\n"));
    // First it starts, then it has found out what is missing; never is it ready.
    wait::until("the reason", SOON, async || {
        let ready = trt.get("/ready").await;
        assert_eq!(ready.status, 503, "{}", ready.body);
        (ready.body == "database unreachable\n").then_some(())
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn the_root_leads_to_health_and_other_paths_nowhere() {
    let trt = Instance::start(&[]).await;

    let (root, other) = (trt.get("/").await, trt.get("/wp-login.php").await);
    let post = web::send(trt.address, "POST /health HTTP/1.0\r\n\r\n").await;

    assert_eq!(root.status, 307);
    assert!(root.head.contains("location: /health"));
    assert_eq!((other.status, other.json()["error"].as_str()), (404, Some("not found")));
    assert_eq!(post.status, 405);
}

#[tokio::test]
async fn metrics_count_requests_by_route_and_not_by_path() {
    let trt = Instance::start(&[]).await;
    trt.get("/health").await;
    trt.get("/health?x=1").await;
    trt.get("/some/path/of/a/scanner").await;

    let metrics = trt.get("/metrics").await;

    assert_eq!(metrics.status, 200);
    for line in [
        "trt_http_requests_total{route=\"/health\",code=\"200\"} 2",
        "trt_http_requests_total{route=\"other\",code=\"404\"} 1",
        "trt_leader_active 0",
        "trt_fenced_writes_total 0",
        "# HELP trt_build_info always 1; the version of the binary, and the commit it was built of if anybody knows",
    ] {
        assert!(metrics.body.lines().any(|found| found == line), "{line}\n{}", metrics.body);
    }
    assert!(!metrics.body.contains("scanner"));
}

#[tokio::test]
async fn metrics_ask_for_the_token_when_there_is_one() {
    let trt = Instance::start(&[("CONSOLE_TOKEN", "ann:correct-horse-battery")]).await;
    let ask = async |headers: &[&str]| web::get(trt.address, "/metrics", headers).await.status;

    assert_eq!(ask(&[]).await, 401);
    assert_eq!(ask(&["Authorization: Bearer wrong"]).await, 401);
    assert_eq!(ask(&["Authorization: Bearer correct-horse-battery"]).await, 200);
    assert_eq!(trt.get("/health").await.status, 200);
}
