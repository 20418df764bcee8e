//! What costs nothing: the limits of a person and of everybody hold, however many want it at once.
//!
//! A `z-image` costs us 0.8 credits; a person may have two of it in an hour for nothing. Updates of one
//! person are handled one after the other, so the parallel starts are those of many people.

use futures_util::future::join_all;
use simulator::telegram::{Bubble, Person};
use simulator::world::PATIENCE;

use super::super::studio::{Books, asks_for, build, files, go, somebody};
use super::{offers, settings};

/// The order is answered: it goes on, or it is said why not.
async fn hears_of_it(person: &Person, offer: &Bubble) {
    let answered = |bubble: &Bubble| {
        bubble.message_id == offer.message_id && bubble.text != offer.text
            || bubble.message_id > offer.message_id && bubble.is_from_bot()
    };
    person.waits_for(answered, PATIENCE).await;
}

#[tokio::test]
async fn fifty_orders_of_one_person_never_pass_the_free_limit() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;

    for number in 0..50 {
        let offer = asks_for(&ann, &format!("z-image cat number {number}")).await;
        // Answered, it is stored, and what is sent later cannot overtake it.
        ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;
    }

    let all = "not exists (select from inbox where done_at is null)";
    books.waits_until(all).await;
    books.all_ended().await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!(sums.states, ["delivered 2"]);
    assert_eq!((sums.available, sums.held, sums.revenue), (0, 0, 0));
    assert_eq!((world.kie.creates().len(), files(&ann)), (2, 2));
}

#[tokio::test]
async fn fifty_people_at_once_never_pass_the_free_budget_of_a_day() {
    let offers = offers("daily_budget = \"500\"", "daily_budget = \"4\"");
    let folder = settings("free-budget", &offers).await;
    let world = build().variable("SETTINGS_DIR", folder.to_str().unwrap()).start().await;
    // As its list says: what is really charged counts in the end.
    world.kie.set_price("z-image", 800_000);
    let books = Books::open(&world).await;
    let people: Vec<Person> = (0..50).map(|number| world.person(&format!("P{number}"))).collect();
    join_all(people.iter().map(|person| person.says("/menu"))).await;
    let asked = people.iter().map(async |person| {
        person.waits_for(Bubble::is_from_bot, PATIENCE).await;
        asks_for(person, "z-image a red cat").await
    });
    let asked = join_all(asked).await;
    assert!(asked.iter().all(|offer| offer.text.contains("Free")), "{}", asked[0].text);

    let taps = people.iter().zip(&asked).map(async |(person, offer)| {
        person.taps_on(offer.message_id, &go(offer).unwrap()).await.answered().await;
        hears_of_it(person, offer).await;
    });
    join_all(taps).await;

    books.all_ended().await;
    world.ends_well().await;
    // Five times 0.8 credits are four.
    let sums = books.sums().await;
    assert_eq!(sums.states, ["delivered 5"]);
    assert_eq!((sums.available, sums.held, sums.revenue), (0, 0, 0));
    assert_eq!(world.kie.creates().len(), 5);
    let told = |person: &&Person| {
        let chat = person.chat();
        chat.iter().any(|bubble| bubble.text.contains("free tries for everyone are gone"))
    };
    assert_eq!(people.iter().filter(told).count(), 45);
}

#[tokio::test]
async fn a_free_try_that_failed_is_given_back() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;

    let orders = ["bad [[sim:policy]]", "bad too [[sim:policy]]", "a cat", "a dog"];
    for (before, words) in orders.into_iter().enumerate() {
        super::super::studio::orders(&ann, &format!("z-image {words}")).await;
        let begun = format!("(select count(*) from generations) = {}", before + 1);
        books.waits_until(&begun).await;
        books.all_ended().await;
    }

    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 2", "failed 2"]);
    assert_eq!(files(&ann), 2);
}

/// The budget counts what KIE charged, not what its list says.
#[tokio::test]
async fn a_free_picture_that_kie_overcharges_uses_the_budget_of_the_day_up() {
    let offers = offers("daily_budget = \"500\"", "daily_budget = \"2.5\"");
    let folder = settings("free-overcharged", &offers).await;
    let world = build().variable("SETTINGS_DIR", folder.to_str().unwrap()).start().await;
    // More than it should, and not so much that it closes at once.
    world.kie.set_price("z-image", 2_000_000);
    let books = Books::open(&world).await;
    let (ann, bob) = (somebody(&world, "Ann", 0).await, somebody(&world, "Bob", 0).await);

    super::super::studio::orders(&ann, "z-image a red cat").await;
    super::super::studio::gets_file(&ann).await;
    books.all_ended().await;
    let offer = asks_for(&bob, "z-image a red cat").await;

    assert!(!offer.text.contains("Free"), "{}", offer.text);
    world.ends_well().await;
    assert_eq!(books.number("select spent from free_days").await, 2_000_000);
    let lost = "select sum(credits)::bigint from losses where cause = 'free'";
    assert_eq!(books.number(lost).await, 2_000_000);
}
