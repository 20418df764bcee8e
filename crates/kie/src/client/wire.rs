//! How requests get out: the two clients of the library, the key and the buckets.
//!
//! One client carries the key and follows no redirect; the other is for results, knows no key and
//! may not go everywhere. Both connect within 5 s, repeat nothing and say who they are. Without TLS
//! they use no proxy.

use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use reqwest::Url;
use reqwest::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE};
use secrecy::SecretString;

use super::NoClient;
use super::exchange::{Broken, Sent, exchange};
use crate::ask::NoAnswer;
use crate::envelope::Answer;
use crate::open::{self, Reach};
use crate::rates::{Bucket, NoTurn, Rates};
use crate::secret::Key;
use crate::task_id::TaskId;
use crate::upload::Outgoing;

const CONNECT: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_secs(15);
/// How long a create waits for its turn, and how long a question does.
const CREATE_PATIENCE: Duration = Duration::from_secs(60);
const LOOK_PATIENCE: Duration = Duration::from_secs(15);
/// A connection that we close first cannot be closed under a request.
const IDLE: Duration = Duration::from_secs(30);
const IDLE_CONNECTIONS: usize = 32;
/// Cloudflare turns away what does not look like a browser; this looks like one and says who it is.
const USER_AGENT: &str =
    concat!("Mozilla/5.0 (X11; Linux x86_64; compatible) TRT/", env!("CARGO_PKG_VERSION"));

/// All that is needed to speak to KIE.
pub(super) struct Wire {
    http: reqwest::Client,
    pub(super) files: reqwest::Client,
    pub(super) reach: Reach,
    api: String,
    uploads: String,
    pub(super) key: Key,
    pub(super) creates: Bucket,
    pub(super) reads: Bucket,
}

/// A call that only asks.
pub(super) enum Question<'a> {
    Get(&'a str, Option<&'a TaskId>),
    Post(&'a str, String),
}

impl Wire {
    pub(super) fn new(
        api_url: &str,
        upload_url: &str,
        key: SecretString,
        rates: Rates,
    ) -> Result<Self, NoClient> {
        let (api, uploads) = (address(api_url)?, address(upload_url)?);
        let key = Key::new(key).ok_or(NoClient::Key)?;
        // An error says that somebody has chosen already, which is just as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let is_plain = [&api, &uploads].iter().any(|url| url.scheme() == "http");
        let reach = Reach::beside(&api);
        let transport = |error| NoClient::Transport(key.explain(error));
        let http = builder(is_plain).build().map_err(transport)?;
        let files = open::settings(builder(is_plain), reach).build().map_err(transport)?;
        Ok(Self {
            http,
            files,
            reach,
            api: api_url.trim_end_matches('/').to_owned(),
            uploads: upload_url.trim_end_matches('/').to_owned(),
            key,
            creates: Bucket::new(rates.creates, CREATE_PATIENCE),
            reads: Bucket::new(rates.reads, LOOK_PATIENCE),
        })
    }

    /// Asks when its turn has come.
    pub(super) async fn question(&self, question: Question<'_>) -> Result<Answer, NoAnswer> {
        self.reads.turn().await.map_err(|NoTurn(wait)| NoAnswer::Busy { wait })?;
        let answer = match question {
            Question::Post(path, body) => self.post(path, body, LOOK, &Sent::default()).await,
            Question::Get(path, task) => {
                let url = Url::parse(&format!("{}{path}", self.api));
                let mut url = url.map_err(|error| NoAnswer::Later(error.to_string()))?;
                if let Some(task) = task {
                    url.query_pairs_mut().append_pair("taskId", task.as_str());
                }
                self.exchange(self.http.get(url), LOOK, &Sent::default()).await
            }
        };
        answer.map_err(|broken| NoAnswer::Later(broken.reason))
    }

    /// An answer to a question; if it is that we ask too much, nobody asks for a while.
    pub(super) fn heard<T>(&self, answer: Result<T, NoAnswer>) -> Result<T, NoAnswer> {
        if let Err(NoAnswer::Busy { wait }) = &answer {
            self.reads.freeze(*wait);
        }
        answer
    }

    /// Sends a body of JSON.
    pub(super) async fn post(
        &self,
        path: &str,
        body: String,
        limit: Duration,
        sent: &Sent,
    ) -> Result<Answer, Broken> {
        let request = self
            .http
            .post(format!("{}{path}", self.api))
            .header(CONTENT_TYPE, "application/json")
            .header(CONTENT_LENGTH, body.len())
            .body(reqwest::Body::wrap_stream(whole(body.into(), sent.clone())));
        self.exchange(request, limit, sent).await
    }

    /// Sends a file.
    pub(super) async fn upload(
        &self,
        path: &str,
        body: Outgoing,
        limit: Duration,
    ) -> Result<Answer, Broken> {
        let url = format!("{}{path}", self.uploads);
        let mut request = self.http.post(url).header(CONTENT_TYPE, body.content_type);
        if let Some(length) = body.length {
            request = request.header(CONTENT_LENGTH, length);
        }
        let request = request.body(reqwest::Body::wrap_stream(body.stream));
        // Whether all of it had gone is of no interest: a file that nobody uses costs nothing.
        self.exchange(request, limit, &Sent::default()).await
    }

    async fn exchange(
        &self,
        request: reqwest::RequestBuilder,
        limit: Duration,
        sent: &Sent,
    ) -> Result<Answer, Broken> {
        let request = request.header(AUTHORIZATION, self.key.header());
        exchange(request, limit, sent, |error| self.key.explain(error)).await
    }
}

/// A body of one piece: once that is handed out, the body has left our hands.
fn whole(piece: Bytes, sent: Sent) -> BoxStream<'static, std::io::Result<Bytes>> {
    stream::once(async move {
        if sent.leaves() { Ok(piece) } else { Err(std::io::Error::other("given up in time")) }
    })
    .boxed()
}

fn address(text: &str) -> Result<Url, NoClient> {
    let url = Url::parse(text).map_err(|_| NoClient::Address)?;
    let is_usable = matches!(url.scheme(), "http" | "https")
        && url.has_host()
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if is_usable { Ok(url) } else { Err(NoClient::Address) }
}

/// What both clients have in common.
fn builder(is_plain: bool) -> reqwest::ClientBuilder {
    let builder = reqwest::Client::builder()
        .connect_timeout(CONNECT)
        .pool_idle_timeout(IDLE)
        .pool_max_idle_per_host(IDLE_CONNECTIONS)
        .user_agent(USER_AGENT)
        .referer(false)
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never());
    // A server of one's own, nearby; through a proxy everybody on the way could read it.
    if is_plain { builder.no_proxy() } else { builder }
}
