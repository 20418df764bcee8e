//! What a pool tells whoever counts: how long it was waited for, how its transactions ended, what they did.
//!
//! ```text
//!   take a session ──> Waited
//!   begin ── work, which notes its deeds ──┬── committed ──> Ended(Committed), then each Deed
//!                                          └── anything else ──> Ended, and no deed: it did not happen
//! ```
//!
//! A deed is told after the commit that did it, so nothing is counted that was rolled back. On failure: a deed whose
//! commit got no answer is not told, although it may have happened: counts are hints, the books are the truth.

use std::time::Duration;

use domain::AdminAction;
use domain::catalogue::Output;
use domain::ledger::{Kind, Unit};

use crate::outbox::Line;
use crate::outbox::broadcasts::spreading::Counted;

/// Something that somebody may want to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// So long somebody waited for a session, and got one or gave up.
    Waited(Duration),
    /// A transaction of a term ended so.
    Ended(TxEnd),
    /// This was committed.
    Did(Deed),
}

/// How a transaction of a term ended, as far as the database decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TxEnd {
    /// It happened.
    Committed,
    /// The database refused it: rolled back, for certain.
    Refused,
    /// The fence turned it away.
    Fenced,
    /// It could not be begun: the database cannot be reached now.
    Away,
    /// The answer to its commit never came.
    Unknown,
}

/// Something that a committed transaction did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Money moved, in the smallest parts of its unit.
    Moved(Kind, Unit, i64),
    /// Somebody with power did something.
    Acted(AdminAction),
    /// An update was handled that had waited so long.
    Handled(Duration),
    /// Something was said that had waited so long.
    Said(Line, Duration),
    /// An order of this kind of thing began.
    Ordered(Output),
    /// One reached its person, so long after it was ordered.
    Delivered(Output, Duration),
    /// So many messages of a broadcast ended.
    Spread(Counted),
    /// A payment of this kind was credited: so many whole Stars.
    Paid(PaidFor, i64),
    /// A payment went back: an admin had decided it, or it was decided in Telegram's own tools.
    WentBack {
        /// Whether one of us had decided it.
        by_us: bool,
    },
}

/// What a payment was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaidFor {
    /// A pack of the offers.
    Pack,
    /// As many Stars as the person wanted.
    Amount,
    /// The first period of a plan.
    Plan,
    /// A later period.
    Renewal,
    /// An admin's test, which goes back by itself.
    Test,
    /// No invoice of ours fits it.
    Other,
}

impl TxEnd {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Committed, Self::Refused, Self::Fenced, Self::Away, Self::Unknown];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Committed => "committed",
            Self::Refused => "refused",
            Self::Fenced => "fenced",
            Self::Away => "away",
            Self::Unknown => "unknown",
        }
    }
}

impl PaidFor {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Pack, Self::Amount, Self::Plan, Self::Renewal, Self::Test, Self::Other];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pack => "pack",
            Self::Amount => "amount",
            Self::Plan => "plan",
            Self::Renewal => "renewal",
            Self::Test => "test",
            Self::Other => "other",
        }
    }
}
