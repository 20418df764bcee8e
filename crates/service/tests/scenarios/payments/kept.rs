//! An order that is kept while its money comes: begun by its own invoice, once, in time, as it was named.
//!
//! An `imagen-4` is 6.40 roubles, which are six Stars.

use std::time::Duration;

use simulator::telegram::{Bubble, Person};
use simulator::world::{Builder, PATIENCE, World};
use testbed::proxy::Moment;

use super::{agree, balance, invoice, next_invoice, thanks};
use crate::closures::closures;
use crate::generations::people::{offers, settings};
use crate::generations::studio::{self, Books, gets_file, go, newest, orders, says, somebody};

const PRICE: i64 = 640;
const PAID: i64 = 6 * super::STAR;

/// Somebody without money orders, and takes the invoice over what is missing.
async fn short(builder: Builder) -> (World, Books, Person, Bubble) {
    let world = builder.start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    orders(&ann, "imagen-4 a red cat").await;
    let missing = |bubble: &Bubble| pay_button(bubble).is_some();
    let refused = ann.waits_for(missing, PATIENCE).await;
    let before = newest(&ann);
    ann.taps_on(refused.message_id, &pay_button(&refused).unwrap()).await.answered().await;
    let invoice = next_invoice(&ann, before).await;
    let shown = invoice.invoice().unwrap();
    assert_eq!(shown["total_amount"], 6);
    let words = shown["description"].as_str().unwrap();
    assert!(words.contains("your order starts by itself: Imagen 4 for"), "{words}");
    (world, books, ann, invoice)
}

fn pay_button(bubble: &Bubble) -> Option<String> {
    let mut buttons = bubble.buttons.iter().flatten();
    let found = buttons.find(|button| button.text.contains("Pay the rest"));
    found.and_then(|button| button.data.clone())
}

/// Nothing was begun, and what was paid is in the wallet.
async fn stays_in_the_wallet(world: &World, books: &Books, ann: &Person) {
    agree(world, books).await;
    world.ends_well().await;
    assert_eq!((world.kie.creates().len(), balance(books, ann).await), (0, PAID));
    assert_eq!(books.number("select count(*) from generations").await, 0);
}

#[tokio::test]
async fn a_kept_order_is_begun_once_by_its_own_invoice() {
    let (world, books, ann, invoice) = short(studio::build()).await;

    let charge = ann.pays(invoice.message_id).await.charge();

    ann.waits_for(says("I'm starting your order now"), PATIENCE).await;
    gets_file(&ann).await;
    world.telegram.stars().repeats(&charge).await.accepted().await;
    // A second payment of the same invoice is money and nothing else.
    world.telegram.stars().charges(&ann, &super::payload(&invoice), 6).await;
    agree(&world, &books).await;
    books.all_ended().await;
    world.ends_well().await;
    let sums = books.sums().await;
    assert_eq!((sums.states, sums.revenue), (vec!["delivered 1".to_owned()], PRICE));
    assert_eq!((world.kie.creates().len(), sums.available), (1, 2 * PAID - PRICE));
    assert_eq!(thanks(&ann), 2);
}

#[tokio::test]
async fn another_payment_only_offers_to_begin_it() {
    let (world, books, ann, _) = short(studio::build()).await;

    let other = invoice(&ann, 50).await;
    ann.pays(other.message_id).await.charge();

    let asked = ann.waits_for(says("Shall I start it?"), PATIENCE).await;
    world.ends_well().await;
    assert_eq!(world.kie.creates().len(), 0);
    ann.taps_on(asked.message_id, &go(&asked).unwrap()).await.answered().await;
    gets_file(&ann).await;
    books.all_ended().await;
    agree(&world, &books).await;
    world.ends_well().await;
    assert_eq!(world.kie.creates().len(), 1);
}

#[tokio::test]
async fn after_half_an_hour_it_waits_for_a_tap() {
    let (world, books, ann, invoice) = short(studio::build()).await;

    world.time_passes(Duration::from_secs(31 * 60)).await;
    ann.pays(invoice.message_id).await.charge();

    ann.waits_for(says("Shall I start it?"), PATIENCE).await;
    stays_in_the_wallet(&world, &books, &ann).await;
}

#[tokio::test]
async fn at_another_price_it_is_not_begun() {
    let same = offers("markup = \"2.0\"", "markup = \"2.0\"");
    let folder = settings("kept-price", &same).await;
    let builder = studio::build().instances(1).variable("SETTINGS_DIR", folder.to_str().unwrap());
    let (mut world, books, ann, invoice) = short(builder).await;
    settings("kept-price", &offers("markup = \"2.0\"", "markup = \"2.1\"")).await;
    world.starts_one().await;
    world.stops(0).await;
    world.active().await;

    ann.pays(invoice.message_id).await.charge();

    ann.waits_for(says("Your order hasn't started"), PATIENCE).await;
    stays_in_the_wallet(&world, &books, &ann).await;
}

#[tokio::test]
async fn what_is_closed_by_then_is_not_begun() {
    let (world, books, ann, invoice) = short(studio::build()).await;
    let closed = closures(&world, &["close", "imagen-4", "odd pictures"]).await;
    assert_eq!(closed.1, Some(0), "{}", closed.0);

    ann.pays(invoice.message_id).await.charge();

    ann.waits_for(says("Your order hasn't started"), PATIENCE).await;
    stays_in_the_wallet(&world, &books, &ann).await;
}

#[tokio::test]
async fn a_cancelled_order_is_not_begun() {
    let (world, books, ann, invoice) = short(studio::build()).await;
    let before = newest(&ann);
    ann.says("/cancel").await;
    ann.waits_for_after(before, Bubble::is_from_bot, PATIENCE).await;

    ann.pays(invoice.message_id).await.charge();

    let told = ann.waits_for(says("Thank you!"), PATIENCE).await;
    assert!(!told.text.contains("order"), "{}", told.text);
    stays_in_the_wallet(&world, &books, &ann).await;
}

/// The active instance dies while the COMMIT is held that credits the payment and begins the order.
async fn the_active_one_dies(moment: Moment) {
    let (world, books, ann, invoice) = short(studio::build()).await;
    world.ends_well().await;
    let (active, passive) = (world.active().await, world.passive().await);
    world.routes_to(&[passive]);
    let held = world.instance(active).link.hold_commit_of(moment, "insert into payments");

    ann.pays(invoice.message_id).await.charge();
    let held = held.reached(PATIENCE).await.unwrap();
    let both = "select (select count(*) from payments) + (select count(*) from generations)";
    let there = if moment == Moment::AfterDecision { 2 } else { 0 };
    assert_eq!(books.number(both).await, there, "both or nothing");
    world.kills(active).await;
    drop(held);

    ann.waits_for(says("I'm starting your order now"), PATIENCE).await;
    gets_file(&ann).await;
    books.all_ended().await;
    agree(&world, &books).await;
    world.ends_well().await;
    assert_eq!((world.kie.creates().len(), thanks(&ann)), (1, 1));
    assert_eq!(balance(&books, &ann).await, PAID - PRICE);
}

#[tokio::test]
async fn killed_before_the_commit_that_pays_and_begins_both_happen_once() {
    the_active_one_dies(Moment::BeforeRequest).await;
}

#[tokio::test]
async fn killed_after_the_commit_that_pays_and_begins_both_happen_once() {
    the_active_one_dies(Moment::AfterDecision).await;
}
