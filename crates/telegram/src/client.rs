//! The one connection to the Bot API.
//!
//! A call takes a [`Turn`], unless it is [`Chatless`], goes out once and comes back as a [`Reply`] or a [`CallError`]; nothing
//! is repeated here, since only the caller knows whether it may be. What an answer means is decided
//! in one place, and a 429 has frozen its chat before the caller hears of it.
//!
//! ```text
//!   Call ── connecting ── sending ── body sent ── waiting ──> Reply | CallError
//!             └─ breaks: NotSent ─┘      └─ breaks: Unknown ─┘
//! ```
//!
//! Every wait is bounded: 5 s to connect, 20 s for a call (plus what a long poll asks for), 120 s
//! and a second per 100 kB for an upload. An answer is read up to 16 MiB. Dropping a [`Call`] closes
//! its socket. Files come back through [`Client::download`], which has waits of its own.
//!
//! A [`Proxy`] may lie in between. Until it has let us through no body leaves, so that its troubles are `NotSent`.
//!
//! The token is in the path of every address, so nothing that could quote an address leaves this
//! module: errors are texts of our own, with the token blotted out should Telegram or a proxy echo
//! it.

mod answer;
mod call;
mod download;
mod error;
mod judge;
mod secret;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use serde_json::Value;
use wire::{Body, Form};

pub use self::answer::Reply;
pub use self::call::Call;
pub use self::download::{Download, RemoteFile};
pub use self::error::{CallError, Gone, Harmless};
pub use wire::{Attachment, BadProxy, NoSign, Proxy, ProxyTrouble, Sent, Sign, install_tls};

use self::call::Errand;
use self::secret::Secret;
use crate::request::{Chatless, Request};
use crate::throttle::{Throttle, Turn};

const CALL: Duration = Duration::from_secs(20);
const UPLOAD: Duration = Duration::from_secs(120);
const UPLOAD_BYTES_PER_SECOND: u64 = 100_000;
/// What an upload of unknown length is taken for: the largest that Telegram accepts from a bot.
const LARGEST_UPLOAD: u64 = 50 * 1024 * 1024;

/// Speaks to the Bot API for one bot; cheap to clone.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    http: reqwest::Client,
    proxy: Option<Proxy>,
    base: String,
    token: Secret,
    throttle: Throttle,
}

/// Why there is no client; all of it is for the operator to repair.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoClient {
    /// The address cannot be used.
    #[error("the address of the Bot API must be http:// or https:// with a host and no query")]
    Address,
    /// The token would not survive in an address.
    #[error("the bot token must consist of letters, digits, ':', '_' and '-'")]
    Token,
    /// The proxy would be told the token.
    #[error("an HTTP proxy would see the token on its way to an address that is not https")]
    Seen,
    /// TLS could not be set up.
    #[error("no HTTP client: {0}")]
    Transport(String),
}

impl Client {
    /// A client of the Bot API at this address.
    pub fn new(base_url: &str, token: SecretString, throttle: Throttle) -> Result<Self, NoClient> {
        Self::through(None, base_url, token, throttle)
    }

    /// The same through a proxy, if there is one.
    pub fn through(
        proxy: Option<Proxy>,
        base_url: &str,
        token: SecretString,
        throttle: Throttle,
    ) -> Result<Self, NoClient> {
        let url = wire::base_address(base_url).ok_or(NoClient::Address)?;
        let token = Secret::new(token).ok_or(NoClient::Token)?;
        if proxy.as_ref().is_some_and(|proxy| !proxy.hides(url.as_str())) {
            return Err(NoClient::Seen);
        }
        let http = wire::client(&url, proxy.as_ref());
        let http = http.map_err(|error| NoClient::Transport(token.redactor.explain(error)))?;
        let base = base_url.trim_end_matches('/').to_owned();
        Ok(Self { inner: Arc::new(Inner { http, proxy, base, token, throttle }) })
    }

    /// Whether anybody is there, and what time it is there; the token is not sent.
    pub async fn sign_of_life(&self) -> Result<Sign, NoSign> {
        let Inner { http, proxy, base, .. } = &*self.inner;
        let no_address = || NoSign { trouble: None, reason: NoClient::Address.to_string() };
        let base = wire::base_address(base).ok_or_else(no_address)?;
        wire::sign_of_life(http, &base, proxy.as_ref()).await
    }

    /// Makes a call when the future is first polled.
    pub fn call(&self, turn: Turn, request: &Request) -> Call {
        self.json(Some(turn), request, CALL)
    }

    /// Makes a call that speaks in no chat when the future is first polled.
    pub fn ask(&self, request: &Chatless) -> Call {
        self.json(None, request.request(), CALL + request.long_poll())
    }

    /// Makes a call that carries files. They are read as fast as Telegram takes them.
    pub fn upload(&self, turn: Turn, request: &Request, files: Vec<Attachment>) -> Call {
        let length = files
            .iter()
            .fold(0_u64, |sum, file| sum.saturating_add(file.length.unwrap_or(LARGEST_UPLOAD)));
        let form =
            request.params().iter().fold(Form::default(), |form, (name, value)| match value {
                Value::String(text) => form.field(name, text),
                other => form.field(name, &other.to_string()),
            });
        let sent = Sent::default();
        let body = files.into_iter().fold(form, Form::file).finish(sent.clone());
        let limit = UPLOAD + Duration::from_secs(length / UPLOAD_BYTES_PER_SECOND);
        self.run(Some(turn), request, body, sent, limit)
    }

    fn json(&self, turn: Option<Turn>, request: &Request, limit: Duration) -> Call {
        let sent = Sent::default();
        let body = Body::json(Value::Object(request.params().clone()).to_string(), sent.clone());
        self.run(turn, request, body, sent, limit)
    }

    fn run(
        &self,
        turn: Option<Turn>,
        request: &Request,
        body: Body,
        sent: Sent,
        limit: Duration,
    ) -> Call {
        let errand = Errand {
            client: Arc::clone(&self.inner),
            method: request.method(),
            chat: request.chat(),
            limit,
            sent,
        };
        Call::new(turn, errand, body)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Client").field("throttle", &self.inner.throttle).finish_non_exhaustive()
    }
}
