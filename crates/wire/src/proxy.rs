//! A proxy of the operator's choice between us and the other side.
//!
//! ```text
//!   we ── name and port ──> proxy ── SOCKS5 or CONNECT ──> the other side
//!   └───────────────────── TLS, of which the proxy sees bytes ──────────┘
//! ```
//!
//! The proxy looks the name up: a host that cannot reach the other side often cannot look it up either.
//! It learns that name, the port and how many bytes there were. An HTTP proxy learns no more only where
//! the address behind it is https: of a plain one it would be told the path ([`Proxy::hides`]).
//!
//! On failure no connection comes about, so no body has left. [`ProxyTrouble`] says how far one got; what
//! the library says is known by its words, since its types are its own, and a test holds them.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use reqwest::{ClientBuilder, Url};
use secrecy::{ExposeSecret, SecretString};
use tokio::net::TcpStream;

/// How long a connection to a proxy may take to come about.
const CONNECT: Duration = Duration::from_secs(5);

/// Neither half of a login is longer: SOCKS counts each with one byte.
const LONGEST_WORD: usize = 255;

/// Where a proxy is, how it is spoken to, and who we are to it.
#[derive(Clone)]
pub struct Proxy {
    kind: Kind,
    host: String,
    port: u16,
    has_login: bool,
    /// All of it, with the login.
    address: SecretString,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Socks,
    Http,
}

/// Why a text is no proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadProxy {
    /// It would have names looked up here.
    LocalNames,
    /// It is spoken to in another way than SOCKS5 or plain HTTP.
    Kind,
    /// It is no address, or has more than a login, a host and a port.
    Form,
    /// A user or a password that cannot be sent.
    Login,
}

/// How far one got with a proxy that brought nobody through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyTrouble {
    /// There is nobody at its address.
    Away,
    /// It does not take our user and password, or wants some and got none.
    Login,
    /// It takes us in and reaches nobody for us.
    NoWayOn,
    /// It hangs up, or does not speak as it should.
    Garbled,
}

/// What the library says, and what it means.
const WORDS: [(&str, ProxyTrouble); 11] = [
    ("tunnel error: proxy authorization required", ProxyTrouble::Login),
    ("tunnel error: failed to create underlying connection", ProxyTrouble::Away),
    ("tunnel error: unsuccessful", ProxyTrouble::NoWayOn),
    ("tunnel error: ", ProxyTrouble::Garbled),
    ("SOCKS error: server does not support user/pass authentication", ProxyTrouble::Login),
    ("SOCKS error: server implements authentication incorrectly", ProxyTrouble::Login),
    ("SOCKS error: credentials not accepted", ProxyTrouble::Login),
    ("SOCKS error: failed to create underlying connection", ProxyTrouble::Away),
    ("SOCKS error: io error", ProxyTrouble::Garbled),
    ("SOCKS error: failed parsing server response", ProxyTrouble::Garbled),
    // What is left are the reasons that SOCKS has a number for.
    ("SOCKS error: ", ProxyTrouble::NoWayOn),
];

impl Proxy {
    /// Reads `socks5h://` or `http://`, with `user:password@` if need be; `%40` stands for an `@`.
    pub fn parse(text: &str) -> Result<Self, BadProxy> {
        let url = Url::parse(text).map_err(|_| BadProxy::Form)?;
        let (kind, port) = match url.scheme() {
            "socks5h" => (Kind::Socks, 1080),
            "http" => (Kind::Http, 80),
            "socks5" | "socks" => return Err(BadProxy::LocalNames),
            _ => return Err(BadProxy::Kind),
        };
        let more = !matches!(url.path(), "" | "/") || url.query().or(url.fragment()).is_some();
        let Some(host) = url.host_str().filter(|host| !host.is_empty() && !more) else {
            return Err(BadProxy::Form);
        };
        let words = [url.username(), url.password().unwrap_or_default()];
        if words.iter().any(|word| word.len() > LONGEST_WORD) {
            return Err(BadProxy::Login);
        }
        let has_login = words.iter().any(|word| !word.is_empty());
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = url.port().unwrap_or(port);
        Ok(Self { kind, host, port, has_login, address: String::from(url).into() })
    }

