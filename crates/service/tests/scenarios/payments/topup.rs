//! Top-ups: credited once and told once, whoever hears of it how often.

use std::time::Duration;

use simulator::telegram::{Bubble, Checkout, DeliveryFault, Event, Telling, Via};
use simulator::world::{PATIENCE, World};

use super::{STAR, agree, balance, build, invoice, next_invoice, payload, thanks};
use crate::generations::studio::{Books, newest, says, somebody};
use crate::path::program;

/// The data of the button of a pack.
fn pack(packs: &Bubble, key: &str) -> String {
    let mut data = packs.buttons.iter().flatten().filter_map(|button| button.data.clone());
    data.find(|data| data.contains(key)).unwrap()
}

#[tokio::test]
async fn a_pack_is_credited_once_though_both_instances_hear_of_everything() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let before = newest(&ann);
    ann.says("/topup").await;
    let packs = ann.waits_for_after(before, says("Top up"), PATIENCE).await;
    ann.taps_on(packs.message_id, &pack(&packs, "stars-250")).await.answered().await;
    let invoice = next_invoice(&ann, before).await;
    let doubled = world.telegram.faults().deliveries(2, DeliveryFault::Duplicate);

    ann.pays(invoice.message_id).await.charge();

    doubled.fired().await;
    let told = ann.waits_for(says("+300 ₽"), PATIENCE).await;
    assert!(told.text.replace('\u{A0}', " ").contains("Your balance: 300 ₽"), "{}", told.text);
    agree(&world, &books).await;
    world.ends_well().await;
    assert_eq!((balance(&books, &ann).await, thanks(&ann)), (250 * STAR, 1));
}

#[tokio::test]
async fn a_bonus_comes_with_a_large_pack_and_any_number_of_stars_can_be_paid() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let before = newest(&ann);
    ann.says("/topup").await;
    let packs = ann.waits_for_after(before, says("Top up"), PATIENCE).await;
    ann.taps_on(packs.message_id, &pack(&packs, "stars-500")).await.answered().await;
    ann.pays(next_invoice(&ann, before).await.message_id).await.charge();
    ann.waits_for(says("+600 ₽ and a bonus of 18 ₽"), PATIENCE).await;

    let odd = invoice(&ann, 7).await;
    ann.pays(odd.message_id).await.charge();

    ann.waits_for(says("Your balance: 626.40 ₽"), PATIENCE).await;
    agree(&world, &books).await;
    world.ends_well().await;
    assert_eq!(balance(&books, &ann).await, 507 * STAR + 1_800);
}

#[tokio::test]
async fn a_paid_invoice_is_refused_and_a_payment_that_comes_all_the_same_is_credited() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let invoice = invoice(&ann, 50).await;
    let charge = ann.pays(invoice.message_id).await.charge();
    ann.waits_for(says("Your balance: 60 ₽"), PATIENCE).await;

    let words = ann.pays(invoice.message_id).await.refusal();
    assert!(words.contains("paid already") && words.contains("Nothing was charged"), "{words}");
    world.telegram.stars().repeats(&charge).await.accepted().await;
    // Two sheets may have been open before the first was paid.
    let payload = payload(&invoice);
    world.telegram.stars().charges(&ann, &payload, 50).await;
    ann.waits_for(says("Your balance: 120 ₽"), PATIENCE).await;
    // The amount is Telegram's, whatever the invoice says.
    world.telegram.stars().charges(&ann, &payload, 49).await;
    ann.waits_for(says("Your balance: 178.80 ₽"), PATIENCE).await;
    let bob = somebody(&world, "Bob", 0).await;
    world.telegram.stars().charges(&bob, &payload, 50).await;
    bob.waits_for(says("Your balance: 60 ₽"), PATIENCE).await;

    agree(&world, &books).await;
    world.ends_well().await;
    assert_eq!((balance(&books, &ann).await, thanks(&ann)), (149 * STAR, 3));
    assert_eq!((balance(&books, &bob).await, thanks(&bob)), (50 * STAR, 1));
}

#[tokio::test]
async fn a_payment_that_is_told_of_minutes_late_is_credited_as_ever() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let invoice = invoice(&ann, 50).await;
    world.telegram.stars().next_events(1, Telling::Late);
    ann.pays(invoice.message_id).await.charge();

    // Of what is ten minutes old Telegram's list is asked.
    world.time_passes(Duration::from_secs(300)).await;
    assert_eq!(books.number("select count(*) from payments").await, 0);
    world.telegram.stars().tells_late().await[0].accepted().await;

    ann.waits_for(says("Your balance: 60 ₽"), PATIENCE).await;
    agree(&world, &books).await;
    world.ends_well().await;
}

#[tokio::test]
async fn what_went_back_by_telegrams_own_tools_is_taken_back_and_told_once() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let charge = ann.pays(invoice(&ann, 50).await.message_id).await.charge();
    ann.waits_for(says("Your balance: 60 ₽"), PATIENCE).await;

    let doubled = world.telegram.faults().deliveries(1, DeliveryFault::Duplicate);
    world.telegram.stars().goes_back(&charge).await;

    doubled.fired().await;
    ann.waits_for(says("went back to you. I took 60 ₽ off your balance"), PATIENCE).await;
    agree(&world, &books).await;
    world.ends_well().await;
    assert_eq!(balance(&books, &ann).await, 0);
    let told = ann.chat().into_iter().filter(says("went back to you")).count();
    assert_eq!(told, 1);
    assert_eq!(books.number("select count(*) from unbooked_payments").await, 0);
}

#[tokio::test]
async fn while_polling_the_question_is_answered_by_a_call() {
    let world = World::build(program()).polling().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let invoice = invoice(&ann, 50).await;

    let sheet = ann.opens_invoice(invoice.message_id).await;
    let paid = sheet.ends().await;

    assert!(matches!(paid, Checkout::Paid(_)), "{paid:?}");
    ann.waits_for(says("Your balance: 60 ₽"), PATIENCE).await;
    let words = ann.pays(invoice.message_id).await.refusal();
    assert!(words.contains("paid already"), "{words}");
    let called = |event: &Event| match event {
        Event::Called { method, via: Via::Call, .. } => method == "answerPreCheckoutQuery",
        _ => false,
    };
    assert_eq!(world.telegram.journal().iter().filter(|one| called(&one.event)).count(), 2);
    agree(&world, &books).await;
    world.ends_well().await;
}
