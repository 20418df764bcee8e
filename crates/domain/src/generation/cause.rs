//! Why something is closed: a closed list, each with its own words for an operator.

/// Why a model, a variant of it or everything can no longer be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// KIE has no credits of ours left.
    OutOfCredits,
    /// KIE refuses our key.
    KeyRefused,
    /// It failed several times in a row.
    KeepsFailing,
    /// KIE charged above 80 % of what its price brings, twice.
    Overcharged,
    /// KIE does not know it any more.
    Gone,
}

impl Cause {
    /// Every one of them.
    pub const ALL: [Self; 5] =
        [Self::OutOfCredits, Self::KeyRefused, Self::KeepsFailing, Self::Overcharged, Self::Gone];

    /// The word under which it is kept, logged and looked up in the texts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::OutOfCredits => "out_of_credits",
            Self::KeyRefused => "key_refused",
            Self::KeepsFailing => "keeps_failing",
            Self::Overcharged => "overcharged",
            Self::Gone => "gone",
        }
    }
}
