//! Where the books may differ from what Telegram and KIE say, and what Telegram's list is made of.
//!
//! ```text
//!   Telegram's list ──┬── payment, refund ──> known here, or learned from it
//!                     ├── withdrawal, gift, other ──> an account of their own
//!                     └── none of it here, or here and not there ──> a difference
//! ```
//!
//! The words stand in rows, so they are never used for anything else.

use crate::ledger::House;
use crate::reading::words;

words! {
    /// What differs.
    pub enum DifferenceKind {
        /// Telegram has a payment whose event never came.
        PaymentLearned = "payment-learned",
        /// Telegram gave a payment back, and its event never came.
        RefundLearned = "refund-learned",
        /// Telegram has a payment that cannot be counted in whole Stars.
        PaymentUncountable = "payment-uncountable",
        /// Telegram gave back a payment that nobody here knows.
        RefundUnknown = "refund-unknown",
        /// A payment of ours is not in Telegram's list.
        PaymentOnlyOurs = "payment-only-ours",
        /// A refund of ours is not in Telegram's list.
        RefundOnlyOurs = "refund-only-ours",
        /// A payment, or its refund, has another size in Telegram's list.
        Size = "size",
        /// A part of Telegram's list cannot be read.
        Unread = "unread",
        /// Telegram's list is shorter than what was read of it before.
        ListShorter = "list-shorter",
        /// Telegram's list begins before these books do.
        BeforeBooks = "before-books",
        /// The balance of Stars is not what the list and the books say.
        StarBalance = "star-balance",
        /// KIE has fewer credits than the books say.
        KieCredits = "credits-short",
        /// KIE charges more for a model than its list says.
        PriceDrift = "price-drift",
    }

    /// Whether Stars came or went.
    pub enum StarDirection {
        /// They came to the bot.
        In = "in",
        /// They left the bot.
        Out = "out",
    }

    /// What a transaction of Telegram's list is to us.
    pub enum StarClass {
        /// An invoice was paid.
        Payment = "payment",
        /// The Stars of a payment went back.
        Refund = "refund",
        /// The owner took Stars out, or a withdrawal came back.
        Withdrawal = "withdrawal",
        /// Stars became a gift.
        Gift = "gift",
        /// Anything else.
        Other = "other",
    }
}

impl DifferenceKind {
    /// Whether it is settled the moment it is found: the books have learned what they did not know.
    pub const fn is_learned(self) -> bool {
        matches!(self, Self::PaymentLearned | Self::RefundLearned)
    }

    /// Whether one that an operator resolved is not opened again while its size is the same. The others are put
    /// right in the books, or counted anew from then on.
    pub const fn stays_resolved(self) -> bool {
        !matches!(self, Self::StarBalance | Self::KieCredits | Self::PriceDrift)
    }
}

impl StarClass {
    /// The account on the other side; payments and refunds have rules of their own.
    pub const fn house(self) -> Option<House> {
        match self {
            Self::Payment | Self::Refund => None,
            Self::Withdrawal => Some(House::Withdrawn),
            Self::Gift => Some(House::Gifts),
            Self::Other => Some(House::OtherStars),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DifferenceKind, StarClass};
    use crate::ledger::House;

    #[test]
    fn withdrawals_gifts_and_others_have_accounts_of_their_own() {
        let houses = StarClass::ALL.iter().map(|class| class.house());

        let expected = [None, None, Some(House::Withdrawn), Some(House::Gifts)];
        assert_eq!(houses.collect::<Vec<_>>()[..4], expected);
        assert_eq!(StarClass::Other.house(), Some(House::OtherStars));
    }

    #[test]
    fn every_kind_is_known_by_its_word() {
        for kind in DifferenceKind::ALL {
            assert_eq!(DifferenceKind::from_word(kind.word()), Some(*kind));
        }
        let learned = DifferenceKind::ALL.iter().filter(|kind| kind.is_learned());
        assert_eq!(learned.count(), 2);
    }
}
