//! How long the role can be trusted, by the clock and not by what was reported last.
//!
//! A process that was frozen wakes with the board it fell asleep with, and answers questions before its leadership
//! task has run. So whoever asks for the role asks the term, whose trust is a deadline on a clock that counts
//! through suspends: a role that is not trusted is not shown.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use leadership::Term;

/// What tells how long a role can be trusted; cheap to clone.
#[derive(Clone)]
pub struct Trust(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Trust {
    /// Trust as this function measures it.
    pub fn measured(left: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(left))
    }

    /// How much is left; none: the role may be somebody else's.
    pub fn left(&self) -> Duration {
        (self.0)()
    }
}

impl From<&Term> for Trust {
    fn from(term: &Term) -> Self {
        let term = term.clone();
        Self::measured(move || term.trust_left())
    }
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Trust").field(&self.left()).finish()
    }
}
