//! Delivery of updates: order, retries, pauses, lifetimes, answers in bodies.

use std::time::Duration;

use serde_json::json;
use simulator::telegram::{Event, FakeTelegram, Outcome, Settings, Timing, Via, journal};

use crate::bot::{Answer, Api, Receiver, pair, quick};

fn attempts(fake: &FakeTelegram, id: i64) -> Vec<Outcome> {
    let of = |event: Event| match event {
        Event::Attempt { update_id, outcome, .. } if update_id == id => Some(outcome),
        _ => None,
    };
    fake.journal().into_iter().filter_map(|entry| of(entry.event)).collect()
}

#[tokio::test]
async fn an_update_carries_the_secret_and_goes_to_the_webhook() {
    let (fake, bot) = pair().await;
    fake.set_secret("s3cret");
    let ann = fake.person(1001, "Ann", "ru");

    let said = ann.says("/help me").await;
    said.accepted().await;

    let seen = &bot.saw(1).await[0];
    assert_eq!((seen.secret.as_deref(), seen.path.as_str()), (Some("s3cret"), "/webhook"));
    assert_eq!(seen.update_id(), said.update_id());
    let message = &seen.json()["message"];
    assert_eq!(message["text"], "/help me");
    assert_eq!(message["from"]["language_code"], "ru");
    assert_eq!(message["entities"][0]["length"], 5);
    assert_eq!(journal::accepted(&fake.journal()).into_iter().collect::<Vec<_>>(), bot.ids());
}

#[tokio::test]
async fn a_refused_update_comes_again_until_it_is_taken_and_blocks_only_its_queue() {
    let (fake, bot) = pair().await;
    let (ann, ben) = (fake.person(1, "Ann", "ru"), fake.person(2, "Ben", "en"));
    bot.answers([Answer::Status(500), Answer::Status(404), Answer::Status(302)]);

    let first = ann.says("first").await;
    let second = ann.says("second").await;
    bot.saw(3).await;
    ben.says("other").await.accepted().await;
    second.accepted().await;

    assert_eq!(
        attempts(&fake, first.update_id()),
        [500, 404, 302, 200].map(Outcome::Status),
        "every status outside 2xx is a refusal"
    );
    assert_eq!(attempts(&fake, second.update_id()), [Outcome::Status(200)]);
    let texts: Vec<_> = bot.seen().iter().map(|s| s.json()["message"]["text"].clone()).collect();
    let at = |text: &str| texts.iter().rposition(|own| own == text).unwrap();
    assert!(at("first") < at("second"));
}

