//! The one connection to the Bot API.
//!
//! A call takes a [`Turn`], goes out once and comes back as a [`Reply`] or a [`CallError`]; nothing
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
//! The token is in the path of every address, so nothing that could quote an address leaves this
//! module: errors are texts of our own, with the token blotted out should Telegram or a proxy echo
//! it.

mod answer;
mod call;
mod download;
mod error;
mod judge;
mod multipart;
mod secret;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use secrecy::SecretString;
use serde_json::Value;

pub use self::answer::{Reply, SentFile};
pub use self::call::{Call, Progress};
pub use self::download::{Download, RemoteFile};
pub use self::error::{CallError, Gone, Harmless};
pub use self::multipart::Attachment;

use self::call::Errand;
use self::multipart::Outgoing;
use self::secret::Secret;
use crate::request::Request;
use crate::throttle::{Throttle, Turn};

const CONNECT: Duration = Duration::from_secs(5);
const CALL: Duration = Duration::from_secs(20);
const UPLOAD: Duration = Duration::from_secs(120);
const UPLOAD_BYTES_PER_SECOND: u64 = 100_000;
/// What an upload of unknown length is taken for: the largest that Telegram accepts from a bot.
const LARGEST_UPLOAD: u64 = 50 * 1024 * 1024;
/// Telegram closes idle connections after about a minute; one that we close first cannot be closed
/// under a request.
const IDLE: Duration = Duration::from_secs(30);
const IDLE_CONNECTIONS: usize = 32;

/// Speaks to the Bot API for one bot; cheap to clone.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    http: reqwest::Client,
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
    /// TLS could not be set up.
    #[error("no HTTP client: {0}")]
    Transport(String),
}

/// Chooses the cryptography of TLS for this process. Calling it again does nothing.
pub fn install_tls() {
    // An error says that somebody has chosen already, which is just as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

impl Client {
    /// A client of the Bot API at this address.
    ///
    /// # Errors
    /// When the address or the token cannot be used, or TLS cannot be set up.
    pub fn new(base_url: &str, token: SecretString, throttle: Throttle) -> Result<Self, NoClient> {
        let url = reqwest::Url::parse(base_url).map_err(|_| NoClient::Address)?;
        let is_plain = url.scheme() == "http";
        let is_usable = (is_plain || url.scheme() == "https")
            && url.has_host()
            && url.query().is_none()
            && url.fragment().is_none();
        if !is_usable {
            return Err(NoClient::Address);
        }
        let token = Secret::new(token).ok_or(NoClient::Token)?;
        install_tls();
        let mut builder = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .pool_idle_timeout(IDLE)
            .pool_max_idle_per_host(IDLE_CONNECTIONS)
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never());
        if is_plain {
            // A server of one's own, nearby; through a proxy everybody on the way could read it.
            builder = builder.no_proxy();
        }
        let http = builder.build().map_err(|error| NoClient::Transport(token.explain(error)))?;
        let base = base_url.trim_end_matches('/').to_owned();
        Ok(Self { inner: Arc::new(Inner { http, base, token, throttle }) })
    }

    /// Makes a call when the future is first polled.
    pub fn call(&self, turn: Turn, request: &Request) -> Call {
        let progress = Progress::default();
        let body = Value::Object(request.params().clone()).to_string();
        let length = u64::try_from(body.len()).ok();
        let body = Outgoing {
            content_type: "application/json".to_owned(),
            length,
            stream: multipart::last(body.into(), progress.clone()).boxed(),
        };
        self.run(turn, request, body, progress, CALL + request.long_poll())
    }

    /// Makes a call that carries files. They are read as fast as Telegram takes them.
    pub fn upload(&self, turn: Turn, request: &Request, files: Vec<Attachment>) -> Call {
        let progress = Progress::default();
        let length = files
            .iter()
            .fold(0_u64, |sum, file| sum.saturating_add(file.length.unwrap_or(LARGEST_UPLOAD)));
        let body = multipart::encode(request.params(), files, progress.clone());
        let limit = UPLOAD + Duration::from_secs(length / UPLOAD_BYTES_PER_SECOND);
        self.run(turn, request, body, progress, limit)
    }

    fn run(
        &self,
        turn: Turn,
        request: &Request,
        body: Outgoing,
        progress: Progress,
        limit: Duration,
    ) -> Call {
        let errand = Errand {
            client: Arc::clone(&self.inner),
            method: request.method(),
            chat: request.chat(),
            limit,
            progress,
        };
        Call::new(turn, errand, body)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Client").field("throttle", &self.inner.throttle).finish_non_exhaustive()
    }
}
