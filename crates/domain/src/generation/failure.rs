//! Why a generation came to nothing: a closed list, each with its own words for the person.
//!
//! Whatever it is, the person gets everything back. The word is what `generations.failure` keeps.

/// Why a generation came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Failure {
    /// The provider's rules forbid it: another wording may help.
    Policy,
    /// The provider does not take the input: other files or settings may help.
    BadInput,
    /// The file that was sent can no longer be read.
    FileGone,
    /// The model failed: the same again may help.
    Provider,
    /// The model is closed for now: another one may help.
    ModelClosed,
    /// Everything is closed for now.
    Paused,
    /// It took too long.
    Timeout,
    /// It said to be done and gave nothing.
    Empty,
    /// It was made, and could not be brought to its person for too long.
    Undelivered,
    /// It waited too long to be begun: nobody was asked to make it.
    Waited,
    /// A file is longer or larger than was paid for: the true price may do.
    Dearer,
    /// The price depends on a file that nobody can measure: another file may help.
    Unmeasurable,
    /// A file is longer or larger than the model takes: a smaller one may help.
    Oversized,
    /// Nobody can say what became of it.
    Unknown,
}

impl Failure {
    /// Every one of them.
    pub const ALL: [Self; 14] = [
        Self::Policy,
        Self::BadInput,
        Self::FileGone,
        Self::Provider,
        Self::ModelClosed,
        Self::Paused,
        Self::Timeout,
        Self::Empty,
        Self::Undelivered,
        Self::Waited,
        Self::Dearer,
        Self::Unmeasurable,
        Self::Oversized,
        Self::Unknown,
    ];

    /// The word under which it is kept.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::BadInput => "bad_input",
            Self::FileGone => "file_gone",
            Self::Provider => "provider",
            Self::ModelClosed => "model_closed",
            Self::Paused => "paused",
            Self::Timeout => "timeout",
            Self::Empty => "empty",
            Self::Undelivered => "undelivered",
            Self::Waited => "waited",
            Self::Dearer => "dearer",
            Self::Unmeasurable => "unmeasurable",
            Self::Oversized => "oversized",
            Self::Unknown => "unknown",
        }
    }

    /// The one with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|failure| failure.word() == word)
    }

    /// Whether the model is to blame, rather than what it was asked.
    pub const fn blames_the_model(self) -> bool {
        match self {
            Self::Provider | Self::Timeout | Self::Empty => true,
            Self::Policy
            | Self::BadInput
            | Self::FileGone
            | Self::ModelClosed
            | Self::Paused
            | Self::Undelivered
            | Self::Waited
            | Self::Dearer
            | Self::Unmeasurable
            | Self::Oversized
            | Self::Unknown => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;

    #[test]
    fn a_word_leads_back_to_its_failure() {
        for failure in Failure::ALL {
            assert_eq!(Failure::from_word(failure.word()), Some(failure));
        }
        assert_eq!(Failure::from_word("other"), None);
    }
}
