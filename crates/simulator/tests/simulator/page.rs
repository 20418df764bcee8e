//! The endpoints of the chat page, asked as the page asks them.

use axum::body::Body;
use axum::http::Request;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use simulator::telegram::FakeTelegram;
use testbed::SOON;

use crate::bot::{Answer, Api, Receiver, pair};

/// The first person of the page.
const ANNA: i64 = 501;

/// A browser with the page open.
struct Page {
    api: Api,
    base: String,
}

impl Page {
    async fn open() -> (Self, FakeTelegram, Receiver) {
        let (fake, bot) = pair().await;
        let page = Self { api: Api::of(&fake), base: format!("{}/_fake", fake.url()) };
        (page, fake, bot)
    }

    async fn get(&self, command: &str) -> Value {
        let url = format!("{}/{command}", self.base);
        let answer = self.api.post(&url, "", "");
        tokio::time::timeout(SOON, answer).await.unwrap().unwrap().body
    }

    async fn post(&self, command: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/{command}", self.base);
        let reply = self.api.post(&url, "text/plain", body.to_string()).await.unwrap();
        (reply.status, reply.body)
    }

    /// The first view that satisfies a condition, asked for as the page does.
    async fn sees(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        let looking = async {
            let mut view = self.get("view?seen=").await;
            while !wanted(&view) {
                let seen = view["version"].as_str().unwrap().to_owned();
                view = self.get(&format!("view?seen={seen}")).await;
            }
            view
        };
        tokio::time::timeout(SOON, looking).await.unwrap()
    }
}

fn messages(view: &Value, person: usize) -> &Vec<Value> {
    view["people"][person]["messages"].as_array().unwrap()
}

#[tokio::test]
async fn two_people_with_a_language_each_are_there_from_the_first_view_on() {
    let (page, _fake, _bot) = Page::open().await;

    let view = page.get("view").await;
    assert_eq!(view["people"][0]["language"], "ru");
    assert_eq!(view["people"][1]["language"], "en");
    assert_eq!(messages(&view, 0).len() + messages(&view, 1).len(), 0);

    let changed = json!({ "id": ANNA, "name": "Anna", "language": "en" });
    assert_eq!(page.post("person", changed).await.0, 200);
    let view = page.get("view").await;
    assert_eq!(view["people"][0]["language"], "en", "and a later view does not take it back");
}

#[tokio::test]
async fn a_view_shows_text_with_entities_and_buttons_and_edits_in_place() {
    let (page, _fake, bot) = Page::open().await;
    page.get("view").await;
    page.post("say", json!({ "id": ANNA, "text": "<b>hi</b>" })).await;
    bot.saw(1).await;
    let keys = json!({ "inline_keyboard": [[{ "text": "Go", "callback_data": "go" }]] });
    let sent = json!({
        "chat_id": ANNA, "text": "a <b>bold</b> &lt;word&gt;", "parse_mode": "HTML",
        "reply_markup": keys,
    });
    let sent = page.api.done("sendMessage", sent).await;

    let view = page.sees(|view| messages(view, 0).len() == 2).await;

    let [mine, theirs] = messages(&view, 0).as_slice() else { panic!("{view}") };
    assert_eq!(mine["text"], "<b>hi</b>", "what a person writes is only text");
    assert_eq!(mine["from_bot"], false);
    assert_eq!(theirs["text"], "a bold <word>");
    assert_eq!(theirs["entities"], json!([{ "type": "bold", "offset": 2, "length": 4 }]));
    assert_eq!(theirs["buttons"], json!([[{ "text": "Go", "data": "go", "url": null }]]));

    let edit = json!({ "chat_id": ANNA, "message_id": sent["message_id"], "text": "new" });
    page.api.done("editMessageText", edit).await;
    let view = page.sees(|view| messages(view, 0)[1]["text"] == "new").await;
    assert_eq!(messages(&view, 0)[1]["is_edited"], true);
    assert_eq!(messages(&view, 0)[1]["buttons"], json!([]));
}

#[tokio::test]
async fn a_view_that_was_seen_waits_for_something_new() {
    let (page, _fake, _bot) = Page::open().await;
    let seen = page.get("view").await["version"].as_str().unwrap().to_owned();
    let again = format!("view?seen={seen}");

    let next = page.get(&again);
    tokio::pin!(next);
    // Another question is asked and answered while the first one waits.
    tokio::select! {
        biased;
        view = &mut next => panic!("nothing has happened, and still: {view}"),
        stage = page.get("stage") => assert_eq!(stage, Value::Null),
    }
    page.post("say", json!({ "id": ANNA, "text": "hi" })).await;

    assert_eq!(messages(&next.await, 0).len(), 1);
}

