//! setWebhook, deleteWebhook, getWebhookInfo and the mask of updates.

use serde_json::json;
use simulator::telegram::{Event, FakeTelegram, Settings};

use crate::bot::{Answer, Api, pair};

const URL: &str = "https://bot.example.org/hooks/trt";

#[tokio::test]
async fn a_webhook_sets_path_and_secret_and_shows_in_the_info() {
    let (fake, bot) = pair().await;
    let api = Api::of(&fake);
    let hook = json!({ "url": URL, "secret_token": "abc-1", "allowed_updates": ["message"] });
    api.done("setWebhook", hook).await;
    bot.answers([Answer::Status(500)]);

    let ann = fake.person(1, "Ann", "ru");
    ann.says("hi").await.accepted().await;

    let seen = bot.saw(2).await;
    assert_eq!(seen[1].path, "/hooks/trt");
    assert_eq!(seen[1].secret.as_deref(), Some("abc-1"));
    let info = api.done("getWebhookInfo", json!({})).await;
    assert_eq!(info["url"], URL);
    assert_eq!(info["pending_update_count"], 0);
    assert_eq!(info["max_connections"], 40);
    assert_eq!(info["allowed_updates"], json!(["message"]));
    assert!(info["last_error_date"].is_u64());
    assert_eq!(
        info["last_error_message"],
        "Wrong response from the webhook: 500 Internal Server Error"
    );
}

#[tokio::test]
async fn kinds_that_are_not_allowed_are_not_created() {
    let (fake, bot) = pair().await;
    let api = Api::of(&fake);
    api.done("setWebhook", json!({ "url": URL, "allowed_updates": ["message"] })).await;
    let ann = fake.person(1, "Ann", "ru");
    let blocked = ann.blocks().await;
    blocked.expired().await;
    ann.says("hi").await.accepted().await;

    assert_eq!(bot.seen().len(), 1);
    let masked =
        |event: &Event| matches!(event, Event::Masked { kind } if kind == "my_chat_member");
    assert!(fake.journal().iter().any(|entry| masked(&entry.event)));
}

#[tokio::test]
async fn a_deleted_webhook_silences_the_bot_until_it_is_set_again() {
    let (fake, bot) = pair().await;
    let api = Api::of(&fake);
    let ann = fake.person(1, "Ann", "ru");
    api.done("deleteWebhook", json!({})).await;
    let said = ann.says("hi").await;
    assert_eq!(api.done("getWebhookInfo", json!({})).await["pending_update_count"], 1);
    assert!(bot.seen().is_empty());

    api.done("setWebhook", json!({ "url": URL })).await;
    said.accepted().await;

    api.done("deleteWebhook", json!({})).await;
    let dropped = ann.says("lost").await;
    api.done("deleteWebhook", json!({ "drop_pending_updates": true })).await;
    dropped.expired().await;
}

#[tokio::test]
async fn a_webhook_is_set_once_a_second_and_only_to_good_addresses() {
    let fake = FakeTelegram::start(Settings::default()).await.unwrap();
    let api = Api::of(&fake);
    let plain = api.call("setWebhook", json!({ "url": "http://bot.example.org/" })).await;
    assert!(plain.description().contains("HTTPS"));
    assert_eq!(fake.violations().len(), 1);

    api.done("setWebhook", json!({ "url": URL })).await;
    let again = api.call("setWebhook", json!({ "url": URL })).await;
    assert_eq!((again.status, again.retry_after.as_deref()), (429, Some("1")));

    fake.advance(std::time::Duration::from_secs(1));
    api.done("setWebhook", json!({ "url": URL })).await;
}
