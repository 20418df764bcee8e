//! A round with a kill: what was answered 200 and is known nowhere afterwards.
//!
//! ```text
//!   load begins ──> at a random instant SIGKILL ──> every connection breaks ──> read what is kept
//!   lost = answered 200 - kept
//! ```
//!
//! Ours keeps an update as a row of its table `inbox`. A peer keeps nothing; what its handler has
//! finished, 50 ms of work and a line in a file, is not lost, and whatever it had in memory is.
//! Only the process is killed, so the file needs no sync: the kernel has every line.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use testbed::SOON;
use testbed::process::Signal;
use tokio_postgres::Client;

use super::contestant::Running;
use crate::load::closed;
use crate::load::update::UpdateId;

/// The kill comes not before this, so that every connection is in use.
const EARLIEST: Duration = Duration::from_millis(500);
/// And within this after it.
const SPREAD: Duration = Duration::from_secs(1);
/// The load gives up by itself when a kill does not end it.
const LONGEST: Duration = Duration::from_secs(20);
/// Rows asked for in one query.
const BATCH: usize = 10_000;

/// Where a server keeps what it has taken.
pub(crate) enum Kept {
    Inbox(Box<Client>),
    Ledger(PathBuf),
}

/// What a kill did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Killed {
    pub(crate) acked: usize,
    pub(crate) lost: usize,
}

/// Kills it during load; `instant`, from 0 to 1, says when.
pub(crate) async fn round(running: &Running, kept: &Kept, instant: f64) -> Result<Killed> {
    let pause = EARLIEST + SPREAD.mul_f64(instant);
    let (load, killed) = tokio::join!(closed::run(&running.target, LONGEST), async {
        tokio::time::sleep(pause).await;
        running.process.signal(Signal::SIGKILL)
    });
    killed.context("it ended before it was killed")?;
    running.process.exit(SOON).await?;
    let acked = load.tally.acked;
    ensure!(!acked.is_empty(), "nothing was answered before the kill");
    let known = match kept {
        Kept::Inbox(client) => in_the_inbox(client, &acked).await?,
        Kept::Ledger(path) => in_the_ledger(path).await?,
    };
    Ok(Killed { acked: acked.len(), lost: lost(&acked, &known) })
}

fn lost(acked: &[UpdateId], known: &HashSet<UpdateId>) -> usize {
    acked.iter().filter(|id| !known.contains(id)).count()
}

async fn in_the_inbox(client: &Client, acked: &[UpdateId]) -> Result<HashSet<UpdateId>> {
    let query = "select update_id::bigint
        from inbox
        where update_id = any($1::bigint[])";
    let mut known = HashSet::new();
    for batch in acked.chunks(BATCH) {
        let ids: Vec<i64> = batch.iter().map(|id| id.0).collect();
        let rows = client.query(query, &[&ids]).await.context("the table inbox cannot be read")?;
        known.extend(rows.iter().map(|row| UpdateId(row.get(0))));
    }
    Ok(known)
}

async fn in_the_ledger(path: &Path) -> Result<HashSet<UpdateId>> {
    match tokio::fs::read_to_string(path).await {
        Ok(text) => Ok(numbers(&text)),
        Err(error) => Err(error).with_context(|| format!("no ledger at {}", path.display())),
    }
}

/// The numbers on complete lines: one that was cut off is not the number it looks like.
fn numbers(text: &str) -> HashSet<UpdateId> {
    let lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    lines.filter_map(|line| line.parse().ok().map(UpdateId)).collect()
}

#[cfg(test)]
mod tests {
    use super::{UpdateId, lost, numbers};

    #[test]
    fn lost_is_what_was_answered_and_is_not_known() {
        let acked = [1, 2, 3].map(UpdateId);

        assert_eq!(lost(&acked, &[1, 2, 3, 4].map(UpdateId).into()), 0);
        assert_eq!(lost(&acked, &[2, 4].map(UpdateId).into()), 2);
        assert_eq!(lost(&[], &[2].map(UpdateId).into()), 0);
    }

    #[test]
    fn a_line_that_was_cut_off_does_not_count() {
        assert_eq!(numbers("17\n18\n1"), [17, 18].map(UpdateId).into());
        assert_eq!(numbers("17\nx\n\n"), [UpdateId(17)].into());
    }
}
