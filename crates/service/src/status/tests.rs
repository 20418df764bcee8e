//! The board as operators see it.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::advance;

use super::{Board, Database, Ending, NotReady, Reason};
use crate::instance::{Instance, VERSION};

fn board() -> Board {
    Board::new(Instance::begin())
}

/// A board of an instance that waits, with a database.
fn passive() -> Board {
    let board = board();
    board.watching("w1");
    board.leadership_alive();
    board.database(Database::Ready);
    board.migrations(3, 3);
    board.passive();
    board.stored();
    board
}

#[test]
fn what_is_not_known_yet_is_null() {
    let board = board();
    let health = board.health();

    for name in ["watcher_id", "epoch", "lock_heartbeat_age"] {
        assert_eq!(health[name], Value::Null, "{name}");
        assert!(health.get(name).is_some(), "{name} is there");
    }
    assert_eq!(health["db"], json!({ "status": null, "age_seconds": null }));
    assert_eq!(health["migrations"], json!({ "applied": null, "latest": null }));
    assert_eq!(health["takeovers"], json!({ "count": 0, "last_hour": 0, "last_reason": null }));
    assert_eq!(health["lock_state"], "STARTING");
    assert_eq!(health["mode"], "passive");
    assert_eq!(health["uptime"], 0);
    assert_eq!(health["version"], VERSION);
    assert_eq!(health["instance_id"], board.instance().id.as_str());
    assert_eq!(health["ts"].as_str().map(str::len), Some(24));
    assert_eq!(health["queue"]["depth"], Value::Null);
    assert_eq!(health["outbox"], json!({ "depth": null, "oldest_age_seconds": null }));
    assert_eq!(health["kie"], json!({ "status": null }));
}

#[tokio::test(start_paused = true)]
async fn the_role_is_shown_from_waiting_to_stepping_down() {
    let board = passive();
    board.heartbeat_seen(6, Some(Duration::from_millis(700)));
    let waiting = board.health();
    board.active(7, Reason::Released);
    advance(Duration::from_millis(1500)).await;
    let active = board.health();
    board.draining();
    let draining = board.health();
    board.stepped_down(Ending::HandedOver);
    let after = board.health();

    let role = |health: &Value| {
        let names = ["mode", "active", "lock_acquired", "lock_state", "epoch"];
        Value::from(names.map(|name| health[name].clone()).to_vec())
    };
    assert_eq!(role(&waiting), json!(["passive", false, false, "PASSIVE", 6]));
    assert_eq!(waiting["lock_heartbeat_age"], 0.7);
    assert_eq!(waiting["watcher_id"], "w1");
    assert_eq!(role(&active), json!(["active", true, true, "ACTIVE", 7]));
    assert_eq!(active["lock_heartbeat_age"], 1.5);
    assert_eq!(active["uptime"], 1);
    assert_eq!(role(&draining), json!(["active", true, true, "DRAINING", 7]));
    assert_eq!(role(&after), json!(["passive", false, false, "PASSIVE", 7]));
    assert_eq!(after["lock_heartbeat_age"], Value::Null);
}

#[tokio::test(start_paused = true)]
async fn takeovers_are_counted_and_forgotten_after_an_hour() {
    let board = passive();
    board.active(1, Reason::Free);
    board.active(2, Reason::HolderDied);
    advance(Duration::from_secs(3000)).await;
    board.active(3, Reason::HolderSilent);
    let both = board.health()["takeovers"].clone();
    advance(Duration::from_secs(1000)).await;
    let one = board.health()["takeovers"].clone();

    assert_eq!(both, json!({ "count": 2, "last_hour": 2, "last_reason": "holder_silent" }));
    assert_eq!(one, json!({ "count": 2, "last_hour": 1, "last_reason": "holder_silent" }));
}

#[test]
fn active_and_passive_alike_are_ready() {
    let board = passive();
    assert_eq!(board.ready(), Ok(()));

    board.active(1, Reason::Free);
    assert_eq!(board.ready(), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_store_updates_is_not_ready_and_says_why() {
    assert_eq!(board().ready(), Err(NotReady::Starting));

    let without_database = board();
    without_database.passive();
    assert_eq!(without_database.ready(), Err(NotReady::Starting));

    let cut_off = passive();
    cut_off.database(Database::Unreachable);
    assert_eq!(cut_off.ready().unwrap_err().to_string(), "database unreachable");
    assert_eq!(cut_off.health()["status"], "degraded");
    assert_eq!(cut_off.health()["ok"], false);

    let draining = passive();
    draining.active(1, Reason::Free);
    draining.draining();
    assert_eq!(draining.ready().unwrap_err().to_string(), "draining");

    let stopping = passive();
    stopping.stopping();
    assert_eq!(stopping.ready(), Err(NotReady::Draining));

    let forgotten = passive();
    advance(Duration::from_secs(16)).await;
    assert_eq!(forgotten.ready().unwrap_err().to_string(), "database unknown: last asked 16 s ago");
}

#[tokio::test(start_paused = true)]
async fn what_the_lock_can_reach_is_not_ready_before_updates_can_be_stored() {
    let untried = board();
    untried.database(Database::Ready);
    untried.passive();
    assert_eq!(untried.ready(), Err(NotReady::Starting), "nobody has tried yet");

    let board = passive();
    board.not_stored(Database::Unreachable);
    let reason = board.ready().unwrap_err().to_string();
    assert_eq!(reason, "updates cannot be stored: database unreachable behind DATABASE_URL");
    assert_eq!(board.health()["db"]["status"], "unreachable");
    board.still_answers();
    assert!(board.ready().is_err(), "a read does not show that writing works again");
    board.stored();
    assert_eq!(board.ready(), Ok(()));
    assert_eq!(board.health()["ok"], true);

    advance(Duration::from_secs(16)).await;
    board.database(Database::Ready);
    let reason = board.ready().unwrap_err().to_string();
    assert_eq!(reason, "database unknown: last asked 16 s ago");
}

#[tokio::test(start_paused = true)]
async fn only_a_stuck_leadership_task_is_not_alive() {
    let starting = board();
    let waiting = passive();
    waiting.database(Database::Unreachable);
    advance(Duration::from_secs(30)).await;
    assert_eq!((starting.live(), waiting.live()), (Ok(()), Ok(())));

    advance(Duration::from_secs(1)).await;
    assert_eq!(starting.live(), Ok(()), "it has not begun");
    assert_eq!(waiting.live().unwrap_err().to_string(), "leadership task silent for 31 s");

    waiting.leadership_alive();
    assert_eq!(waiting.live(), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn metrics_read_the_same_numbers() {
    let board = passive();
    board.active(9, Reason::Free);
    board.trusted_for(Duration::from_secs(4));
    advance(Duration::from_secs(1)).await;
    let numbers = board.leader_numbers();

    assert!(numbers.active);
    assert_eq!(numbers.epoch, Some(9));
    assert_eq!(numbers.heartbeat_age, Some(Duration::from_secs(1)));
    assert_eq!(numbers.trust_left, Some(Duration::from_secs(3)));
}
