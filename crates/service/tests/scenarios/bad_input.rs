//! Whatever comes through the door of the webhook: it is answered, nobody else notices, and nothing
//! of it is printed.
//!
//! Every secret and every text in here contains the word `canary`, so that one look over what the
//! process printed finds them all.

mod bodies;
mod lengths;
mod outage;
mod secrets;
mod siege;
mod slow;
mod taps;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use simulator::telegram::{Bubble, FakeTelegram, Limits, Person, Settings};
use testbed::database::{Cluster, Database};
use testbed::{SOON, wait};
use tokio_postgres::Client;

use crate::instance::{Instance, TOKEN};
use crate::web::{self, Answer};

/// The secret that is registered, and another one that is accepted.
const SECRET: &str = "canary-Secret_1";
const SECOND: &str = "canary-Secret_2";

/// A real instance on a database of its own, with a fake Telegram behind it.
struct Door {
    // Dropped in this order: the process before what it uses.
    trt: Instance,
    fake: FakeTelegram,
    url: String,
    _database: Option<Database>,
}

impl Door {
    async fn open() -> Self {
        let database = Cluster::shared().await.unwrap().empty_database().await.unwrap();
        let url = database.url();
        Self { _database: Some(database), ..Self::at(&url).await }
    }

    /// One on the database at this address.
    async fn at(url: &str) -> Self {
        let (token, limits) = (TOKEN.to_owned(), Limits::lifted());
        let settings = Settings { token, limits, ..Settings::default() };
        let fake = FakeTelegram::start(settings).await.unwrap();
        let secrets = format!("{SECRET},{SECOND}");
        let telegram = fake.url();
        let changes = [
            ("DATABASE_URL", url),
            ("TELEGRAM_API_URL", telegram.as_str()),
            ("TELEGRAM_RATE", "10000"),
            ("TELEGRAM_CHAT_RATE", "10000"),
            ("WEBHOOK_SECRET_TOKEN", secrets.as_str()),
            // What is printed only for those who look for a fault may not leak either.
            ("LOG_LEVEL", "debug"),
        ];
        let trt = Instance::start(&changes).await;
        trt.becomes("ACTIVE").await;
        Self { trt, fake, url: url.to_owned(), _database: None }
    }

    /// Delivers this body as Telegram would.
    async fn deliver(&self, body: impl AsRef<[u8]>) -> Answer {
        web::send(self.trt.address, request(body.as_ref())).await
    }

    /// A person that the fake Telegram knows.
    fn person(&self, id: i64) -> Person {
        self.fake.person(id, "Ann", "en")
    }

    /// Delivers that a person begins, and waits for the menu.
    async fn greets(&self, person: &Person) -> Bubble {
        let update_id = 1_000_000 + person.id();
        let answer = self.deliver(said(update_id, person.id(), "/start").to_string()).await;
        assert_eq!(answer.status, 200);
        person.waits_for(is_menu, SOON).await
    }

    /// Asks the database for one number.
    async fn number(&self, query: &str) -> i64 {
        self.client().await.query_one(query, &[]).await.unwrap().get(0)
    }

    /// Waits until nothing is left to be handled or said.
    async fn is_idle(&self) {
        let client = self.client().await;
        let query = "select count(*) from (select state from inbox where state = 0 \
                     union all select state from outbox where state in (0, 1)) as waiting";
        let idle = wait::until("an idle instance", SOON, async || {
            let waiting: i64 = client.query_one(query, &[]).await.unwrap().get(0);
            (waiting == 0).then_some(())
        });
        idle.await.unwrap();
    }

    async fn client(&self) -> Client {
        testbed::server::connect(&self.url).await.unwrap()
    }

    /// Somebody new is answered by it, it did nothing that Telegram forbids, and it kept silent.
    async fn is_well(&self) {
        self.greets(&self.person(999_999)).await;
        assert_eq!(self.trt.get("/live").await.status, 200);
        assert_eq!(self.fake.violations(), Vec::<String>::new());
        assert_eq!(self.number("select count(*) from dead_letters").await, 0);
        self.has_not_leaked();
    }

    /// Neither the token nor a secret nor the text of an update was printed.
    fn has_not_leaked(&self) {
        let lines = self.trt.process.lines();
        assert!(!lines.is_empty());
        let leak = lines.iter().find(|line| line.to_lowercase().contains("canary"));
        assert_eq!(leak, None);
    }

    /// Somebody else's questions and updates are answered within a second, whoever is slow.
    async fn serves_others(&self, first_id: i64) {
        let (somebody, mut took) = (self.person(77), Vec::new());
        for update_id in first_id..first_id + 5 {
            let begun = Instant::now();
            assert_eq!(self.trt.get("/live").await.status, 200);
            let update = said(update_id, somebody.id(), "/help").to_string();
            assert_eq!(self.deliver(update).await.status, 200);
            took.push(begun.elapsed());
        }
        // The one in the middle: a busy machine may delay any single one.
        took.sort();
        assert!(took[2] < Duration::from_secs(1), "{took:?}");
    }
}

/// A delivery with this body.
fn request(body: &[u8]) -> Vec<u8> {
    let length = format!("Content-Length: {}", body.len());
    [head(&[&secret_line(SECRET), &length]).as_slice(), body].concat()
}

/// The head of a delivery with these lines.
fn head(lines: &[&str]) -> Vec<u8> {
    let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
    format!("POST /webhook HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{lines}\r\n").into_bytes()
}

fn secret_line(secret: &str) -> String {
    format!("X-Telegram-Bot-Api-Secret-Token: {secret}")
}

/// An update: this person said this.
fn said(update_id: i64, person: i64, text: &str) -> Value {
    json!({
        "update_id": update_id,
        "message": {
            "message_id": 1,
            "date": 1,
            "from": user(person),
            "chat": { "id": person, "type": "private", "first_name": "Ann" },
            "text": text,
        },
    })
}

fn user(person: i64) -> Value {
    json!({ "id": person, "is_bot": false, "first_name": "Ann", "language_code": "en" })
}

fn is_menu(bubble: &Bubble) -> bool {
    bubble.is_from_bot() && bubble.button("menu:image").is_some()
}
