//! A person's files, from Telegram to KIE, without touching a disk or being held in memory.
//!
//! ```text
//!   Telegram ── bytes ──┬──> KIE: an address
//!                       └──> measured as they pass: what it is, how long, how large
//! ```
//!
//! Telegram's addresses hold the bot's token, so KIE never sees one: the bytes go through us. Uploading
//! again is harmless, each time under a new name. A measure counts only when all bytes have passed.
//!
//! On failure: a file that Telegram no longer has is gone; everything else is tried later. A drain drops
//! an upload where it is: a file that nobody uses costs nothing.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use domain::catalogue::MediaKind;
use domain::generation::{Brief, FileRef, Measure};
use futures_util::stream::{self, BoxStream, StreamExt};
use kie::sniff::Sniffed;
use kie::{NotUploaded, Upload};
use leadership::CallEnded;
use media::Meter;
use serde_json::json;
use store::Waiting;
use telegram::client::CallError;
use tokio::sync::oneshot;
use tokio::time::Instant;
use uuid::Uuid;

use crate::generations::Generations;
use crate::metrics;

/// A file of 20 MB on a slow line.
const LONGEST: Duration = Duration::from_secs(300);

/// Why a file is not at KIE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NotThere {
    /// It will not be: Telegram no longer has it, or KIE does not take it.
    Gone,
    Later(String),
    /// Stop: the term drains or is over. The order still waits.
    TermOver,
}

/// A file that is at KIE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Brought {
    pub(super) url: String,
    pub(super) measure: Measure,
}

/// The addresses as they are kept; none when there are no files.
pub(super) fn to_text(brought: &[Vec<Brought>]) -> Option<String> {
    let urls = |files: &Vec<Brought>| -> Vec<String> {
        files.iter().map(|file| file.url.clone()).collect()
    };
    let all: Vec<Vec<String>> = brought.iter().map(urls).collect();
    (!all.is_empty()).then(|| json!(all).to_string())
}

/// The addresses of the files of an order, in their order; none while they are not at KIE.
pub(super) fn addresses(row: &Waiting) -> Option<Vec<Vec<String>>> {
    if row.is_plain {
        return Some(Vec::new());
    }
    serde_json::from_str(row.uploads.as_deref()?).ok()
}

/// Brings all files of a brief to KIE, in their order.
pub(super) async fn bring(
    active: &Generations,
    brief: &Brief,
) -> Result<Vec<Vec<Brought>>, NotThere> {
    let mut all = Vec::with_capacity(brief.files.len());
    for (_, files) in &brief.files {
        let mut urls = Vec::with_capacity(files.len());
        for file in files {
            let permit = active.term.permit(LONGEST).map_err(|_| NotThere::TermOver)?;
            urls.push(match permit.run_until_drain(carry(active, file)).await {
                Ok(carried) => carried?,
                Err(CallEnded::TooLate) => return Err(NotThere::Later("too slow".to_owned())),
                Err(CallEnded::TermOver) => return Err(NotThere::TermOver),
            });
        }
        all.push(urls);
    }
    Ok(all)
}

async fn carry(active: &Generations, file: &FileRef) -> Result<Brought, NotThere> {
    // Messages have limits, questions have none: no message shall wait for this.
    let remote = active.telegram.file(&file.file).await.map_err(|error| unread(&error))?;
    let download = active.telegram.download(&remote.path).await.map_err(|error| unread(&error))?;
    let medium = medium_of(file, &remote.path);
    let (told, mut measured) = oneshot::channel();
    let upload = Upload {
        name: format!("{}.{}", Uuid::new_v4().simple(), medium.extension()),
        mime: medium.mime().to_owned(),
        length: download.length,
        body: measuring(download.body, told),
    };
    let began = Instant::now();
    let uploaded = active.kie.upload(upload).await;
    metrics::kie_uploaded(began, &uploaded);
    let url = uploaded.map_err(|error| match error {
        NotUploaded::TooLarge | NotUploaded::Refused(_) => NotThere::Gone,
        NotUploaded::KeyRefused => NotThere::Later("KIE refuses our key".to_owned()),
        NotUploaded::Later(problem) => NotThere::Later(problem),
    })?;
    // Who answers before the end has not seen the file, and neither have we.
    let Ok(measure) = measured.try_recv() else {
        return Err(NotThere::Later("KIE answered before the file had ended".to_owned()));
    };
    Ok(Brought { url, measure })
}

type Bytewise = BoxStream<'static, io::Result<Bytes>>;

/// The same bytes; once all of them have passed it is told what they were.
fn measuring(body: Bytewise, told: oneshot::Sender<Measure>) -> Bytewise {
    let passing =
        stream::unfold((body, Meter::new(), told), async |(mut body, mut meter, told)| {
            let Some(piece) = body.next().await else {
                // Nobody waits for it any more when the upload was given up.
                let _ = told.send(measure_of(meter.finish()));
                return None;
            };
            if let Ok(bytes) = &piece {
                meter.take(bytes);
            }
            Some((piece, (body, meter, told)))
        });
    passing.boxed()
}

/// What was measured, in the words of the catalogue.
pub(super) fn measure_of(measured: media::Measured) -> Measure {
    let kind = measured.kind.map(|kind| match kind {
        media::Kind::Image => MediaKind::Image,
        media::Kind::Video => MediaKind::Video,
        media::Kind::Audio => MediaKind::Audio,
    });
    // Longer than can be counted is too long for every model.
    let milliseconds = measured.milliseconds.map(|long| u32::try_from(long).unwrap_or(u32::MAX));
    Measure { kind, milliseconds, pixels: measured.pixels }
}

fn unread(error: &CallError) -> NotThere {
    match error {
        CallError::RetryAfter(_)
        | CallError::NotSent(_)
        | CallError::Unknown(_)
        | CallError::Conflict(_)
        | CallError::Unauthorized => NotThere::Later(error.to_string()),
        CallError::Refused { .. }
        | CallError::FileRefused(_)
        | CallError::Harmless(_)
        | CallError::Gone(_)
        | CallError::Migrated(_)
        | CallError::NotParsed
        | CallError::MessageMissing => NotThere::Gone,
    }
}

/// What a file is, by its name, its type or its kind: KIE tells by the ending of ours.
fn medium_of(file: &FileRef, path: &str) -> Sniffed {
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let by_mime = || file.mime.as_deref().and_then(Sniffed::of_mime);
    Sniffed::of_extension(&ending).or_else(by_mime).unwrap_or(match file.kind {
        MediaKind::Image => Sniffed::Jpeg,
        MediaKind::Video => Sniffed::Mp4,
        MediaKind::Audio => Sniffed::Mp3,
    })
}

#[cfg(test)]
mod tests {
    use super::{FileRef, MediaKind, Sniffed, medium_of};

    #[test]
    fn a_file_is_named_by_what_it_is_as_far_as_anybody_knows() {
        let file = |kind, mime: Option<&str>| FileRef {
            file: "A".to_owned(),
            kind,
            mime: mime.map(str::to_owned),
            bytes: None,
            milliseconds: None,
            pixels: None,
        };
        let picture = file(MediaKind::Image, None);

        assert_eq!(medium_of(&picture, "photos/file_1.JPG"), Sniffed::Jpeg);
        assert_eq!(medium_of(&picture, "photos/file_1"), Sniffed::Jpeg);
        assert_eq!(
            medium_of(&file(MediaKind::Image, Some("image/png")), "documents/x"),
            Sniffed::Png
        );
        assert_eq!(medium_of(&file(MediaKind::Audio, None), "voice/file_1.oga"), Sniffed::Ogg);
    }
}
