//! The files of a result, looked at before anybody pays for them: are they there, what are they, how
//! large are they.
//!
//! Only the first bytes are read. What they are is told by them, never by a name or a header. A page of
//! HTML or JSON instead of a file is an error of the host: tried again later. So is a file that is gone: it may
//! not have reached its host yet, and when its time is over the money goes back.

use std::time::Duration;

use domain::catalogue::Output;
use futures_util::StreamExt;
use kie::{TaskOutput, sniff};
use leadership::CallEnded;
use store::ResultFile;
use uuid::Uuid;

use super::opening;
use crate::generations::Generations;

/// The client's own limits are below it.
const LONGEST: Duration = Duration::from_secs(60);

/// So many first bytes tell what a file is.
const HEAD: usize = 64;

/// More files than this are not delivered: an album has ten places.
const MOST_FILES: usize = 10;

/// A result that can be delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Good {
    pub(super) files: Vec<ResultFile>,
    pub(super) text: Option<String>,
}

/// What an inspection found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Inspected {
    Good(Good),
    Nothing,
    Later(String),
    /// Stop: the term drains or is over, and nothing is known of the result.
    TermOver,
}

/// Looks at everything a task gave, which is said to be of this kind.
pub(super) async fn inspect(active: &Generations, output: Output, made: TaskOutput) -> Inspected {
    let mut files = Vec::new();
    for (no, url) in made.files.into_iter().take(MOST_FILES).enumerate() {
        match look_into(active, &url).await {
            Ok((kind, mime, bytes)) => files.push(ResultFile {
                no: i16::try_from(no).unwrap_or(i16::MAX),
                kind: kind.unwrap_or(word_for(output)).to_owned(),
                mime,
                bytes,
                url,
                token: Uuid::new_v4().as_bytes().to_vec(),
                file_id: None,
                is_kept: false,
            }),
            Err(Unread::Later(problem)) => return Inspected::Later(problem),
            Err(Unread::TermOver) => return Inspected::TermOver,
        }
    }
    let text = made.text.filter(|text| !text.trim().is_empty());
    if files.is_empty() && text.is_none() {
        return Inspected::Nothing;
    }
    Inspected::Good(Good { files, text })
}

/// Why nothing is known of a file.
enum Unread {
    Later(String),
    TermOver,
}

/// The kind, the type and the length of a file.
async fn look_into(
    active: &Generations,
    url: &str,
) -> Result<(Option<&'static str>, String, Option<i64>), Unread> {
    let permit = active.term.permit(LONGEST).map_err(|_| Unread::TermOver)?;
    let look = async {
        let download =
            opening::at_kie(&active.kie, url).await.map_err(|error| error.to_string())?;
        let mut head = Vec::with_capacity(HEAD);
        let mut body = download.body;
        while head.len() < HEAD {
            match body.next().await {
                Some(Ok(piece)) => head.extend_from_slice(&piece),
                Some(Err(error)) => return Err(error.to_string()),
                None => break,
            }
        }
        let sniffed =
            sniff::kind(&head).ok_or_else(|| "it is no picture and no sound".to_owned())?;
        let bytes = download.length.and_then(|length| i64::try_from(length).ok());
        Ok((kind_of(sniffed.mime()), sniffed.mime().to_owned(), bytes))
    };
    match permit.run_until_drain(look).await {
        Ok(looked) => looked.map_err(Unread::Later),
        Err(CallEnded::TooLate) => Err(Unread::Later("too slow".to_owned())),
        Err(CallEnded::TermOver) => Err(Unread::TermOver),
    }
}

fn kind_of(mime: &str) -> Option<&'static str> {
    match mime.split('/').next() {
        Some("image") => Some("image"),
        Some("video") => Some("video"),
        Some("audio") => Some("audio"),
        _ => None,
    }
}

const fn word_for(output: Output) -> &'static str {
    match output {
        Output::Image => "image",
        Output::Video => "video",
        Output::Audio => "audio",
        Output::Text => "file",
    }
}
