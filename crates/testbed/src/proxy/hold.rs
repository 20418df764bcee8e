//! Holding a COMMIT on the wire, before the server sees it or after it has decided.
//!
//! ```text
//!   armed ── the n-th COMMIT of its kind passes by ──> held ── forward ──> goes on as if nothing was
//!                                            └─── cut, or dropped ──> the connection is reset
//! ```
//!
//! Before the request a cut means: the server never heard of it and rolls back. After the decision
//! a cut means: the server has committed and the client cannot know. These are the two sides of
//! every lost connection during a COMMIT.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

use super::framing::Asked;
use crate::Error;

/// Where on its way a COMMIT is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The client has sent it, the server has not received it.
    BeforeRequest,
    /// The server has committed and said so, the client has not heard it.
    AfterDecision,
}

/// The holds of one proxy.
#[derive(Debug, Default)]
pub(super) struct Holds {
    armed: Mutex<Vec<Armed>>,
}

#[derive(Debug)]
struct Armed {
    moment: Moment,
    /// What one of the statements of its transaction must hold.
    words: &'static str,
    left: usize,
    reached: oneshot::Sender<HeldCommit>,
}

/// A hold that waits for its COMMIT.
#[derive(Debug)]
#[must_use = "the hold tells when its COMMIT has come"]
pub struct CommitHold {
    moment: Moment,
    reached: oneshot::Receiver<HeldCommit>,
}

/// A COMMIT that is held now. Dropping it cuts the connection.
#[derive(Debug)]
#[must_use = "dropping it cuts the connection"]
pub struct HeldCommit {
    verdict: oneshot::Sender<()>,
}

impl Holds {
    pub(super) fn arm(&self, moment: Moment, words: &'static str, nth: usize) -> CommitHold {
        let (told, reached) = oneshot::channel();
        let armed = Armed { moment, words, left: nth, reached: told };
        self.armed.lock().unwrap_or_else(PoisonError::into_inner).push(armed);
        CommitHold { moment, reached }
    }

    /// Called for each COMMIT that passes; true: it may go on, false: cut.
    pub(super) async fn pass(&self, moment: Moment, asked: &Asked) -> bool {
        for verdict in self.caught(moment, asked) {
            if verdict.await.is_err() {
                return false;
            }
        }
        true
    }

    /// Counts this COMMIT for every hold and hands it to those whose turn it is.
    fn caught(&self, moment: Moment, asked: &Asked) -> Vec<oneshot::Receiver<()>> {
        let mut armed = self.armed.lock().unwrap_or_else(PoisonError::into_inner);
        // A hold nobody waits for any more must not stop anything.
        armed.retain(|hold| !hold.reached.is_closed());
        for hold in armed.iter_mut().filter(|hold| hold.moment == moment) {
            let is_meant = asked.iter().any(|text| text.contains(hold.words));
            hold.left -= usize::from(is_meant);
        }
        let due = armed.extract_if(.., |hold| hold.left == 0);
        due.filter_map(|hold| {
            let (verdict, decided) = oneshot::channel();
            hold.reached.send(HeldCommit { verdict }).ok().map(|()| decided)
        })
        .collect()
    }
}

impl CommitHold {
    /// Waits until the COMMIT is held.
    pub async fn reached(self, within: Duration) -> Result<HeldCommit, Error> {
        match tokio::time::timeout(within, self.reached).await {
            Ok(Ok(held)) => Ok(held),
            Ok(Err(_)) => Err(Error::Ended { what: "the proxy".into() }),
            Err(_) => {
                let what = format!("a COMMIT to hold ({:?})", self.moment);
                Err(Error::TimedOut { what, within })
            }
        }
    }
}

impl HeldCommit {
    pub fn forward(self) {
        // The connection may be gone meanwhile; then there is nothing to forward.
        let _ = self.verdict.send(());
    }

    /// Resets the connection at both ends, with the COMMIT where it is.
    pub fn cut(self) {
        drop(self.verdict);
    }
}
