//! What KIE charges without income: a closed list of causes, and how much of a charge each one is.
//!
//! ```text
//!   given for nothing, late, lost, failed, undelivered ── all of the charge is lost
//!   paid for ── charge - what the paid part of its price brings ──┬── up to the list: paid with a gift
//!                                                                 └── above the list: overcharged
//! ```
//!
//! What the bonus of a balance pays for brings nothing: nobody bought it.

use crate::money::Credits;

/// Why KIE charged for something that brought nothing, or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LossCause {
    /// It was for nothing.
    Free,
    /// It was paid for with what had been given.
    Gift,
    /// Its result came after the money had gone back.
    Late,
    /// Nobody knows what became of it; put down at the list's price until somebody does.
    Lost,
    /// KIE failed and charged all the same.
    Failed,
    /// KIE charged more than the order brought.
    Overcharged,
    /// Its result never reached its person, and the money went back.
    Undelivered,
}

impl LossCause {
    /// Every one of them.
    pub const ALL: [Self; 7] = [
        Self::Free,
        Self::Gift,
        Self::Late,
        Self::Lost,
        Self::Failed,
        Self::Overcharged,
        Self::Undelivered,
    ];

    /// The word under which it is kept and counted.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Gift => "gift",
            Self::Late => "late",
            Self::Lost => "lost",
            Self::Failed => "failed",
            Self::Overcharged => "overcharged",
            Self::Undelivered => "undelivered",
        }
    }

    /// The one with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.word() == word)
    }
}

/// A part of a charge that brought nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loss {
    /// Why.
    pub cause: LossCause,
    /// How much.
    pub credits: Credits,
}

/// What a charge of KIE stands against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Income {
    /// Nothing, for this reason.
    Nothing(LossCause),
    /// The paid part of a price.
    Paid {
        /// What it brings.
        net: Credits,
        /// What KIE's list says that the order costs.
        list: Credits,
    },
}

/// What of a charge is lost; nothing of most.
pub fn losses(charged: Credits, income: Income) -> Vec<Loss> {
    let parts = match income {
        Income::Nothing(cause) => [Loss { cause, credits: charged }, none()],
        Income::Paid { net, list } => {
            let missing = above(charged, net);
            let gift = missing.min(above(list, net));
            let overcharged = above(missing, gift);
            [
                Loss { cause: LossCause::Gift, credits: gift },
                Loss { cause: LossCause::Overcharged, credits: overcharged },
            ]
        }
    };
    parts.into_iter().filter(|part| part.credits.is_positive()).collect()
}

const fn none() -> Loss {
    Loss { cause: LossCause::Overcharged, credits: Credits::ZERO }
}

/// How much more the first is; nothing if it is not.
fn above(first: Credits, second: Credits) -> Credits {
    first.minus(second).unwrap_or(first).max(Credits::ZERO)
}

#[cfg(test)]
mod tests {
    use super::{Credits, Income, Loss, LossCause, losses};

    fn paid(charged: i64, net: i64, list: i64) -> Vec<(LossCause, i64)> {
        let income = Income::Paid { net: Credits::new(net), list: Credits::new(list) };
        shown(&losses(Credits::new(charged), income))
    }

    fn shown(losses: &[Loss]) -> Vec<(LossCause, i64)> {
        losses.iter().map(|loss| (loss.cause, loss.credits.get())).collect()
    }

    #[test]
    fn what_brings_more_than_it_costs_loses_nothing() {
        assert_eq!(paid(100, 130, 100), []);
        assert_eq!(paid(130, 130, 100), []);
    }

    #[test]
    fn a_charge_above_what_was_paid_is_an_overcharge_by_the_difference() {
        assert_eq!(paid(1_000, 130, 100), [(LossCause::Overcharged, 870)]);
    }

    #[test]
    fn what_a_gift_paid_for_is_lost_by_the_list_and_the_rest_is_an_overcharge() {
        assert_eq!(paid(100, 0, 100), [(LossCause::Gift, 100)]);
        assert_eq!(paid(100, 60, 100), [(LossCause::Gift, 40)]);
        assert_eq!(paid(250, 60, 100), [(LossCause::Gift, 40), (LossCause::Overcharged, 150)]);
        assert_eq!(paid(50, 60, 100), []);
    }

    #[test]
    fn what_brought_nothing_is_lost_as_it_was_charged() {
        for cause in LossCause::ALL {
            let lost = losses(Credits::new(70), Income::Nothing(cause));
            assert_eq!(shown(&lost), [(cause, 70)]);
            assert_eq!(LossCause::from_word(cause.word()), Some(cause));
        }
        assert_eq!(losses(Credits::ZERO, Income::Nothing(LossCause::Failed)), []);
    }
}
