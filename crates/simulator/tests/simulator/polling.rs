//! getUpdates: offsets, waiting, and the three conflicts.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::bot::{Api, quick};

fn ids(updates: &Value) -> Vec<i64> {
    let updates = updates.as_array().unwrap();
    updates.iter().map(|update| update["update_id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn an_offset_confirms_what_is_below_it() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    fake.jump_update_id(100);
    let said = [ann.says("a").await, ann.says("b").await, ann.says("c").await];

    assert_eq!(ids(&api.done("getUpdates", json!({ "limit": 2 })).await), [100, 101]);
    assert_eq!(ids(&api.done("getUpdates", json!({})).await), [100, 101, 102]);
    assert_eq!(ids(&api.done("getUpdates", json!({ "offset": 102 })).await), [102]);
    assert_eq!(said.map(|update| update.is_accepted()), [true, true, false]);
    assert_eq!(ids(&api.done("getUpdates", json!({ "offset": 103 })).await), [0; 0]);
}

#[tokio::test]
async fn a_negative_offset_forgets_all_but_the_last() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    fake.jump_update_id(100);
    for text in ["a", "b", "c"] {
        ann.says(text).await;
    }

    assert_eq!(ids(&api.done("getUpdates", json!({ "offset": -1 })).await), [102]);
    assert_eq!(fake.pending(), 1);
}

#[tokio::test]
async fn a_poll_waits_for_an_update_and_fifty_seconds_at_most() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Arc::new(Api::of(&fake)));
    let poll = |api: &Arc<Api>| {
        let api = Arc::clone(api);
        tokio::spawn(async move { api.done("getUpdates", json!({ "timeout": 3000 })).await })
    };

    let waiting = poll(&api);
    let said = ann.says("hi").await;
    let got = ids(&waiting.await.unwrap());
    assert_eq!(got, [said.update_id()]);

    let api_of = Arc::clone(&api);
    let offset = json!({ "timeout": 3000, "offset": got[0] + 1 });
    let waiting = tokio::spawn(async move { api_of.done("getUpdates", offset).await });
    said.accepted().await;
    fake.advance(Duration::from_secs(50));
    assert_eq!(ids(&waiting.await.unwrap()), [0; 0]);
}

#[tokio::test]
async fn the_newer_poller_wins_and_a_webhook_ends_polling() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Arc::new(Api::of(&fake)));
    let poll = |offset: i64| {
        let (own, params) = (Arc::clone(&api), json!({ "timeout": 50, "offset": offset }));
        tokio::spawn(async move { own.call("getUpdates", params).await })
    };

    // The older one has begun when its offset has confirmed the update.
    let said = ann.says("hi").await;
    let older = poll(said.update_id() + 1);
    said.accepted().await;
    let newer = poll(said.update_id() + 1);
    let lost = older.await.unwrap();
    assert_eq!(lost.status, 409);
    assert_eq!(
        lost.description(),
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance \
         is running"
    );

    api.done("setWebhook", json!({ "url": "https://bot.example.org/webhook" })).await;
    let ended = newer.await.unwrap();
    assert_eq!(ended.description(), "Conflict: terminated by setWebhook request");
    let refused = api.call("getUpdates", json!({})).await;
    assert_eq!(
        (refused.status, refused.description()),
        (
            409,
            "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to \
             delete the webhook first"
        )
    );
    assert_eq!(fake.violations(), [""; 0]);
}
