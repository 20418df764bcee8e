//! What every instance says of itself and of the whole: takeovers, KIE, what is wrong, what was set aside.

use std::time::Duration;

use serde_json::{Value, json};
use simulator::telegram::Entry;
use simulator::telegram::journal::applied_with;
use simulator::world::{Instance, PATIENCE, World};
use testbed::{server, wait};

use crate::path::program;
use crate::web;

const CREDIT: i64 = 1_000_000;
const TOKEN: &str = "correct-horse-battery";

/// Waits until the health of an instance fits.
async fn shows(instance: &Instance, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let shown =
        wait::until(what, PATIENCE, async || instance.health().await.filter(|health| fits(health)));
    shown.await.unwrap()
}

/// What `/diag` says to whoever shows this header.
async fn diag(instance: &Instance, headers: &[&str]) -> web::Answer {
    web::get(instance.address(), "/diag", headers).await
}

#[tokio::test]
async fn a_takeover_is_counted_the_same_on_every_instance() {
    // Patient, so that a busy machine is no reason for one more.
    let world = World::build(program()).instances(3).patient_lock().start().await;
    for instance in world.instances() {
        shows(instance, "no takeovers", |health| health["takeovers"]["count"] == 0).await;
    }

    let dead = world.kills_active().await;
    world.active().await;

    for (_, left) in world.instances().iter().enumerate().filter(|(place, _)| *place != dead) {
        let health = shows(left, "a takeover", |health| health["takeovers"]["count"] == 1).await;
        let expected = json!({ "count": 1, "last_hour": 1, "last_reason": "holder_died" });
        assert_eq!(health["takeovers"], expected);
    }
    world.ends_well().await;
}

#[tokio::test]
async fn what_kie_has_left_is_known_on_every_instance_before_the_first_order() {
    let left = 72 * CREDIT + CREDIT / 2;
    let world = World::build(program()).kie(|kie| kie.credits = left).start().await;

    for instance in world.instances() {
        let known = |health: &Value| health["kie"]["credits"] == 72.5;
        let health = shows(instance, "the credits", known).await;
        assert_eq!(health["kie"]["status"], "ok");
        assert_eq!(health["problems"], json!([]), "a tenth of nothing was used");
    }
    world.ends_well().await;
}

/// Ten were used in two hours, and ten are left.
#[tokio::test]
async fn credits_that_run_out_within_a_day_are_a_problem_on_every_instance() {
    let few = |kie: &mut simulator::kie::Settings| kie.credits = 10 * CREDIT;
    let world = World::build(program()).instances(0).kie(few);
    let mut world = world.variable("ADMIN_CHAT_ID", "-100500").start().await;
    world.telegram.group(-100_500, "Operators");
    let url = store::DatabaseUrl::parse(&world.database_url()).unwrap();
    store::migrations::apply(&url).await.unwrap();
    let client = server::connect(&world.database_url()).await.unwrap();
    let sample = "insert into credit_samples (asked_at, credits) \
                  values (trt_now() - interval '2 hours', 20000000)";
    client.batch_execute(sample).await.unwrap();

    let (one, two) = (world.starts_one().await, world.starts_one().await);

    for place in [one, two] {
        let short = |health: &Value| health["problems"] == json!(["credits"]);
        let health = shows(world.instance(place), "the problem", short).await;
        assert_eq!((&health["status"], &health["ok"]), (&json!("degraded"), &json!(false)));
        assert_eq!(health["kie"]["credits"], 10.0);
    }
    let active = world.active().await;
    let line = world.instance(active).process.line("[KIE] credits run out", PATIENCE).await;
    assert!(line.unwrap().contains("\"daily_use\":120"), "ten in two hours");
    let told = |journal: &[Entry]| applied_with(journal, "осталось 10") == 1;
    world.telegram.waits_until("the admins to be told", told).await;
    world.ends_well().await;
}

