//! What a button about a person's own data carries.
//!
//! ```text
//!   own:data     send me everything that is held of me
//!   own:leave    what would go if I were deleted?
//!   own:gone     delete me
//! ```

/// Something about what is held of the person who taps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OwnTap {
    /// Send everything as a file.
    Data,
    /// Ask whether they are really to be deleted.
    Leave,
    /// They are.
    LeaveNow,
}

impl OwnTap {
    /// Every one of them.
    pub const ALL: [Self; 3] = [Self::Data, Self::Leave, Self::LeaveNow];

    const fn word(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Leave => "leave",
            Self::LeaveNow => "gone",
        }
    }

    pub(super) fn encode(self) -> String {
        format!("own:{}", self.word())
    }

    pub(super) fn decode(subject: &str, detail: &str) -> Option<Self> {
        let known = Self::ALL.into_iter().find(|tap| tap.word() == detail);
        known.filter(|_| subject == "own")
    }
}

#[cfg(test)]
mod tests {
    use super::OwnTap;
    use crate::tap::Tap;

    #[test]
    fn what_is_written_is_read_back_and_nothing_else_is() {
        for tap in OwnTap::ALL.map(Tap::Own) {
            assert_eq!(Tap::decode(&tap.encode()), Some(tap));
        }
        for data in ["own:", "own:data ", "own:DATA", "own:gone:1"] {
            assert_eq!(Tap::decode(data), None, "{data}");
        }
    }
}
