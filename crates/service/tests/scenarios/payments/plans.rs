//! Plans: paid again every thirty days, stopped and resumed from both sides, replaced, over.

use std::time::Duration;

use simulator::telegram::{Bubble, Person, Subscription};
use simulator::world::{PATIENCE, World};
use testbed::wait;

use super::{STAR, agree, balance, build, link};
use crate::generations::studio::{Books, newest, says, somebody};

const DAY: Duration = Duration::from_secs(86_400);

/// What a payment of the plan Light brings, in kopecks.
const LIGHT: i64 = 299 * STAR;

/// Somebody with the plan Light, and its payload.
async fn subscriber() -> (World, Books, Person, String) {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let address = link(&ann, "Light").await;
    ann.pays_link(&address).await.charge();
    ann.waits_for(says("Your plan Light runs until"), PATIENCE).await;
    let payload = world.telegram.stars().payments()[0].payload.clone();
    (world, books, ann, payload)
}

/// Lets days pass, one by one, as they do.
async fn days(world: &World, books: &Books, number: u32) {
    for _ in 0..number {
        world.time_passes(DAY).await;
        agree(world, books).await;
    }
}

async fn is(books: &Books, plan: &str, state: &str) {
    let condition = format!(
        "(select string_agg(state, ',') from subscriptions where plan = '{plan}') = '{state}'"
    );
    books.waits_until(&condition).await;
}

/// Telegram's record of a subscription.
fn record(world: &World, place: usize) -> Subscription {
    world.telegram.stars().subscriptions().swap_remove(place)
}

/// Opens the page of plans and taps the button that begins like this; the page.
async fn taps_plans(person: &Person, label: &str) -> Bubble {
    let before = newest(person);
    person.says("/subscribe").await;
    let labelled = |bubble: &Bubble| {
        let mut buttons = bubble.buttons.iter().flatten();
        buttons.find(|button| button.text.starts_with(label)).and_then(|one| one.data.clone())
    };
    let page = person.waits_for_after(before, |bubble| labelled(bubble).is_some(), PATIENCE).await;
    person.taps_on(page.message_id, &labelled(&page).unwrap()).await.answered().await;
    page
}

/// Waits until a message says something.
async fn shows(person: &Person, message: &Bubble, words: &str) {
    let shown = |bubble: &Bubble| bubble.message_id == message.message_id && says(words)(bubble);
    person.waits_for(shown, PATIENCE).await;
}

#[tokio::test]
async fn a_plan_is_renewed_until_it_is_cancelled_by_button_and_resumed_in_telegram() {
    let (world, books, ann, payload) = subscriber().await;
    days(&world, &books, 30).await;
    assert_eq!(balance(&books, &ann).await, 2 * LIGHT);

    let page = taps_plans(&ann, "Don't renew").await;
    shows(&ann, &page, "Stop renewing Light?").await;
    ann.taps("Don't renew").await.answered().await;
    shows(&ann, &page, "I'm telling Telegram that Light isn't to renew").await;
    ann.waits_for(says("Done: Light won't renew. It runs until"), PATIENCE).await;
    is(&books, "light", "canceled").await;
    assert!(record(&world, 0).is_cancelled, "by the charge of its first payment");
    assert!(ann.resumes_subscription(&payload).await.is_none(), "we hold it back");

    let page = taps_plans(&ann, "Renew again").await;
    shows(&ann, &page, "Only you can switch Light on again").await;
    books.waits_until("not exists (select from money_calls where state = 'due')").await;
    is(&books, "light", "canceled").await;
    ann.resumes_subscription(&payload).await.unwrap().accepted().await;
    is(&books, "light", "active").await;
    days(&world, &books, 30).await;

    assert_eq!(balance(&books, &ann).await, 3 * LIGHT);
    world.ends_well().await;
}

