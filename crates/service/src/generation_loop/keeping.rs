//! What cannot be delivered now is copied from KIE, where it lasts a day, to where it lasts two weeks.
//!
//! Somebody who blocked the bot keeps their result: it is sent when they come back. All copies together
//! are bounded; when there is no room, KIE's own copy has to do. What nobody could deliver in those two
//! weeks is paid back.
//!
//! On failure: a file that was copied in part does not count, and is copied again.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use leadership::CallEnded;
use store::Unkept;
use tracing::{debug, warn};

use super::{Undone, ending};
use crate::active::Active;

/// So often there is a look at what cannot be delivered.
const LOOK: Duration = Duration::from_secs(10);

/// A piece, as the table takes it.
const PIECE: usize = 1024 * 1024;

/// The largest file, and the most pieces of all files: 4 GB.
const LARGEST: i64 = 50 * 1024 * 1024;
const MOST_PIECES: i64 = 4_096;

/// A file of 50 MB on a slow line.
const LONGEST: Duration = Duration::from_secs(300);

/// So many files are forgotten, and so many generations given up, in one go.
const FORGET: i64 = 16;

/// Keeps and forgets until the term drains.
pub(super) async fn run(active: Arc<Active>) {
    loop {
        if let Err(Undone::Store(error)) = round(&active).await {
            warn!(repeats = "keeping", "[KIE] cannot keep results: {error}");
        }
        tokio::select! {
            () = active.term.draining() => return,
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

async fn round(active: &Active) -> Result<(), Undone> {
    for undeliverable in active.store.undeliverable(FORGET).await? {
        let Ok(_work) = active.term.work() else { return Ok(()) };
        ending::give_up(active, undeliverable).await?;
    }
    if active.store.pieces().await? > 0 {
        let mut tx = active.store.begin(&active.term).await?;
        tx.forget_pieces(FORGET).await?;
        tx.commit().await?;
    }
    for file in active.store.unkept(LARGEST, 4).await? {
        if active.store.pieces().await? >= MOST_PIECES {
            warn!(repeats = "room", "[KIE] there is no room for results that cannot be delivered");
            return Ok(());
        }
        let Ok(permit) = active.term.permit(LONGEST) else { return Ok(()) };
        match permit.run_until_drain(copy(active, &file)).await {
            Ok(Ok(())) => {
                debug!(generation = file.generation.get(), no = file.no, "[KIE] kept a result")
            }
            Ok(Err(problem)) => {
                debug!(generation = file.generation.get(), "[KIE] not kept: {problem}")
            }
            Err(CallEnded::TooLate | CallEnded::TermOver) => {}
        }
    }
    Ok(())
}

async fn copy(active: &Active, file: &Unkept) -> Result<(), String> {
    let download = active.kie.open(&file.url).await.map_err(|error| error.to_string())?;
    let mut body = download.body;
    let (mut piece, mut number) = (Vec::with_capacity(PIECE), 0);
    while let Some(bytes) = body.next().await {
        let mut bytes = bytes.map_err(|error| error.to_string())?;
        while !bytes.is_empty() {
            let room = PIECE - piece.len();
            let taken = bytes.split_to(room.min(bytes.len()));
            piece.extend_from_slice(&taken);
            if piece.len() == PIECE {
                write(active, file, number, &piece).await.map_err(|error| error.to_string())?;
                piece.clear();
                number += 1;
            }
        }
        if i64::from(number) * PIECE as i64 > LARGEST {
            return Err("it is larger than it said".to_owned());
        }
    }
    if !piece.is_empty() {
        write(active, file, number, &piece).await.map_err(|error| error.to_string())?;
    }
    let done = async {
        let mut tx = active.store.begin(&active.term).await?;
        tx.file_kept(file.generation, file.no).await?;
        tx.commit().await?;
        Ok::<_, Undone>(())
    };
    done.await.map_err(|error| error.to_string())
}

async fn write(active: &Active, file: &Unkept, number: i32, piece: &[u8]) -> Result<(), Undone> {
    let mut tx = active.store.begin(&active.term).await?;
    tx.keep_piece(file.generation, file.no, number, piece).await?;
    tx.commit().await?;
    Ok(())
}
