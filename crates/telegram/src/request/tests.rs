//! What a request becomes: JSON for Telegram, bytes for the store, and its variants.

use std::time::Duration;

use domain::{ChatId, MessageId};
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use serde_json::{Value, json};

use super::{
    AlbumItem, AlbumKind, Button, Chatless, Command, File, Keyboard, Method, NotARequest, Repeats,
    Request,
};

const CHAT: ChatId = ChatId::new(5);

fn body(request: &Request) -> Value {
    serde_json::from_slice(&request.to_response_body()).unwrap()
}

fn buttons() -> Keyboard {
    Keyboard::new(vec![
        vec![Button::data("Go", "go:1")],
        vec![],
        vec![Button::link("Site", "https://a.b")],
    ])
}

fn album() -> Request {
    let item = |file, caption: &str| AlbumItem {
        kind: AlbumKind::Photo,
        file,
        caption_html: caption.to_owned(),
    };
    let items = [item(File::Id("i".into()), "<b>x</b>"), item(File::Attached("f1".into()), "")];
    Request::send_media_group(CHAT, &items)
}

#[test]
fn a_message_says_what_telegram_expects() {
    let request = Request::send_message(CHAT, "<b>hi</b>", &buttons());

    assert_eq!(
        body(&request),
        json!({ "method": "sendMessage", "chat_id": 5, "text": "<b>hi</b>", "parse_mode": "HTML",
            "reply_markup": { "inline_keyboard": [
                [{ "text": "Go", "callback_data": "go:1" }],
                [{ "text": "Site", "url": "https://a.b" }],
            ] } })
    );
    assert!(body(&Request::send_message(CHAT, "x", &Keyboard::NONE)).get("reply_markup").is_none());
    assert_eq!(body(&request.in_thread(9))["message_thread_id"], 9);
}

#[test]
fn answers_say_what_telegram_expects() {
    assert_eq!(
        body(Chatless::answer_tap("7", Some("done"), true).request()),
        json!({ "method": "answerCallbackQuery", "callback_query_id": "7", "text": "done",
            "show_alert": true })
    );
    assert_eq!(
        body(Chatless::answer_tap("7", None, true).request()),
        json!({ "method": "answerCallbackQuery", "callback_query_id": "7" })
    );
    assert_eq!(
        body(Chatless::answer_pre_checkout("8", Err("sold out")).request()),
        json!({ "method": "answerPreCheckoutQuery", "pre_checkout_query_id": "8", "ok": false,
            "error_message": "sold out" })
    );
    assert_eq!(body(Chatless::answer_pre_checkout("8", Ok(())).request())["ok"], true);
}

#[test]
fn files_are_named_by_id_or_by_attachment() {
    let known = Request::send_photo(CHAT, &File::Id("abc".into()), "", &Keyboard::NONE);
    let fresh = Request::send_video(CHAT, &File::Attached("f0".into()), "<i>c</i>", &buttons());

    assert_eq!(body(&known), json!({ "method": "sendPhoto", "chat_id": 5, "photo": "abc" }));
    assert_eq!(body(&fresh)["video"], "attach://f0");
    assert_eq!(body(&fresh)["caption"], "<i>c</i>");
    assert_eq!(body(&album())["media"][1], json!({ "type": "photo", "media": "attach://f1" }));
}

#[test]
fn set_up_says_what_telegram_expects() {
    let hook = Chatless::set_webhook("https://a.b/h", "secret", &["message"], 40);
    assert_eq!(
        body(hook.request()),
        json!({ "method": "setWebhook", "url": "https://a.b/h", "secret_token": "secret",
            "allowed_updates": ["message"], "max_connections": 40 })
    );
    let menu = Command { command: "start".into(), description: "Begin".into() };
    assert_eq!(
        body(Chatless::set_my_commands(&[menu], Some("ru")).request()),
        json!({ "method": "setMyCommands", "language_code": "ru",
            "commands": [{ "command": "start", "description": "Begin" }] })
    );
    let poll = Chatless::get_updates(12, Duration::from_secs(25), &["message"]);
    assert_eq!(
        (body(poll.request())["offset"].clone(), poll.long_poll()),
        (json!(12), Duration::from_secs(25))
    );
    assert_eq!(Chatless::get_me().long_poll(), Duration::ZERO);
}

