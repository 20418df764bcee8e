//! Our own copy of a result, sent to whoever has its link.
//!
//! ```text
//!   a place ── none ──> busy
//!     v
//!   the first piece ── cannot be read ──> busy
//!     v
//!   200 ── piece after piece, as fast as it is read ──> whole
//!             └── a piece is gone, or ten minutes are over ──> broken off
//! ```
//!
//! Pieces are read one by one through the connection that stores no updates, and only when the last one is on
//! its way: a few readers at once cost a few pieces of memory, and doorbells go in between. Who reads too
//! slowly is sent away like any other visitor.
//!
//! On failure: what breaks off is shorter than it said, which every browser notices.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use kie::sniff::Sniffed;
use store::Intake;
use store::results::Linked;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;
use tracing::warn;

use super::visitors::Visitor;

/// So many are sent at once.
const PLACES: usize = 4;

/// No copy takes longer.
const LONGEST: Duration = Duration::from_secs(10 * 60);

/// What is handed over at once: after each a reader has shown to be there.
const PART: usize = 64 * 1024;

/// Sends copies.
#[derive(Debug)]
pub(super) struct Copies {
    intake: Intake,
    places: Arc<Semaphore>,
}

/// A copy on its way.
struct Sending {
    intake: Intake,
    file: Linked,
    /// What is left of the piece in hand, and which one is next.
    piece: Bytes,
    next: i32,
    until: Instant,
    visitor: Arc<Visitor>,
    _place: OwnedSemaphorePermit,
}

impl Copies {
    /// Copies from this database.
    pub(super) fn new(intake: Intake) -> Self {
        Self { intake, places: Arc::new(Semaphore::new(PLACES)) }
    }

    /// The copy of a file; none while we are busy.
    pub(super) async fn send(&self, file: Linked, visitor: Arc<Visitor>) -> Option<Response> {
        let place = Arc::clone(&self.places).try_acquire_owned().ok()?;
        let headers = [
            (CONTENT_TYPE, file.mime.clone()),
            (CONTENT_LENGTH, file.bytes.to_string()),
            (CONTENT_DISPOSITION, format!("inline; filename=\"{}\"", name(&file))),
            (CACHE_CONTROL, "no-store".to_owned()),
            (ACCEPT_RANGES, "none".to_owned()),
            (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        ];
        let mut sending = Sending {
            intake: self.intake.clone(),
            file,
            piece: Bytes::new(),
            next: 0,
            until: Instant::now() + LONGEST,
            visitor,
            _place: place,
        };
        if let Err(error) = sending.read().await {
            warn!(repeats = "copies", "[HTTP] a copy could not be read: {error}");
            return None;
        }
        let body = Body::from_stream(stream::try_unfold(sending, Sending::part));
        Some((StatusCode::OK, headers, body).into_response())
    }
}

impl Sending {
    /// The next part, and what is left.
    async fn part(mut self) -> io::Result<Option<(Bytes, Self)>> {
        self.visitor.waits();
        if self.piece.is_empty() {
            if self.next >= self.file.pieces {
                return Ok(None);
            }
            if Instant::now() > self.until {
                return Err(io::Error::other("it took too long"));
            }
            self.read().await?;
        }
        let part = self.piece.split_to(PART.min(self.piece.len()));
        Ok(Some((part, self)))
    }

    async fn read(&mut self) -> io::Result<()> {
        let piece = self.intake.linked_piece(self.file.generation, self.file.no, self.next).await;
        let piece = piece.map_err(|error| io::Error::other(error.to_string()))?;
        self.piece = piece.ok_or_else(|| io::Error::other("a piece is missing"))?.into();
        self.next += 1;
        Ok(())
    }
}

/// What a browser calls it.
fn name(file: &Linked) -> String {
    let ending = Sniffed::of_mime(&file.mime).map_or("bin", Sniffed::extension);
    format!("{}-{}.{ending}", file.generation, file.no + 1)
}
