//! A person's files, from Telegram to KIE, without touching a disk or being held in memory.
//!
//! Telegram's addresses hold the bot's token, so KIE never sees one: the bytes go through us. Uploading
//! again is harmless, each time under a new name.
//!
//! On failure: a file that Telegram no longer has is gone; everything else is tried later. A drain drops
//! an upload where it is: a file that nobody uses costs nothing.

use std::time::Duration;

use domain::catalogue::MediaKind;
use domain::generation::{Brief, FileRef};
use kie::sniff::Sniffed;
use kie::{NotUploaded, Upload};
use leadership::CallEnded;
use telegram::client::CallError;
use telegram::throttle::Turn;
use uuid::Uuid;

use crate::active::Active;

/// A file of 20 MB on a slow line.
const LONGEST: Duration = Duration::from_secs(300);

/// Why a file is not at KIE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NotThere {
    /// It will not be: Telegram no longer has it, or KIE does not take it.
    Gone,
    /// Try again later.
    Later(String),
    /// Stop: the term drains or is over. The order still waits.
    TermOver,
}

/// Brings all files of a brief to KIE: an address for each, in their order.
pub(super) async fn bring(active: &Active, brief: &Brief) -> Result<Vec<Vec<String>>, NotThere> {
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

async fn carry(active: &Active, file: &FileRef) -> Result<String, NotThere> {
    // Messages have limits, questions have none: no message shall wait for this.
    let remote = active
        .telegram
        .file(Turn::unlimited(), &file.file)
        .await
        .map_err(|error| unread(&error))?;
    let download = active.telegram.download(&remote.path).await.map_err(|error| unread(&error))?;
    let medium = medium_of(file, &remote.path);
    let upload = Upload {
        name: format!("{}.{}", Uuid::new_v4().simple(), medium.extension()),
        mime: medium.mime().to_owned(),
        length: download.length,
        body: download.body,
    };
    active.kie.upload(upload).await.map_err(|error| match error {
        NotUploaded::TooLarge | NotUploaded::Refused(_) => NotThere::Gone,
        NotUploaded::KeyRefused => NotThere::Later("KIE refuses our key".to_owned()),
        NotUploaded::Later(problem) => NotThere::Later(problem),
    })
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
