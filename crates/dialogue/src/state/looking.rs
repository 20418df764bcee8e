//! What a person left while they look around, and the card that is open meanwhile.
//!
//! ```text
//!   an order, an offer ── menu, lists, pages ──> Looking ── one of its own buttons ──> the order, the offer
//!                                                   │
//!                                                   └── words, a file ──> the open card's, else a new wish
//! ```
//!
//! What was left is never taken up by words: they go where the person looks.

use domain::ModelKey;

use super::State;

/// Where a person looks, and what they left for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looking {
    /// The model whose card is open: the next words and files are for it.
    pub card: Option<ModelKey>,
    /// What was left: an order, an offer, or nothing.
    pub(crate) left: Box<State>,
}

impl State {
    /// The person looks elsewhere, at the card of a model or at none.
    pub(crate) fn looking_at(self, card: Option<ModelKey>) -> Self {
        let left = match self {
            Self::Looking(looking) => *looking.left,
            Self::Ordering(_) | Self::OfferedFiles(_) | Self::OfferedPrompt(_) => self,
            // What waits for an answer goes on waiting; a card does not change that.
            Self::Menu | Self::Searching => Self::Menu,
            Self::Adjusting(_)
            | Self::NamingStars
            | Self::NamingPromo
            | Self::Transfer(_)
            | Self::Refunding(_)
            | Self::Talking(_) => return self,
        };
        match (&left, &card) {
            (Self::Menu, None) => Self::Menu,
            _ => Self::Looking(Looking { card, left: Box::new(left) }),
        }
    }

    /// The person is back at what they left.
    pub(crate) fn taken_up(self) -> Self {
        match self {
            Self::Looking(looking) => *looking.left,
            _ => self,
        }
    }
}
