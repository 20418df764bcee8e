//! A day that loses too much: what stops, what closes, who is told, and what has to wait.

use std::path::{Path, PathBuf};

use domain::News;
use simulator::world::{PATIENCE, World};

use super::{RICH, SUBMITTED, hears, held, is_free_of_charge, so_far};
use crate::generations::studio::{
    ADMIN, Books, asks_for, build, gets_file, go, lines, orders, says, somebody,
};

const OFFERS: &str = include_str!("../../../../../domain/offers.toml");

/// The built-in offers with other losses.
async fn settings(name: &str, daily_budget: &str, most: &str) -> PathBuf {
    let offers = OFFERS
        .replacen("daily_budget = \"1000\"", &format!("daily_budget = \"{daily_budget}\""), 1)
        .replacen("most = \"2000\"", &format!("most = \"{most}\""), 1);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("losing").join(name);
    tokio::fs::create_dir_all(&folder).await.unwrap();
    tokio::fs::write(folder.join("offers.toml"), offers).await.unwrap();
    folder
}

/// How often the admin was told so.
fn notices(world: &World, words: &str) -> usize {
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    admin.chat().iter().filter(|bubble| says(words)(bubble)).count()
}

#[tokio::test]
async fn a_day_that_lost_its_budget_ends_free_use_and_closes_what_caused_it_until_tomorrow() {
    let folder = settings("budget", "30", "2000").await;
    let world = build().variable("SETTINGS_DIR", folder.to_str().unwrap()).start().await;
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", RICH).await, somebody(&world, "Bob", RICH).await);
    let offer = asks_for(&bob, "z-image a red cat").await;
    assert!(offer.text.contains("Free"), "{}", offer.text);
    // Ten times its list; its price brings fourteen.
    world.kie.set_price("google/imagen4", 80_000_000);

    orders(&ann, "imagen-4 a red cat").await;
    gets_file(&ann).await;
    books.all_ended().await;

    let offer = asks_for(&bob, "z-image a blue cat").await;
    assert!(!offer.text.contains("Free"), "{}", offer.text);
    let before = so_far(&ann);
    ann.says("/generate imagen-4 a red cat").await;
    let refused = hears(&ann, before, "takes no orders right now").await;
    assert!(go(&refused).is_none(), "{}", refused.text);
    let closed = "select count(*) from closures where reason = 'losses' and subject = 'imagen-4' \
        and abs(extract(epoch from closed_until - (((trt_now() at time zone 'Europe/Moscow')::date \
            + 1)::timestamp at time zone 'Europe/Moscow'))) < 60";
    assert_eq!(books.number(closed).await, 1, "until the next day of the offers begins");
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    crate::notices::kinds::hears(&admin, News::LossesSpent).await;
    world.ends_well().await;
    assert_eq!(notices(&world, "losses are used up"), 1, "once");
    assert_eq!(lines(&world, "ERROR", "[MONEY] KIE charged a day's budget"), 1);
}

#[tokio::test]
async fn what_could_be_lost_at_once_is_bounded_and_the_rest_waits_its_turn() {
    // One of eight credits, but not two.
    let folder = settings("most", "10", "15").await;
    let world = held().variable("SETTINGS_DIR", folder.to_str().unwrap()).start().await;
    world.kie.set_price("google/imagen4", 8_000_000);
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", RICH).await, somebody(&world, "Bob", RICH).await);
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;

    orders(&bob, "imagen-4 a blue cat").await;
    // The loop has looked at it and left it: the line says so.
    let line = "[MONEY] orders wait";
    testbed::wait::until(line, PATIENCE, async || (lines(&world, "WARN", line) > 0).then_some(()))
        .await
        .unwrap();
    assert_eq!(world.kie.creates().len(), 1);

    let first = world.kie.tasks()[0].id.clone();
    world.kie.finishes(&first);
    gets_file(&ann).await;
    world.kie.waits_until("the second task", |tasks| tasks.len() == 2).await;
    let second = world.kie.tasks().iter().find(|task| task.id != first).unwrap().id.clone();
    world.kie.finishes(&second);
    gets_file(&bob).await;
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2"]);
}

#[tokio::test]
async fn what_is_lost_is_in_the_books_and_corrected_when_it_comes_late() {
    let world = held().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", RICH).await;
    orders(&ann, "imagen-4 a red cat").await;
    books.waits_until(SUBMITTED).await;
    let before = so_far(&ann);
    books.time_passes("3 hours").await;
    hears(&ann, before, "too long").await;
    let lost = "select credits from losses where cause = 'lost'";
    assert_eq!(books.number(lost).await, 8_000_000);
    let suspense = "select count(*) from transfers where kind = 'suspense'";
    assert_eq!(books.number(suspense).await, 1);

    let task = world.kie.tasks()[0].id.clone();
    world.kie.finishes(&task);
    gets_file(&ann).await;

    books.waits_until("exists (select from losses where cause = 'late')").await;
    world.ends_well().await;
    is_free_of_charge(&books, "lost 1").await;
    let late = "select sum(credits)::bigint from losses";
    assert_eq!(books.number(late).await, 4_000_000, "what KIE really charged");
    let unsuspense = "select count(*) from transfers where kind = 'unsuspense'";
    assert_eq!(books.number(unsuspense).await, 1);
}
