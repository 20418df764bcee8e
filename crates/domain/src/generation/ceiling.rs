//! What a balance cannot pay: the cost above which nothing is ordered until there is more.
//!
//! ```text
//!   402 for an order ──> what costs more than the balance is closed
//!                          balance moves ──> the ceiling with it
//!                          balance covers what was refused ──> lifted
//! ```
//!
//! KIE may want more for an order than the catalogue says, and refuse what the balance should cover. Then such
//! orders stay closed until the balance is above what it was, so that nothing is asked for over and over.

use crate::money::Credits;

/// A cost above which nothing can be ordered now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ceiling {
    /// What costs more is closed.
    pub above: Credits,
    /// The balance that lifts it.
    pub wanted: Credits,
    /// The cheapest order that was refused although the balance should have covered it.
    pub refused: Option<Credits>,
}

impl Ceiling {
    /// The ceiling once an order of this cost was refused, at this balance as far as it is known.
    pub fn after(before: Option<Self>, cost: Credits, balance: Option<Credits>) -> Self {
        let balance = balance.unwrap_or(just_below(cost));
        let refused = (cost <= balance).then_some(cost);
        let refused = refused.into_iter().chain(before.and_then(|before| before.refused)).min();
        let wanted = cost.max(Credits::new(balance.get().saturating_add(1)));
        let wanted = before.map_or(wanted, |before| before.wanted.max(wanted));
        Self { above: above(balance, refused), wanted, refused }
    }

    /// The ceiling at another balance; none when that covers what was refused.
    pub fn at(self, balance: Credits) -> Option<Self> {
        (balance < self.wanted).then(|| Self { above: above(balance, self.refused), ..self })
    }
}

fn above(balance: Credits, refused: Option<Credits>) -> Credits {
    refused.map_or(balance, |refused| balance.min(just_below(refused)))
}

fn just_below(cost: Credits) -> Credits {
    Credits::new(cost.get().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::{Ceiling, Credits};

    fn credits(whole: i64) -> Credits {
        Credits::new(whole)
    }

    fn refused(before: Option<Ceiling>, cost: i64, balance: i64) -> Ceiling {
        Ceiling::after(before, credits(cost), Some(credits(balance)))
    }

    #[test]
    fn what_costs_more_than_the_balance_is_closed_until_that_covers_what_was_refused() {
        let ceiling = refused(None, 20, 10);

        assert_eq!(ceiling.above, credits(10));
        assert_eq!(ceiling.at(credits(15)).unwrap().above, credits(15));
        assert_eq!(ceiling.at(credits(3)).unwrap().above, credits(3));
        assert_eq!(ceiling.at(credits(20)), None);
    }

    #[test]
    fn the_dearest_refused_order_counts() {
        let ceiling = refused(Some(refused(None, 20, 10)), 15, 10);

        assert_eq!((ceiling.above, ceiling.wanted), (credits(10), credits(20)));
        assert_eq!(ceiling.at(credits(17)).unwrap().above, credits(17));
    }

    #[test]
    fn an_order_that_the_balance_should_cover_is_not_asked_for_again_at_the_same_balance() {
        let ceiling = refused(None, 8, 10);

        assert_eq!(ceiling.above, credits(7));
        assert_eq!(ceiling.at(credits(10)).unwrap().above, credits(7));
        assert_eq!(ceiling.at(credits(5)).unwrap().above, credits(5));
        assert_eq!(ceiling.at(credits(11)), None);
    }

    #[test]
    fn without_a_balance_only_what_costs_as_much_is_closed() {
        let ceiling = Ceiling::after(None, credits(20), None);

        assert_eq!((ceiling.above, ceiling.wanted), (credits(19), credits(20)));
    }
}
