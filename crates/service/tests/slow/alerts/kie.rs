//! KIE: it fails, refuses us, is empty, no longer has models, charges for nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use simulator::kie::Fault;
use simulator::telegram::Person;
use simulator::world::PATIENCE;
use testbed::process::Process;

use super::stage::Stage;
use crate::studio::{Books, asks_for, build, go, newest, orders, says, somebody};

pub(super) const FAILING: [&str; 1] = ["TrtKieFailing"];
pub(super) const REFUSED: [&str; 1] = ["TrtKieAway"];
pub(super) const EMPTY: [&str; 3] =
    ["TrtEverythingClosed", "TrtCreditsRunOut", "TrtGenerationStuck"];
pub(super) const GONE: [&str; 2] = ["TrtErrorsLogged", "TrtManyModelsClosed"];
pub(super) const LOSING: [&str; 1] = ["TrtLossesNearBudget"];

const RICH: u32 = 3_000;

/// More than anybody needs, in millionths of a credit.
const PLENTY: i64 = 1_000_000_000_000;

/// More than are to be closed.
const MODELS: [&str; 7] = [
    "imagen-4",
    "imagen-4-fast",
    "imagen-4-ultra",
    "nano-banana",
    "grok-image",
    "grok-image-pro",
    "z-image",
];

#[tokio::test]
async fn orders_that_fail_one_after_the_other_are_told() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let ann = somebody(&stage.world, "Ann", RICH).await;

    stage.begins(&FAILING).await;
    for number in 1..=10 {
        fails(&ann, &format!("imagen-4 a red cat {number} [[sim:fail=501]]")).await;
    }
    stage.fire_all(&FAILING).await;

    stage.clear_all(&FAILING).await;
    stage.world.ends_well().await;
    stage.ends(&FAILING);
}

/// One order of somebody's that comes to nothing.
async fn fails(person: &Person, order: &str) {
    let before = newest(person);
    orders(person, order).await;
    person.waits_for_after(before, says("The model failed"), PATIENCE).await;
}

#[tokio::test]
async fn a_key_that_kie_refuses_is_told_until_a_release_has_the_right_one() {
    let wrong = build().variable("KIE_API_KEY", "another-key");
    let Some(mut stage) = Stage::set(wrong).await else { return };

    stage.begins(&REFUSED).await;
    stage.fire_all(&REFUSED).await;

    let key = stage.world.kie.key().to_owned();
    let old = [stage.world.passive().await, stage.world.active().await];
    stage.world.begins_one_with(&[("KIE_API_KEY", &key)]).await;
    for place in old {
        stage.world.stops(place).await;
    }
    stage.reads_who_runs().await;
    stage.clear_all(&REFUSED).await;
    stage.world.ends_well().await;
    stage.ends(&REFUSED);
}

#[tokio::test]
async fn an_empty_account_is_told_as_such_by_what_is_closed_and_by_the_order_that_waits() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let books = Books::open(&stage.world).await;
    let ann = somebody(&stage.world, "Ann", RICH).await;
    let offer = asks_for(&ann, "imagen-4 a red cat").await;

    stage.begins(&EMPTY).await;
    stage.world.kie.set_credits(0);
    ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;
    books.waits_until("exists (select from closures where closed_until > trt_now())").await;
    stage.world.time_passes(Duration::from_secs(600)).await;
    stage.fire_all(&EMPTY).await;

    stage.world.kie.set_credits(PLENTY);
    stage.clear_all(&EMPTY).await;
    books.all_ended().await;
    stage.world.ends_well().await;
    stage.ends(&EMPTY);
}

#[tokio::test]
async fn models_that_kie_no_longer_has_are_told_and_so_is_what_was_logged_of_them() {
    let Some(mut stage) = Stage::set(build()).await else { return };
    let books = Books::open(&stage.world).await;

    stage.begins(&GONE).await;
    for model in MODELS {
        // One person has so many open orders at most.
        let person = somebody(&stage.world, model, 100).await;
        stage.world.kie.faults().arm(Fault::Code(404), 1);
        orders(&person, &format!("{model} a red cat")).await;
        let closed = format!("exists (select from closed_now where subject = '{model}')");
        books.waits_until(&closed).await;
    }
    stage.fire_all(&GONE).await;

    // By themselves they open when an order that tries them succeeds; here the operator knows better.
    for model in MODELS {
        let open = Process::build("trt closures", crate::program());
        let open = open.args(["closures", "open", model, "it is back"]);
        let open = open.env("DATABASE_URL", stage.world.database_url()).start().unwrap();
        assert_eq!(open.exit(PATIENCE).await.unwrap().code(), Some(0), "{}", open.tail());
    }
    stage.clear_all(&GONE).await;
    books.all_ended().await;
    stage.world.ends_well().await;
    stage.ends(&GONE);
}

#[tokio::test]
async fn losses_that_come_near_the_budget_of_a_day_are_told_until_the_next() {
    let folder = settings().await;
    let builder = build().variable("SETTINGS_DIR", folder.to_str().unwrap());
    let Some(mut stage) = Stage::set(builder).await else { return };
    let books = Books::open(&stage.world).await;
    let ann = somebody(&stage.world, "Ann", RICH).await;
    // Ten times its list; its price brings fourteen.
    stage.world.kie.set_price("google/imagen4", 80_000_000);

    stage.begins(&LOSING).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.all_ended().await;
    stage.fire_all(&LOSING).await;

    stage.world.time_passes(Duration::from_secs(24 * 3_600)).await;
    stage.clear_all(&LOSING).await;
    stage.world.ends_well().await;
    stage.ends(&LOSING);
}

/// The built-in offers with little to lose.
async fn settings() -> PathBuf {
    let offers = include_str!("../../../../domain/offers.toml");
    let offers = offers.replacen("daily_budget = \"1000\"", "daily_budget = \"30\"", 1);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("alerts-losing");
    tokio::fs::create_dir_all(&folder).await.unwrap();
    tokio::fs::write(folder.join("offers.toml"), offers).await.unwrap();
    folder
}
