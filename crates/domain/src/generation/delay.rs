//! Why an order that was put off still waits: a closed list, each with its own words for the person.

/// Why an order was put off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Delay {
    /// KIE takes no more requests for the moment.
    Busy,
    /// KIE is being repaired.
    Repair,
    /// KIE cannot be reached.
    Unreachable,
    /// A file of the person cannot be brought to KIE yet.
    Files,
    /// Its model, its variant or what costs as much is closed for now.
    Closed,
    /// Everything is closed for now.
    Paused,
}

impl Delay {
    /// Every one of them.
    pub const ALL: [Self; 6] =
        [Self::Busy, Self::Repair, Self::Unreachable, Self::Files, Self::Closed, Self::Paused];

    /// The word under which it is kept.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Busy => "busy",
            Self::Repair => "repair",
            Self::Unreachable => "unreachable",
            Self::Files => "files",
            Self::Closed => "closed",
            Self::Paused => "paused",
        }
    }

    /// The one with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|delay| delay.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::Delay;

    #[test]
    fn a_word_leads_back_to_its_delay() {
        for delay in Delay::ALL {
            assert_eq!(Delay::from_word(delay.word()), Some(delay));
        }
        assert_eq!(Delay::from_word("other"), None);
    }
}
