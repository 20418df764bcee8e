//! People who order and tap, as the updates that Telegram would send about it.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::arena::Bot;
use super::chats::Offer;
use crate::load::connection::{Connection, Outcome};
use crate::load::update::now;
use crate::webhook::contestant::SECRET;

/// What everybody orders: one picture, paid for.
const ORDER: &str = "/generate imagen-4 a ginger cat in a hat";
/// The length of the command in it.
const COMMAND: usize = "/generate".len();
/// How long anybody waits for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// The number of the next update, over all clients and bots.
static NEXT: AtomicI64 = AtomicI64::new(700_000_000);

/// One client: a connection that speaks for some people, one after the other.
#[derive(Debug)]
pub(super) struct Client {
    bot: Arc<Bot>,
    connection: Connection,
}

impl Client {
    pub(super) async fn connect(bot: &Arc<Bot>) -> Result<Self> {
        let connection = Connection::open(bot.address).await?;
        Ok(Self { bot: Arc::clone(bot), connection })
    }

    /// Orders a picture, and waits for its price.
    pub(super) async fn orders(&mut self, person: i64) -> Result<Offer> {
        let entity = json!({ "type": "bot_command", "offset": 0, "length": COMMAND });
        let message = json!({
            "message_id": 1,
            "date": now(),
            "from": user(person),
            "chat": chat(person),
            "text": ORDER,
            "entities": [entity],
        });
        self.delivers("message", message).await?;
        self.bot.chats.offer(person, PATIENCE).await
    }

    /// Agrees to a price.
    pub(super) async fn taps(&mut self, person: i64, offer: &Offer) -> Result<()> {
        let message = json!({
            "message_id": offer.message,
            "date": now(),
            "chat": chat(person),
            "text": "a price",
        });
        let tap = json!({
            "id": NEXT.load(Ordering::Relaxed).to_string(),
            "from": user(person),
            "chat_instance": "1",
            "data": offer.data,
            "message": message,
        });
        self.delivers("callback_query", tap).await
    }

    /// Waits for the picture.
    pub(super) async fn gets_picture(&self, person: i64) -> Result<()> {
        self.bot.chats.picture(person, PATIENCE).await
    }

    async fn delivers(&mut self, kind: &str, content: Value) -> Result<()> {
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let update = json!({ "update_id": id, kind: content }).to_string();
        if !self.connection.usable() {
            self.connection = Connection::open(self.bot.address).await?;
        }
        let address = self.bot.address;
        let request = request(address, "/webhook", Some(SECRET), update.as_bytes());
        let outcome = self.connection.send(&request).await;
        ensure!(outcome == Outcome::Acked, "an update was not taken: {outcome:?}");
        Ok(())
    }
}

fn user(person: i64) -> Value {
    json!({ "id": person, "is_bot": false, "first_name": "Ann", "language_code": "en" })
}

fn chat(person: i64) -> Value {
    json!({ "id": person, "type": "private", "first_name": "Ann" })
}

/// A whole request that posts this body.
pub(super) fn request(
    address: SocketAddr,
    path: &str,
    secret: Option<&str>,
    body: &[u8],
) -> Vec<u8> {
    let (mut request, length) = (Vec::with_capacity(512 + body.len()), body.len());
    let secret = secret.map(|secret| format!("X-Telegram-Bot-Api-Secret-Token: {secret}\r\n"));
    // Writing to memory cannot fail.
    let _ = write!(
        request,
        "POST {path} HTTP/1.1\r\n\
         Host: {address}\r\n\
         Content-Type: application/json\r\n\
         {}Content-Length: {length}\r\n\r\n",
        secret.unwrap_or_default()
    );
    request.extend_from_slice(body);
    request
}

#[cfg(test)]
mod tests {
    use super::request;

    #[test]
    fn a_request_has_a_secret_only_where_there_is_one() {
        let address = ([127, 0, 0, 1], 80).into();
        let text = |secret| String::from_utf8(request(address, "/p", secret, b"{}")).unwrap();

        let head = "POST /p HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Type: application/json\r\n";
        assert_eq!(text(None), format!("{head}Content-Length: 2\r\n\r\n{{}}"));
        assert!(text(Some("word")).contains("\r\nX-Telegram-Bot-Api-Secret-Token: word\r\n"));
    }
}
