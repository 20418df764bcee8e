//! The webhook: whether there is one, where it leads, how many connections it may use.
//!
//! ```text
//!   Never ── deliver_to ──> delivered to those addresses, as if a webhook were set
//!     │
//!     └─ setWebhook ──> Set ── deleteWebhook ──> Deleted (nothing is delivered)
//!                        └──────── setWebhook <─────┘
//! ```
//!
//! The address in `setWebhook` is the public one, which a test cannot reach; so updates go to the
//! addresses of `deliver_to` in turn, as through a platform's balancer, with the path of the
//! public address. Without such addresses a plain address such as `http://127.0.0.1:8080/webhook`
//! is used itself.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::FakeTelegram;

/// Telegram's default of `max_connections`.
const CONNECTIONS: u32 = 40;

/// The path when no address was registered.
const PATH: &str = "/webhook";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Registration {
    Never,
    Set(String),
    Deleted,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) instance: SocketAddr,
    /// Every instance, for duplicates.
    pub(crate) all: Vec<SocketAddr>,
    pub(crate) path: String,
    pub(crate) secret: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Webhook {
    pub(crate) registration: Registration,
    pub(crate) addresses: Vec<SocketAddr>,
    turn: usize,
    pub(crate) secret: Option<String>,
    connections: u32,
    /// One permit per connection; replaced when their number changes.
    pub(crate) slots: Arc<Semaphore>,
    pub(crate) ip_address: Option<String>,
    /// When and why the last delivery went wrong.
    pub(crate) last_error: Option<(u64, String)>,
    /// When setWebhook was called last, on the fake's clock.
    pub(crate) last_set: Option<Duration>,
}

impl Webhook {
    pub(crate) fn none() -> Self {
        Self {
            registration: Registration::Never,
            addresses: Vec::new(),
            turn: 0,
            secret: None,
            connections: CONNECTIONS,
            slots: Arc::new(Semaphore::new(CONNECTIONS as usize)),
            ip_address: None,
            last_error: None,
            last_set: None,
        }
    }

    pub(crate) fn is_set(&self) -> bool {
        matches!(self.registration, Registration::Set(_))
    }

    pub(crate) fn url(&self) -> &str {
        match &self.registration {
            Registration::Set(url) => url,
            Registration::Never | Registration::Deleted => "",
        }
    }

    pub(crate) fn limit_connections(&mut self, wanted: Option<u32>) {
        let connections = wanted.unwrap_or(CONNECTIONS);
        if connections != self.connections {
            self.connections = connections;
            self.slots = Arc::new(Semaphore::new(connections as usize));
        }
    }

    pub(crate) fn is_reachable(&self) -> bool {
        self.instances().is_some()
    }

    fn instances(&self) -> Option<(Vec<SocketAddr>, String)> {
        let (host, path) = match &self.registration {
            Registration::Deleted => return None,
            Registration::Never => ("", PATH.to_owned()),
            Registration::Set(url) => host_and_path(url),
        };
        match (self.addresses.is_empty(), host.parse()) {
            (false, _) => Some((self.addresses.clone(), path)),
            (true, Ok(own)) => Some((vec![own], path)),
            (true, Err(_)) => None,
        }
    }

    /// The next instance in turn; `None` while there is nowhere to deliver to.
    pub(crate) fn target(&mut self) -> Option<Target> {
        let (all, path) = self.instances()?;
        let instance = *all.get(self.turn % all.len())?;
        self.turn = self.turn.wrapping_add(1);
        Some(Target { instance, all, path, secret: self.secret.clone() })
    }

    pub(crate) fn to_json(&self, pending: usize, allowed: Option<&[String]>) -> Value {
        let mut info = json!({
            "url": self.url(),
            "has_custom_certificate": false,
            "pending_update_count": pending,
        });
        if self.is_set() {
            info["max_connections"] = json!(self.connections);
            info["ip_address"] = json!(self.ip_address.as_deref().unwrap_or("127.0.0.1"));
        }
        if let Some((date, message)) = &self.last_error {
            info["last_error_date"] = json!(date);
            info["last_error_message"] = json!(message);
        }
        if let Some(kinds) = allowed.filter(|kinds| !kinds.is_empty()) {
            info["allowed_updates"] = json!(kinds);
        }
        info
    }
}

impl FakeTelegram {
    /// Lets the last delivery have gone wrong for this reason, in Telegram's words.
    pub fn complains(&self, words: &str) {
        let error = (self.core.clock.unix(), words.to_owned());
        self.core.with(|world| world.webhook.last_error = Some(error));
    }
}

fn host_and_path(url: &str) -> (&str, String) {
    let bare = url.split_once("://").map_or(url, |(_, bare)| bare);
    match bare.split_once('/') {
        Some((host, path)) => (host, format!("/{path}")),
        None => (bare, "/".to_owned()),
    }
}

/// What is wrong with an address for a webhook; reads on after "bad webhook: ".
pub(crate) fn fault_of(url: &str) -> Option<&'static str> {
    let (scheme, _) = url.split_once("://").unwrap_or(("", url));
    let (host, _) = host_and_path(url);
    let (name, port) = host.rsplit_once(':').unwrap_or((host, "443"));
    match scheme {
        _ if name.is_empty() => Some("invalid webhook URL specified"),
        // As with a Bot API server of one's own, which is what runs beside a local bot.
        "http" if name == "127.0.0.1" || name == "localhost" => None,
        "https" if ["80", "88", "443", "8443"].contains(&port) => None,
        "https" => Some("webhook can be set up only on ports 80, 88, 443 or 8443"),
        _ => Some("an HTTPS URL must be provided for webhook"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Registration, Webhook, fault_of};

    #[test]
    fn instances_take_turns() {
        let mut webhook = Webhook::none();
        assert_eq!(webhook.target(), None);
        webhook.addresses = ["127.0.0.1:1", "127.0.0.1:2"].map(|text| text.parse().unwrap()).into();

        let ports: Vec<_> = (0..3).map(|_| webhook.target().unwrap().instance.port()).collect();

        assert_eq!(ports, [1, 2, 1]);
        assert_eq!(webhook.target().unwrap().path, "/webhook");
    }

    #[test]
    fn a_deleted_webhook_gets_nothing() {
        let mut webhook = Webhook::none();
        webhook.registration = Registration::Set("http://127.0.0.1:9/hook/x".to_owned());
        assert_eq!(webhook.target().unwrap().path, "/hook/x");
        webhook.addresses = vec!["127.0.0.1:1".parse().unwrap()];
        assert_eq!(webhook.target().unwrap().instance.port(), 1);

        webhook.registration = Registration::Deleted;

        assert_eq!(webhook.target(), None);
    }

    #[test]
    fn only_addresses_telegram_takes_are_taken() {
        assert_eq!(fault_of("https://bot.example.org/webhook"), None);
        assert_eq!(fault_of("http://127.0.0.1:8080/webhook"), None);
        assert!(fault_of("http://bot.example.org/webhook").unwrap().contains("HTTPS"));
        assert!(fault_of("https://bot.example.org:8080/").unwrap().contains("ports"));
        assert!(fault_of("https:///").is_some());
    }
}
