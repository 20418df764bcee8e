//! Whether updates can be stored, as attempts to do so have shown.
//!
//! ```text
//!   unknown ──┬── a stored update, or the probe ──> works ──┐
//!             └── an attempt that brought nothing ──> fails <┘   and back with the next success
//! ```
//!
//! The lock has a connection of its own, which may lead past a pooler: what it finds says nothing about the way
//! that updates take. A row that a table refuses says nothing either: the next one may be stored.

use tokio::time::Instant;

use super::{Board, Database, Facts};

impl Board {
    /// An update was stored just now, or the probe that stands for one.
    pub fn stored(&self) {
        self.facts.lock().storing = Some((Database::Ready, Instant::now()));
    }

    /// Updates could not be stored just now.
    pub fn not_stored(&self, found: Database) {
        self.facts.lock().storing = Some((found, Instant::now()));
    }

    /// The way that updates take answers a read: what worked still does, and what failed is not shown to work.
    pub(crate) fn still_answers(&self) {
        let mut facts = self.facts.lock();
        if let Some((Database::Ready, at)) = &mut facts.storing {
            *at = Instant::now();
        }
    }

    /// The last word about storing; none before the first attempt.
    pub(crate) fn storing(&self) -> Option<Database> {
        self.facts.lock().storing.map(|(found, _)| found)
    }
}

impl Facts {
    /// What is known of the database: trouble of the lock first, for it is the larger one.
    pub(super) fn database_as_a_whole(&self) -> Option<(Database, Instant)> {
        let is_trouble = |found: &(Database, Instant)| found.0 != Database::Ready;
        let trouble = self.database.filter(is_trouble);
        trouble.or(self.storing.filter(is_trouble)).or(self.database)
    }
}
