//! Faults on calls and on deliveries.

use serde_json::json;
use simulator::telegram::{DeliveryFault, Event, Fault, journal};

use crate::bot::{Api, Receiver, pair, quick};

#[tokio::test]
async fn a_cut_before_applies_nothing_and_a_cut_after_applies_everything() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));

    let before = fake.faults().on_method("sendMessage", 1, Fault::CutBefore);
    let lost = api.try_call("sendMessage", json!({ "chat_id": 1, "text": "nonce-1" })).await;
    assert!(lost.is_err());
    assert_eq!((before.times(), journal::applied_with(&fake.journal(), "nonce-1")), (1, 0));
    assert!(ann.chat().is_empty());

    let after = fake.faults().on_method("sendMessage", 1, Fault::CutAfter);
    let unknown = api.try_call("sendMessage", json!({ "chat_id": 1, "text": "nonce-2" })).await;
    assert!(unknown.is_err());
    assert_eq!((after.times(), journal::applied_with(&fake.journal(), "nonce-2")), (1, 1));
    assert_eq!(ann.chat()[0].text, "nonce-2");
    let cut = |event: &Event| matches!(event, Event::Called { applied: true, status: None, .. });
    assert!(fake.journal().iter().any(|entry| cut(&entry.event)));
}

#[tokio::test]
async fn a_status_and_a_retry_after_are_answered_and_nothing_is_applied() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    fake.person(2, "Ben", "en");

    fake.faults().in_chat(1, 1, Fault::Status(500));
    fake.faults().in_chat(1, 1, Fault::RetryAfter(17));
    assert_eq!(api.send(2, "another chat").await["text"], "another chat");
    let broken = api.call("sendMessage", json!({ "chat_id": "1", "text": "x" })).await;
    let flooded = api.call("sendMessage", json!({ "chat_id": 1, "text": "x" })).await;

    assert_eq!((broken.status, broken.description()), (500, "Internal Server Error"));
    assert_eq!((flooded.status, flooded.retry_after.as_deref()), (429, Some("17")));
    assert_eq!(flooded.body["parameters"]["retry_after"], 17);
    assert!(ann.chat().is_empty());
    assert_eq!(fake.violations(), [""; 0], "an answer of a fault is not the bot's fault");
}

#[tokio::test]
async fn a_held_answer_waits_for_its_release() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));

    let hold = fake.faults().next_calls(1, Fault::Hold);
    let call = tokio::spawn(async move { api.send(1, "slow").await });
    hold.fired().await;
    ann.waits_for(|bubble| bubble.text == "slow", testbed::SOON).await;
    assert!(!call.is_finished());

    hold.release();
    assert_eq!(call.await.unwrap()["text"], "slow");
}

#[tokio::test]
async fn a_fault_that_never_fired_is_a_violation_unless_it_is_taken_back() {
    let fake = quick().await;
    let unused = fake.faults().on_method("getMe", 1, Fault::Status(500));

    assert!(fake.violations()[0].contains("never fired"));
    unused.disarm();
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn duplicates_reach_every_instance_at_once() {
    let (fake, one) = pair().await;
    let two = Receiver::start().await;
    fake.deliver_to(vec![one.address, two.address]);
    fake.faults().deliveries(1, DeliveryFault::Duplicate);

    let said = fake.person(1, "Ann", "ru").says("hi").await;
    said.accepted().await;

    assert_eq!((one.ids(), two.ids()), (vec![said.update_id()], vec![said.update_id()]));
    fake.deliver_to(vec![one.address]);
    fake.faults().deliveries(1, DeliveryFault::Duplicate);
    fake.person(1, "Ann", "ru").says("again").await.accepted().await;
    assert_eq!(one.saw(3).await.len(), 3);
}

#[tokio::test]
async fn a_dropped_response_brings_the_update_again() {
    let (fake, bot) = pair().await;
    fake.faults().deliveries(2, DeliveryFault::DropResponse);

    let said = fake.person(1, "Ann", "ru").says("hi").await;
    said.accepted().await;

    assert_eq!(bot.ids(), [said.update_id(); 3]);
}

#[tokio::test]
async fn reordering_empties_a_queue_in_another_order() {
    let (fake, bot) = pair().await;
    fake.deliver_to(vec![]);
    let ann = fake.person(1, "Ann", "ru");
    let disorder = fake.faults().deliveries(usize::MAX, DeliveryFault::Reorder);
    let mut said = Vec::new();
    for number in 0..12 {
        said.push(ann.says(&number.to_string()).await);
    }
    fake.deliver_to(vec![bot.address]);
    for update in &said {
        update.accepted().await;
    }

    let mut ids = bot.ids();
    assert!(!ids.is_sorted(), "{ids:?}");
    ids.sort_unstable();
    assert_eq!(ids, said.iter().map(|update| update.update_id()).collect::<Vec<_>>());
    assert!(disorder.times() >= 12);
}
