//! The client of these tests, for a server on loopback.

use domain::ChatId;
use secrecy::SecretString;
use telegram::client::Client;
use telegram::request::{Keyboard, Request};
use telegram::throttle::{Priority, Throttle, Turn};
pub(crate) use testbed::loopback::{Event, Loopback as Server, Received, Then, answer};

/// The token of these tests; it must never be seen outside of an address.
pub(crate) const TOKEN: &str = "123456:CANARY-canary-CANARY";

pub(crate) const CHAT: ChatId = ChatId::new(5);

/// A server that can be called.
pub(crate) trait Callable {
    fn client(&self) -> Client {
        self.client_with(Throttle::default())
    }

    fn client_with(&self, throttle: Throttle) -> Client;
}

impl Callable for Server {
    fn client_with(&self, throttle: Throttle) -> Client {
        Client::new(&self.base, SecretString::from(TOKEN), throttle).unwrap()
    }
}

/// The lines of a request before its body, in small letters.
pub(crate) fn head(request: &Received) -> String {
    request.head.to_lowercase()
}

/// A turn for a single message.
pub(crate) async fn turn() -> Turn {
    Throttle::default().turn(None, 1, Priority::Answer).await
}

pub(crate) fn hello() -> Request {
    Request::send_message(CHAT, "<b>hello</b>", &Keyboard::NONE)
}
