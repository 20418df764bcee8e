//! How requests get out: the two clients of the library, the key and the buckets.
//!
//! One client carries the key and follows no redirect; the other is for results, knows no key and
//! may not go everywhere. Both say who they are.

use std::time::Duration;

use reqwest::Url;
use reqwest::header::AUTHORIZATION;
use secrecy::SecretString;
use wire::{Answer, Body, Broken, Limits, Sent};

use super::NoClient;
use crate::ask::NoAnswer;
use crate::open::{self, Reach};
use crate::rates::{Bucket, NoTurn, Rates};
use crate::secret::Key;
use crate::task_id::TaskId;

const LOOK: Duration = Duration::from_secs(15);
/// How long a create waits for its turn, and how long a question does.
const CREATE_PATIENCE: Duration = Duration::from_secs(60);
const LOOK_PATIENCE: Duration = Duration::from_secs(15);
/// No answer of KIE is longer.
const LONGEST_ANSWER: usize = 4 * 1024 * 1024;
/// Cloudflare turns away what does not look like a browser; this looks like one and says who it is.
const USER_AGENT: &str =
    concat!("Mozilla/5.0 (X11; Linux x86_64; compatible) TRT/", env!("CARGO_PKG_VERSION"));

/// All that is needed to speak to KIE.
pub(super) struct Connection {
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

impl Connection {
    pub(super) fn new(
        api_url: &str,
        upload_url: &str,
        key: SecretString,
        rates: Rates,
    ) -> Result<Self, NoClient> {
        let address = |text| wire::base_address(text).ok_or(NoClient::Address);
        let (api, uploads) = (address(api_url)?, address(upload_url)?);
        let key = Key::new(key).ok_or(NoClient::Key)?;
        let is_plain = [&api, &uploads].iter().any(|url| url.scheme() == "http");
        let reach = Reach::beside(&api);
        let settings = || wire::settings(is_plain).user_agent(USER_AGENT);
        let transport = |error| NoClient::Transport(key.redactor.explain(error));
        let http = settings().build().map_err(transport)?;
        let files = open::settings(settings(), reach).build().map_err(transport)?;
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

    /// An answer to a question; if it is that we ask too much, reads pause for a while.
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
        let request = self.http.post(format!("{}{path}", self.api));
        self.exchange(Body::json(body, sent.clone()).onto(request), limit, sent).await
    }

    /// Sends a file. Whether all of it had gone is of no interest: a file that is not used costs
    /// nothing.
    pub(super) async fn upload(
        &self,
        path: &str,
        body: Body,
        limit: Duration,
    ) -> Result<Answer, Broken> {
        let request = self.http.post(format!("{}{path}", self.uploads));
        self.exchange(body.onto(request), limit, &Sent::default()).await
    }

    async fn exchange(
        &self,
        request: reqwest::RequestBuilder,
        time: Duration,
        sent: &Sent,
    ) -> Result<Answer, Broken> {
        let request = request.header(AUTHORIZATION, self.key.header());
        let limits = Limits { time, length: LONGEST_ANSWER };
        wire::exchange(request, limits, sent, &self.key.redactor).await
    }
}
