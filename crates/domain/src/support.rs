//! What people write to operators about.
//!
//! One person has one conversation about a topic; it is open until an operator closes it.

/// What a conversation with operators is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SupportTopic {
    /// A payment.
    Payment,
    /// Anything else.
    General,
}

impl SupportTopic {
    /// Every one of them.
    pub const ALL: [Self; 2] = [Self::Payment, Self::General];

    /// Its name in rows.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::General => "general",
        }
    }

    /// The topic of this name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::SupportTopic;

    #[test]
    fn a_name_leads_back_to_its_topic() {
        for topic in SupportTopic::ALL {
            assert_eq!(SupportTopic::from_word(topic.word()), Some(topic));
        }
        assert_eq!(SupportTopic::from_word("Payment"), None);
    }
}
