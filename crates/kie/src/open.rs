//! A result on its way to us, from an address that may be anybody's.
//!
//! ```text
//!   address ── may we go there? ── GET ──> first bytes in hand ──> Download
//!      ^              └─ no: Gone            ├─ 403, 404, 410: Gone
//!      └── redirect, at most three ──────────┘  else: Later
//! ```
//!
//! KIE's results are on hosts of others, and a redirect leads wherever its author wants. So no key is
//! known here, nothing is sent but the address, and each hop is looked at: unless KIE itself is on
//! this machine, as in tests, no address of a private network is connected to, neither by number nor
//! by a name that leads there. A connection has 5 s to come about, no silence may be longer than
//! 30 s, and the whole no longer than 20 minutes.

mod reach;

use std::error::Error;
use std::fmt;
use std::io;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::stream::{self, BoxStream, StreamExt};
use reqwest::header::{CONTENT_TYPE, LOCATION};
use reqwest::{Response, Url};
use wire::{one_line, reasons};

pub(crate) use self::reach::Reach;
use self::reach::{OffLimits, Resolver};

const SILENCE: Duration = Duration::from_secs(30);
const WHOLE: Duration = Duration::from_secs(20 * 60);
const MOST_REDIRECTS: usize = 3;
/// Enough to tell what a file is.
const FIRST_BYTES: usize = 512;

/// A file that is being read.
pub struct Download {
    /// How many bytes it has, if its host says so.
    pub length: Option<u64>,
    /// Its type, if its host says so; not reliable.
    pub mime: Option<String>,
    /// The bytes. The first piece has at least 512, or all there are. A file that breaks off ends
    /// with an error.
    pub body: BoxStream<'static, io::Result<Bytes>>,
}

impl fmt::Debug for Download {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Download")
            .field("length", &self.length)
            .field("mime", &self.mime)
            .finish_non_exhaustive()
    }
}

/// Why there is nothing to read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoFile {
    /// It is not there any more, or we must not go there.
    #[error("the file is gone: {0}")]
    Gone(String),
    /// The network or the host is broken; ask again.
    #[error("no file: {0}")]
    Later(String),
}

/// What the client of results has beside what all have.
pub(crate) fn settings(builder: reqwest::ClientBuilder, reach: Reach) -> reqwest::ClientBuilder {
    let builder = builder.read_timeout(SILENCE);
    match reach {
        Reach::Public => builder.dns_resolver(Resolver),
        Reach::Anywhere => builder,
    }
}

/// Opens a file.
pub(crate) async fn open(
    http: &reqwest::Client,
    reach: Reach,
    url: &str,
) -> Result<Download, NoFile> {
    let mut url = Url::parse(url).map_err(|_| NoFile::Gone("this is no address".to_owned()))?;
    for _ in 0..=MOST_REDIRECTS {
        reach.check(&url).map_err(|off_limits| NoFile::Gone(off_limits.to_string()))?;
        let response = http.get(url.clone()).timeout(WHOLE).send().await.map_err(broken)?;
        if !response.status().is_redirection() {
            return download(response).await;
        }
        let target = response.headers().get(LOCATION).and_then(|target| target.to_str().ok());
        let lost = || NoFile::Later("a redirect that leads nowhere".to_owned());
        url = target.and_then(|target| url.join(target).ok()).ok_or_else(lost)?;
    }
    Err(NoFile::Later(format!("more than {MOST_REDIRECTS} redirects")))
}

async fn download(response: Response) -> Result<Download, NoFile> {
    let status = response.status().as_u16();
    match status {
        200 => {}
        403 | 404 | 410 => return Err(NoFile::Gone(format!("status {status}"))),
        _ => return Err(NoFile::Later(format!("status {status}"))),
    }
    let length = response.content_length();
    let mime = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let mime = mime.and_then(|value| value.split(';').next()).map(|value| one_line(value.trim()));
    let mut rest = response.bytes_stream().boxed();
    let mut first = BytesMut::new();
    while first.len() < FIRST_BYTES {
        match rest.next().await {
            Some(piece) => first.extend_from_slice(&piece.map_err(broken)?),
            None => break,
        }
    }
    if first.is_empty() {
        return Err(NoFile::Later("an empty file".to_owned()));
    }
    let rest = rest.map(|piece| piece.map_err(|error| io::Error::other(one_line(&reasons(error)))));
    let body = stream::once(async move { Ok(first.freeze()) }).chain(rest).boxed();
    Ok(Download { length, mime: mime.filter(|mime| !mime.is_empty()), body })
}

fn broken(error: reqwest::Error) -> NoFile {
    let mut source = error.source();
    while let Some(reason) = source {
        if let Some(off_limits) = reason.downcast_ref::<OffLimits>() {
            return NoFile::Gone(off_limits.to_string());
        }
        source = reason.source();
    }
    NoFile::Later(one_line(&reasons(error)))
}

#[cfg(test)]
mod tests {
    use super::{NoFile, Reach, broken, settings};

    /// The one name that every machine resolves by itself, and to itself. As written it is refused
    /// before it is resolved, so the library is asked directly.
    #[tokio::test]
    async fn a_name_that_leads_into_a_private_network_is_gone_for_us() {
        wire::install_tls();
        let builder = reqwest::Client::builder().no_proxy();
        let http = settings(builder, Reach::Public).build().unwrap();

        let error = http.get("http://localhost:9/").send().await.unwrap_err();

        assert!(matches!(broken(error), NoFile::Gone(_)));
    }
}
