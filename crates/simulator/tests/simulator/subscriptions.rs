//! Subscriptions: paid again when time is moved, stopped and resumed by either side.

use std::time::Duration;

use serde_json::{Value, json};
use simulator::telegram::{FakeTelegram, Person};

use crate::bot::{Answer, Api, Receiver, Seen, pair};

const DAY: Duration = Duration::from_secs(86_400);
const MONTH: u64 = 2_592_000;

/// A subscriber, their first charge, and a bot that has seen two updates.
async fn subscribed() -> (FakeTelegram, Receiver, Api, Person, String) {
    let (fake, bot) = pair().await;
    let (api, ann) = (Api::of(&fake), fake.person(7, "Ann", "en"));
    let plan = json!({
        "title": "Pro", "description": "All", "payload": "plan", "currency": "XTR",
        "prices": [{ "label": "x", "amount": 300 }], "subscription_period": MONTH,
    });
    let link = api.done("createInvoiceLink", plan).await;
    let sheet = ann.opens_link(link.as_str().unwrap()).await;
    let query = bot.saw(1).await[0].json()["pre_checkout_query"]["id"].clone();
    let yes = json!({ "pre_checkout_query_id": query, "ok": true });
    api.done("answerPreCheckoutQuery", yes).await;
    let charge = sheet.ends().await.charge();
    bot.saw(2).await;
    (fake, bot, api, ann, charge)
}

fn paid(seen: &Seen) -> Value {
    seen.json()["message"]["successful_payment"].clone()
}

fn state(seen: &Seen) -> Value {
    seen.json()["subscription"]["state"].clone()
}

async fn edit(api: &Api, charge: &str, cancelled: bool) -> (u16, String) {
    let call = json!({
        "user_id": 7, "telegram_payment_charge_id": charge, "is_canceled": cancelled,
    });
    let reply = api.call("editUserStarSubscription", call).await;
    (reply.status, reply.description().to_owned())
}

#[tokio::test]
async fn each_period_is_paid_by_a_charge_of_its_own_at_its_date() {
    let (fake, bot, _api, _ann, first) = subscribed().await;
    let began = paid(&bot.saw(2).await[1]);
    assert_eq!(
        (&began["is_recurring"], &began["is_first_recurring"]),
        (&json!(true), &json!(true))
    );

    fake.advance(DAY * 29);
    assert_eq!(fake.stars().payments().len(), 1, "not before its date");
    fake.advance(DAY * 32);

    let payments = fake.stars().payments();
    let ends: Vec<_> = payments.iter().map(|one| one.until.unwrap() - payments[0].at).collect();
    assert_eq!(ends, [MONTH, 2 * MONTH, 3 * MONTH]);
    let renewed = paid(&bot.saw(4).await[3]);
    assert_eq!((&renewed["is_recurring"], renewed.get("is_first_recurring")), (&json!(true), None));
    assert_ne!(renewed["telegram_payment_charge_id"], first);
    assert_eq!(renewed["subscription_expiration_date"], payments[2].until.unwrap());
    assert_eq!(fake.stars().subscriptions()[0].until, payments[2].until.unwrap());
}

#[tokio::test]
async fn what_could_not_be_paid_is_tried_again_and_over_after_the_third_time() {
    let (fake, bot, _api, ann, _) = subscribed().await;
    fake.stars().runs_short(&ann, "plan", 1);

    fake.advance(DAY * 30);
    assert_eq!(state(&bot.saw(3).await[2]), "failed");
    fake.advance(DAY);
    let renewed = paid(&bot.saw(4).await[3]);
    let payments = fake.stars().payments();
    let until = json!(payments[0].at + 2 * MONTH + 86_400);
    assert_eq!(renewed["subscription_expiration_date"], until, "from the day it was paid");

    fake.stars().runs_short(&ann, "plan", 9);
    fake.advance(DAY * 60);
    assert_eq!(state(&bot.saw(5).await[4]), "failed");
    let over = fake.stars().subscriptions();
    assert!(over[0].is_over && fake.stars().payments().len() == 2);
}

#[tokio::test]
async fn the_person_stops_and_resumes_in_their_settings() {
    let (fake, bot, _api, ann, _) = subscribed().await;

    ann.cancels_subscription("plan").await.accepted().await;
    ann.resumes_subscription("plan").await.unwrap().accepted().await;
    assert!(ann.resumes_subscription("plan").await.is_none(), "there is nothing to resume");
    ann.cancels_subscription("plan").await.accepted().await;

    let states: Vec<_> = bot.saw(5).await[2..].iter().map(state).collect();
    assert_eq!(states, ["canceled", "active", "canceled"]);
    fake.advance(DAY * 31);
    assert!(fake.stars().subscriptions()[0].is_over);
    assert_eq!(fake.stars().payments().len(), 1);
    assert!(ann.resumes_subscription("plan").await.is_none(), "it is too late");
}

#[tokio::test]
async fn the_bot_stops_by_the_first_charge_and_cannot_resume_for_the_person() {
    let (fake, bot, api, ann, first) = subscribed().await;
    fake.advance(DAY * 30);
    let second = fake.stars().payments()[1].id.clone();

    let (status, words) = edit(&api, &second, true).await;
    assert!(status == 400 && words.contains("CHARGE_ID_INVALID"), "{status} {words}");
    assert_eq!(edit(&api, &first, true).await.0, 200);
    assert_eq!(state(&bot.saw(4).await[3]), "canceled");
    assert!(ann.resumes_subscription("plan").await.is_none(), "the bot does not want it");
    assert_eq!(edit(&api, &first, false).await.0, 200);
    assert!(fake.stars().subscriptions()[0].is_cancelled, "that alone resumes nothing");
    ann.resumes_subscription("plan").await.unwrap().accepted().await;

    assert_eq!(state(&bot.saw(5).await[4]), "active");
    fake.advance(DAY * 30);
    assert_eq!(fake.stars().payments().len(), 3);
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_renewal_can_be_asked_about_first() {
    let (fake, bot, api, _ann, _) = subscribed().await;
    fake.stars().asks_before_renewals(true);
    bot.always(Answer::Status(200));

    fake.advance(DAY * 30);
    let asked = bot.saw(3).await[2].json()["pre_checkout_query"].clone();
    assert_eq!((&asked["invoice_payload"], fake.stars().payments().len()), (&json!("plan"), 1));
    api.done("answerPreCheckoutQuery", json!({ "pre_checkout_query_id": asked["id"], "ok": true }))
        .await;

    assert_eq!(paid(&bot.saw(4).await[3])["is_recurring"], true);
    assert_eq!(fake.stars().payments().len(), 2);
}
