//! Fresh accounts that live on what is free.

use domain::PersonId;

/// Somebody who lives on what is free, and what speaks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suspect {
    /// Who.
    pub person: PersonId,
    /// How much speaks for it.
    pub score: u32,
    /// What they ordered for nothing within a week.
    pub free: u32,
    /// How often their words were refused.
    pub refused: u32,
    /// For how many days they have been here.
    pub days: u32,
    /// How many others came by the same link and never paid.
    pub siblings: u32,
}
