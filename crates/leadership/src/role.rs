//! What an elector tells the world: its role as a value, and every step as a report.

use std::time::Duration;

use crate::probe::Refusal;
use crate::session::{Reason, Sighting};
use crate::step::Ending;
use crate::term::Term;

/// The role of this process. Watching it may miss short-lived values; [`Term::lost`] misses none.
#[derive(Debug, Clone)]
pub enum Role {
    /// Somebody else is active, or nobody; we wait.
    Passive,
    /// We are the active one.
    Active(Term),
    /// We finish what is in hand, then hand over.
    Draining(Term),
    /// The elector has ended.
    Stopped,
}

/// Sessions that stand in the way of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// The one that holds the lock and gives no sign of life.
    SilentHolder,
    /// Those with open transactions of the old term.
    Stragglers,
}

/// What happens in an elector, in order and without gaps.
///
/// Reports are handed to a function that runs on the elector's own thread: it must not block.
#[derive(Debug, Clone)]
pub enum Report {
    /// Connected, and waits for the lock.
    Waiting,
    /// No connection to the database.
    Unreachable {
        /// What the client library says.
        problem: String,
    },
    /// The server will not do.
    Refused(Refusal),
    /// What a waiting instance sees of the holder, about once a second.
    Seen(Sighting),
    /// PASSIVE to ACTIVE.
    Activated {
        /// The proof.
        term: Term,
        /// Why the role was free.
        reason: Reason,
        /// How long we waited for it.
        waited: Duration,
        /// How long the last holder had been silent, if there was one.
        silent: Option<Duration>,
    },
    /// A beat was acknowledged.
    Beat {
        /// How long the round trip took.
        took: Duration,
        /// How long the term is trusted from now on.
        trusted_for: Duration,
    },
    /// Somebody asks for the role; the term drains.
    Draining {
        /// The number of the term.
        epoch: i64,
    },
    /// The term is over: ACTIVE to PASSIVE, if it had become active.
    Ended {
        /// The number of the term.
        epoch: i64,
        /// Why.
        ending: Ending,
        /// Whether the role had been announced.
        was_active: bool,
        /// What the activation said, if that was the reason.
        problem: Option<String>,
    },
    /// Sessions with open transactions of the old term were ended, because they held up the claim.
    StragglersEnded {
        /// How many.
        count: i64,
    },
    /// The session of a silent holder was ended.
    SilentHolderEnded(Sighting),
    /// The server does not let us end what stands in our way; said once for each.
    MayNotEnd(Obstacle),
    /// We asked the holder to hand over.
    HandoverAsked {
        /// The number of its term.
        epoch: i64,
    },
}
