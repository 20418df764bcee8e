//! What the rows say: who worked when, whether two ever overlapped, how long nobody did.
//!
//! All times are the server's `clock_timestamp()` in microseconds, written when a row was inserted.
//! The leaderless time is the gap between the last row of a term and the first row of the next.

use anyhow::{Context, Result};
use tokio_postgres::{Client, Row};

/// The rows of one term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stint {
    pub(crate) epoch: i64,
    pub(crate) rows: i64,
    /// How many processes wrote them: one, or the fence is broken.
    pub(crate) processes: i64,
    pub(crate) pid: i32,
    pub(crate) first_id: i64,
    pub(crate) last_id: i64,
    pub(crate) first_at: i64,
    pub(crate) last_at: i64,
}

/// When a term was claimed or sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    epoch: i64,
    event: String,
    at: i64,
}

/// Why the role changed hands, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    Term,
    Kill,
    Stop,
}

/// One change of hands as it was brought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Round {
    pub(crate) cause: Cause,
    pub(crate) from: i32,
    pub(crate) to: i32,
}

/// One change of hands as the rows show it, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Gap {
    pub(crate) cause: Cause,
    pub(crate) leaderless: f64,
    /// From the last row to the seal; a term that was not sealed has none.
    pub(crate) to_seal: Option<f64>,
    /// From the seal, or else from the last row, to the claim.
    pub(crate) to_claim: Option<f64>,
    /// From the claim to the first row.
    pub(crate) to_first_row: Option<f64>,
}

pub(crate) async fn stints(client: &Client, query: &str) -> Result<Vec<Stint>> {
    let stint = |row: &Row| Stint {
        epoch: row.get(0),
        rows: row.get(1),
        processes: row.get(2),
        pid: row.get(3),
        first_id: row.get(4),
        last_id: row.get(5),
        first_at: row.get(6),
        last_at: row.get(7),
    };
    Ok(client.query(query, &[]).await?.iter().map(stint).collect())
}

/// The history of a lock; a contender that keeps none has none.
pub(crate) async fn entries(client: &Client, lock: Option<&str>) -> Result<Vec<Entry>> {
    let Some(lock) = lock else { return Ok(Vec::new()) };
    let query = "select epoch, event, (extract(epoch from at) * 1000000)::bigint
        from leader_history
        where name = $1";
    let entry = |row: &Row| Entry { epoch: row.get(0), event: row.get(1), at: row.get(2) };
    Ok(client.query(query, &[&lock]).await?.iter().map(entry).collect())
}

/// Every sign that two processes worked at once; `stints` in the order of their epochs.
pub(crate) fn overlaps(stints: &[Stint]) -> Vec<String> {
    let shared = stints
        .iter()
        .filter(|stint| stint.processes != 1)
        .map(|stint| format!("epoch {} has rows of {} processes", stint.epoch, stint.processes));
    let mixed = stints.windows(2).filter_map(|pair| {
        let [old, new] = pair else { return None };
        let apart = old.last_id < new.first_id && old.last_at <= new.first_at;
        let overlap = || format!("rows of epochs {} and {} are mixed", old.epoch, new.epoch);
        (!apart).then(overlap)
    });
    shared.chain(mixed).collect()
}

/// Finds each round among the changes of hands, which are in the same order.
///
/// There may be more changes than rounds: a starved leader gives the role up unasked.
pub(crate) fn gaps(rounds: &[Round], stints: &[Stint], entries: &[Entry]) -> Result<Vec<Gap>> {
    let mut changes = stints.windows(2);
    let find = |round: &Round| {
        let change = changes.find_map(|pair| match pair {
            [old, new] if (old.pid, new.pid) == (round.from, round.to) => Some((old, new)),
            _ => None,
        });
        let (old, new) = change.with_context(|| {
            format!("no rows show the change from process {} to {}", round.from, round.to)
        })?;
        Ok(gap(round.cause, old, new, entries))
    };
    rounds.iter().map(find).collect()
}

fn gap(cause: Cause, old: &Stint, new: &Stint, entries: &[Entry]) -> Gap {
    let at = |epoch: i64, event: &str| {
        entries.iter().find(|entry| entry.epoch == epoch && entry.event == event).map(|e| e.at)
    };
    let (sealed, claimed) = (at(old.epoch, "sealed"), at(new.epoch, "claimed"));
    Gap {
        cause,
        leaderless: millis(old.last_at, new.first_at),
        to_seal: sealed.map(|sealed| millis(old.last_at, sealed)),
        to_claim: claimed.map(|claimed| millis(sealed.unwrap_or(old.last_at), claimed)),
        to_first_row: claimed.map(|claimed| millis(claimed, new.first_at)),
    }
}

fn millis(from: i64, to: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a gap is far below 2^53 microseconds")]
    let micros = (to - from) as f64;
    micros / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::{Cause, Entry, Round, Stint, gaps, overlaps};

    /// The term of `pid` with ten rows, one per millisecond, from row `first` on.
    fn stint(epoch: i64, pid: i32, first: i64) -> Stint {
        Stint {
            epoch,
            rows: 10,
            processes: 1,
            pid,
            first_id: first,
            last_id: first + 9,
            first_at: first * 1_000,
            last_at: (first + 9) * 1_000,
        }
    }

    #[test]
    fn terms_one_after_the_other_do_not_overlap() {
        assert_eq!(overlaps(&[stint(1, 7, 1), stint(3, 8, 11), stint(4, 9, 40)]), [""; 0]);
    }

    #[test]
    fn a_row_of_an_old_term_after_the_first_of_the_next_is_an_overlap() {
        let mut late = stint(1, 7, 1);
        late.last_id = 11;
        let mut shared = stint(3, 8, 11);
        shared.processes = 2;

        let found = overlaps(&[late, shared]);

        let expected = ["epoch 3 has rows of 2 processes", "rows of epochs 1 and 3 are mixed"];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_gap_is_split_at_the_seal_and_the_claim() {
        let entry = |epoch, event: &str, at| Entry { epoch, event: event.to_owned(), at };
        let round = |cause, from, to| Round { cause, from, to };
        let entries = [entry(1, "sealed", 11_500), entry(3, "claimed", 13_500)];
        // Process 5 led and lost the role unasked, which is nobody's round.
        let stints = [stint(0, 5, -20), stint(1, 7, 1), stint(3, 8, 20), stint(4, 9, 40)];
        let rounds = [round(Cause::Term, 7, 8), round(Cause::Kill, 8, 9)];

        let gaps = gaps(&rounds, &stints, &entries).unwrap();

        let [asked, killed] = gaps[..] else { panic!("{gaps:?}") };
        assert_eq!((asked.leaderless, asked.to_seal), (10.0, Some(1.5)));
        assert_eq!((asked.to_claim, asked.to_first_row), (Some(2.0), Some(6.5)));
        assert_eq!((killed.leaderless, killed.to_seal, killed.to_claim), (11.0, None, None));
    }

    #[test]
    fn a_round_without_rows_is_an_error() {
        let rounds = [Round { cause: Cause::Kill, from: 7, to: 9 }];

        assert!(gaps(&rounds, &[stint(1, 7, 1), stint(2, 8, 11)], &[]).is_err());
    }
}
