//! Why something is closed: a closed list, each with its own words for an operator.

/// Why a model, a variant of it or everything can no longer be ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// KIE has no credits of ours left, or too few.
    OutOfCredits,
    /// KIE refuses our key.
    KeyRefused,
    /// It failed for several people.
    KeepsFailing,
    /// KIE charged above what its price list and our price allow.
    Overcharged,
    /// KIE does not know it any more.
    Gone,
    /// An operator closed it.
    Operator,
    /// KIE charged a day's budget without income, some of it for this.
    Losses,
}

impl Cause {
    /// Every one of them.
    pub const ALL: [Self; 7] = [
        Self::OutOfCredits,
        Self::KeyRefused,
        Self::KeepsFailing,
        Self::Overcharged,
        Self::Gone,
        Self::Operator,
        Self::Losses,
    ];

    /// The word under which it is kept, logged and looked up in the texts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::OutOfCredits => "out_of_credits",
            Self::KeyRefused => "key_refused",
            Self::KeepsFailing => "keeps_failing",
            Self::Overcharged => "overcharged",
            Self::Gone => "gone",
            Self::Operator => "operator",
            Self::Losses => "losses",
        }
    }

    /// The one with this word; none when only another release knows it.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::Cause;

    #[test]
    fn a_word_leads_back_to_its_cause() {
        for cause in Cause::ALL {
            assert_eq!(Cause::from_word(cause.word()), Some(cause));
        }
        assert_eq!(Cause::from_word("other"), None);
    }
}
