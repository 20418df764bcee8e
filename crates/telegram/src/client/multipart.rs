//! A request with files, as `multipart/form-data`, never held in memory as a whole.
//!
//! Parameters come first, files after them, each streamed from where it is. When the length of every
//! file is known the whole length is announced, and a file that turns out longer or shorter breaks
//! the request off; Telegram sees a body that never ends and does nothing. Handing out the last
//! piece is what makes [`Progress`] say that the body was sent.

use std::io;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, Stream, StreamExt};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::call::Progress;

/// A file that travels with a request.
pub struct Attachment {
    /// What the request calls it in [`File::Attached`](crate::request::File::Attached).
    pub name: String,
    /// What the receiver's app calls it.
    pub file_name: String,
    /// Its type.
    pub mime: String,
    /// How many bytes it has, if that is known.
    pub length: Option<u64>,
    /// The bytes.
    pub body: BoxStream<'static, Result<Bytes, io::Error>>,
}

impl std::fmt::Debug for Attachment {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.debug_struct("Attachment")
            .field("name", &self.name)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

/// A body on its way out.
pub(super) struct Outgoing {
    pub(super) content_type: String,
    pub(super) length: Option<u64>,
    pub(super) stream: BoxStream<'static, Result<Bytes, io::Error>>,
}

/// The last piece of a body: once it is handed out, the body has left our hands.
pub(super) fn last(piece: Bytes, progress: Progress) -> impl Stream<Item = io::Result<Bytes>> {
    stream::once(async move {
        progress.set_body_sent();
        Ok(piece)
    })
}

/// The body of a request with these parameters and files.
pub(super) fn encode(
    params: &Map<String, Value>,
    files: Vec<Attachment>,
    progress: Progress,
) -> Outgoing {
    // Random, so that no file can hold it but by intent, and then it spoils only itself.
    let boundary = format!("trt-{}", Uuid::new_v4().simple());
    let mut head = String::new();
    for (name, value) in params {
        let value = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let name = quoted(name);
        head.push_str(&format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        ));
    }
    let mut length = Some(size(head.len()));
    let mut body = stream::once(async { Ok(Bytes::from(head)) }).boxed();
    for file in files {
        let opening = opening(&boundary, &file);
        let around = size(opening.len()) + size(CLOSING.len());
        length = length
            .zip(file.length)
            .and_then(|(sum, file)| sum.checked_add(file)?.checked_add(around));
        body = body
            .chain(stream::once(async { Ok(Bytes::from(opening)) }))
            .chain(exactly(file.length, file.body))
            .chain(stream::once(async { Ok(Bytes::from_static(CLOSING)) }))
            .boxed();
    }
    let end = format!("--{boundary}--\r\n");
    Outgoing {
        content_type: format!("multipart/form-data; boundary={boundary}"),
        length: length.map(|length| length + size(end.len())),
        stream: body.chain(last(end.into(), progress)).boxed(),
    }
}

const CLOSING: &[u8] = b"\r\n";

fn opening(boundary: &str, file: &Attachment) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() || c == ' ';
    let mime = match file.mime.as_str() {
        mime if !mime.is_empty() && mime.chars().all(is_plain) => mime,
        _ => "application/octet-stream",
    };
    let (name, file_name) = (quoted(&file.name), quoted(&file.file_name));
    format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"; \
         filename=\"{file_name}\"\r\nContent-Type: {mime}\r\n\r\n"
    )
}

/// A name that cannot end its quotes or its line; this is how browsers write it.
fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

/// The same bytes, broken off when there are more or fewer of them than was announced.
fn exactly(
    length: Option<u64>,
    body: BoxStream<'static, io::Result<Bytes>>,
) -> impl Stream<Item = io::Result<Bytes>> {
    let wrong =
        || io::Error::new(io::ErrorKind::InvalidData, "a file has another length than announced");
    stream::unfold(Some((body, length)), move |state| async move {
        let (mut body, left) = state?;
        match (body.next().await, left) {
            (Some(Ok(piece)), None) => Some((Ok(piece), Some((body, None)))),
            (Some(Ok(piece)), Some(left)) => match left.checked_sub(size(piece.len())) {
                Some(left) => Some((Ok(piece), Some((body, Some(left))))),
                None => Some((Err(wrong()), None)),
            },
            (Some(Err(error)), _) => Some((Err(error), None)),
            (None, None | Some(0)) => None,
            (None, Some(_)) => Some((Err(wrong()), None)),
        }
    })
}

fn size(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