#[test]
fn a_request_knows_its_chat_its_size_and_whether_it_may_be_repeated() {
    let message = Request::send_message(CHAT, "x", &Keyboard::NONE);
    let edit = Request::edit_text(CHAT, Some(MessageId::new(3)), "x", &Keyboard::NONE);

    assert_eq!((message.chat(), message.items(), message.repeats()), {
        (Some(CHAT), 1, Repeats::Ambiguous)
    });
    assert_eq!((album().items(), album().repeats()), (2, Repeats::Ambiguous));
    assert_eq!((edit.items(), edit.repeats()), (1, Repeats::Safe));
    let me = Request::from(Chatless::get_me());
    assert_eq!((me.chat(), me.repeats()), (None, Repeats::Safe));
}

#[test]
fn an_edit_can_become_a_send_and_a_draft_gets_its_id() {
    let draft = Request::edit_text(CHAT, None, "<b>x</b>", &buttons());
    let edit = draft.with_message_id(MessageId::new(3));

    assert_eq!(body(&edit)["message_id"], 3);
    assert_eq!(edit.as_send(), Request::send_message(CHAT, "<b>x</b>", &buttons()));
    assert_eq!(edit.as_send(), draft.as_send());
    assert_eq!(album().as_send(), album());
    assert_eq!(edit.moved_to(ChatId::new(-1007)).chat(), Some(ChatId::new(-1007)));
}

#[test]
fn a_request_can_do_without_its_formatting_once() {
    let plain = Request::send_message(CHAT, "<b>a</b> &amp; b", &buttons()).as_plain().unwrap();

    assert_eq!((&body(&plain)["text"], body(&plain).get("parse_mode")), (&json!("a & b"), None));
    assert_eq!(plain.as_plain(), None);
    let plain = album().as_plain().unwrap();
    assert_eq!(body(&plain)["media"][0], json!({ "type": "photo", "media": "i", "caption": "x" }));
    assert_eq!(Request::from(Chatless::get_me()).as_plain(), None);
}

#[test]
fn the_stored_form_is_stable_and_a_foreign_one_is_refused() {
    let edit = Request::edit_text(CHAT, Some(MessageId::new(3)), "", &Keyboard::NONE);
    let stored = edit.to_bytes();
    let text = r#"{"method":"editMessageText","params":{"chat_id":5,"message_id":3}}"#;
    assert_eq!(String::from_utf8(stored).unwrap(), text);

    let foreign = Request::from_bytes(br#"{"method":"banEverybody","params":{}}"#);
    assert_eq!(foreign, Err(NotARequest::Method("banEverybody".into())));
    assert!(foreign.unwrap_err().to_string().contains("\"banEverybody\""));
    for bytes in
        ["", "[]", r#"{"method":"getMe"}"#, r#"{"params":{}}"#, r#"{"method":1,"params":{}}"#]
    {
        assert_eq!(Request::from_bytes(bytes.as_bytes()), Err(NotARequest::Form), "{bytes}");
    }
}

#[test]
fn no_value_is_shown_by_debug() {
    let shown = format!("{:?}", Chatless::set_webhook("https://canary/x", "canary", &[], 1));

    assert!(shown.contains("SetWebhook") && shown.contains("secret_token"), "{shown}");
    assert!(!shown.contains("canary"), "{shown}");
}

#[test]
fn every_method_is_found_by_its_name() {
    for &method in Method::ALL {
        assert_eq!(Method::named(method.name()), Some(method));
    }
}

fn requests() -> impl Strategy<Value = Request> {
    let id = || any::<i64>();
    prop_oneof![
        (id(), any::<String>(), any::<String>()).prop_map(|(chat, text, data)| {
            let keys = Keyboard::new(vec![vec![Button::data(text.as_str(), data)]]);
            Request::send_message(ChatId::new(chat), &text, &keys)
        }),
        (id(), id(), any::<String>()).prop_map(|(chat, message, html)| {
            let message = Some(MessageId::new(message));
            Request::edit_text(ChatId::new(chat), message, &html, &Keyboard::NONE)
        }),
        (any::<String>(), any::<Option<String>>(), any::<bool>()).prop_map(
            |(query, text, alert)| Chatless::answer_tap(&query, text.as_deref(), alert).into()
        ),
        Just(album()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_stored_request_comes_back(request in requests()) {
        let bytes = request.to_bytes();
        assert_eq!(Request::from_bytes(&bytes).unwrap(), request);
        assert_eq!(Request::from_bytes(&bytes).unwrap().to_bytes(), bytes);
    }
}
