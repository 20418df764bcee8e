//! Calls: what is refused, in which words, and what counts as a violation.

use serde_json::{Value, json};
use simulator::telegram::{FakeTelegram, MediaKind, Settings, Strictness};

use crate::bot::{Api, png, quick};

#[tokio::test]
async fn an_unknown_token_and_an_unknown_method_are_refused() {
    let fake = quick().await;
    let api = Api::of(&fake);

    let stranger = format!("{}/bot1:abc/getMe", fake.url());
    let stranger = api.post(&stranger, "application/json", "{}").await.unwrap();
    assert_eq!((stranger.status, stranger.description()), (401, "Unauthorized"));
    assert_eq!(api.done("GETME", json!({})).await["username"], "trt_fake_bot");
    assert_eq!(fake.violations(), [""; 0]);

    let unknown = api.call("sendPigeon", json!({})).await;
    assert_eq!((unknown.status, unknown.description()), (404, "Not Found"));
    assert_eq!(fake.violations(), ["sendPigeon: Not Found"]);
}

#[tokio::test]
async fn mistakes_are_refused_and_recorded() {
    let fake = quick().await;
    let api = Api::of(&fake);
    fake.person(1, "Ann", "ru");
    let mistakes = [
        json!({ "chat_id": 1 }),
        json!({ "chat_id": "x", "text": "x" }),
        json!({ "chat_id": 1, "text": "<b>x", "parse_mode": "HTML" }),
        json!({ "chat_id": 1, "text": "x", "reply_markup": { "inline_keyboard": [[{ "text": "a" }]] } }),
    ];
    for (count, mistake) in mistakes.into_iter().enumerate() {
        let reply = api.call("sendMessage", mistake).await;
        assert_eq!(reply.status, 400);
        assert_eq!(fake.violations().len(), count + 1);
        assert!(fake.violations()[count].ends_with(reply.description()));
    }
}

#[tokio::test]
async fn an_unknown_parameter_is_a_violation_only_for_the_strict() {
    let typo = json!({ "chat_id": 1, "text": "x", "parsemode": "HTML" });
    for (strictness, count) in [(Strictness::Strict, 1), (Strictness::Lenient, 0)] {
        let settings = Settings { strictness, ..Settings::default() };
        let fake = FakeTelegram::start(settings).await.unwrap();
        fake.person(1, "Ann", "ru");

        Api::of(&fake).done("sendMessage", typo.clone()).await;

        assert_eq!(fake.violations().len(), count, "{strictness:?}");
    }
}

#[tokio::test]
async fn every_encoding_of_a_call_is_read() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let url = format!("{}/bot{}/sendMessage", fake.url(), fake.token());
    let form = "application/x-www-form-urlencoded";
    let multi = "--x\r\nContent-Disposition: form-data; name=\"chat_id\"\r\n\r\n1\r\n\
                 --x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nmulti\r\n--x--\r\n";

    api.post(&format!("{url}?chat_id=1&text=query"), "", "").await.unwrap();
    api.post(&url, form, "chat_id=1&text=form%20%26").await.unwrap();
    api.post(&url, "multipart/form-data; boundary=x", multi).await.unwrap();

    let texts: Vec<_> = ann.chat().into_iter().map(|bubble| bubble.text).collect();
    assert_eq!(texts, ["query", "form &", "multi"]);
    assert_eq!(fake.violations(), [""; 0]);
}

#[tokio::test]
async fn the_state_of_a_chat_gives_the_answers_bots_know() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    ann.says("mine").await;
    api.send(1, "menu").await;
    let edit = |id: i64, text: &str| json!({ "chat_id": 1, "message_id": id, "text": text });
    let cases = [
        ("sendMessage", json!({ "chat_id": 99, "text": "x" }), "chat not found"),
        ("editMessageText", edit(9, "x"), "message to edit not found"),
        ("editMessageText", edit(1, "x"), "message can't be edited"),
        ("editMessageText", edit(2, "menu"), "message is not modified: specified new message"),
        ("editMessageReplyMarkup", json!({ "chat_id": 1, "message_id": 2 }), "message is not mod"),
        ("deleteMessage", json!({ "chat_id": 1, "message_id": 9 }), "message to delete not found"),
        ("getFile", json!({ "file_id": "x" }), "invalid file_id"),
    ];
    for (method, params, words) in cases {
        let reply = api.call(method, params).await;
        assert_eq!(reply.status, 400);
        let begin = format!("Bad Request: {words}");
        assert!(reply.description().starts_with(&begin), "{}", reply.description());
    }
    api.done("deleteMessage", json!({ "chat_id": 1, "message_id": 2 })).await;
    assert_eq!(ann.chat().len(), 1);
    assert_eq!(fake.violations(), [""; 0], "the world is not the bot's fault");
}

#[tokio::test]
async fn a_chat_that_is_flooded_answers_429_also_to_edits() {
    let fake = FakeTelegram::start(Settings::default()).await.unwrap();
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    for text in ["a", "b", "c"] {
        api.send(1, text).await;
    }

    let edit = json!({ "chat_id": 1, "message_id": 1, "text": "d" });
    let flooded = api.call("editMessageText", edit.clone()).await;
    assert_eq!((flooded.status, flooded.retry_after.as_deref()), (429, Some("1")));
    assert_eq!(flooded.description(), "Too Many Requests: retry after 1");
    api.done("sendChatAction", json!({ "chat_id": 1, "action": "typing" })).await;

    fake.advance(std::time::Duration::from_secs(1));
    api.done("editMessageText", edit).await;
    assert_eq!(ann.chat()[0].edits, 1);
}

#[tokio::test]
async fn media_albums_invoices_and_profile_are_known() {
    let fake = quick().await;
    let (ann, api) = (fake.person(1, "Ann", "ru"), Api::of(&fake));
    let picture = png(8, 8);
    let photo = ("photo", "a.png", "image/png", picture.as_slice());
    let sent = api.upload("sendPhoto", json!({ "chat_id": 1 }), &[photo]).await.unwrap();
    let file = sent.body["result"]["photo"][0].clone();
    let known = api.done("getFile", json!({ "file_id": file["file_id"] })).await;
    assert_eq!(known["file_size"], file["file_size"]);

    let item = |kind: &str, media: &Value| json!({ "type": kind, "media": media });
    let album = [item("photo", &file["file_id"]), item("video", &json!("https://a.b/c.mp4"))];
    let album = api.done("sendMediaGroup", json!({ "chat_id": 1, "media": album })).await;
    assert_eq!(album.as_array().map(Vec::len), Some(2));
    assert_eq!(ann.chat()[2].media[0].kind, MediaKind::Video);

    let stars = json!({
        "chat_id": 1, "title": "100", "description": "d", "payload": "p", "currency": "XTR",
        "prices": [{ "label": "x", "amount": 50 }],
    });
    let invoice = api.done("sendInvoice", stars.clone()).await;
    assert_eq!(invoice["invoice"]["total_amount"], 50);
    let commands = json!([{ "command": "start", "description": "Begin" }]);
    api.done("setMyCommands", json!({ "commands": commands })).await;
    assert_eq!(api.done("getMyCommands", json!({})).await, commands);
    api.done("setMyDescription", json!({ "description": "d" })).await;
    assert_eq!(fake.violations(), [""; 0]);
    let mut two = stars;
    two["prices"] = json!([{ "label": "x", "amount": 1 }, { "label": "y", "amount": 1 }]);
    assert_eq!(api.call("sendInvoice", two).await.status, 400);
}