    /// Whether it learns no more than the name and the port of what it leads to.
    pub fn hides(&self, address: &str) -> bool {
        self.kind == Kind::Socks || address.starts_with("https://")
    }

    /// Whether a user or a password is sent to it.
    pub fn has_login(&self) -> bool {
        self.has_login
    }

    /// Settings of a client that goes through it and in no other way.
    pub(crate) fn onto(&self, builder: ClientBuilder) -> reqwest::Result<ClientBuilder> {
        Ok(builder.proxy(reqwest::Proxy::all(self.address.expose_secret())?))
    }

    /// Whether anybody is at its address, and why not.
    pub async fn answers(&self) -> Result<(), String> {
        let connecting = TcpStream::connect((self.host.as_str(), self.port));
        match tokio::time::timeout(CONNECT, connecting).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(format!("no connection within {} s", CONNECT.as_secs())),
        }
    }
}

/// Without the login.
impl fmt::Display for Proxy {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.kind {
            Kind::Socks => "socks5h",
            Kind::Http => "http",
        };
        let (open, close) = if self.host.contains(':') { ("[", "]") } else { ("", "") };
        write!(to, "{scheme}://{open}{}{close}:{}", self.host, self.port)
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "Proxy({self})")
    }
}

impl ProxyTrouble {
    /// What an error says about the proxy; none when it is about something else.
    pub fn of(error: &reqwest::Error) -> Option<Self> {
        let mut source = error.source();
        while let Some(reason) = source {
            let words = reason.to_string();
            if let Some((_, trouble)) = WORDS.iter().find(|(known, _)| words.starts_with(known)) {
                return Some(*trouble);
            }
            source = reason.source();
        }
        None
    }
}

impl fmt::Display for ProxyTrouble {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Away => "the proxy cannot be reached",
            Self::Login => "the proxy refuses the user or the password",
            Self::NoWayOn => "the proxy does not get through to the other side",
            Self::Garbled => "the proxy hangs up or is none",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{BadProxy, Proxy};

    #[test]
    fn a_proxy_is_read_and_shown_without_its_login() {
        let table = [
            ("socks5h://127.0.0.1:1080", "socks5h://127.0.0.1:1080", false),
            ("socks5h://proxy.example.org", "socks5h://proxy.example.org:1080", false),
            ("http://user:c%40nary@proxy:3128/", "http://proxy:3128", true),
            ("http://canary@proxy", "http://proxy:80", true),
            ("socks5h://u:canary@[::1]:9", "socks5h://[::1]:9", true),
            ("http://u:can@ary@proxy:1", "http://proxy:1", true),
        ];
        for (text, shown, has_login) in table {
            let proxy = Proxy::parse(text).unwrap();

            assert_eq!((proxy.to_string().as_str(), proxy.has_login()), (shown, has_login));
            assert!(!format!("{proxy:?} {proxy:#?}").contains("canary"));
        }
    }

    #[test]
    fn what_is_no_proxy_says_why() {
        let long = format!("http://u:{}@proxy:1", "x".repeat(256));
        let table = [
            ("socks5://proxy:1080", BadProxy::LocalNames),
            ("socks4://proxy:1080", BadProxy::Kind),
            ("https://proxy:1080", BadProxy::Kind),
            ("proxy:1080", BadProxy::Kind),
            ("127.0.0.1:1080", BadProxy::Form),
            ("proxy", BadProxy::Form),
            ("http://", BadProxy::Form),
            ("socks5h://", BadProxy::Form),
            ("http://proxy:x", BadProxy::Form),
            ("http://proxy/path", BadProxy::Form),
            ("http://proxy?x", BadProxy::Form),
            (&long, BadProxy::Login),
        ];
        for (text, expected) in table {
            assert_eq!(Proxy::parse(text).unwrap_err(), expected, "{text}");
        }
    }

    #[test]
    fn only_what_is_encrypted_is_hidden_from_an_http_proxy() {
        let (http, socks) = (Proxy::parse("http://p:1"), Proxy::parse("socks5h://p:1"));
        assert!(http.clone().unwrap().hides("https://api.telegram.org"));
        assert!(!http.unwrap().hides("http://127.0.0.1:8081"));
        assert!(socks.unwrap().hides("http://127.0.0.1:8081"));
    }
}
