//! A file of plain text is text: its words are fetched before the update is handled.
//!
//! ```text
//!   a text file in a private chat ── fetched ──┬── words ──> handled as if they had been written
//!                                              └── too large, odd bytes, no answer ──> as any file
//! ```
//!
//! It is the one thing an update waits for besides PostgreSQL, and no transaction is open meanwhile. Who
//! waits where is the business of its neighbour `fetches`.
//!
//! On failure: the person is told that it could not be read and what to do instead.

use std::time::Duration;

use dialogue::{Action, ChatKind, Event, Sent};
use futures_util::StreamExt;
use leadership::{CallEnded, TermOver};
use tracing::debug;

use crate::inbox::Inbox;

/// More is not read: no prompt of any model is that long.
const LARGEST: usize = 128 * 1024;

/// A person waits no longer, and those behind them in line do neither.
const LONGEST: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TextFile {
    Says(String),
    Unreadable,
}

/// The text file that somebody sent, if its words are worth fetching.
pub(super) fn of(event: &Event) -> Option<&Sent> {
    match &event.action {
        Action::SentMedia(sent) if event.chat.kind == ChatKind::Private => {
            let fits = |bytes| usize::try_from(bytes).is_ok_and(|bytes| bytes <= LARGEST);
            Some(sent).filter(|sent| sent.is_text() && sent.bytes.is_none_or(fits))
        }
        _ => None,
    }
}

/// Fetches it; the words below it come first.
pub(super) async fn fetch(active: &Inbox, sent: &Sent) -> Result<TextFile, TermOver> {
    let permit = active.term.permit(LONGEST)?;
    let bytes = match permit.run_until_drain(bytes_of(active, &sent.file)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(problem)) => {
            debug!("[INBOX] a text file cannot be fetched: {problem}");
            return Ok(TextFile::Unreadable);
        }
        Err(CallEnded::TooLate) => {
            debug!("[INBOX] a text file was not fetched in time");
            return Ok(TextFile::Unreadable);
        }
        Err(CallEnded::TermOver) => return Err(TermOver),
    };
    let Some(words) = words_of(&bytes) else { return Ok(TextFile::Unreadable) };
    Ok(TextFile::Says(match sent.caption.as_deref() {
        Some(caption) => format!("{caption}\n\n{words}"),
        None => words,
    }))
}

async fn bytes_of(active: &Inbox, file: &str) -> Result<Vec<u8>, String> {
    // Messages have limits, questions have none: no message shall wait for this.
    let remote = active.telegram.file(file).await.map_err(|error| error.to_string())?;
    let download = active.telegram.download(&remote.path).await;
    let mut body = download.map_err(|error| error.to_string())?.body;
    let mut bytes = Vec::new();
    while let Some(piece) = body.next().await {
        bytes.extend_from_slice(&piece.map_err(|error| error.to_string())?);
        if bytes.len() > LARGEST {
            return Err("it is too large".to_owned());
        }
    }
    Ok(bytes)
}

/// The words in some bytes: UTF-8, or UTF-16 that says so.
fn words_of(bytes: &[u8]) -> Option<String> {
    let pairs = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.as_chunks().0.iter().map(|pair| read(*pair)).collect();
        String::from_utf16(&units).ok()
    };
    let words = match bytes {
        [0xff, 0xfe, rest @ ..] => pairs(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => pairs(rest, u16::from_be_bytes)?,
        [0xef, 0xbb, 0xbf, rest @ ..] | rest => std::str::from_utf8(rest).ok()?.to_owned(),
    };
    let is_text = !words.contains('\0') && !words.trim().is_empty();
    is_text.then(|| words.replace("\r\n", "\n"))
}

#[cfg(test)]
mod tests {
    use super::words_of;

    #[test]
    fn plain_text_is_read_as_editors_write_it() {
        let utf16 = |mark: &[u8], read: fn(u16) -> [u8; 2]| {
            let units = "Кот\r\nна окне".encode_utf16().flat_map(read);
            mark.iter().copied().chain(units).collect::<Vec<u8>>()
        };
        let files = [
            "Кот\nна окне".as_bytes().to_vec(),
            "\u{feff}Кот\r\nна окне".as_bytes().to_vec(),
            utf16(&[0xff, 0xfe], u16::to_le_bytes),
            utf16(&[0xfe, 0xff], u16::to_be_bytes),
        ];
        for file in files {
            assert_eq!(words_of(&file).as_deref(), Some("Кот\nна окне"), "{file:?}");
        }
    }

    #[test]
    fn what_is_no_text_has_no_words() {
        let nothing: [&[u8]; 6] =
            [b"", b" \r\n", b"a\0b", b"\xca\xee\xf2", b"\xff\xfe\x00\xd8", b"\x89PNG\r\n\x1a\n"];
        for bytes in nothing {
            assert_eq!(words_of(bytes), None, "{bytes:?}");
        }
    }
}
