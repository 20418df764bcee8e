//! Whether anybody is there at all, and what time it is there.
//!
//! ```text
//!   is there a proxy? ── does it answer? ── GET / ──> Sign, whatever is answered
//!                          └─ no: Away        └─ no answer: how far one got
//! ```
//!
//! Nothing secret is sent: neither a path nor a key. It is what a check looks at before anything else.

use std::time::{Duration, SystemTime};

use reqwest::Url;
use reqwest::header::DATE;

use crate::proxy::{Proxy, ProxyTrouble};
use crate::redact::Redactor;

/// How long an answer may take.
const SIGN: Duration = Duration::from_secs(10);

/// What is heard of the other side when it is asked for nothing in particular.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sign {
    /// What time it is there, to the second.
    pub time: Option<SystemTime>,
}

/// Why nothing is heard of the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSign {
    /// How far one got with the proxy, where that is the reason.
    pub trouble: Option<ProxyTrouble>,
    /// Why, without secrets.
    pub reason: String,
}

/// Asks for the root of the other side with its own client, which goes through this proxy.
pub async fn sign_of_life(
    http: &reqwest::Client,
    base: &Url,
    proxy: Option<&Proxy>,
) -> Result<Sign, NoSign> {
    if let Some(proxy) = proxy {
        let away = |reason| NoSign { trouble: Some(ProxyTrouble::Away), reason };
        proxy.answers().await.map_err(away)?;
    }
    let root = base.join("/").unwrap_or_else(|_| base.clone());
    match http.get(root).timeout(SIGN).send().await {
        Ok(response) => {
            let date = response.headers().get(DATE).and_then(|date| date.to_str().ok());
            Ok(Sign { time: date.and_then(|date| httpdate::parse_http_date(date).ok()) })
        }
        Err(error) => {
            // It has just let us in, so it is behind it that nobody answers.
            let silence = proxy.filter(|_| error.is_timeout()).map(|_| ProxyTrouble::NoWayOn);
            let trouble = ProxyTrouble::of(&error).or(silence);
            Err(NoSign { trouble, reason: Redactor::default().clean(&crate::reasons(error)) })
        }
    }
}
