//! Payments that may not begin: refused in words and in time, with nothing charged.

use std::time::Duration;

use domain::News;
use simulator::telegram::{Checkout, Event, PaySheet, Via};
use simulator::world::{PATIENCE, World};
use testbed::proxy::Fault;

use super::{agree, build, invoice, link, payload};
use crate::generations::studio::{ADMIN, Books, says, somebody};
use crate::notices::kinds::hears;
use crate::path::program;

/// The words with which a sheet is refused.
async fn refusal(sheet: PaySheet) -> String {
    sheet.ends().await.refusal()
}

#[tokio::test]
async fn what_does_not_fit_its_invoice_is_refused_in_words() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let (bob, anna) = (world.person("Bob"), world.speaker("Anna", "ru"));
    let invoice = invoice(&ann, 50).await;
    let own = payload(&invoice);

    let other_payer = refusal(bob.forges(&own, 50, "XTR").await).await;
    assert!(other_payer.contains("another person"), "{other_payer}");
    let in_russian = refusal(anna.forges(&own, 50, "XTR").await).await;
    assert!(in_russian.contains("не списан"), "{in_russian}");
    for (stars, currency) in [(49, "XTR"), (51, "XTR"), (50, "USD")] {
        let words = refusal(ann.forges(&own, stars, currency).await).await;
        assert!(words.contains("has changed"), "{words}");
    }
    let nobodys = format!("trt-{:032x}", u128::MAX);
    for payload in [nobodys.as_str(), "", "' or 1 = 1", "\u{0}", &own.to_uppercase()] {
        let words = refusal(ann.forges(payload, 50, "XTR").await).await;
        assert!(words.contains("don't know this invoice"), "{payload}: {words}");
    }
    assert_eq!(ann.forges(&own, 50, "XTR").await.ends().await, Checkout::Consented);
    world.time_passes(Duration::from_secs(25 * 3600)).await;
    let words = ann.pays(invoice.message_id).await.refusal();
    assert!(words.contains("too old") && words.contains("Nothing was charged"), "{words}");

    agree(&world, &books).await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().payments(), []);
}

#[tokio::test]
async fn a_forwarded_invoice_leads_to_the_bot_and_a_passed_on_link_is_refused() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let bob = world.person("Bob");
    let invoice = invoice(&ann, 50).await;

    let led = bob.opens_forwarded(&ann, invoice.message_id).await.unwrap_err();
    led.accepted().await;
    bob.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    let address = link(&ann, "Light").await;
    let words = bob.pays_link(&address).await.refusal();

    assert!(words.contains("another person"), "{words}");
    ann.pays_link(&address).await.charge();
    ann.waits_for(says("Your plan Light runs until"), PATIENCE).await;
    agree(&world, &books).await;
    world.ends_well().await;
}

#[tokio::test]
async fn a_second_subscription_to_a_plan_is_refused() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let (first, second) = (link(&ann, "Light").await, link(&ann, "Light").await);
    ann.pays_link(&first).await.charge();
    ann.waits_for(says("Your plan Light runs until"), PATIENCE).await;

    for address in [&first, &second] {
        let words = ann.pays_link(address).await.refusal();
        assert!(words.contains("have this plan already"), "{words}");
    }

    agree(&world, &books).await;
    world.ends_well().await;
    assert_eq!(world.telegram.stars().subscriptions().len(), 1);
}

#[tokio::test]
async fn a_passive_instance_answers_at_once() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let invoice = invoice(&ann, 50).await;
    let admin = world.telegram.person(ADMIN, "Ada", "en");
    admin.says("/menu").await;
    admin.waits_for(|bubble| bubble.is_from_bot(), PATIENCE).await;
    world.ends_well().await;
    world.routes_to(&[world.passive().await]);

    let sheet = ann.opens_invoice(invoice.message_id).await;
    sheet.ends().await.charge();

    let within = sheet.update.answered_within().unwrap();
    assert!(within < Duration::from_secs(1), "{within:?}");
    let words = refusal(ann.forges(&payload(&invoice), 5, "XTR").await).await;
    assert!(words.contains("has changed"), "{words}");
    // The passive one has only stored it: the active one tells operators.
    let notice = hears(&admin, News::PaymentRefused).await;
    assert!(notice.text.contains("isn't that of the invoice"), "{}", notice.text);
    let by_body = |event: &Event| match event {
        Event::Called { method, via: Via::Response { .. }, .. } => {
            method == "answerPreCheckoutQuery"
        }
        _ => false,
    };
    assert_eq!(world.telegram.journal().iter().filter(|one| by_body(&one.event)).count(), 2);
    ann.waits_for(says("Your balance: 60 ₽"), PATIENCE).await;
    agree(&world, &books).await;
    world.ends_well().await;
}

#[tokio::test]
async fn without_a_database_the_answer_is_no_in_time_and_nothing_is_charged() {
    let mut world = World::build(program()).own_server().start().await;
    let ann = somebody(&world, "Ann", 0).await;
    let invoice = invoice(&ann, 50).await;
    world.ends_well().await;

    let away = world.database_goes().await;
    let sheet = ann.opens_invoice(invoice.message_id).await;
    let words = sheet.ends().await.refusal();

    let within = sheet.update.answered_within().unwrap();
    assert!(within < Duration::from_secs(3), "{within:?}");
    assert!(words.contains("Nothing was charged. Try again in a minute"), "{words}");
    assert_eq!(world.telegram.stars().payments(), []);
    world.database_returns(away).await;
    let books = Books::open(&world).await;
    world.active().await;
    ann.pays(invoice.message_id).await.charge();
    ann.waits_for(says("Your balance: 60 ₽"), PATIENCE).await;
    agree(&world, &books).await;
    world.ends_well().await;
}

#[tokio::test]
async fn with_a_silent_database_the_answer_is_no_in_time() {
    let world = build().start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let invoice = invoice(&ann, 50).await;
    world.ends_well().await;

    let silent = world.instances().iter().map(|one| one.link.inject(Fault::Silence));
    let silent: Vec<_> = silent.collect();
    let sheet = ann.opens_invoice(invoice.message_id).await;
    let words = sheet.ends().await.refusal();

    let within = sheet.update.answered_within().unwrap();
    assert!(within < Duration::from_secs(3), "{within:?}");
    assert!(words.contains("Nothing was charged"), "{words}");
    assert_eq!(world.telegram.stars().payments(), []);
    drop(silent);
    agree(&world, &books).await;
}

#[tokio::test]
async fn an_answer_that_comes_too_late_charges_nothing() {
    let world = build().instances(1).start().await;
    let books = Books::open(&world).await;
    let ann = somebody(&world, "Ann", 0).await;
    let invoice = invoice(&ann, 50).await;
    world.ends_well().await;

    let frozen = world.freezes(0);
    let sheet = ann.opens_invoice(invoice.message_id).await;
    world.telegram.advance(Duration::from_secs(11));
    assert_eq!(sheet.ends().await, Checkout::TimedOut);
    world.wakes(frozen);

    sheet.update.accepted().await;
    assert_eq!(sheet.end(), Some(Checkout::TimedOut));
    ann.pays(invoice.message_id).await.charge();
    ann.waits_for(says("Your balance: 60 ₽"), PATIENCE).await;
    agree(&world, &books).await;
    world.ends_well().await;
}