#[tokio::test]
async fn what_is_cancelled_in_telegram_runs_until_its_date_and_is_over() {
    let (world, books, ann, payload) = subscriber().await;
    ann.cancels_subscription(&payload).await.accepted().await;
    is(&books, "light", "canceled").await;
    let before = newest(&ann);
    ann.says("/subscribe").await;
    ann.waits_for_after(before, says("It won't renew"), PATIENCE).await;

    days(&world, &books, 29).await;
    is(&books, "light", "canceled").await;
    world.time_passes(DAY * 2).await;

    ann.waits_for(says("Your plan Light is over"), PATIENCE).await;
    is(&books, "light", "expired").await;
    assert!(record(&world, 0).is_over);
    assert_eq!(balance(&books, &ann).await, LIGHT, "what was not spent stays");
    // And it can be had again.
    let address = link(&ann, "Light").await;
    ann.pays_link(&address).await.charge();
    is(&books, "light", "expired,active").await;
    agree(&world, &books).await;
    world.ends_well().await;
}

#[tokio::test]
async fn a_renewal_that_fails_is_told_and_a_day_later_it_goes_on() {
    let (world, books, ann, payload) = subscriber().await;
    world.telegram.stars().runs_short(&ann, &payload, 1);

    days(&world, &books, 30).await;
    is(&books, "light", "failed").await;
    let before = newest(&ann);
    ann.says("/subscribe").await;
    ann.waits_for_after(before, says("couldn't renew it and will try again"), PATIENCE).await;
    days(&world, &books, 1).await;

    is(&books, "light", "active").await;
    assert_eq!(balance(&books, &ann).await, 2 * LIGHT);
    let dates = "select extract(epoch from until)::bigint from subscriptions";
    let until = i64::try_from(record(&world, 0).until).unwrap();
    assert_eq!(books.number(dates).await, until, "by Telegram's date");
    world.ends_well().await;
}

#[tokio::test]
async fn a_renewal_that_never_comes_ends_the_plan_after_the_grace() {
    let (world, books, ann, payload) = subscriber().await;
    world.telegram.stars().runs_short(&ann, &payload, 9);

    days(&world, &books, 32).await;
    is(&books, "light", "failed").await;
    world.time_passes(DAY).await;

    ann.waits_for(says("Your plan Light is over"), PATIENCE).await;
    is(&books, "light", "expired").await;
    agree(&world, &books).await;
    world.ends_well().await;
}

#[tokio::test]
async fn another_plan_replaces_the_former_by_the_charge_of_its_first_payment() {
    let (world, books, ann, _) = subscriber().await;
    days(&world, &books, 30).await;

    let address = link(&ann, "Pro").await;
    assert!(!record(&world, 0).is_cancelled, "the link alone changes nothing");
    ann.pays_link(&address).await.charge();

    ann.waits_for(says("Your plan Pro runs until"), PATIENCE).await;
    ann.waits_for(says("Your former plan Light won't renew"), PATIENCE).await;
    books.waits_until("not exists (select from money_calls where state = 'due')").await;
    assert!(record(&world, 0).is_cancelled && !record(&world, 1).is_cancelled);
    is(&books, "light", "replaced").await;
    days(&world, &books, 31).await;
    is(&books, "pro", "active").await;
    assert!(record(&world, 0).is_over);
    assert_eq!(balance(&books, &ann).await, 2 * LIGHT + 2 * 999 * STAR);
    ann.waits_for(says("Your plan Light is over"), PATIENCE).await;
    agree(&world, &books).await;
    world.ends_well().await;
}

#[tokio::test]
async fn a_renewal_that_is_asked_about_is_never_refused() {
    let (world, books, ann, _) = subscriber().await;
    world.telegram.stars().asks_before_renewals(true);

    for _ in 0..30 {
        world.time_passes(DAY).await;
    }
    let renewed = async || (world.telegram.stars().payments().len() == 2).then_some(());
    wait::until("the question to be answered", PATIENCE, renewed).await.unwrap();

    agree(&world, &books).await;
    world.ends_well().await;
    assert_eq!(balance(&books, &ann).await, 2 * LIGHT);
}
