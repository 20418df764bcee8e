//! The board as operators see it.

use std::time::Duration;

use domain::Credits;
use serde_json::{Value, json};
use store::survey::{Depth, KieStatus, Survey, Takeovers};
use tokio::time::{Instant, advance};

use super::answers::NotReady;
use super::{Board, Database, Ending, Reason, Trust};
use crate::process::instance::{Instance, VERSION};

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

/// Trust in a term that lasts.
fn trusted() -> Trust {
    Trust::measured(|| Duration::from_secs(4))
}

/// Trust in a term that ends so long from now.
fn trusted_for(time: Duration) -> Trust {
    let end = Instant::now() + time;
    Trust::measured(move || end.saturating_duration_since(Instant::now()))
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
    assert_eq!(
        health["takeovers"],
        json!({ "count": null, "last_hour": null, "last_reason": null })
    );
    assert_eq!(health["problems"], json!([]));
    assert_eq!(health["lock_state"], "STARTING");
    assert_eq!(health["mode"], "passive");
    assert_eq!(health["uptime"], 0);
    assert_eq!(health["version"], VERSION);
    assert!(health.get("commit").is_some(), "it is there, known or not");
    assert_eq!(health["instance_id"], board.instance().id.as_str());
    assert_eq!(health["ts"].as_str().map(str::len), Some(24));
    assert_eq!(health["queue"]["depth"], Value::Null);
    assert_eq!(health["outbox"], json!({ "depth": null, "oldest_age_seconds": null }));
    assert_eq!(health["kie"], json!({ "status": null, "credits": null, "age_seconds": null }));
}

#[tokio::test(start_paused = true)]
async fn the_role_is_shown_from_waiting_to_stepping_down() {
    let board = passive();
    board.heartbeat_seen(6, Some(Duration::from_millis(700)));
    let waiting = board.health();
    board.active(7, Reason::Released, trusted());
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

/// What the database says, where nothing is wrong.
fn survey() -> Survey {
    let empty = Depth { rows: 0, oldest: None };
    Survey {
        inbox: empty,
        outbox: empty,
        takeovers: Takeovers { count: 0, last_hour: 0, last_reason: None },
        everything_closed: false,
        kie: None,
        webhook: None,
    }
}

fn kie(status: &str, credits: i64, daily_use: i64, seconds: u64) -> Option<KieStatus> {
    Some(KieStatus {
        status: status.to_owned(),
        credits: Some(Credits::new(credits)),
        daily_use: Some(Credits::new(daily_use)),
        age: Duration::from_secs(seconds),
    })
}

#[test]
fn takeovers_are_those_of_the_history_whoever_was_active() {
    let board = passive();
    board.active(2, Reason::HolderDied, trusted());
    let reason = Some("holder_silent".to_owned());
    let takeovers = Takeovers { count: 7, last_hour: 2, last_reason: reason };

    board.surveyed(Survey { takeovers, ..survey() });

    let shown = board.health()["takeovers"].clone();
    assert_eq!(shown, json!({ "count": 7, "last_hour": 2, "last_reason": "holder_silent" }));
}

#[tokio::test(start_paused = true)]
async fn of_two_things_that_are_known_of_kie_the_younger_one_is_shown() {
    let board = passive();
    board.surveyed(Survey { kie: kie("ok", 72_500_000, 1, 30), ..survey() });
    let shown = json!({ "status": "ok", "credits": 72.5, "age_seconds": 30 });
    assert_eq!(board.health()["kie"], shown);

    board.kie("key_refused");
    board.surveyed(Survey { kie: kie("ok", 72_500_000, 1, 31), ..survey() });
    let shown = json!({ "status": "key_refused", "credits": 72.5, "age_seconds": 0 });
    assert_eq!(board.health()["kie"], shown);

    advance(Duration::from_secs(10)).await;
    board.surveyed(Survey { kie: kie("ok", 9_000_000, 1, 2), ..survey() });
    assert_eq!(board.health()["kie"]["credits"], 9.0);
}

#[tokio::test(start_paused = true)]
async fn what_is_wrong_is_named_in_words_of_a_closed_set() {
    let board = passive();
    assert_eq!(
        (&board.health()["status"], &board.health()["problems"]),
        (&"ok".into(), &json!([]))
    );

    board.not_stored(Database::Refuses);
    board.migrations(3, 4);
    let everything_closed = true;
    board.surveyed(Survey { everything_closed, kie: kie("ok", 5, 6, 0), ..survey() });
    board.webhook(false, None, None);
    board.task_runs("inbox");
    board.task_ended("inbox", "panicked");

    let all = ["database", "migrations", "webhook", "everything_closed", "credits", "task:inbox"];
    let health = board.health();
    assert_eq!(health["problems"], json!(all));
    assert_eq!((&health["status"], &health["ok"]), (&"degraded".into(), &false.into()));
    advance(Duration::from_secs(301)).await;
    let later = board.health()["problems"].clone();
    assert_eq!(later[0], "leadership");
    assert_eq!(later[3], "everything_closed", "what was said of the webhook is too old: {later}");
}

#[tokio::test(start_paused = true)]
async fn one_poll_ended_by_another_is_a_hand_over_and_two_are_another_program() {
    let board = passive();
    board.poll_ended_by_another();
    assert_eq!(board.health()["problems"], json!([]));

    board.poll_ended_by_another();
    assert_eq!(board.health()["problems"], json!(["polling"]));
    // Nobody lets the board know that leadership lives meanwhile.
    advance(Duration::from_secs(61)).await;
    let later = board.health()["problems"].to_string();
    assert!(!later.contains("polling"), "{later}");

    board.poll_ended_by_another();
    assert!(!board.health()["problems"].to_string().contains("polling"), "the other is long ago");
}

#[test]
fn active_and_passive_alike_are_ready() {
    let board = passive();
    assert_eq!(board.ready(), Ok(()));

    board.active(1, Reason::Free, trusted());
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
    draining.active(1, Reason::Free, trusted());
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
    board.active(9, Reason::Free, trusted_for(Duration::from_secs(4)));
    advance(Duration::from_secs(1)).await;
    let numbers = board.leader_numbers();

    assert!(numbers.active);
    assert_eq!(numbers.epoch, Some(9));
    assert_eq!(numbers.heartbeat_age, Some(Duration::from_secs(1)));
    assert_eq!(numbers.trust_left, Some(Duration::from_secs(3)));
}

/// As it is between waking from a long sleep and the leadership task's finding out.
#[tokio::test(start_paused = true)]
async fn a_role_whose_trust_ran_out_is_not_shown_although_nobody_has_ended_it() {
    let board = passive();
    board.active(9, Reason::Free, trusted_for(Duration::from_secs(4)));
    assert_eq!(board.health()["lock_state"], "ACTIVE");

    advance(Duration::from_secs(4)).await;

    let health = board.health();
    assert_eq!((&health["lock_state"], &health["mode"]), (&"PASSIVE".into(), &"passive".into()));
    assert_eq!((&health["active"], &health["lock_acquired"]), (&false.into(), &false.into()));
    assert!(
        !board.leader_numbers().active,
        "an update that comes now is stored as by a passive one"
    );
    board.draining();
    assert_eq!(board.health()["lock_state"], "PASSIVE");
}
