//! What is said of one table: what a person is told of it, and what becomes of it when they leave.

use self::Leaving::Nobody;
use self::Told::{Nothing, Rows};

/// What one table holds of a person.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    /// Its name.
    pub table: &'static str,
    /// What it is about, for the person.
    pub about: &'static str,
    /// What they are told of it.
    pub told: Told,
    /// What becomes of it when they leave.
    pub leaving: Leaving,
}

/// What a person is told of a table.
#[derive(Debug, Clone, Copy)]
pub enum Told {
    /// The rows for which this is true, and in this order.
    Rows(&'static str),
    /// Nothing, for this reason.
    Nothing(&'static str),
}

/// What becomes of a table when a person leaves.
#[derive(Debug, Clone, Copy)]
pub enum Leaving {
    /// These statements take it away.
    Cleared(&'static [&'static str]),
    /// It is taken away batch by batch, for it is not found by their number.
    Swept,
    /// It stays, for this reason.
    Kept(&'static str),
    /// It holds nothing of anybody.
    Nobody,
}

/// Of people, told row by row.
pub(super) const fn held(
    table: &'static str,
    about: &'static str,
    which: &'static str,
    leaving: Leaving,
) -> Held {
    Held { table, about, told: Rows(which), leaving }
}

/// Of people, and told to nobody.
pub(super) const fn untold(table: &'static str, why: &'static str, leaving: Leaving) -> Held {
    Held { table, about: "", told: Nothing(why), leaving }
}

/// Of nobody.
pub(super) const fn nobody(table: &'static str) -> Held {
    Held { table, about: "", told: Nothing("it holds nothing of anybody"), leaving: Nobody }
}
