//! `trt smoke` on running instances: it passes when they are well and says what is wrong otherwise.

use simulator::telegram::journal::applied_with;
use simulator::world::{PATIENCE, SECRET, World};
use testbed::process::Process;
use testbed::server::connect;
use testbed::{SOON, wait};

use crate::instance::program;
use crate::path;

const ADMIN: i64 = 4_711;

/// What a run of the command printed, and how it ended.
struct Outcome {
    lines: Vec<String>,
    code: Option<i32>,
}

impl Outcome {
    /// The line about a step.
    fn about(&self, step: &str) -> &str {
        let found =
            self.lines.iter().find(|line| line.get(5..).is_some_and(|l| l.starts_with(step)));
        found.unwrap_or_else(|| panic!("{step}: {:#?}", self.lines))
    }

    #[track_caller]
    fn fails(&self, step: &str, words: &[&str]) {
        let line = self.about(step);
        assert!(line.starts_with("FAIL "), "{line}");
        for word in words {
            assert!(line.contains(word), "{word}: {line}");
        }
        assert_eq!(self.code, Some(1));
    }
}

/// Runs the command on these instances of a world.
async fn smoke(world: &World, places: &[usize], changes: &[(&str, &str)]) -> Outcome {
    let urls = places.iter().map(|place| format!("http://{}", world.instance(*place).address()));
    let urls: Vec<String> = urls.flat_map(|url| ["--url".to_owned(), url]).collect();
    let arguments: Vec<&str> =
        ["smoke"].into_iter().chain(urls.iter().map(String::as_str)).collect();
    let own = [
        ("DATABASE_URL", world.database_url()),
        ("TELEGRAM_BOT_TOKEN", world.telegram.token().to_owned()),
        ("WEBHOOK_SECRET_TOKEN", SECRET.to_owned()),
    ];
    let builder =
        own.iter().fold(program(&arguments), |builder, (name, value)| builder.env(name, value));
    let builder = changes.iter().fold(builder, |builder, (name, value)| builder.env(name, value));
    ended(&builder.start().unwrap()).await
}

async fn ended(process: &Process) -> Outcome {
    let code = process.exit(PATIENCE).await.unwrap().code();
    let lines = wait::until("the last line", SOON, async || {
        let lines = process.lines();
        lines.iter().any(|line| line.contains("S3 migrations")).then_some(lines)
    });
    Outcome { lines: lines.await.unwrap(), code }
}

#[tokio::test]
async fn two_healthy_instances_pass_and_the_admin_gets_one_menu() {
    let world = World::build(path::program()).start().await;
    let admin = world.telegram.person(ADMIN, "Admin", "en");

    let outcome = smoke(&world, &[0, 1], &[("ADMIN_IDS", &ADMIN.to_string())]).await;

    let not_passed: Vec<_> =
        outcome.lines.iter().filter(|line| !line.starts_with("PASS ")).collect();
    assert!(not_passed.is_empty(), "{not_passed:#?}");
    assert_eq!((outcome.lines.len(), outcome.code), (10, Some(0)));
    assert!(outcome.about("S1 start").contains("answered within"));
    assert!(outcome.about("S3 takeover").contains("was replaced"));
    admin.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(applied_with(&world.telegram.journal(), "menu:image"), 1);
    let client = connect(&world.database_url()).await.unwrap();
    let left = "select (select count(*) from leader_term where name like 'scratch/%') \
                + (select count(*) from inbox_unreadable) \
                + (select count(*) from inbox where update_id > 0)";
    assert_eq!(client.query_one(left, &[]).await.unwrap().get::<_, i64>(0), 0);
}

#[tokio::test]
async fn without_admins_the_written_reply_is_enough_and_one_address_is_a_warning() {
    let world = World::build(path::program()).start().await;
    let active = world.active().await;

    let outcome = smoke(&world, &[active], &[]).await;

    assert!(outcome.about("S1 start").starts_with("PASS S1 start: the reply was written"));
    let passive = outcome.about("S3 passive");
    assert!(passive.starts_with("WARN S3 passive: none of the given"), "{passive}");
    assert_eq!(outcome.code, Some(0), "{:#?}", outcome.lines);
}

#[tokio::test]
async fn instances_that_turn_updates_away_while_passive_are_healthy_too() {
    let world = World::build(path::program()).variable("PASSIVE_MODE", "REJECT").start().await;
    let (active, passive) = (world.active().await, world.passive().await);

    let outcome = smoke(&world, &[passive, active], &[]).await;

    assert_eq!(outcome.code, Some(0), "{:#?}", outcome.lines);
}

#[tokio::test]
async fn a_missing_instance_a_wrong_secret_and_a_wrong_database_are_found() {
    let world = World::build(path::program()).start().await;
    let (active, passive) = (world.active().await, world.passive().await);
    let other = World::build(path::program()).instances(0).start().await;

    let none = smoke(&world, &[passive], &[]).await;
    let secret = smoke(&world, &[active, passive], &[("WEBHOOK_SECRET_TOKEN", "canary")]).await;
    let settings = smoke(&world, &[active], &[("SETTINGS_DIR", "canary")]).await;
    let database = smoke(&world, &[active], &[("DATABASE_URL", &other.database_url())]).await;
    world.kills(passive).await;
    let dead = smoke(&world, &[active, passive], &[]).await;

    none.fails("S3 active", &["none of the given instances is active", "trt lock status"]);
    secret.fails("S1 start", &["answers /webhook with 401", "as the instances have it"]);
    secret.fails("S3 passive", &["401"]);
    assert!(!secret.lines.concat().contains("canary"));
    settings.fails("S3 models", &["SETTINGS_DIR names cannot be read", "trt catalogue check"]);
    assert!(!settings.lines.concat().contains("canary"));
    database.fails("S2 storage", &["trt check"]);
    database.fails("S3 migrations", &["0 of ", "; run `trt migrate`"]);
    dead.fails("S0 health", &["onnection refused", "see that an instance runs there"]);
}

#[tokio::test]
async fn a_frozen_active_instance_is_found_by_its_heartbeat() {
    // A holder that is trusted for long, so that nobody takes over while it is looked at.
    let world =
        World::build(path::program()).variable("LOCK_STALE_HEARTBEAT_SECONDS", "120").start().await;
    let (active, passive) = (world.active().await, world.passive().await);
    let frozen = world.freezes(active);

    let outcome = smoke(&world, &[passive], &[]).await;
    world.wakes(frozen);

    outcome.fails("S1 start", &["stored and nobody handles it", "trt lock status"]);
    outcome.fails("S3 heartbeat", &["stood still for 10 s", "[LOCK]"]);
}
