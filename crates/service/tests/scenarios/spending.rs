//! How fast money goes: what one person may spend, and how much admins may give back.

use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::News;
use simulator::world::PATIENCE;

use crate::generations::studio::{
    ADMIN, Books, asks_for, build, gets_file, go, newest, orders, says, somebody,
};
use crate::notices::kinds::hears;
use crate::refunds::{self, Cast};

const OFFERS: &str = include_str!("../../../domain/offers.toml");

const HOUR: Duration = Duration::from_secs(3_660);

/// The built-in offers with one line changed.
async fn settings(name: &str, line: &str, other: &str) -> PathBuf {
    let offers = OFFERS.replacen(line, other, 1);
    assert_ne!(offers, OFFERS);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("spending").join(name);
    tokio::fs::create_dir_all(&folder).await.unwrap();
    tokio::fs::write(folder.join("offers.toml"), offers).await.unwrap();
    folder
}

#[tokio::test]
async fn who_spends_too_fast_hears_when_it_goes_on_however_often_they_tap_and_then_it_does() {
    let (line, other) = ("spend_per_hour = \"20000\"", "spend_per_hour = \"1\"");
    let folder = settings("person", line, other).await;
    let world = build().variable("SETTINGS_DIR", folder.to_str().unwrap()).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    orders(&ann, "imagen-4 a red cat").await;
    gets_file(&ann).await;
    books.all_ended().await;
    let before = books.sums().await;

    let offer = asks_for(&ann, "imagen-4 a blue cat").await;
    let mut taps = Vec::new();
    for _ in 0..5 {
        taps.push(ann.taps_on(offer.message_id, &go(&offer).unwrap()).await);
    }
    for tap in taps {
        tap.answered().await;
    }

    ann.waits_for(says("For your safety I take at most"), PATIENCE).await;
    ann.waits_for(says("You can start this order in"), PATIENCE).await;
    hears(&admin, News::SpendLimit).await;
    world.ends_well().await;
    assert_eq!(books.sums().await, before, "nothing is charged");
    assert_eq!(books.number("select count(*) from generations").await, 1);

    world.time_passes(HOUR).await;
    ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;
    ann.waits_for(|bubble| !bubble.media.is_empty() && says("blue cat")(bubble), PATIENCE).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2"]);
}

#[tokio::test]
async fn an_admin_who_gives_back_too_much_hears_when_it_goes_on_and_nothing_goes_back() {
    let (line, other) = ("refunds_per_admin = 20", "refunds_per_admin = 1");
    let folder = settings("admin", line, other).await;
    let world = refunds::build().variable("SETTINGS_DIR", folder.to_str().unwrap()).start().await;
    let cast = Cast::meet(&world).await;
    let (first, second) = (cast.tops_up(&cast.anna, 50).await, cast.tops_up(&cast.anna, 50).await);
    cast.gives_back(&first).await;
    cast.anna.waits_for(says("went back to you"), PATIENCE).await;

    let command = format!("/admin refund {second} again");
    let refused = cast.tells_admin(&command, "the most that one admin may").await;
    assert!(refused.button("Confirm").is_none(), "{}", refused.text);
    hears(&cast.admin, News::RefundLimit).await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().balance(), 50);

    world.time_passes(HOUR).await;
    let before = newest(&cast.admin);
    cast.gives_back(&second).await;
    cast.admin.waits_for_after(before, says("It went back"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().balance(), 0);
    let logged = "select count(*) from audit_log where action = 'refund'";
    assert_eq!(cast.number(logged).await, 2, "each that happened, once");
}
