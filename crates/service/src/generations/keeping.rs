//! What cannot be delivered now is copied from KIE, where an address lasts a day, to where it lasts: two weeks
//! what was paid for, three days what was free.
//!
//! ```text
//!   unkept ──┬── room for its person, and in all ── copied ──> kept
//!            └── none, or it broke off ──> later: ten seconds, then twice as long each time, an hour at most
//!   owed for too long ──> given up: the money goes back; never copied again
//! ```
//!
//! Somebody who blocked the bot keeps their result: it is sent when they come back. All copies together are
//! bounded, and so are those of one person. What was paid for goes before what was free, of which only a
//! quarter of the room can be full: so nobody who paid is left out for those who did not. When there is no
//! room, KIE's own copy has to do.
//!
//! On failure: a file that was copied in part is removed, and copied again later.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use leadership::CallEnded;
use store::results::keeping::Kept;
use store::{LeaderTx, StoreError, Unkept};
use tracing::{debug, warn};

use super::ending;
use super::opening::{self, NoBytes};
use crate::generations::Generations;
use crate::metrics::{self, Loop};

/// So often there is a look at what cannot be delivered.
const LOOK: Duration = Duration::from_secs(10);

/// A piece, as the table takes it.
const PIECE: i64 = 1024 * 1024;

/// The largest file, and the most pieces of all files, 4 GB, and of those that were free.
const LARGEST: i64 = 50 * PIECE;
const MOST_PIECES: i64 = 4_096;
const MOST_FREE_PIECES: i64 = MOST_PIECES / 4;

/// What is kept for one person, of what they paid for and of what was free.
const QUOTA: i64 = 200 * PIECE;
const FREE_QUOTA: i64 = 20 * PIECE;

/// A file of 50 MB on a slow line.
const LONGEST: Duration = Duration::from_secs(300);

/// So many files are copied, so many forgotten, and so many generations given up, in one go.
const COPY: i64 = 4;
const FORGET: i64 = 16;

