//! People by HTTP, and the program `trt-sim`.

use serde_json::{Value, json};
use testbed::process::Process;

use crate::bot::{Api, Receiver, pair};

async fn post(api: &Api, base: &str, command: &str, body: Value) -> (u16, Value) {
    let url = format!("{base}/_fake/{command}");
    let reply = api.post(&url, "application/json", body.to_string()).await.unwrap();
    (reply.status, reply.body)
}

#[tokio::test]
async fn people_act_by_http() {
    let (fake, bot) = pair().await;
    let (api, base) = (Api::of(&fake), fake.url());
    let ann = json!({ "id": 1, "name": "Ann", "language": "ru" });
    assert_eq!(post(&api, &base, "person", ann).await.0, 200);
    let (_, said) = post(&api, &base, "say", json!({ "id": 1, "text": "hi" })).await;
    assert_eq!(bot.saw(1).await[0].update_id(), said["update_id"].as_i64().unwrap());

    let keys = json!({ "inline_keyboard": [[{ "text": "Go", "callback_data": "go" }]] });
    api.done("sendMessage", json!({ "chat_id": 1, "text": "menu", "reply_markup": keys })).await;
    let (status, _) = post(&api, &base, "tap", json!({ "id": 1, "button": "Go" })).await;
    assert_eq!(status, 200);
    bot.saw(2).await;

    let chat = api.post(&format!("{base}/_fake/chat?id=1"), "", "").await.unwrap().body;
    assert_eq!(chat[1]["buttons"][0][0]["data"], "go");
    let journal = api.post(&format!("{base}/_fake/journal?from=0"), "", "").await.unwrap().body;
    assert_eq!(journal[0]["entry"]["event"], "created");
    let violations = api.post(&format!("{base}/_fake/violations"), "", "").await.unwrap().body;
    assert_eq!(violations, json!([]));
}

#[tokio::test]
async fn commands_that_make_no_sense_are_refused_with_a_sentence() {
    let (fake, _bot) = pair().await;
    let (api, base) = (Api::of(&fake), fake.url());

    let nobody = post(&api, &base, "say", json!({ "id": 9, "text": "x" })).await;
    let nothing = post(&api, &base, "dance", json!({})).await;

    assert_eq!(nobody, (400, json!({ "error": "nobody has the id 9" })));
    assert_eq!(nothing.0, 400);
}

#[tokio::test]
async fn the_program_prints_its_address_and_serves() {
    let bot = Receiver::start().await;
    let program = Process::build("trt-sim", env!("CARGO_BIN_EXE_trt-sim"))
        .args(["telegram", "--token", "7:abc", "--secret", "s", "--webhook"])
        .arg(bot.address.to_string())
        .start()
        .unwrap();
    let base = program.line("http://127.0.0.1:", testbed::SOON).await.unwrap();
    let fake_api = Api::at(&format!("{base}/bot7:abc"));

    assert_eq!(fake_api.done("getMe", json!({})).await["id"], 7);
    post(&fake_api, &base, "person", json!({ "id": 1, "name": "Ann" })).await;
    post(&fake_api, &base, "say", json!({ "id": 1, "text": "hi" })).await;

    assert_eq!(bot.saw(1).await[0].secret.as_deref(), Some("s"));
}