#[tokio::test]
async fn a_tap_is_told_as_answered_only_when_the_bot_has_answered_it() {
    let (page, _fake, bot) = Page::open().await;
    page.get("view").await;
    let keys = json!({ "inline_keyboard": [[{ "text": "Go", "callback_data": "go" }]] });
    let menu = json!({ "chat_id": ANNA, "text": "menu", "reply_markup": keys });
    let menu = page.api.done("sendMessage", menu).await;
    bot.answers([Answer::Wait]);

    let tap = json!({ "id": ANNA, "message_id": menu["message_id"], "button": "go" });
    let (status, caused) = page.post("tap", tap).await;
    assert_eq!(status, 200);
    let update = bot.saw(1).await[0].json();
    assert_eq!(page.get("view").await["answers"], json!([]), "the spinner turns");
    bot.open();
    let id = &update["callback_query"]["id"];
    let answer = json!({ "callback_query_id": id, "text": "done" });
    page.api.done("answerCallbackQuery", answer).await;

    let view = page.sees(|view| view["answers"] != json!([])).await;
    assert_eq!(
        view["answers"],
        json!([{ "update_id": caused["update_id"], "text": "done" }]),
        "the spinner stops, and the text is shown"
    );
}

#[tokio::test]
async fn without_a_demo_instances_are_nobodys_business() {
    let (page, _fake, _bot) = Page::open().await;

    assert_eq!(page.get("stage").await, Value::Null);
    for command in
        ["kill", "stop", "start", "freeze", "thaw", "cut", "heal", "deploy", "restart_database"]
    {
        let (status, refused) = page.post(command, json!({ "instance": 0 })).await;
        assert_eq!((status, &refused["error"]), (400, &json!("instances are not run from here")));
    }
    assert_eq!(page.post("kill", json!({})).await.1["error"], "instance is missing");
}

#[tokio::test]
async fn a_page_of_another_site_cannot_act_for_the_people() {
    let (page, fake, bot) = Page::open().await;
    page.get("view").await;

    let client = Client::builder(TokioExecutor::new()).build_http();
    let forged = Request::post(format!("{}/say", page.base))
        .header("Origin", "https://example.org")
        .body(Body::from(json!({ "id": ANNA, "text": "forged" }).to_string()));
    let answer = client.request(forged.unwrap()).await.unwrap();

    assert_eq!(answer.status(), 403);
    assert_eq!((fake.pending(), bot.seen().len()), (0, 0));
}

#[tokio::test]
async fn what_the_bot_says_that_it_does_is_shown_until_it_writes() {
    let (page, _fake, _bot) = Page::open().await;
    page.get("view").await;

    let action = json!({ "chat_id": ANNA, "action": "upload_photo" });
    page.api.done("sendChatAction", action).await;
    let view = page.sees(|view| view["people"][0]["action"]["word"] == "upload_photo").await;
    assert_eq!(view["people"][1]["action"], Value::Null, "the other chat is quiet");

    page.api.done("sendMessage", json!({ "chat_id": ANNA, "text": "here it is" })).await;
    page.sees(|view| view["people"][0]["action"] == Value::Null).await;
}

#[tokio::test]
async fn files_at_hand_are_sent_by_their_name_with_words_below_them() {
    let (page, _fake, bot) = Page::open().await;
    let view = page.get("view").await;
    let names = view["samples"].as_array().unwrap();
    let kinds: Vec<&str> = names.iter().map(|one| one["kind"].as_str().unwrap()).collect();
    for kind in ["photo", "video", "audio", "voice", "sticker"] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }

    let send = |name: &str| json!({ "id": ANNA, "name": name, "caption": "by the sea" });
    assert_eq!(page.post("sample", send("photo-1")).await.0, 200);
    assert_eq!(page.post("sample", send("sticker-1")).await.0, 200);
    let seen = bot.saw(2).await;
    let photo = &seen[0].json()["message"];
    assert_eq!(
        (photo["photo"][1]["width"].as_u64(), &photo["caption"]),
        (Some(768), &json!("by the sea"))
    );
    let sticker = &seen[1].json()["message"]["sticker"];
    assert_eq!((&sticker["type"], &sticker["is_animated"]), (&json!("regular"), &json!(false)));

    let view = page.sees(|view| messages(view, 0).len() == 2).await;
    assert_eq!(messages(&view, 0)[1]["media"]["kind"], "sticker");
    assert_eq!(page.post("sample", send("secrets")).await.1["error"], "there is no such sample");
}

#[tokio::test]
async fn a_film_from_a_browser_is_as_long_and_as_large_as_the_browser_says() {
    let (page, _fake, bot) = Page::open().await;
    page.get("view").await;

    let film = "send?id=501&as=video&name=own.mp4&mime=video/mp4&seconds=7&width=360&height=640";
    let url = format!("{}/{film}", page.base);
    assert_eq!(page.api.post(&url, "video/mp4", "a film".to_owned()).await.unwrap().status, 200);

    let video = bot.saw(1).await[0].json()["message"]["video"].clone();
    let told = ["duration", "width", "height"].map(|field| video[field].as_u64());
    assert_eq!(told, [Some(7), Some(360), Some(640)]);
}

#[tokio::test]
async fn a_wallet_holds_what_was_not_spent() {
    let (page, fake, _bot) = Page::open().await;
    assert_eq!(page.get("view").await["people"][0]["stars"], 2_500);

    let anna = fake.person(ANNA, "Anna", "ru");
    let charge = fake.stars().charges(&anna, "payload", 100).await;
    page.sees(|view| view["people"][0]["stars"] == 2_400).await;
    fake.stars().goes_back(&charge).await;

    page.sees(|view| view["people"][0]["stars"] == 2_500).await;
}