#[tokio::test]
async fn one_request_per_queue_is_under_way_and_queues_run_side_by_side() {
    let (fake, bot) = pair().await;
    bot.always(Answer::Wait);
    let (ann, ben) = (fake.person(1, "Ann", "ru"), fake.person(2, "Ben", "en"));
    let api = Api::of(&fake);
    let keys = json!({ "inline_keyboard": [[{ "text": "Go", "callback_data": "go" }]] });
    api.done("sendMessage", json!({ "chat_id": 1, "text": "menu", "reply_markup": keys })).await;

    let said = [ann.says("a").await, ann.says("b").await, ben.says("c").await];
    let tapped = ann.taps("Go").await;
    bot.saw(3).await;

    // a, c and the tap wait for their answers at the same time; b waits for a.
    assert_eq!(bot.seen().len(), 3);
    assert!(!bot.ids().contains(&said[1].update_id()));
    assert!(bot.ids().contains(&tapped.update_id()));
    bot.open();
    said[1].accepted().await;
    // Whatever the scheduling was, the journal shows that b began after a had ended.
    let journal = fake.journal();
    let span = |id: i64| {
        journal.iter().find_map(|entry| match entry.event {
            Event::Attempt { update_id, latency, .. } if update_id == id => {
                Some((entry.at - latency, entry.at))
            }
            _ => None,
        })
    };
    let (a, b) = (span(said[0].update_id()).unwrap(), span(said[1].update_id()).unwrap());
    assert!(a.1 <= b.0 + Duration::from_millis(1), "two requests of one queue at a time");
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn connections_are_bounded_by_max_connections() {
    let (fake, bot) = pair().await;
    bot.always(Answer::Wait);
    let api = Api::of(&fake);
    let hook = json!({ "url": "https://bot.example.org/webhook", "max_connections": 2 });
    api.done("setWebhook", hook).await;

    let mut said = Vec::new();
    for id in 1..=5 {
        said.push(fake.person(id, "P", "en").says("hi").await);
    }
    bot.saw(2).await;

    assert_eq!(api.done("getWebhookInfo", json!({})).await["pending_update_count"], 5);
    assert_eq!(bot.seen().len(), 2);
    bot.open();
    for update in said {
        update.accepted().await;
    }
}

#[tokio::test]
async fn retry_after_replaces_the_pause() {
    let bot = Receiver::start().await;
    let settings = Settings { timing: Timing::faster(10), ..Settings::default() };
    let fake = FakeTelegram::start(settings).await.unwrap();
    fake.deliver_to(vec![bot.address]);
    bot.answers([Answer::RetryAfter(4)]);

    let said = fake.person(1, "Ann", "ru").says("hi").await;
    said.accepted().await;

    let journal = fake.journal();
    let tried = journal.iter().filter_map(|entry| match entry.event {
        Event::Attempt { latency, .. } => Some((entry.at - latency, entry.at)),
        _ => None,
    });
    let tried: Vec<_> = tried.collect();
    assert_eq!(tried.len(), 2);
    let pause = tried[1].0 - tried[0].1;
    assert!(pause >= Duration::from_millis(399), "the first retry came at once: {pause:?}");
}

#[tokio::test]
async fn a_moved_clock_ends_a_long_pause() {
    let (fake, bot) =
        (FakeTelegram::start(Settings::default()).await.unwrap(), Receiver::start().await);
    fake.deliver_to(vec![bot.address]);
    bot.answers([Answer::RetryAfter(100_000)]);

    let said = fake.person(1, "Ann", "ru").says("hi").await;
    fake.waits_until("the attempt", |entries| {
        entries.iter().any(|entry| matches!(entry.event, Event::Attempt { .. }))
    })
    .await;
    // More than an hour is never waited, whatever the bot asks for.
    fake.advance(Duration::from_secs(3601));
    said.accepted().await;
}

#[tokio::test]
async fn a_tap_lives_150_seconds_and_a_message_a_day() {
    let fake = quick().await;
    let ann = fake.person(1, "Ann", "ru");
    Api::of(&fake).send(1, "menu").await;
    let tap = ann.taps_on(1, "anything").await;
    let said = ann.says("hi").await;

    fake.advance(Duration::from_secs(151));
    tap.expired().await;
    assert_eq!(fake.pending(), 1);
    fake.advance(Duration::from_secs(86_400));
    said.expired().await;
    assert_eq!(fake.pending(), 0);
}

#[tokio::test]
async fn an_instance_that_does_not_answer_in_time_gets_the_update_again() {
    let bot = Receiver::start().await;
    let timing = Timing { timeout: Duration::from_millis(100), ..Timing::faster(100) };
    let settings = Settings { timing, ..Settings::default() };
    let fake = FakeTelegram::start(settings).await.unwrap();
    fake.deliver_to(vec![bot.address]);
    bot.answers([Answer::Wait]);

    let said = fake.person(1, "Ann", "ru").says("hi").await;
    said.accepted().await;

    assert_eq!(attempts(&fake, said.update_id()), [Outcome::TimedOut, Outcome::Status(200)]);
    let info = Api::of(&fake).done("getWebhookInfo", json!({})).await;
    assert_eq!(info["last_error_message"], "Read timeout expired");
}

#[tokio::test]
async fn instances_take_turns_and_a_dead_one_is_passed_over_by_the_retry() {
    let (fake, bot) = pair().await;
    let dead = Receiver::start().await;
    let gone = dead.address;
    drop(dead);
    fake.deliver_to(vec![gone, bot.address]);
    let ann = fake.person(1, "Ann", "ru");

    for text in ["a", "b", "c"] {
        ann.says(text).await.accepted().await;
    }

    assert_eq!(bot.seen().len(), 3);
    let broken = |event: &Event| matches!(event, Event::Attempt { outcome: Outcome::Broken(_), instance, .. } if *instance == gone);
    assert!(fake.journal().iter().any(|entry| broken(&entry.event)));
}

#[tokio::test]
async fn a_method_in_the_answers_body_is_checked_and_done() {
    let (fake, bot) = pair().await;
    let ann = fake.person(1, "Ann", "ru");
    let api = Api::of(&fake);
    api.send(1, "menu").await;

    bot.answers([Answer::Body(json!({ "method": "sendMessage", "chat_id": 1, "text": "pong" }))]);
    let said = ann.says("ping").await;
    let pong = ann.waits_for(|bubble| bubble.text == "pong", testbed::SOON).await;
    assert!(pong.is_from_bot());

    let via = Via::Response { update_id: said.update_id() };
    let called = |event: &Event| matches!(event, Event::Called { via: own, .. } if *own == via);
    assert!(fake.journal().iter().any(|entry| called(&entry.event)));
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_body_cannot_set_the_webhook_or_get_anything() {
    let (fake, bot) = pair().await;
    let ann = fake.person(1, "Ann", "ru");
    for method in ["getMe", "setWebhook", "deleteWebhook", "close", "logOut"] {
        bot.answers([Answer::Body(json!({ "method": method }))]);
        ann.says(method).await.accepted().await;
    }
    bot.answers([Answer::Body(json!({ "method": "sendMessage", "text": "to nobody" }))]);
    ann.says("bad").await.accepted().await;

    fake.waits_until("the last body", |entries| {
        let bad = |event: &Event| matches!(event, Event::Violation { .. });
        entries.iter().filter(|entry| bad(&entry.event)).count() == 6
    })
    .await;
    let violations = fake.violations();
    assert!(violations[0].starts_with("getMe cannot be called in the body"));
    assert_eq!(violations[5], "sendMessage: Bad Request: parameter \"chat_id\" is required");
}
