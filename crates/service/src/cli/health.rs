//! `trt health`: whether an instance nearby is ready, for those who can only run a program and see how it ends: the
//! health check of an image without a shell, a unit that is up when its instance is.
//!
//! ```text
//!   ask ── 200 ──> 0
//!    ^ └── anything else ── no time left ──> 1, with the reason
//!    └──────────────── time left ──┘
//! ```
//!
//! It asks in plain text and looks at no certificate: from outside an instance is tried by `trt smoke`.

use std::time::Duration;

use reqwest::Client;
use tokio::time::{Instant, sleep};

use crate::cli::failure::Failure;
use crate::cli::output::say;
use crate::config::{Config, Variables};

/// An instance answers from memory; one that takes this long does not answer.
const ANSWER: Duration = Duration::from_secs(2);

/// The pause between two questions.
const AGAIN: Duration = Duration::from_millis(200);

/// Asks once, or until `wait` is over, and says what was answered.
pub async fn run(variables: &Variables, url: Option<String>, wait: u32) -> Result<(), Failure> {
    let url = match url {
        Some(url) => url,
        None => format!("http://127.0.0.1:{}/ready", Config::port_only(variables)?),
    };
    let client = client().map_err(Failure::other)?;
    let deadline = Instant::now() + Duration::from_secs(u64::from(wait));
    loop {
        match ask(&client, &url).await {
            Ok(answer) => return say(answer),
            Err(reason) if Instant::now() >= deadline => {
                return Err(Failure::Other(format!("{url}: {reason}")));
            }
            Err(_) => sleep(AGAIN).await,
        }
    }
}

/// A client for plain HTTP, which needs no certificates.
fn client() -> reqwest::Result<Client> {
    Client::builder()
        .timeout(ANSWER)
        .tls_certs_only([])
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .build()
}

/// What it answers with 200, or the reason why it does not.
async fn ask(client: &Client, url: &str) -> Result<String, String> {
    let mut response = client.get(url).send().await.map_err(|error| cause(&error))?;
    let status = response.status();
    let body = response.chunk().await.map_err(|error| cause(&error))?.unwrap_or_default();
    let body = String::from_utf8_lossy(&body);
    let first = body.lines().next().unwrap_or_default();
    if status == reqwest::StatusCode::OK {
        return Ok(first.to_owned());
    }
    Err(format!("{} {first}", status.as_u16()))
}

/// The last cause of an error: the ones before it only say that there was one.
fn cause(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return format!("no answer within {} s", ANSWER.as_secs());
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// Reads the address of a route of an instance nearby.
pub(super) fn address(text: &str) -> Result<String, String> {
    let near = |url: &reqwest::Url| url.scheme() == "http" && url.has_host();
    let url = reqwest::Url::parse(text).ok().filter(near);
    let url =
        url.ok_or("give it as http://127.0.0.1:8080/ready; `trt smoke` tries one from outside")?;
    Ok(url.to_string())
}

#[cfg(test)]
mod tests {
    use super::{address, client};

    #[test]
    fn a_client_is_made_on_a_machine_without_certificates() {
        let _ = rustls::crypto::ring::default_provider().install_default();

        assert!(client().is_ok());
    }

    #[test]
    fn only_plain_addresses_are_asked() {
        assert_eq!(address("http://127.0.0.1:1/live").unwrap(), "http://127.0.0.1:1/live");
        for text in ["https://bot.example.org/ready", "8080", "/ready", ""] {
            assert!(address(text).unwrap_err().contains("trt smoke"), "{text}");
        }
    }
}
