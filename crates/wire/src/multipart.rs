//! A form with files, as `multipart/form-data`, never held in memory as a whole.
//!
//! Fields and files go out in the order in which they were added, each file streamed from where it
//! is. When the length of every file is known the whole length is announced, and a file that turns
//! out longer or shorter breaks the request off; the server sees a body that never ends and does
//! nothing.

use std::fmt;
use std::io;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, Stream, StreamExt};
use uuid::Uuid;

use crate::exchange::{Body, Sent, last};

/// A file that travels with a request.
pub struct Attachment {
    /// What the form calls it.
    pub name: String,
    /// What the receiver calls it.
    pub file_name: String,
    /// Its type.
    pub mime: String,
    /// How many bytes it has, if that is known. A file of another length is not sent.
    pub length: Option<u64>,
    /// The bytes.
    pub body: BoxStream<'static, io::Result<Bytes>>,
}

impl fmt::Debug for Attachment {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Attachment")
            .field("name", &self.name)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

/// A form that is being filled in.
pub struct Form {
    boundary: String,
    /// What was written since the last file.
    text: String,
    length: Option<u64>,
    stream: BoxStream<'static, io::Result<Bytes>>,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            // Random, so that no file can hold it but by intent, and then it spoils only itself.
            boundary: format!("trt-{}", Uuid::new_v4().simple()),
            text: String::new(),
            length: Some(0),
            stream: stream::empty().boxed(),
        }
    }
}

impl Form {
    /// With this field.
    #[must_use]
    pub fn field(mut self, name: &str, value: &str) -> Self {
        let (boundary, name) = (&self.boundary, quoted(name));
        self.text.push_str(&format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        ));
        self
    }

    /// With this file.
    #[must_use]
    pub fn file(mut self, file: Attachment) -> Self {
        let mime = if is_type(&file.mime) { &file.mime } else { "application/octet-stream" };
        let (name, file_name) = (quoted(&file.name), quoted(&file.file_name));
        let boundary = &self.boundary;
        self.text.push_str(&format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"; \
             filename=\"{file_name}\"\r\nContent-Type: {mime}\r\n\r\n"
        ));
        let opening = std::mem::replace(&mut self.text, "\r\n".to_owned());
        self.length = sum([self.length, Some(size(opening.len())), file.length]);
        let opening = stream::once(async { Ok(Bytes::from(opening)) });
        self.stream = self.stream.chain(opening).chain(exactly(file.length, file.body)).boxed();
        self
    }

    /// The body with all of it; handing out its last piece is what makes it `sent`.
    pub fn finish(mut self, sent: Sent) -> Body {
        self.text.push_str(&format!("--{}--\r\n", self.boundary));
        Body {
            content_type: format!("multipart/form-data; boundary={}", self.boundary),
            length: sum([self.length, Some(size(self.text.len()))]),
            stream: self.stream.chain(last(self.text.into(), sent)).boxed(),
        }
    }
}

fn sum<const N: usize>(lengths: [Option<u64>; N]) -> Option<u64> {
    lengths.into_iter().try_fold(0_u64, |sum, length| sum.checked_add(length?))
}

/// A name that cannot end its quotes or its line; this is how browsers write it.
fn quoted(name: &str) -> String {
    name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A")
}

/// Whether this is a plain type, which cannot end its line.
fn is_type(mime: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"/-+.".contains(&byte);
    mime.contains('/') && mime.len() <= 100 && mime.bytes().all(fits)
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

#[cfg(test)]
mod tests {
    use super::is_type;

    #[test]
    fn a_type_cannot_end_its_line() {
        assert!(is_type("image/png") && is_type("image/svg+xml"));
        for odd in ["", "image", "a/b\r\nx: y", "a/b; c", &"a/".repeat(60)] {
            assert!(!is_type(odd), "{odd}");
        }
    }
}