#[tokio::test]
async fn everything_closed_is_a_problem_until_it_is_open() {
    let world = World::build(program()).start().await;
    let client = server::connect(&world.database_url()).await.unwrap();
    let close = "insert into closures (subject, closed_until, reason) \
                 values ('*', 'infinity', 'key_refused')";
    client.batch_execute(close).await.unwrap();

    for instance in world.instances() {
        let closed = |health: &Value| health["problems"] == json!(["everything_closed"]);
        shows(instance, "the problem", closed).await;
    }
    client.batch_execute("delete from closures").await.unwrap();
    for instance in world.instances() {
        shows(instance, "no problem", |health| health["status"] == "ok").await;
    }
    world.ends_well().await;
}

#[tokio::test]
async fn diag_shows_an_operator_terms_closures_and_dead_letters() {
    let world = World::build(program()).variable("CONSOLE_TOKEN", TOKEN).start().await;
    let client = server::connect(&world.database_url()).await.unwrap();
    let planted = "insert into closures (subject, closed_until, reason, closed_by, note, since) \
                   values ('z-image', 'infinity', 'operator', 'operator:ann', 'odd', '2026-03-01Z');
                   insert into dead_letters
                   (reference, inbox_id, update_id, lane, attempts, problem, epoch, received_at, payload)
                   values ('ABCD2345', 1, 1, 1, 5, 'of a test', 1, now(), 'a secret body'),
                       ('DROP2345', 2, 2, 1, 5, 'of a test', 1, now(), 'a secret body');
                   update dead_letters set ended_at = now(), ended_as = 'dropped', end_reason = 'seen'
                   where reference = 'DROP2345'";
    client.batch_execute(planted).await.unwrap();

    let bearer = format!("Authorization: Bearer {TOKEN}");
    for instance in world.instances() {
        assert_eq!(diag(instance, &[]).await.status, 401);
        assert_eq!(diag(instance, &["Authorization: Bearer wrong"]).await.status, 401);
        let history = wait::until("what was planted", PATIENCE, async || {
            let answer = diag(instance, &[&bearer]).await;
            assert_eq!(answer.status, 200);
            assert!(!answer.body.contains("a secret body"));
            let history = answer.json()["history"].take();
            (history["dead_letters"]["count"] == 1).then_some(history)
        });
        let history = history.await.unwrap();
        let letter = &history["dead_letters"]["newest"][0];
        assert_eq!(
            (&letter["id"], &letter["reference"], &letter["problem"]),
            (&json!("u1"), &json!("ABCD2345"), &json!("of a test"))
        );
        let closed = json!([{
            "subject": "z-image", "until": null, "reason": "operator", "by": "operator:ann",
            "note": "odd", "since": "2026-03-01T00:00:00Z", "half_open": false, "trial": null,
        }]);
        assert_eq!(history["closures"], closed);
        assert_eq!(history["terms"][0]["event"], "claimed");
        assert_eq!(history["terms"][0]["reason"], "free");
        assert!(history["age_seconds"].as_u64().is_some_and(|age| age < 60), "{history}");
    }
    client.batch_execute("delete from dead_letters; delete from closures").await.unwrap();
    world.ends_well().await;
}

/// It is answered from memory: the database is asked by nobody.
#[tokio::test]
async fn diag_answers_without_a_database_and_never_without_a_token() {
    let open = crate::instance::Instance::start(&[]).await;
    let anybody = web::get(open.address, "/diag", &["Authorization: Bearer "]).await;
    assert_eq!(anybody.status, 401, "closed where no token is set");

    let guarded = crate::instance::Instance::start(&[("CONSOLE_TOKEN", TOKEN)]).await;
    let asked = std::time::Instant::now();
    let answer =
        web::get(guarded.address, "/diag", &[&format!("Authorization: Bearer {TOKEN}")]).await;

    assert!(asked.elapsed() < Duration::from_secs(2));
    let shown = answer.json();
    assert_eq!((answer.status, &shown["history"]), (200, &Value::Null));
    assert_eq!(shown["settings"]["bot_mode"], "webhook", "{shown}");
    assert!(shown["metrics"].is_object() && shown["health"].is_object());
}
