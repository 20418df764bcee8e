//! One running instance, met at its address.
//!
//! Every wait is bounded and so is every answer. Redirects are not followed: an address that leads
//! elsewhere is not the address of an instance.

use std::time::{Duration, Instant};

use reqwest::header::{CONTENT_TYPE, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

const SECRET: &str = "x-telegram-bot-api-secret-token";

/// An instance answers within a second; what takes this long is not there.
const PATIENCE: Duration = Duration::from_secs(5);

/// Longer than any answer of ours.
const LONGEST_ANSWER: usize = 256 * 1024;

#[derive(Debug)]
pub(crate) struct Instance {
    base: String,
    http: reqwest::Client,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    pub(crate) took: Duration,
}

/// Not the address of an instance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadUrl {
    /// Give another.
    #[error("--url {0} is not a web address: give it as https://host")]
    NotAnAddress(String),
    /// See to the machine's certificates.
    #[error("no HTTP client: {0}")]
    NoClient(String),
}

/// What the health of an instance says about who it is and about its role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeenState {
    pub(crate) state: String,
    pub(crate) instance: String,
    pub(crate) epoch: Option<i64>,
    pub(crate) version: String,
    /// The commit it was built of, if it knows.
    pub(crate) commit: Option<String>,
    pub(crate) uptime: Duration,
}

impl Instance {
    pub(crate) fn at(url: &str) -> Result<Self, BadUrl> {
        let base = url.trim_end_matches('/');
        let parsed = reqwest::Url::parse(base).ok().filter(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.query().is_none()
                && url.username().is_empty()
                && url.password().is_none()
        });
        let Some(parsed) = parsed else {
            return Err(BadUrl::NotAnAddress(base.to_owned()));
        };
        let mut builder = reqwest::Client::builder()
            .timeout(PATIENCE)
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never());
        if parsed.scheme() == "http" {
            // An instance nearby; a proxy would only be in the way.
            builder = builder.no_proxy();
        }
        let http = builder.build().map_err(|error| BadUrl::NoClient(error.to_string()))?;
        Ok(Self { base: base.to_owned(), http })
    }

    pub(crate) fn url(&self) -> &str {
        &self.base
    }

    pub(crate) async fn get(&self, path: &str) -> Result<Answer, String> {
        self.send(self.http.get(format!("{}{path}", self.base))).await
    }

    /// Delivers an update, as Telegram does.
    pub(crate) async fn deliver(
        &self,
        secret: &SecretString,
        update: &Value,
    ) -> Result<Answer, String> {
        let mut secret = HeaderValue::from_str(secret.expose_secret())
            .map_err(|_| "the secret of the webhook cannot be sent".to_owned())?;
        secret.set_sensitive(true);
        let request = self.http.post(format!("{}/webhook", self.base));
        let request = request.header(SECRET, secret).header(CONTENT_TYPE, "application/json");
        self.send(request.body(update.to_string())).await
    }

    pub(crate) async fn seen_state(&self) -> Result<SeenState, String> {
        let answer = self.get("/health").await?;
        let health: Value = serde_json::from_slice(&answer.body)
            .map_err(|_| format!("{} answers /health with something else", self.base))?;
        let text = |name: &str| health[name].as_str().unwrap_or_default().to_owned();
        Ok(SeenState {
            state: text("lock_state"),
            instance: text("instance_id"),
            epoch: health["epoch"].as_i64(),
            version: text("version"),
            commit: health["commit"].as_str().map(str::to_owned),
            uptime: Duration::from_secs(health["uptime"].as_u64().unwrap_or_default()),
        })
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Result<Answer, String> {
        let begun = Instant::now();
        let lost = |error: reqwest::Error| format!("{}: {}", self.base, explained(&error));
        let mut response = request.send().await.map_err(lost)?;
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(lost)? {
            if body.len() + piece.len() > LONGEST_ANSWER {
                return Err(format!("{} answers with more than it should", self.base));
            }
            body.extend_from_slice(&piece);
        }
        Ok(Answer { status: response.status().as_u16(), body, took: begun.elapsed() })
    }
}

/// The last cause of an error: the ones before it only say that there was one.
fn explained(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return format!("no answer within {} s", PATIENCE.as_secs());
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use super::{BadUrl, Instance};

    fn at(url: &str) -> Result<String, BadUrl> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        Instance::at(url).map(|instance| instance.url().to_owned())
    }

    #[test]
    fn an_address_loses_its_slash_and_nothing_else() {
        assert_eq!(at("http://127.0.0.1:8080/").unwrap(), "http://127.0.0.1:8080");
        assert_eq!(at("https://bot.example.org").unwrap(), "https://bot.example.org");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for url in ["", "bot.example.org", "ftp://a", "http://a?b=c", "http://u:p@a", "http://"] {
            assert!(matches!(at(url), Err(BadUrl::NotAnAddress(_))), "{url}");
        }
    }
}
