//! Buttons that were never there, and buttons pressed twice.

use serde_json::{Value, json};
use simulator::telegram::{Bubble, Person};
use testbed::SOON;

use super::{Door, is_menu, said, user};
use crate::web::Answer;

/// Where data is put that a JSON value cannot hold.
const HERE: &str = "canary-here";

/// A tap of this person on a message of the chat.
fn tap(update_id: i64, person: &Person, message: &Bubble) -> Value {
    json!({
        "update_id": update_id,
        "callback_query": {
            "id": format!("query-{update_id}"),
            "from": user(person.id()),
            "message": message.raw,
            "chat_instance": "1",
            "data": HERE,
        },
    })
}

/// The same with these bytes as its data.
fn with_data(tap: &Value, data: &[u8]) -> Vec<u8> {
    let text = tap.to_string();
    let (before, after) = text.split_once(HERE).unwrap();
    [before.as_bytes(), data, after.as_bytes()].concat()
}

fn assert_answered(answer: &Answer, update_id: i64) {
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("content-type: application/json"), "{}", answer.head);
    let expected = json!({
        "method": "answerCallbackQuery",
        "callback_query_id": format!("query-{update_id}"),
    });
    assert_eq!(answer.json(), expected);
}

/// The data under the offer that the bot makes for a text.
async fn data_of_an_offer(door: &Door, person: &Person) -> String {
    assert_eq!(door.deliver(said(1, person.id(), "canary").to_string()).await.status, 200);
    let offer = |bubble: &Bubble| {
        bubble
            .buttons
            .iter()
            .flatten()
            .find_map(|b| b.data.clone().filter(|data| data.starts_with("offer:video:")))
    };
    let bubble = person.waits_for(|bubble| offer(bubble).is_some(), SOON).await;
    offer(&bubble).unwrap()
}

#[tokio::test]
async fn forged_button_data_is_answered_and_a_fresh_menu_is_shown() {
    let door = Door::open().await;
    let others = data_of_an_offer(&door, &door.person(70)).await;
    let cut = "menu:image".repeat(6) + "canaryЖ";
    let longest = "\u{1D11E}".repeat(16);
    let forged: [&[u8]; 12] = [
        b"",
        b"canary",
        b"menu:canary",
        b"menu:image ",
        b"offer:image:zzzzzzzz",
        b"admin:refund:canary",
        b"\\u0000\\ud800",
        b"' or 1=1; drop table inbox; --",
        longest.as_bytes(),
        b"menu:\xd0",
        &cut.as_bytes()[..cut.len() - 1],
        others.as_bytes(),
    ];
    for (update_id, data) in (100_i64..).zip(forged) {
        let person = door.person(update_id);
        let menu = door.greets(&person).await;

        let answer = door.deliver(with_data(&tap(update_id, &person, &menu), data)).await;

        assert_answered(&answer, update_id);
        let is_fresh = |bubble: &Bubble| {
            is_menu(bubble) && (bubble.message_id > menu.message_id || bubble.edits > 0)
        };
        let fresh = person.waits_for(is_fresh, SOON).await;
        assert!(!fresh.text.contains("canary"), "{}", fresh.text);
    }
    door.is_well().await;
}

#[tokio::test]
async fn a_tap_without_data_or_message_is_answered_all_the_same() {
    let door = Door::open().await;
    let person = door.person(100);
    let menu = door.greets(&person).await;
    let mut bare = tap(5, &person, &menu);
    let query = bare["callback_query"].as_object_mut().unwrap();
    query.remove("data");
    query.remove("message");

    let answer = door.deliver(bare.to_string()).await;

    assert_answered(&answer, 5);
    person.waits_for(|b| is_menu(b) && b.message_id > menu.message_id, SOON).await;
    door.is_well().await;
}

#[tokio::test]
async fn a_tap_delivered_again_is_answered_again_and_handled_once() {
    let door = Door::open().await;
    let person = door.person(100);
    let menu = door.greets(&person).await;
    let forged = with_data(&tap(5, &person, &menu), b"canary");

    for _ in 0..3 {
        assert_answered(&door.deliver(&forged).await, 5);
    }
    let (one, two) = tokio::join!(door.deliver(&forged), door.deliver(&forged));
    assert_answered(&one, 5);
    assert_answered(&two, 5);
    door.is_idle().await;
    assert_answered(&door.deliver(&forged).await, 5);
    door.is_idle().await;

    assert_eq!(door.number("select count(*) from inbox where update_id = 5").await, 1);
    let said = person.chat().iter().filter(|bubble| bubble.is_from_bot()).count();
    assert_eq!(said, 1, "the menu, which shows how things stand: {:?}", person.chat());
    door.is_well().await;
}
