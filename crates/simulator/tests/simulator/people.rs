//! People: what they say and tap, what they see, and ids of updates.

use std::time::Duration;

use serde_json::json;
use simulator::telegram::{Author, Event, Via};

use crate::bot::{Answer, Api, pair, quick};

fn keys(data: &str) -> serde_json::Value {
    json!({ "inline_keyboard": [[
        { "text": "Balance", "callback_data": data },
        { "text": "Site", "url": "https://a.b" },
    ]] })
}

#[tokio::test]
async fn a_person_sees_text_html_buttons_and_edits() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    ann.says("1 < 2").await;
    let menu = json!({
        "chat_id": 1, "text": "<b>Menu</b> &amp; more", "parse_mode": "HTML",
        "reply_markup": keys("m:1"),
    });
    let sent = api.done("sendMessage", menu).await;
    let id = sent["message_id"].as_i64().unwrap();
    assert_eq!((id, sent["entities"][0]["type"].as_str()), (2, Some("bold")));

    let edit = json!({ "chat_id": 1, "message_id": id, "text": "Later" });
    api.done("editMessageText", edit).await;

    let chat = ann.chat();
    assert_eq!((chat[0].author, chat[0].html.as_str()), (Author::Person, "1 &lt; 2"));
    assert_eq!((chat[1].author, chat[1].text.as_str()), (Author::Bot, "Later"));
    assert_eq!((chat[1].edits, chat[1].buttons.len()), (1, 0), "the keyboard is gone");
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn a_tap_is_answered_by_a_call_or_in_a_body() {
    let (fake, bot) = pair().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let menu = json!({ "chat_id": 1, "text": "menu", "reply_markup": keys("m:1") });
    api.done("sendMessage", menu).await;

    let tap = ann.taps("Balance").await;
    tap.accepted().await;
    let query = bot.saw(1).await[0].json()["callback_query"].clone();
    assert_eq!(
        (query["data"].as_str(), query["message"]["text"].as_str()),
        (Some("m:1"), Some("menu"))
    );
    assert_eq!(tap.answered_within(), None);
    let answer = json!({ "callback_query_id": query["id"], "text": "ok" });
    api.done("answerCallbackQuery", answer.clone()).await;
    api.done("answerCallbackQuery", answer).await;
    assert_eq!(tap.answered().await.text.as_deref(), Some("ok"));
    let answers = fake.journal().into_iter();
    let answers = answers.filter(|entry| matches!(entry.event, Event::Answered { .. }));
    assert_eq!(answers.count(), 1, "the second answer changes nothing");

    bot.answers([Answer::Wait]);
    let tap = ann.taps("m:1").await;
    let query = bot.saw(2).await[1].json()["callback_query"]["id"].clone();
    bot.always(Answer::Body(
        json!({ "method": "answerCallbackQuery", "callback_query_id": query }),
    ));
    fake.deliver_to(vec![bot.address]);
    bot.open();
    tap.accepted().await;
    ann.says("so that a body is sent").await.accepted().await;
    tap.answered().await;
    let by_body = |event: &Event| matches!(event, Event::Answered { via: Via::Response { .. }, update_id, .. } if *update_id == tap.update_id());
    assert!(fake.journal().iter().any(|entry| by_body(&entry.event)));
}

#[tokio::test]
async fn a_tap_cannot_be_answered_when_it_is_too_old_or_was_never_made() {
    let (fake, bot) = pair().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    api.send(1, "old").await;
    ann.taps_on(1, "from an old keyboard").await.accepted().await;
    let query = bot.saw(1).await[0].json()["callback_query"]["id"].clone();

    fake.advance(Duration::from_secs(16));
    for id in [query, json!("12345")] {
        let late = api.call("answerCallbackQuery", json!({ "callback_query_id": id })).await;
        assert_eq!(late.status, 400);
        assert_eq!(
            late.description(),
            "Bad Request: query is too old and response timeout expired or query ID is invalid"
        );
    }
}

#[tokio::test]
async fn a_person_who_blocks_the_bot_is_not_reached_until_the_next_word() {
    let (fake, bot) = pair().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));

    ann.blocks().await.accepted().await;
    let refused = api.call("sendMessage", json!({ "chat_id": 1, "text": "x" })).await;
    assert_eq!(refused.status, 403);
    assert_eq!(refused.description(), "Forbidden: bot was blocked by the user");

    ann.starts("ref_42").await.accepted().await;
    api.send(1, "welcome back").await;
    let seen = bot.saw(3).await;
    let statuses =
        seen.iter().map(|s| s.json()["my_chat_member"]["new_chat_member"]["status"].clone());
    assert_eq!(statuses.filter(|status| status == "member").count(), 1);
    assert!(seen.iter().any(|s| s.json()["message"]["text"] == "/start ref_42"));
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn ids_jump_and_come_out_of_order_when_a_test_wants_it() {
    let (fake, bot) = pair().await;
    let ann = fake.person(1, "Ann", "ru");
    fake.jump_update_id(5000);
    fake.next_update_ids([90, 80]);

    for text in ["a", "b", "c", "d"] {
        ann.says(text).await.accepted().await;
    }
    ann.sends_raw(json!({ "update_id": 7, "unheard_of": { "from": { "id": 1 } } }))
        .await
        .accepted()
        .await;
    fake.bodies().deliver(&b"\xff{not json"[..]).await.accepted().await;

    let seen = bot.saw(6).await;
    let ids: Vec<_> = seen[..5].iter().map(|seen| seen.update_id()).collect();
    assert_eq!(ids, [90, 80, 5000, 5001, 7]);
    assert_eq!(seen[5].body.as_ref(), b"\xff{not json");
}

#[tokio::test]
#[should_panic(expected = "there is no button \"Nowhere\" to tap in this chat:\n#1 Bot \"menu\"")]
async fn a_tap_on_a_button_that_is_not_there_shows_the_chat() {
    let fake = quick().await;
    let ann = fake.person(1, "Ann", "ru");
    Api::of(&fake).send(1, "menu").await;

    ann.taps("Nowhere").await;
}
