//! The webhook, as Telegram is told of it: by the active instance alone, and again when somebody changes it.

use serde_json::{Value, json};
use simulator::telegram::{Event, Fault};
use simulator::world::{Instance, PATIENCE, World};
use testbed::wait;

use crate::path::program;
use crate::web;

const URL: &str = "https://bot.example.org/webhook";

/// The parameters of every setWebhook so far.
fn set_so_far(world: &World) -> Vec<Value> {
    let set = |event: Event| match event {
        Event::Called { method, params, .. } if method == "setWebhook" => Some(params),
        _ => None,
    };
    world.telegram.journal().into_iter().filter_map(|entry| set(entry.event)).collect()
}

/// Another program with the same token calls a method of the Bot API.
pub(crate) async fn somebody_calls(world: &World, method: &str, params: &Value) {
    let url = world.telegram.url();
    let address = url.trim_start_matches("http://").parse().unwrap();
    let (token, body) = (world.telegram.token(), params.to_string());
    let request = format!(
        "POST /bot{token}/{method} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len(),
    );
    assert_eq!(web::send(address, request).await.status, 200);
}

/// Waits until an instance shows this about the webhook, and among its problems if that is wrong.
async fn shows(instance: &Instance, url_ok: bool) {
    let what = format!("url_ok {url_ok} in /health");
    let shown = wait::until(&what, PATIENCE, async || {
        let health = instance.health().await?;
        let named = health["problems"].as_array()?.contains(&json!("webhook"));
        (health["webhook"]["url_ok"] == url_ok && named != url_ok).then_some(())
    });
    shown.await.unwrap();
}

#[tokio::test]
async fn telegram_is_told_once_where_to_deliver_and_to_drop_nothing() {
    let secrets = "the-first-secret_1,a-secret-of-the-world";
    let world = World::build(program()).variable("WEBHOOK_SECRET_TOKEN", secrets).start().await;
    let active = world.active().await;

    world.instance(active).process.line("[WEBHOOK] ensured", PATIENCE).await.unwrap();
    for instance in world.instances() {
        shows(instance, true).await;
    }

    let set = set_so_far(&world);
    assert_eq!(set.len(), 1, "one of two instances, once: {set:?}");
    assert_eq!(set[0]["url"], URL);
    assert_eq!(set[0]["secret_token"], "the-first-secret_1");
    let allowed = [
        "message",
        "edited_message",
        "callback_query",
        "pre_checkout_query",
        "inline_query",
        "my_chat_member",
        "subscription",
    ];
    assert_eq!(set[0]["allowed_updates"], json!(allowed));
    assert_ne!(set[0]["drop_pending_updates"], true);
    world.person("Ann").starts("").await.accepted().await;
    world.ends_well().await;
}

/// While Telegram does not take it, both instances say what is wrong; then the active one sets it.
#[tokio::test]
async fn a_webhook_that_somebody_removed_is_set_again_and_both_instances_say_so() {
    let world = World::build(program()).patient_lock().start().await;
    let (active, passive) = (world.active().await, world.passive().await);
    for instance in world.instances() {
        shows(instance, true).await;
    }
    let busy = world.telegram.faults().on_method("setWebhook", 3, Fault::Status(502));

    somebody_calls(&world, "deleteWebhook", &json!({})).await;

    shows(world.instance(active), false).await;
    shows(world.instance(passive), false).await;
    busy.fired_times(3).await;
    for instance in world.instances() {
        shows(instance, true).await;
    }
    let said = world.instance(active).process.line("was changed by another", PATIENCE).await;
    said.unwrap();
    assert!(world.instance(passive).lines_at("WARN").is_empty(), "it has nothing to do with it");
    let set = set_so_far(&world);
    assert!(set.iter().all(|params| params["drop_pending_updates"] != true), "{set:?}");
    assert_eq!(set.len(), 1 + 3 + 1);
    world.ends_well().await;
}

#[tokio::test]
async fn a_webhook_that_somebody_moved_comes_back_without_losing_what_is_pending() {
    let world = World::build(program()).instances(1).patient_lock().start().await;
    shows(world.instance(0), true).await;

    let elsewhere = json!({ "url": "https://somebody.example.org/else" });
    somebody_calls(&world, "setWebhook", &elsewhere).await;

    world.instance(0).process.line("was changed by another", PATIENCE).await.unwrap();
    shows(world.instance(0), true).await;
    let urls: Vec<Value> = set_so_far(&world).iter().map(|set| set["url"].clone()).collect();
    assert_eq!(urls, [URL, "https://somebody.example.org/else", URL]);
    world.ends_well().await;
}
