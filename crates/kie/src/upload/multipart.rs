//! An upload as `multipart/form-data`, never held in memory as a whole.
//!
//! When the length of the file is known the whole length is announced, and a file that turns out
//! longer or shorter breaks the request off; KIE sees a body that never ends and keeps nothing.

use std::io;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream, Stream, StreamExt};
use uuid::Uuid;

use super::Upload;

/// The folder of our account at KIE in which uploads are.
const FOLDER: &str = "trt";

/// No ending of a name that means anything is longer.
const LONGEST_ENDING: usize = 5;

/// A body on its way out.
pub(crate) struct Outgoing {
    pub(crate) content_type: String,
    pub(crate) length: Option<u64>,
    pub(crate) stream: BoxStream<'static, io::Result<Bytes>>,
}

/// The body of an upload.
pub(crate) fn encode(file: Upload) -> Outgoing {
    // Random, so that no file can hold it but by intent, and then it spoils only itself.
    let boundary = format!("trt-{}", Uuid::new_v4().simple());
    let name = unique(&file.name);
    let mime = match file.mime.as_str() {
        mime if is_type(mime) => mime,
        _ => "application/octet-stream",
    };
    let field = |name: &str, value: &str| {
        format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        )
    };
    let head = format!(
        "{}{}--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; \
         filename=\"{name}\"\r\nContent-Type: {mime}\r\n\r\n",
        field("uploadPath", FOLDER),
        field("fileName", &name),
    );
    let tail = format!("\r\n--{boundary}--\r\n");
    let around = size(head.len()).saturating_add(size(tail.len()));
    let piece = |text: String| stream::once(async move { Ok(Bytes::from(text)) });
    Outgoing {
        content_type: format!("multipart/form-data; boundary={boundary}"),
        length: file.length.and_then(|length| length.checked_add(around)),
        stream: piece(head).chain(exactly(file.length, file.body)).chain(piece(tail)).boxed(),
    }
}

/// A name that no other file has, with the ending of this one.
fn unique(name: &str) -> String {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    let fits = |ending: &String| {
        (1..=LONGEST_ENDING).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let id = Uuid::new_v4().simple();
    match ending.filter(fits) {
        Some(ending) => format!("{id}.{ending}"),
        None => id.to_string(),
    }
}

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
        || io::Error::new(io::ErrorKind::InvalidData, "the file has another length than announced");
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
    use super::{is_type, unique};

    #[test]
    fn a_name_keeps_its_ending_and_nothing_else() {
        let name = unique("Ann's holiday.JPG");
        assert!(name.ends_with(".jpg") && !name.contains("Ann"), "{name}");
        assert_ne!(name, unique("Ann's holiday.JPG"));
        for odd in ["none", "a.", "a.\"b", "a.b/c", "a.toolong", "a.\r\n", "a.я"] {
            assert!(!unique(odd).contains('.'), "{odd}");
        }
    }

    #[test]
    fn a_type_cannot_end_its_line() {
        assert!(is_type("image/png") && is_type("image/svg+xml"));
        for odd in ["", "image", "a/b\r\nx: y", "a/b; c", &"a/".repeat(60)] {
            assert!(!is_type(odd), "{odd}");
        }
    }
}
