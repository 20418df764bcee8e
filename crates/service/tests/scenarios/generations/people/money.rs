//! Money: too little of it, another price than was named, too many at once, taking back.
//!
//! An `imagen-4` is 6.40 roubles.

use simulator::kie::{Fault, Pace};
use simulator::telegram::Button;
use simulator::world::PATIENCE;

use super::super::studio::{Books, asks_for, build, gets_file, go, newest, orders, says, somebody};
use super::{data, next, offers, settings, taps};

const PRICE: i64 = 640;

#[tokio::test]
async fn of_two_orders_with_money_for_one_the_second_is_refused_with_a_way_to_pay() {
    let builder = build().kie(|kie| kie.pace = Pace::Held);
    let world = builder.start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 10).await;

    orders(&ann, "imagen-4 the first cat").await;
    let second = orders(&ann, "imagen-4 the second cat").await;

    // 3.60 are left of ten, and the order stays as it is.
    let refused = ann.waits_for(says("3 ⭐ · 2.80 ₽ is missing"), PATIENCE).await;
    let pay = "Pay the rest · 3 ⭐ · 2.80 ₽";
    let pays = |button: &Button| button.text.replace('\u{A0}', " ") == pay;
    assert!(refused.buttons.iter().flatten().any(pays), "{:?}", refused.buttons);
    assert!(go(&refused).is_some() && refused.message_id >= second.message_id);
    world.kie.waits_until("the first task", |tasks| tasks.len() == 1).await;
    assert_eq!(books.sums().await.held, PRICE);
    world.kie.finishes(&world.kie.tasks()[0].id);
    let picture = gets_file(&ann).await;
    assert!(picture.text.contains("the first cat"), "{}", picture.text);
    books.all_ended().await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!((sums.available, sums.held, sums.revenue), (1_000 - PRICE, 0, PRICE));
    assert_eq!(world.kie.creates().len(), 1);
}

#[tokio::test]
async fn a_price_that_changed_after_it_was_named_is_asked_about_again() {
    let folder = settings("new-price", &offers("markup = \"2.0\"", "markup = \"2.0\"")).await;
    let builder = build().instances(1).variable("SETTINGS_DIR", folder.to_str().unwrap());
    let mut world = builder.start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let offer = asks_for(&ann, "imagen-4 a red cat").await;
    assert!(offer.text.contains("6.40"), "{}", offer.text);

    settings("new-price", &offers("markup = \"2.0\"", "markup = \"3.0\"")).await;
    world.starts_one().await;
    world.stops(0).await;
    world.active().await;
    ann.taps_on(offer.message_id, &go(&offer).unwrap()).await.answered().await;

    let asked = ann.waits_for(says("The price has changed"), PATIENCE).await;
    assert!(asked.text.contains("9.60"), "{}", asked.text);
    let sums = books.sums().await;
    assert_eq!((sums.states.len(), sums.available, sums.held), (0, 10_000, 0));
    assert_eq!(world.kie.creates().len(), 0);
    ann.taps_on(asked.message_id, &go(&asked).unwrap()).await.answered().await;
    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!((sums.available, sums.held, sums.revenue), (10_000 - 960, 0, 960));
}

#[tokio::test]
async fn more_orders_than_go_at_the_same_time_get_a_plain_answer() {
    let world = build().kie(|kie| kie.pace = Pace::Held).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    for number in 1..=3 {
        orders(&ann, &format!("imagen-4 cat number {number}")).await;
    }

    orders(&ann, "imagen-4 cat number 4").await;

    let refused =
        ann.waits_for(says("You already have 3 in work, the most I take at once"), PATIENCE).await;
    world.kie.waits_until("three tasks", |tasks| tasks.len() == 3).await;
    assert_eq!(books.sums().await.held, 3 * PRICE);
    // One is ready: the same order goes through, by the button that was there all along.
    world.kie.finishes(&world.kie.tasks()[0].id);
    gets_file(&ann).await;
    books.waits_until("(select count(*) from generations where state = 'delivered') = 1").await;
    ann.taps_on(refused.message_id, &go(&refused).unwrap()).await.answered().await;
    world.kie.waits_until("the fourth task", |tasks| tasks.len() == 4).await;
    for task in world.kie.tasks().iter().skip(1) {
        world.kie.finishes(&task.id);
    }
    books.all_ended().await;
    world.ends_well().await;
    assert_eq!(books.sums().await.states, ["delivered 4"]);
    assert_eq!(books.sums().await.revenue, 4 * PRICE);
    assert_eq!(world.kie.creates().len(), 4);
}

#[tokio::test]
async fn what_waits_can_be_taken_back_with_all_its_money() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    world.kie.faults().arm(Fault::Code(455), 1);
    let status = orders(&ann, "imagen-4 a red cat").await;
    let waits =
        "exists (select from generations where state = 'requested' and not_before > trt_now())";
    books.waits_until(waits).await;

    let before = newest(&ann);
    taps(&ann, "job:cancel:").await;

    let said = ann.waits_for(says("cancelled. 6 ⭐ · 6.40 ₽ is back."), PATIENCE).await;
    assert_eq!(said.message_id, status.message_id, "the status message itself says so");
    assert!(said.text.replace('\u{A0}', " ").contains("Your balance: 100 ₽"), "{}", said.text);
    assert_eq!((said.buttons.len(), newest(&ann)), (0, before), "and nothing else");
    books.all_ended().await;
    // Long after KIE is back, nothing is made of it.
    books.time_passes("2 hours").await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!(sums.states, ["cancelled 1"]);
    assert_eq!((sums.available, sums.held, sums.revenue), (10_000, 0, 0));
    assert_eq!(world.kie.tasks().len(), 0);
}

#[tokio::test]
async fn what_is_being_made_cannot_be_taken_back_and_that_is_said() {
    let world = build().kie(|kie| kie.pace = Pace::Held).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 100).await;
    let status = orders(&ann, "imagen-4 a red cat").await;
    let cancels = |bubble: &simulator::telegram::Bubble| data(bubble, "job:cancel:").is_some();
    let cancel = data(&ann.waits_for(cancels, PATIENCE).await, "job:cancel:").unwrap();
    books.waits_until("exists (select from attempts where state = 'submitted')").await;

    // The button may have gone by now; a slow phone still shows it.
    let before = newest(&ann);
    ann.taps_on(status.message_id, &cancel).await.answered().await;

    next(&ann, before, says("can't stop it any more")).await;
    world.kie.finishes(&world.kie.tasks()[0].id);
    gets_file(&ann).await;
    books.all_ended().await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!((sums.states, sums.revenue), (vec!["delivered 1".to_owned()], PRICE));
}
