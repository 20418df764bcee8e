//! A body that is made while it is sent: a beginning, then as many zeros as were asked for.
//!
//! ```text
//!   head ──> zeros ... ──> end
//!     └── cut: an error after half of it      └── slow: drops, with pauses between them
//!     └── hanging: half of it, and no more; silent: nothing
//! ```
//!
//! So a file of any size costs the memory of one piece. A cut comes only after what was sent so far
//! has left: it must not be lost with the connection.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::time::Sleep;
use tokio_util::sync::DropGuard;

/// What is sent in one go.
const PIECE: u64 = 64 << 10;

/// A slow file comes in so many drops, with such a pause before each.
const DROPS: u64 = 20;
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Debug, thiserror::Error)]
#[error("cut by a fault")]
pub(crate) struct BrokenOff;

#[derive(Debug)]
pub(crate) struct Serving {
    head: Bytes,
    zeros: u64,
    /// Bytes after which it breaks off.
    left_to_cut: Option<u64>,
    /// There it says nothing more instead.
    hangs: bool,
    is_flushed: bool,
    piece: u64,
    pause: Option<Pin<Box<Sleep>>>,
    _told: Option<DropGuard>,
}

impl Serving {
    /// These bytes, and whoever is told when they have been handed over.
    pub(crate) fn whole(head: Bytes, told: Option<DropGuard>) -> Self {
        let (zeros, left_to_cut, hangs, is_flushed, pause) = (0, None, false, false, None);
        Self { head, zeros, left_to_cut, hangs, is_flushed, piece: PIECE, pause, _told: told }
    }

    /// These bytes, then zeros up to a size.
    pub(crate) fn padded(head: Bytes, size: Option<u64>) -> Self {
        let zeros = size.unwrap_or_default().saturating_sub(length(&head));
        Self { zeros, ..Self::whole(head, None) }
    }

    pub(crate) fn truncated(mut self) -> Self {
        self.left_to_cut = Some((length(&self.head) + self.zeros) / 2);
        self
    }

    pub(crate) fn hanging(self) -> Self {
        Self { hangs: true, ..self.truncated() }
    }

    pub(crate) fn silent(self) -> Self {
        Self { left_to_cut: Some(0), hangs: true, ..self }
    }

    pub(crate) fn slowly(mut self) -> Self {
        self.piece = ((length(&self.head) + self.zeros) / DROPS).max(1);
        self.pause = Some(Box::pin(tokio::time::sleep(PAUSE)));
        self
    }

    fn remaining(&self) -> u64 {
        length(&self.head) + self.zeros
    }

    fn next(&mut self) -> Bytes {
        let most = self.left_to_cut.map_or(self.piece, |left| self.piece.min(left));
        let take = usize::try_from(most).unwrap_or(usize::MAX);
        if !self.head.is_empty() {
            return self.head.split_to(take.min(self.head.len()));
        }
        let count = most.min(self.zeros);
        self.zeros -= count;
        Bytes::from(vec![0; usize::try_from(count).unwrap_or_default()])
    }
}

impl Body for Serving {
    type Data = Bytes;
    type Error = BrokenOff;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BrokenOff>>> {
        if self.remaining() == 0 {
            return Poll::Ready(None);
        }
        if self.left_to_cut == Some(0) {
            if self.hangs {
                // Nobody wakes it: it is dropped when the caller hangs up.
                return Poll::Pending;
            }
            if self.is_flushed {
                return Poll::Ready(Some(Err(BrokenOff)));
            }
            self.is_flushed = true;
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(context));
            pause.as_mut().reset(tokio::time::Instant::now() + PAUSE);
        }
        let piece = self.next();
        if let Some(left) = &mut self.left_to_cut {
            *left -= length(&piece);
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.remaining() == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.remaining())
    }
}

fn length(bytes: &Bytes) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Bytes, DROPS, PAUSE, Serving};
    use axum::body::{Body, to_bytes};

    async fn read(serving: Serving) -> Option<Bytes> {
        to_bytes(Body::new(serving), usize::MAX).await.ok()
    }

    #[tokio::test]
    async fn a_body_has_its_head_and_then_zeros_up_to_its_size() {
        let head = Bytes::from_static(b"head");

        let all = read(Serving::padded(head.clone(), Some(200_000))).await.unwrap();
        assert_eq!(all.len(), 200_000);
        assert!(all.starts_with(b"head") && all[4..].iter().all(|byte| *byte == 0));
        assert_eq!(read(Serving::padded(head, None)).await.unwrap(), "head");
    }

    #[tokio::test]
    async fn a_truncated_body_ends_with_an_error() {
        let serving = Serving::padded(Bytes::from_static(b"head"), Some(200_000));

        assert_eq!(read(serving.truncated()).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_body_takes_its_time_and_is_complete() {
        let begun = tokio::time::Instant::now();

        let all = read(Serving::padded(Bytes::from_static(b"head"), Some(1000)).slowly()).await;

        assert_eq!(all.unwrap().len(), 1000);
        assert!(begun.elapsed() >= PAUSE * u32::try_from(DROPS).unwrap());
    }
}
