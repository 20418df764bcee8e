//! A person's file on its way to KIE.
//!
//! It is streamed from where it is and never held as a whole. KIE keeps uploads for a day and serves
//! an old file again when a new one has its name, so every upload gets a name that nothing else has;
//! of the given name only the ending stays, from which KIE derives the type it serves.
//!
//! ```text
//!   Upload ── streamed ──> the address of the file
//!      ├─ breaks, anywhere: Later (a file that is not used costs nothing)
//!      └─ refused: KeyRefused, TooLarge, Refused
//! ```

use std::fmt;
use std::io;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use uuid::Uuid;
use wire::{Answer, Attachment, Body, Form, Sent};

use crate::ask::is_address;
use crate::envelope::{Envelope, is_block};

/// The folder of our account at KIE in which uploads are.
const FOLDER: &str = "trt";
/// No ending of a name that means anything is longer.
const LONGEST_ENDING: usize = 5;

const LIMIT: Duration = Duration::from_secs(120);
const BYTES_PER_SECOND: u64 = 100_000;
/// What an upload of unknown length is taken for: the largest that careful clients send.
const LARGEST: u64 = 100 * 1024 * 1024;

/// A file to be uploaded.
pub struct Upload {
    /// Its name, of which only the ending is told.
    pub name: String,
    /// Its type.
    pub mime: String,
    /// How many bytes it has, if that is known. A file of another length is not uploaded.
    pub length: Option<u64>,
    /// The bytes.
    pub body: BoxStream<'static, io::Result<Bytes>>,
}

impl fmt::Debug for Upload {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("Upload")
            .field("mime", &self.mime)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

/// Why KIE does not have the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotUploaded {
    /// KIE does not know the key, or not from here: for the operator.
    #[error("kie refuses our key")]
    KeyRefused,
    /// The file is larger than KIE takes.
    #[error("the file is too large for kie")]
    TooLarge,
    /// The network, KIE or the source of the file broke; it may be uploaded again.
    #[error("not uploaded: {0}")]
    Later(String),
    /// KIE will not take this file, however often it is sent.
    #[error("kie refuses the file: {0}")]
    Refused(String),
}

/// How long an upload of this length may take.
pub(crate) fn limit(length: Option<u64>) -> Duration {
    LIMIT + Duration::from_secs(length.unwrap_or(LARGEST) / BYTES_PER_SECOND)
}

/// The body of an upload.
pub(crate) fn encode(file: Upload) -> Body {
    let Upload { name, mime, length, body } = file;
    let file_name = unique(&name);
    Form::default()
        .field("uploadPath", FOLDER)
        .field("fileName", &file_name)
        .file(Attachment { name: "file".to_owned(), file_name, mime, length, body })
        .finish(Sent::default())
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

/// What an answer to an upload means; `clean` makes a sentence of KIE fit to be kept.
pub(crate) fn judge(
    answer: &Answer,
    clean: impl Fn(&str) -> String,
) -> Result<String, NotUploaded> {
    let envelope = Envelope::open(answer);
    let code = envelope.as_ref().map_or(answer.status, |envelope| envelope.code);
    match code {
        401 => return Err(NotUploaded::KeyRefused),
        403 if !is_block(answer) => return Err(NotUploaded::KeyRefused),
        413 => return Err(NotUploaded::TooLarge),
        _ => {}
    }
    let Some(envelope) = envelope else {
        let reason = format!("status {code} with an answer that is not kie's");
        return Err(NotUploaded::Later(reason));
    };
    let said = envelope.message();
    if matches!(code, 400 | 422) {
        let is_size = ["too large", "size exceed", "exceeds the", "size limit"];
        let words = said.to_lowercase();
        return Err(match is_size.iter().any(|part| words.contains(part)) {
            true => NotUploaded::TooLarge,
            false => NotUploaded::Refused(clean(&said)),
        });
    }
    let data = envelope.object().filter(|_| code == 200);
    let address = data.and_then(|data| {
        let names = ["downloadUrl", "fileUrl"];
        names.iter().find_map(|name| data.text(name).filter(|url| is_address(url)))
    });
    address.ok_or_else(|| NotUploaded::Later(format!("code {code}: {}", clean(&said))))
}

#[cfg(test)]
mod tests {
    use super::{Answer, Duration, NotUploaded, judge, limit, unique};

    fn judged(status: u16, text: &str) -> Result<String, NotUploaded> {
        let answer = Answer { status, retry_after: None, text: text.to_owned() };
        judge(&answer, str::to_owned)
    }

    #[test]
    fn the_address_of_an_upload_is_its_download_url() {
        let body = r#"{"success":true,"code":200,"msg":"File uploaded successfully","data":{
            "success":true,"fileName":"a.png","filePath":"kieai/1/trt/a.png",
            "downloadUrl":"https://tempfile.redpandaai.co/kieai/1/trt/a.png","fileSize":5}}"#;
        let address = "https://tempfile.redpandaai.co/kieai/1/trt/a.png";
        assert_eq!(judged(200, body), Ok(address.to_owned()));
    }

    #[test]
    fn refusals_are_told_apart() {
        let said = |code: u16, message: &str| {
            judged(200, &format!(r#"{{"success":false,"code":{code},"msg":"{message}"}}"#))
        };
        assert_eq!(said(401, "x"), Err(NotUploaded::KeyRefused));
        assert_eq!(said(413, "x"), Err(NotUploaded::TooLarge));
        assert_eq!(said(400, "File size exceeds the limit"), Err(NotUploaded::TooLarge));
        assert_eq!(said(400, "no"), Err(NotUploaded::Refused("no".to_owned())));
        assert_eq!(judged(413, "<html>"), Err(NotUploaded::TooLarge));
        for later in [said(500, "x"), said(429, "x"), said(200, "x"), judged(502, "<html>")] {
            assert!(matches!(later, Err(NotUploaded::Later(_))), "{later:?}");
        }
        let blocked = judged(403, "error code: 1010");
        assert!(matches!(blocked, Err(NotUploaded::Later(_))), "{blocked:?}");
    }

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
    fn a_longer_file_has_more_time() {
        assert_eq!(limit(Some(0)), Duration::from_secs(120));
        assert_eq!(limit(Some(5_000_000)), Duration::from_secs(170));
        assert!(limit(None) > Duration::from_secs(1_000));
    }
}
