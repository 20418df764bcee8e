//! The bytes of a result, wherever they are: our own copy, KIE's address, a fresh address of KIE.
//!
//! ```text
//!   our copy ── none ──> the address ── gone ──> a fresh one ── gone, or KIE has none ──> Gone
//!                             └── broken, busy, silent ──┴──────────────────────────────> Later
//! ```
//!
//! An address of KIE lasts a day and the file two weeks, so a dead address says nothing: only KIE can say that
//! a file is gone. Whoever looks into a result, keeps it or delivers it opens it here.
//!
//! On failure: `Later` is for whoever asks to repeat; `Gone` is for good.

use std::io;

use domain::GenerationId;
use futures_util::{StreamExt, stream};
use kie::{Download, NoFile, NoLink};
use store::ResultFile;

use crate::generations::Generations;

/// Why the bytes of a file cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoBytes {
    /// Never again.
    #[error("gone: {0}")]
    Gone(String),
    /// Try again.
    #[error("{0}")]
    Later(String),
}

impl From<NoFile> for NoBytes {
    fn from(error: NoFile) -> Self {
        match error {
            NoFile::Gone(problem) => Self::Gone(problem),
            NoFile::Later(problem) => Self::Later(problem),
        }
    }
}

/// Opens a file of a result.
pub(super) async fn open(
    active: &Generations,
    generation: GenerationId,
    file: &ResultFile,
) -> Result<Download, NoBytes> {
    if file.is_kept {
        let pieces = active.store.kept_pieces(generation, file.no).await;
        let pieces = pieces.map_err(|error| NoBytes::Later(error.to_string()))?;
        if pieces > 0 {
            return Ok(kept(active, generation, file, pieces));
        }
    }
    at_kie(&active.kie, &file.url).await
}

/// Opens a file where KIE keeps it.
pub(super) async fn at_kie(kie: &kie::Client, url: &str) -> Result<Download, NoBytes> {
    let gone = match kie.open(url).await {
        Ok(download) => return Ok(download),
        Err(NoFile::Later(problem)) => return Err(NoBytes::Later(problem)),
        Err(NoFile::Gone(problem)) => problem,
    };
    match kie.link(url).await {
        Ok(fresh) => Ok(kie.open(&fresh).await?),
        Err(NoLink::Gone) => Err(NoBytes::Gone(gone)),
        Err(NoLink::NoAnswer(reason)) => Err(NoBytes::Later(reason.to_string())),
    }
}

/// The pieces that we keep ourselves, one after the other.
fn kept(
    active: &Generations,
    generation: GenerationId,
    file: &ResultFile,
    pieces: i64,
) -> Download {
    let (store, no) = (active.store.clone(), file.no);
    let body = stream::iter(0..i32::try_from(pieces).unwrap_or(i32::MAX)).then(move |piece| {
        let store = store.clone();
        async move {
            match store.kept_piece(generation, no, piece).await {
                Ok(Some(bytes)) => Ok(bytes::Bytes::from(bytes)),
                Ok(None) => Err(io::Error::other("a piece is missing")),
                Err(error) => Err(io::Error::other(error.to_string())),
            }
        }
    });
    Download {
        length: file.bytes.and_then(|bytes| u64::try_from(bytes).ok()),
        mime: Some(file.mime.clone()),
        body: body.boxed(),
    }
}
