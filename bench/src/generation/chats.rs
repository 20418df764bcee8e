//! The stub of the Bot API: who was offered what, and who got a picture.
//!
//! A message is searched for the data of the button that starts the work; an upload of a picture is a
//! result. Nothing is parsed: that would take cores away from the bot that is measured.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::routing::any;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::answering::journal::number_after;
use crate::load::update::People;
use crate::stub;

/// The data of the button that starts the work: this and eight digits.
const GO: &[u8] = b"go:";
const DIGITS: usize = 8;
/// What comes before the number of the chat, in JSON and in a form.
const CHAT: [&[u8]; 2] = [b"\"chat_id\":", b"name=\"chat_id\"\r\n\r\n"];

/// A price that somebody can agree to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offer {
    /// The message with the button.
    pub(super) message: i64,
    /// What a tap on it sends.
    pub(super) data: String,
}

/// What has come into each chat, and was not asked for yet.
#[derive(Debug)]
pub(super) struct Chats {
    first: i64,
    chats: Vec<Chat>,
    messages: AtomicI64,
}

#[derive(Debug, Default)]
struct Chat {
    seen: Mutex<Seen>,
    news: Notify,
}

#[derive(Debug, Default)]
struct Seen {
    offer: Option<Offer>,
    pictures: u64,
}

impl Chats {
    pub(super) fn of(people: People) -> Self {
        let chats = (0..people.count).map(|_| Chat::default()).collect();
        Self { first: people.first, chats, messages: AtomicI64::new(1) }
    }

    /// Waits for a price, and takes it.
    pub(super) async fn offer(&self, person: i64, within: Duration) -> Result<Offer> {
        self.until(person, within, "a price", |seen| seen.offer.take()).await
    }

    /// Waits for a picture, and takes it.
    pub(super) async fn picture(&self, person: i64, within: Duration) -> Result<()> {
        let take = |seen: &mut Seen| {
            seen.pictures = seen.pictures.checked_sub(1)?;
            Some(())
        };
        self.until(person, within, "a picture", take).await
    }

    /// Pictures that nobody has taken.
    pub(super) fn left_over(&self) -> u64 {
        let left = |chat: &Chat| chat.seen.lock().unwrap_or_else(PoisonError::into_inner).pictures;
        self.chats.iter().map(left).sum()
    }

    async fn until<T>(
        &self,
        person: i64,
        within: Duration,
        what: &str,
        look: impl Fn(&mut Seen) -> Option<T>,
    ) -> Result<T> {
        let chat = self.chat(person).context("nobody knows this person")?;
        let come = async {
            loop {
                let news = chat.news.notified();
                let found = look(&mut chat.seen.lock().unwrap_or_else(PoisonError::into_inner));
                match found {
                    Some(found) => return found,
                    None => news.await,
                }
            }
        };
        let come = tokio::time::timeout(within, come).await;
        come.with_context(|| format!("{person} waited {within:?} for {what}"))
    }

    fn chat(&self, person: i64) -> Option<&Chat> {
        self.chats.get(usize::try_from(person - self.first).ok()?)
    }

    /// Notes a call; the number of the chat, and of the message if it made one.
    fn record(&self, method: &str, body: &[u8]) -> (i64, i64) {
        let person = CHAT.iter().find_map(|before| number_after(body, before)).unwrap_or_default();
        let message = self.messages.fetch_add(1, Ordering::Relaxed);
        let Some(chat) = self.chat(person) else { return (person, message) };
        let mut seen = chat.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if method == "sendPhoto" {
            seen.pictures += 1;
        } else if let Some(data) = go(body) {
            let edited = number_after(body, b"\"message_id\":");
            seen.offer = Some(Offer { message: edited.unwrap_or(message), data });
        } else {
            return (person, message);
        }
        drop(seen);
        chat.news.notify_one();
        (person, message)
    }
}

/// The data of the button that starts the work, where there is one.
fn go(body: &[u8]) -> Option<String> {
    let start = body.windows(GO.len()).position(|window| window == GO)?;
    let data = body.get(start..start + GO.len() + DIGITS)?;
    let is_mark = data[GO.len()..].iter().all(u8::is_ascii_hexdigit);
    is_mark.then(|| String::from_utf8_lossy(data).into_owned())
}

/// A running stub; ends when it is dropped.
#[derive(Debug)]
pub(super) struct ChatStub {
    pub(super) address: SocketAddr,
    serving: JoinHandle<()>,
}

impl ChatStub {
    pub(super) async fn start(chats: &Arc<Chats>) -> Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let address = listener.local_addr()?;
        let chats = Arc::clone(chats);
        let routes = Router::new().route("/{bot}/{method}", any(answer)).with_state(chats);
        let serving = tokio::spawn(async move {
            // An error would show as a bot that does not start.
            let _ = axum::serve(listener, routes).await;
        });
        Ok(Self { address, serving })
    }
}

impl Drop for ChatStub {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(
    State(chats): State<Arc<Chats>>,
    Path((_, method)): Path<(String, String)>,
    body: Bytes,
) -> ([(HeaderName, &'static str); 1], String) {
    let (chat, message) = chats.record(&method, &body);
    let mut result = stub::result(&method);
    if method.starts_with("send") {
        result["message_id"] = json!(message);
        result["chat"]["id"] = json!(chat);
    }
    let body = json!({ "ok": true, "result": result });
    ([(CONTENT_TYPE, "application/json")], body.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Chats, Duration, Offer, People, go};

    const SOON: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn a_price_and_a_picture_are_taken_once_by_whom_they_are_for() {
        let chats = Chats::of(People { first: 70, count: 2 });
        let priced = br#"{"chat_id":71,"text":"4 RUB","data":"go:0a1b2c3d"}"#;
        let (chat, message) = chats.record("sendMessage", priced);
        let upload = b"--x\r\nform-data; name=\"chat_id\"\r\n\r\n71\r\n--x go:00000000";
        chats.record("sendPhoto", upload);

        assert_eq!((chat, chats.left_over()), (71, 1));
        let offer = Offer { message, data: "go:0a1b2c3d".to_owned() };
        assert_eq!(chats.offer(71, SOON).await.unwrap(), offer);
        assert!(chats.offer(71, SOON).await.is_err());
        chats.picture(71, SOON).await.unwrap();
        let vain = chats.picture(70, SOON).await.unwrap_err();
        assert!(vain.to_string().contains("70 waited 1s for a picture"), "{vain:#}");
    }

    #[test]
    fn only_a_whole_mark_starts_the_work() {
        assert_eq!(go(br#""callback_data":"go:12345678""#).unwrap(), "go:12345678");
        for nothing in ["", "go:", "go:1234567", "go:1234567x"] {
            assert_eq!(go(nothing.as_bytes()), None, "{nothing}");
        }
    }
}
