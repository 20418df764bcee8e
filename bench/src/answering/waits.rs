//! How long people waited: from when an update was due to when its reply reached the stub.
//!
//! ```text
//!   due ── posted ── stored, 200 ── handled ── said ──> reply     what is missing after GRACE
//!    └───────────────────── the wait ──────────────────────┘      is counted, and has no wait
//! ```
//!
//! From when it was due and not from when it was posted: whoever is held up at the door waits as
//! well.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::journal::{Journal, Reply};
use crate::load::Tally;
use crate::load::histogram::Histogram;
use crate::load::open::Open;
use crate::load::update::UpdateId;

/// How long after the load replies are waited for.
const GRACE: Duration = Duration::from_secs(20);
/// How often the journal is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// How long people waited, and who waited in vain.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Waits {
    /// For the reply.
    pub(crate) latency: Histogram,
    /// For the 200, which says that the update is stored.
    pub(crate) acks: Histogram,
    /// Updates that were not answered 200.
    pub(crate) refused: u64,
    /// Updates that were due and got no reply, those not answered 200 among them.
    pub(crate) unanswered: u64,
    /// Replies to what had been answered already.
    pub(crate) twice: u64,
}

/// Waits for the replies to what a load has posted; `seen` of the journal are older.
pub(crate) async fn settle(journal: &Journal, seen: usize, open: Open) -> Waits {
    let mut asked = Asked::by(&open.tally);
    let (mut seen, until) = (seen, tokio::time::Instant::now() + GRACE);
    loop {
        let replies = journal.since(seen);
        seen += replies.len();
        asked.answer(&replies);
        if asked.waiting == 0 || tokio::time::Instant::now() >= until {
            break;
        }
        tokio::time::sleep(LOOK).await;
    }
    let unanswered = asked.waiting + open.missing;
    let (acks, refused) = (open.tally.latency, open.missing);
    Waits { latency: asked.latency, acks, refused, unanswered, twice: asked.twice }
}

/// What was asked, and what is known of the replies.
#[derive(Debug, Default)]
struct Asked {
    /// When each update was due; nothing once it is answered.
    due: HashMap<UpdateId, Option<Instant>>,
    waiting: u64,
    twice: u64,
    latency: Histogram,
}

impl Asked {
    fn by(tally: &Tally) -> Self {
        let due = tally.acked.iter().copied().zip(tally.due.iter().copied().map(Some));
        let due: HashMap<_, _> = due.collect();
        Self { waiting: due.len() as u64, due, ..Self::default() }
    }

    /// Replies to what others asked are passed over.
    fn answer(&mut self, replies: &[Reply]) {
        for reply in replies {
            let Some(due) = self.due.get_mut(&reply.update) else { continue };
            match due.take() {
                Some(due) => {
                    self.waiting -= 1;
                    self.latency.record(reply.at.saturating_duration_since(due));
                }
                None => self.twice += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Instant, Journal, Open, Tally, UpdateId, settle};

    fn tally(due: &[(i64, Instant)]) -> Tally {
        let acked = due.iter().map(|(id, _)| UpdateId(*id)).collect();
        Tally { acked, due: due.iter().map(|(_, at)| *at).collect(), ..Tally::default() }
    }

    fn reply(journal: &Journal, at: Instant, update: i64) {
        let body = format!(r#"{{"chat_id":1,"text":"reply-to-{update}"}}"#);
        journal.record(at, body.as_bytes());
    }

    #[tokio::test]
    async fn a_wait_begins_when_the_update_was_due_and_ends_with_its_first_reply() {
        let (journal, start) = (Journal::default(), Instant::now());
        let after = |ms| start + Duration::from_millis(ms);
        reply(&journal, after(1), 1);
        reply(&journal, after(30), 2);
        reply(&journal, after(40), 2);
        reply(&journal, after(50), 99);
        reply(&journal, after(110), 1);

        let open = Open { tally: tally(&[(1, start), (2, after(10))]), missing: 1 };
        // The first reply is older than the load.
        let waits = settle(&journal, 1, open).await;

        assert!((20.0..20.2).contains(&waits.latency.p50()), "{}", waits.latency.p50());
        assert_eq!(waits.latency.max(), 110.0);
        assert_eq!((waits.refused, waits.unanswered, waits.twice), (1, 1, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn who_gets_no_reply_is_counted_and_does_not_hold_up_the_rest() {
        let (journal, start) = (Journal::default(), Instant::now());
        reply(&journal, start, 1);

        let open = Open { tally: tally(&[(1, start), (2, start), (3, start)]), missing: 0 };
        let waits = settle(&journal, 0, open).await;

        assert_eq!((waits.latency.len(), waits.unanswered, waits.twice), (1, 2, 0));
    }
}
