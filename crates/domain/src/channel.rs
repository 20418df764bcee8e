//! How somebody stands with the channel whose members use models for nothing.

/// What Telegram said when it was asked about a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChannelStanding {
    /// They are in it.
    Member,
    /// They are not.
    Stranger,
    /// It did not say: nobody is kept out by that.
    Unknown,
}

impl ChannelStanding {
    /// Every one of them.
    pub const ALL: [Self; 3] = [Self::Member, Self::Stranger, Self::Unknown];

    /// Its word in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Stranger => "stranger",
            Self::Unknown => "unknown",
        }
    }

    /// The standing of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|standing| standing.word() == word)
    }
}
