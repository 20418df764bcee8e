//! Each rule of the table of facts, on calls that keep it and calls that break it.

use serde_json::{Value, json};

use super::{Checked, check};
use crate::telegram::facts::Facts;
use crate::telegram::refusal::{Blame, Refusal};
use crate::telegram::request::Request;

fn checked(method: &str, fields: Value) -> Result<Checked, Refusal> {
    let fields = fields.as_object().unwrap().clone();
    let request = Request { method: method.to_owned(), fields, ..Request::default() };
    check(Facts::read().unwrap().method(method).unwrap(), &request)
}

fn refused(method: &str, fields: Value) -> String {
    let refusal = checked(method, fields).err().unwrap();
    assert_eq!((refusal.code, refusal.blame), (400, Blame::Caller));
    refusal.description
}

#[test]
fn form_fields_become_what_the_table_says() {
    let markup = r#"{"inline_keyboard":[[{"text":"a","callback_data":"x"}]]}"#;
    let sent = json!({
        "chat_id": "1001", "text": "hi", "disable_notification": "true", "reply_markup": markup,
    });

    let call = checked("sendMessage", sent).unwrap().call;

    assert_eq!(call.integer("chat_id"), Some(1001));
    assert!(call.flag("disable_notification"));
    assert_eq!(call.params["reply_markup"]["inline_keyboard"][0][0]["text"], "a");
}

#[test]
fn a_missing_parameter_is_refused() {
    assert!(refused("sendMessage", json!({ "text": "x" })).ends_with("\"chat_id\" is required"));
    assert_eq!(
        refused("sendMessage", json!({ "chat_id": 1 })),
        "Bad Request: message text is empty"
    );
    assert!(refused("deleteMessage", json!({ "chat_id": 1, "message_id": null })).contains("id"));
}

#[test]
fn an_ill_typed_parameter_is_refused() {
    let cases = [
        ("deleteMessage", json!({ "chat_id": 1, "message_id": "one" })),
        ("deleteMessage", json!({ "chat_id": 1, "message_id": 1.5 })),
        ("sendMessage", json!({ "chat_id": "me", "text": "x" })),
        ("sendMessage", json!({ "chat_id": 1, "text": 5 })),
        ("sendMessage", json!({ "chat_id": 1, "text": "x", "protect_content": "maybe" })),
        ("sendMessage", json!({ "chat_id": 1, "text": "x", "reply_markup": "keys" })),
        ("sendChatAction", json!({ "chat_id": 1, "action": "dancing" })),
        ("setWebhook", json!({ "url": "u", "allowed_updates": [1] })),
        ("setWebhook", json!({ "url": "u", "max_connections": 101 })),
    ];
    for (method, fields) in cases {
        assert!(refused(method, fields.clone()).starts_with("Bad Request: "), "{fields}");
    }
}

#[test]
fn texts_are_measured_without_their_markup() {
    let full = format!("<b>{}</b>", "\u{436}".repeat(4096));
    let fits = json!({ "chat_id": 1, "text": full, "parse_mode": "HTML" });
    let over = json!({ "chat_id": 1, "text": "x".repeat(4097) });
    let blank = json!({ "chat_id": 1, "text": "<b> </b>", "parse_mode": "HTML" });
    let caption = json!({ "chat_id": 1, "photo": "id", "caption": "x".repeat(1025) });

    assert!(checked("sendMessage", fits).is_ok());
    assert_eq!(refused("sendMessage", over), "Bad Request: message is too long");
    assert_eq!(refused("sendMessage", blank), "Bad Request: message text is empty");
    assert_eq!(refused("sendPhoto", caption), "Bad Request: message caption is too long");
}

#[test]
fn bad_html_is_refused_in_telegrams_words() {
    let sent = json!({ "chat_id": 1, "text": "1 < 2", "parse_mode": "HTML" });

    assert_eq!(
        refused("sendMessage", sent),
        "Bad Request: can't parse entities: Unsupported start tag \"\" at byte offset 2"
    );
}

#[test]
fn lengths_of_other_texts_are_checked() {
    let answer = |text: &str| json!({ "callback_query_id": "1", "text": text });

    assert!(checked("answerCallbackQuery", answer(&"\u{436}".repeat(200))).is_ok());
    assert!(refused("answerCallbackQuery", answer(&"x".repeat(201))).contains("0..200"));
}

#[test]
fn unknown_parameters_are_told_apart_and_not_refused() {
    let checked = checked("sendMessage", json!({ "chat_id": 1, "text": "x", "colour": 1 }));

    assert_eq!(checked.unwrap().strangers, ["colour"]);
}