/// Keeps and forgets until the term drains.
pub(super) async fn run(active: Arc<Generations>) {
    loop {
        metrics::round(Loop::Keeping);
        match round(&active).await {
            Ok(()) | Err(StoreError::TermOver) => {}
            Err(error) => warn!(repeats = "keeping", "[KIE] cannot keep results: {error}"),
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

async fn round(active: &Generations) -> Result<(), StoreError> {
    for undeliverable in active.store.undeliverable(FORGET).await? {
        let Ok(_work) = active.term.work() else { return Ok(()) };
        ending::give_up(active, undeliverable).await?;
    }
    if active.store.kept().await?.pieces > 0 {
        active
            .store
            .in_term(&active.term, async |tx| tx.generations().forget_pieces(FORGET).await)
            .await?;
    }
    for file in active.store.unkept(LARGEST, COPY).await? {
        let kept = active.store.kept().await?;
        let theirs = active.store.kept_for(file.person, file.is_paid).await?;
        let room = room(kept, theirs, file.is_paid);
        let Ok(permit) = active.term.permit(LONGEST) else { return Ok(()) };
        let copied = match permit.run_until_drain(copy(active, &file, room)).await {
            Ok(copied) => copied,
            Err(CallEnded::TooLate) => Err(NotKept::Later("too slow".to_owned())),
            Err(CallEnded::TermOver) => return Ok(()),
        };
        let generation = file.generation.get();
        let Err(problem) = copied else {
            debug!(generation, no = file.no, "[KIE] kept a result");
            continue;
        };
        debug!(generation, "[KIE] not kept: {problem}");
        if problem == NotKept::NoRoom && room_in_all(kept, file.is_paid) < LARGEST {
            warn!(repeats = "room", "[KIE] there is no room for results that cannot be delivered");
        }
        let is_gone = matches!(problem, NotKept::Gone(_));
        let write = active.store.in_term(&active.term, async |tx| {
            tx.generations().file_not_kept(file.generation, file.no, is_gone).await
        });
        write.await?;
    }
    Ok(())
}

/// How many bytes there is room for, for one more file of somebody of whom so many are kept.
fn room(kept: Kept, theirs: i64, is_paid: bool) -> i64 {
    let quota = if is_paid { QUOTA } else { FREE_QUOTA };
    room_in_all(kept, is_paid).min(quota - theirs).clamp(0, LARGEST)
}

fn room_in_all(kept: Kept, is_paid: bool) -> i64 {
    let left = MOST_PIECES - kept.pieces;
    let left = if is_paid { left } else { left.min(MOST_FREE_PIECES - kept.free) };
    left.max(0) * PIECE
}

/// Why a file is not kept.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum NotKept {
    #[error("{0}")]
    Gone(String),
    #[error("there is no room for it")]
    NoRoom,
    #[error("{0}")]
    Later(String),
}

impl From<NoBytes> for NotKept {
    fn from(error: NoBytes) -> Self {
        match error {
            NoBytes::Gone(problem) => Self::Gone(problem),
            NoBytes::Later(problem) => Self::Later(problem),
        }
    }
}

impl From<StoreError> for NotKept {
    fn from(error: StoreError) -> Self {
        Self::Later(error.to_string())
    }
}

/// Copies a file of at most so many bytes.
async fn copy(active: &Generations, file: &Unkept, room: i64) -> Result<(), NotKept> {
    // It takes a byte at least, and all that it is known to have.
    if file.bytes.unwrap_or_default().max(1) > room {
        return Err(NotKept::NoRoom);
    }
    let mut body = opening::at_kie(&active.kie, &file.url).await?.body;
    let most = usize::try_from(PIECE).unwrap_or(usize::MAX);
    let (mut piece, mut number) = (Vec::with_capacity(most), 0);
    while let Some(bytes) = body.next().await {
        let mut bytes = bytes.map_err(|error| NotKept::Later(error.to_string()))?;
        while !bytes.is_empty() {
            let taken = bytes.split_to((most - piece.len()).min(bytes.len()));
            piece.extend_from_slice(&taken);
            if i64::from(number) * PIECE + i64::try_from(piece.len()).unwrap_or(PIECE) > room {
                return Err(NotKept::NoRoom);
            }
            if piece.len() == most {
                write(active, file, number, &piece).await?;
                piece.clear();
                number += 1;
            }
        }
    }
    if !piece.is_empty() {
        write(active, file, number, &piece).await?;
    }
    let kept =
        async |tx: &mut LeaderTx<'_>| tx.generations().file_kept(file.generation, file.no).await;
    Ok(active.store.in_term(&active.term, kept).await?)
}

async fn write(
    active: &Generations,
    file: &Unkept,
    number: i32,
    piece: &[u8],
) -> Result<(), StoreError> {
    let write = active.store.in_term(&active.term, async |tx| {
        tx.generations().keep_piece(file.generation, file.no, number, piece).await
    });
    write.await
}

#[cfg(test)]
mod tests {
    use super::{FREE_QUOTA, Kept, LARGEST, MOST_FREE_PIECES, MOST_PIECES, PIECE, QUOTA, room};

    #[test]
    fn what_was_free_fills_a_quarter_of_the_room_and_never_that_of_payers() {
        let kept = |pieces, free| Kept { pieces, free };

        assert_eq!(room(kept(0, 0), 0, true), LARGEST);
        assert_eq!(room(kept(0, 0), 0, false), FREE_QUOTA);
        let full = kept(MOST_FREE_PIECES, MOST_FREE_PIECES);
        assert_eq!((room(full, 0, false), room(full, 0, true)), (0, LARGEST));
        assert_eq!(room(kept(MOST_PIECES - 3, 0), 0, true), 3 * PIECE);
        assert_eq!(room(kept(MOST_PIECES + 1, 0), 0, true), 0, "never more than all");
    }

    #[test]
    fn one_person_does_not_take_the_room_of_others() {
        let kept = Kept { pieces: 300, free: 30 };

        assert_eq!(room(kept, QUOTA - 5, true), 5);
        assert_eq!((room(kept, QUOTA + 5, true), room(kept, FREE_QUOTA, false)), (0, 0));
    }
}
