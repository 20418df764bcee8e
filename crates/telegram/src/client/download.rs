//! Fetching a file that Telegram has.
//!
//! ```text
//!   file id ── getFile ──> RemoteFile: a path ── download ──> Download: length, bytes as they come
//!                └─ FileRefused: too big, unknown                └─ ends early: an io::Error
//! ```
//!
//! The path is good for an hour; then it is asked for again. Fetching changes nothing, so whatever
//! breaks before the first byte is [`CallError::NotSent`]: it can be repeated. A file above 20 MB is
//! refused at once where its length is known, and broken off at that length where it is not.
//!
//! Every wait is bounded: 20 s for the answer and for each piece, 330 s for the whole.
//!
//! The path comes from outside and becomes part of an address that holds the token. One that could
//! lead out of the folder of this bot is refused; anything odd in it is escaped.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use reqwest::Response;
use tokio::time::{Instant, timeout};

use super::call::LONGEST_ANSWER;
use super::error::CallError;
use super::judge::judge;
use super::{Client, Inner};
use crate::request::Chatless;

/// Telegram gives a bot no larger file.
const LARGEST: u64 = 20 * 1024 * 1024;

/// How long the answer, and then each piece, may take.
const PIECE: Duration = Duration::from_secs(20);

/// How long all of it may take: the largest file at 100 kB/s, and two minutes.
const WHOLE: Duration = Duration::from_secs(330);

/// No path of Telegram is longer.
const LONGEST_PATH: usize = 1_024;

/// Where a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteFile {
    /// What [`Client::download`] takes.
    pub path: String,
    /// In bytes, if Telegram says.
    pub size: Option<u64>,
}

/// A file on its way.
pub struct Download {
    /// How many bytes are announced.
    pub length: Option<u64>,
    /// The bytes; an error is the last item.
    pub body: BoxStream<'static, io::Result<Bytes>>,
}

impl fmt::Debug for Download {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Download").field("length", &self.length).finish_non_exhaustive()
    }
}

impl Client {
    /// Asks where a file is.
    ///
    /// # Errors
    /// [`CallError::FileRefused`] when Telegram does not give it: it is too big or unknown. Anything
    /// else that can become of a call.
    pub async fn file(&self, file_id: &str) -> Result<RemoteFile, CallError> {
        let reply = self.ask(&Chatless::get_file(file_id)).await?;
        let size = reply.file_size();
        if size.is_some_and(|size| size > LARGEST) {
            return Err(too_big());
        }
        let path = reply.file_path();
        let path = path.ok_or_else(|| CallError::FileRefused("it has no path".to_owned()))?;
        Ok(RemoteFile { path, size })
    }

    /// Fetches the file at this path.
    ///
    /// # Errors
    /// [`CallError::FileRefused`] when it is too big or the path leads elsewhere,
    /// [`CallError::NotSent`] when it can be tried again, and what Telegram answers otherwise.
    pub async fn download(&self, path: &str) -> Result<Download, CallError> {
        let path = inside(path)
            .ok_or_else(|| CallError::FileRefused("its path leads elsewhere".to_owned()))?;
        let deadline = Instant::now() + WHOLE;
        let asking = timeout(PIECE, self.inner.ask_for(&path)).await;
        let late = || CallError::NotSent(format!("no answer within {} s", PIECE.as_secs()));
        let response = asking.map_err(|_| late())??;
        let length = response.content_length();
        if length.is_some_and(|length| length > LARGEST) {
            return Err(too_big());
        }
        let coming = Coming { client: Arc::clone(&self.inner), response, left: LARGEST, deadline };
        Ok(Download { length, body: stream::try_unfold(coming, Coming::next).boxed() })
    }
}

fn too_big() -> CallError {
    CallError::FileRefused("file is too big".to_owned())
}

impl Inner {
    /// The answer with the file, or what was answered instead.
    async fn ask_for(&self, path: &str) -> Result<Response, CallError> {
        let redactor = &self.token.redactor;
        let address = self.token.file_address(&self.base, path);
        let response = self.http.get(address).send().await;
        let response = response.map_err(|error| CallError::NotSent(redactor.explain(error)))?;
        let status = response.status().as_u16();
        if status == 200 {
            return Ok(response);
        }
        let answer = wire::read_answer(response, LONGEST_ANSWER, redactor).await;
        let said = judge(&answer.map_err(CallError::NotSent)?, redactor);
        Err(match said {
            // Nothing was to be done, so nothing can have been done.
            Err(CallError::Unknown(why)) => CallError::NotSent(why),
            Err(error) => error,
            Ok(_) => CallError::NotSent(format!("status {status} without a file")),
        })
    }
}

/// The rest of a file.
struct Coming {
    client: Arc<Inner>,
    response: Response,
    left: u64,
    deadline: Instant,
}

impl Coming {
    async fn next(mut self) -> io::Result<Option<(Bytes, Self)>> {
        let wait = PIECE.min(self.deadline.saturating_duration_since(Instant::now()));
        let late =
            |_| io::Error::new(io::ErrorKind::TimedOut, "the file does not come any further");
        let piece = timeout(wait, self.response.chunk()).await.map_err(late)?;
        let explain = |error| io::Error::other(self.client.token.redactor.explain(error));
        let Some(piece) = piece.map_err(explain)? else { return Ok(None) };
        let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
        let too_big = || io::Error::new(io::ErrorKind::FileTooLarge, "the file is too big");
        self.left = self.left.checked_sub(length).ok_or_else(too_big)?;
        Ok(Some((piece, self)))
    }
}

/// The path as it stands in an address, or `None` if it could lead out of the folder of the bot.
fn inside(path: &str) -> Option<String> {
    if path.is_empty() || path.len() > LONGEST_PATH || path.contains([':', '\\']) {
        return None;
    }
    let mut escaped = String::with_capacity(path.len());
    for (number, part) in path.split('/').enumerate() {
        if matches!(part, "" | "." | "..") || part.chars().any(char::is_control) {
            return None;
        }
        if number > 0 {
            escaped.push('/');
        }
        for byte in part.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                escaped.push(char::from(byte));
            } else {
                escaped.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    Some(escaped)
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn a_path_stays_inside_and_odd_characters_are_escaped() {
        let table = [
            ("photos/file_1.jpg", "photos/file_1.jpg"),
            ("documents/a b?c#d%2e.txt", "documents/a%20b%3Fc%23d%252e.txt"),
            ("voice/...oga", "voice/...oga"),
            ("я", "%D1%8F"),
        ];
        for (path, address) in table {
            assert_eq!(inside(path).as_deref(), Some(address), "{path}");
        }
    }

    #[test]
    fn a_path_that_leads_elsewhere_is_none() {
        let long = "x".repeat(2_000);
        for path in [
            "",
            "/etc/passwd",
            "photos//a",
            "photos/",
            "../bot1:a/getMe",
            "photos/../../x",
            "photos/./a",
            "http://a.b/c",
            "file:x",
            "a\\..\\b",
            "a\nb",
            long.as_str(),
        ] {
            assert_eq!(inside(path), None, "{path}");
        }
    }
}
