//! What a newcomer does with the demo: make a picture, kill the active instance, go on chatting, end it.

use std::net::SocketAddr;

use serde_json::{Value, json};
use simulator::demo::{Demo, Plan};
use simulator::world::PATIENCE;
use testbed::server::connect;
use testbed::{SOON, wait};
use tokio::net::TcpStream;

use crate::path::program;
use crate::web;

/// A browser with the chat page open.
struct Page {
    address: SocketAddr,
}

/// The second person of the page, who speaks English.
const JOHN: i64 = 502;

impl Page {
    fn of(demo: &Demo) -> Self {
        let address = demo.url().trim_start_matches("http://").trim_end_matches('/');
        Self { address: address.parse().unwrap() }
    }

    async fn get(&self, command: &str) -> Value {
        web::get(self.address, &format!("/_fake/{command}"), &[]).await.json()
    }

    async fn post(&self, command: &str, body: Value) -> Value {
        let (address, body) = (self.address, body.to_string());
        let head = format!("POST /_fake/{command} HTTP/1.1\r\nHost: {address}\r\n");
        let rest = format!("Connection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let answer = web::send(address, head + &rest).await;
        assert_eq!(answer.status, 200, "{command}: {}", answer.body);
        answer.json()
    }

    async fn says(&self, text: &str) {
        self.post("say", json!({ "id": JOHN, "text": text })).await;
    }

    /// The newest message of the bot that satisfies a condition, as soon as there is one.
    async fn reads(&self, wanted: impl Fn(&Value) -> bool) -> Value {
        let found = wait::until("a reply on the page", PATIENCE, async || {
            let view = self.get("view").await;
            let messages = view["people"][1]["messages"].as_array()?;
            messages.iter().rev().find(|one| one["from_bot"] == true && wanted(one)).cloned()
        });
        found.await.unwrap()
    }

    /// Taps the newest button whose data begins like this, as soon as there is one.
    async fn taps(&self, start: &str) {
        let begins = |one: &Value| one["data"].as_str().is_some_and(|data| data.starts_with(start));
        let button = |message: &Value| {
            let mut rows = message["buttons"].as_array()?.iter().filter_map(Value::as_array);
            rows.find_map(|row| row.iter().find(|one| begins(one)).cloned())
        };
        let message = self.reads(|message| button(message).is_some()).await;
        let data = button(&message).unwrap()["data"].clone();
        self.post("tap", json!({ "id": JOHN, "message_id": message["id"], "button": data })).await;
    }

    async fn instances(&self) -> Vec<Value> {
        self.get("stage").await["instances"].as_array().cloned().unwrap_or_default()
    }

    /// The instance that is shown with this role, as soon as one is.
    async fn one_that_is(&self, role: &str) -> Value {
        let what = format!("one that is {role}");
        let found = wait::until(&what, PATIENCE, async || {
            self.instances().await.into_iter().find(|one| one["role"] == role)
        });
        found.await.unwrap()
    }

    /// Waits until an instance is shown as ended, and says how.
    async fn ended(&self, instance: &Value) -> String {
        let found = wait::until("an instance that has ended", PATIENCE, async || {
            let all = self.instances().await;
            let one = all.into_iter().find(|one| one["instance"] == instance["instance"])?;
            (one["life"] == "ended").then(|| one["end"].as_str().unwrap().to_owned())
        });
        found.await.unwrap()
    }
}

/// A demo without money, so that nobody speaks but the test.
fn bare() -> Plan {
    Plan { program: program().into(), port: 0, is_furnished: false, faster: 10 }
}

fn order(instance: &Value) -> Value {
    json!({ "instance": instance["instance"] })
}

fn contains(word: &str) -> impl Fn(&Value) -> bool {
    move |message| message["text"].as_str().unwrap().contains(word)
}

#[tokio::test]
async fn a_newcomer_makes_a_picture_on_the_page() {
    let demo = Demo::start(bare()).await.unwrap();
    let page = Page::of(&demo);
    page.get("view").await;

    page.says("/start").await;
    page.reads(|one| one["buttons"] != json!([])).await;
    page.says("a ginger cat on the Moon").await;
    for way in ["go:"] {
        page.taps(way).await;
    }

    let picture = page.reads(|one| one["media"]["kind"] == "photo").await;
    assert!(contains("a ginger cat on the Moon")(&picture), "{picture}");
    assert_eq!(picture["media"]["is_kept"], true, "the page can show it");
    demo.ends().await;
}

#[tokio::test]
async fn a_newcomer_kills_the_active_instance_goes_on_chatting_and_leaves_nothing_behind() {
    let demo = Demo::start(bare()).await.unwrap();
    let page = Page::of(&demo);
    assert_eq!(web::get(page.address, "/", &[]).await.status, 200);
    assert!(demo.welcome().contains(demo.url()));

    page.get("view").await;
    page.says("/start").await;
    let menu = page.reads(|one| one["buttons"] != json!([])).await;
    let first = |row: usize| menu["buttons"][row][0]["data"].clone();
    assert_eq!(
        [first(0), first(1), first(2), first(3)],
        ["wish:0", "wish:1", "wish:2", "menu:image"]
    );
    let tap = json!({ "id": JOHN, "message_id": menu["id"], "button": "menu:help" });
    let tap = page.post("tap", tap).await;
    let answered = wait::until("the end of the spinner", SOON, async || {
        let answers = page.get("view").await["answers"].clone();
        answers.as_array()?.iter().any(|one| one["update_id"] == tap["update_id"]).then_some(())
    });
    answered.await.unwrap();
    page.reads(|one| one["id"] == menu["id"] && one["is_edited"] == true).await;

    let first = page.one_that_is("ACTIVE").await;
    page.one_that_is("PASSIVE").await;
    page.post("kill", order(&first)).await;
    page.says("still-there").await;
    page.reads(contains("still-there")).await;
    assert!(page.ended(&first).await.contains("signal: 9"));
    let second = page.one_that_is("ACTIVE").await;
    assert_ne!(first["instance"], second["instance"]);

    page.post("start", json!({})).await;
    let third = page.one_that_is("PASSIVE").await;
    page.post("stop", order(&second)).await;
    page.says("and-after-a-deploy").await;
    page.reads(contains("and-after-a-deploy")).await;
    assert_eq!(page.ended(&second).await, "exit status: 0");
    assert_eq!(page.one_that_is("ACTIVE").await["instance"], third["instance"]);

    let data = demo.database_url().to_owned();
    assert!(connect(&data).await.is_ok());
    demo.ends().await;
    let bot: SocketAddr = third["address"].as_str().unwrap().parse().unwrap();
    assert!(connect(&data).await.is_err(), "the database is gone");
    assert!(TcpStream::connect(bot).await.is_err(), "the instances are gone");
    assert!(TcpStream::connect(page.address).await.is_err(), "the page is gone");
}
